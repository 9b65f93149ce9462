"""Functions of a scalar agree on floats, arrays and open quantities."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra import scalars
from linkwork.algebra.parameter import default
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import trace

ONE = ("sin", "cos", "sqrt", "exp", "log", "tanh", "absolute")
TWO = ("atan2", "minimum", "maximum")


@pytest.mark.parametrize("name", ONE)
def test_functions_of_one(name: str) -> None:
    f, x = getattr(scalars, name), 0.37
    expected = f(x)
    np.testing.assert_allclose(f(np.array([x, x])), [expected, expected])
    assert default(f(lw.Parameter("x", x))) == pytest.approx(expected)
    assert evaluate(trace(lambda x: {"y": f(x)}, {"x": ()}), x=x)["y"] == pytest.approx(expected)


@pytest.mark.parametrize("name", TWO)
@pytest.mark.parametrize("x", [0.4, -0.4])
def test_functions_of_two(name: str, x: float) -> None:
    f, y = getattr(scalars, name), 0.2
    expected = f(x, y)
    np.testing.assert_allclose(f(np.array([x]), y), [expected])
    for a, b in ((lw.Parameter("x", x), y), (x, lw.Parameter("y", y))):
        assert default(f(a, b)) == pytest.approx(expected)
    assert evaluate(trace(lambda s: {"z": f(s, y)}, {"s": ()}), s=x)["z"] == pytest.approx(expected)
    assert evaluate(trace(lambda s: {"z": f(x, s)}, {"s": ()}), s=y)["z"] == pytest.approx(expected)


def test_where_takes_the_first_for_positive_conditions() -> None:
    assert scalars.where(1.0, 2.0, 3.0) == 2.0
    assert scalars.where(0.0, 2.0, 3.0) == 3.0
    np.testing.assert_array_equal(scalars.where(np.array([1.0, -1.0]), 2.0, 3.0), [2.0, 3.0])


def test_what_is_known_before_any_input() -> None:
    assert scalars.constant_value(2) == 2.0
    assert scalars.constant_value(np.array([1.0])) is None
    assert scalars.constant_value(lw.Parameter("x", 1.0)) is None
    assert scalars.is_zero(0.0)
    assert not scalars.is_zero(np.zeros(1))
    assert scalars.is_one(1)
    assert scalars.same(0.5, 0.5)
    assert scalars.power(2.0, 3) == 8.0
