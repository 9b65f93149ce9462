"""Jets: any law run on them gives its own time derivatives."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.jets import Jet, coefficients
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import trace

FUNCTIONS = {
    "products": lambda x, y: x * y - 2.0 * x + y * 3.0 + (x - y) * (x + 1.0),
    "quotients": lambda x, y: x / y + 1.0 / x - y / 2.0,
    "powers": lambda x, y: x**3 + y**-2,
    "turning": lambda x, y: lw.sin(x) * lw.cos(y),
    "growing": lambda x, y: lw.exp(x) + lw.log(y) + lw.tanh(x * y),
    "roots": lambda x, y: lw.sqrt(x * x + y),
    "angle": lambda x, y: lw.atan2(x, y) + lw.atan2(1.0, x) + lw.atan2(y, 2.0),
    "choices": lambda x, y: lw.maximum(x, y) + lw.minimum(x, 3.0) + lw.absolute(-x) + lw.where(x - y, x * x, y),
}


def x(t: float) -> float:
    return 0.7 + 0.3 * t - 0.2 * t * t


def y(t: float) -> float:
    return 1.4 - 0.5 * t + 0.1 * t * t


X, Y = Jet.moving(0.7, 0.3, -0.4), Jet.moving(1.4, -0.5, 0.2)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives_agree_with_differences(name: str) -> None:
    f, h = FUNCTIONS[name], 1e-3
    at = [f(x(k * h), y(k * h)) for k in (-2, -1, 0, 1, 2)]
    first = (at[0] - 8 * at[1] + 8 * at[3] - at[4]) / (12 * h)
    second = (-at[0] + 16 * at[1] - 30 * at[2] + 16 * at[3] - at[4]) / (12 * h * h)
    assert coefficients(f(X, Y), 2) == pytest.approx((at[2], first, second), abs=1e-8)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_jets_of_symbols_are_jets_of_numbers(name: str) -> None:
    """Symbols and jets mix in any order; the jet takes the lead."""
    f = FUNCTIONS[name]

    def law(a: object, b: object) -> dict:
        moving = f(Jet.moving(a, 0.3, -0.4), Jet.moving(b, -0.5, 0.2))
        still = f(Jet.moving(a, 0.3, -0.4), b)
        other = f(a, Jet.moving(b, -0.5, 0.2))
        return {"x": [*coefficients(moving, 2), *coefficients(still, 2), *coefficients(other, 2)]}

    traced = evaluate(trace(law, {"a": (), "b": ()}), a=0.7, b=1.4)["x"]
    plain = law(0.7, 1.4)["x"]
    np.testing.assert_allclose(traced, plain, atol=1e-12)


def test_the_rate_of_a_jet_is_known_to_one_order_less() -> None:
    jet = Jet.moving(1.0, 2.0, 3.0, 4.0)
    assert coefficients(jet.rate, 2) == (2.0, 3.0, 4.0)
    assert len(jet.rate.c) == 3


def test_the_jet_that_is_known_to_fewer_orders_sets_the_order() -> None:
    long, short = Jet.moving(2.0, 1.0, 5.0), Jet.moving(3.0, 4.0)
    for result in (long * short, short * long, long + short, short - long, long / short, short / long):
        assert len(result.c) == 2
    assert coefficients(long * short, 1) == (6.0, 11.0)


def test_a_jet_that_stands_still_is_a_constant() -> None:
    assert Jet.moving(2.0, 0.0, 0.0)._constant() == 2.0
    assert Jet.moving(2.0, 1.0)._constant() is None
    assert coefficients(3.0, 2) == (3.0, 0.0, 0.0)


def test_branches_by_a_number_choose_whole_jets() -> None:
    assert coefficients(lw.where(1.0, X, Y), 1) == coefficients(X, 1)
    assert coefficients(lw.where(X, 1.0, 2.0), 0) == (1.0,)
    assert math.isclose(lw.where(X - Y, 1.0, 2.0), 2.0)
