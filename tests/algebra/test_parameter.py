"""Open quantities: arithmetic that waits for its numbers."""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.algebra import scalars
from linkwork.algebra.parameter import (
    APPLY,
    Operation,
    Parameter,
    Variable,
    bind,
    clashes,
    default,
    evaluate,
    evaluate_all,
    leaves,
    parameters,
)
from linkwork.errors import ParameterError

A, B, T = Parameter("a", 0.75), Parameter("b", 2.5), Variable("t")
EXAMPLES = {
    "add": A + B, "sub": A - 3, "mul": 2 * B, "div": A / B, "neg": -A, "pow": B**3, "sin": scalars.sin(A),
    "cos": scalars.cos(A), "sqrt": scalars.sqrt(B), "atan2": scalars.atan2(1.0, B), "exp": scalars.exp(A),
    "log": scalars.log(B), "tanh": scalars.tanh(A), "min": scalars.minimum(2.0, B), "max": scalars.maximum(A, B),
    "abs": abs(-A), "where": scalars.where(A - 1, A, B),
}  # fmt: skip
VALUES = {
    "add": 3.25, "sub": -2.25, "mul": 5.0, "div": 0.3, "neg": -0.75, "pow": 15.625, "sin": math.sin(0.75),
    "cos": math.cos(0.75), "sqrt": math.sqrt(2.5), "atan2": math.atan2(1.0, 2.5), "exp": math.exp(0.75),
    "log": math.log(2.5), "tanh": math.tanh(0.75), "min": 2.0, "max": 2.5, "abs": 0.75, "where": 2.5,
}  # fmt: skip


@pytest.mark.parametrize("name", APPLY)
def test_every_operation_gives_what_numbers_give(name: str) -> None:
    assert default(EXAMPLES[name]) == pytest.approx(VALUES[name], rel=1e-15)


@pytest.mark.parametrize("name", APPLY)
def test_every_operation_runs_on_arrays(name: str) -> None:
    batch = {"a": np.array([0.75, 0.75]), "b": np.array([2.5, 2.5])}
    np.testing.assert_allclose(evaluate(EXAMPLES[name], batch), [VALUES[name]] * 2, rtol=1e-15)


def test_reflected_operators_keep_their_order() -> None:
    assert default(3 - A) == 2.25 and default(3 / B) == 1.2 and default(1.0 + A) == 1.75 and default(+A) == 0.75
    assert default(B**-2) == 0.16 and default(B**0.5) == math.sqrt(2.5)


def test_numpy_functions_and_numbers_stay_open() -> None:
    assert default(np.sin(A)) == math.sin(0.75)
    assert default(np.float64(2.0) * A) == 1.5 and default(A * np.float64(2.0)) == 1.5
    assert default(np.arctan2(A, B)) == math.atan2(0.75, 2.5)


def test_zero_and_one_vanish() -> None:
    assert A + 0 is A and 0 + A is A and A - 0.0 is A and A * 1 is A and 1.0 * A is A and A / 1 is A and A**1 is A
    assert A * 0 == 0.0 and (0 / A) == 0.0 and (-A).__neg__() is A


def test_equal_text_makes_equal_quantities() -> None:
    assert Parameter("a", 0.75) * Parameter("b", 2.5) + 1 == A * B + 1
    assert A * B != B * A and Parameter("a", 0.75) != Parameter("a", 0.5) and A != 0.75 and Variable("a") + 1 != A + 1
    assert len({A * B, A * B, B * A}) == 2


def test_shared_terms_cost_once() -> None:
    def tower() -> Any:
        x: Any = A
        for _ in range(200):
            x = x * x + 1e-3
            x = x / 2
        return x

    one, two = tower(), tower()
    assert one == two and list(leaves(one)) == [A]  # 2^200 paths
    assert default(one) < 1.0


def test_a_parameter_not_named_takes_its_value_and_a_variable_stays() -> None:
    x = A * T + B
    assert evaluate(x, {"a": 2.0, T: 10.0}) == 22.5
    assert evaluate(x, {"a": 2.0}) == 2.0 * T + 2.5
    assert evaluate(4.0, {}) == 4.0
    assert evaluate_all((x, 1, A), {T: 1.0}) == (3.25, 1, 0.75)


def test_a_variable_and_a_parameter_of_one_name_are_two_things() -> None:
    t = Parameter("t", 5.0)
    assert evaluate(t * T, {T: 2.0}) == 10.0 and evaluate(t * T, {"t": 3.0, T: 2.0}) == 6.0


@dataclass(frozen=True)
class Record:
    name: str
    size: tuple[Any, ...]
    inner: Any = None


def test_a_record_is_searched_and_bound_through_and_through() -> None:
    record = Record("r", (1.0, A), Record("s", (), {"x": [B * A]}))
    assert parameters(record) == {"a": A, "b": B}
    plain = Record("r", (1.0, A), Record("s", (B + 1,)))
    assert bind(plain, {"a": 7.0}) == Record("r", (1.0, 7.0), Record("s", (3.5,)))
    untouched = Record("r", (1.0,))
    assert bind(untouched, {"a": 7.0}) is untouched


def test_two_values_of_one_name_are_found() -> None:
    assert clashes((A, B, Parameter("a", 1.0) + 1)) == {"a": {0.75, 1.0}}


def test_quantities_can_be_pickled_and_do_not_change() -> None:
    x = scalars.sin(A) * B
    assert pickle.loads(pickle.dumps(x)) == x
    with pytest.raises(AttributeError):
        x.name = "other"


def test_numpy_arrays_work_element_by_element() -> None:
    assert [default(x) for x in np.array([1.0, 2.0]) * A] == [0.75, 1.5]
    assert [default(x) for x in A - np.array([1.0, 2.0])] == [-0.25, -1.25]
    with pytest.raises(ParameterError, match="cannot be compared"):
        np.float64(1.0) < A  # noqa: B015


NUMPY: list[Any] = [
    np.tan, np.arcsin, np.arccos, np.arctan, np.radians, np.deg2rad, np.degrees, np.rad2deg, np.square, np.reciprocal,
    np.fabs,
]  # fmt: skip


@pytest.mark.parametrize("function", NUMPY)
def test_numpy_functions_that_are_made_of_others(function: Any) -> None:
    assert default(function(A)) == pytest.approx(function(0.75), rel=1e-15)
    assert default(function(np.array([A]))[0]) == pytest.approx(function(0.75), rel=1e-15)


def test_a_function_of_numpy_that_is_not_known_is_named_with_those_that_are() -> None:
    with pytest.raises(ParameterError, match=r"numpy.arccosh: has no meaning for parameter 'a'. .*know: absolute, add"):
        np.arccosh(A)
    assert default(np.hypot(A, 1.0)) == math.hypot(0.75, 1.0)


def test_powers_are_whole_or_half_numbers_of_any_kind_or_open() -> None:
    powers = [
        A ** np.int64(3),
        A**3.0,
        np.power(A, 3),
        A**2.5,
        A**-0.5,
        A**B,
        2**A,
        np.float64(2.0) ** A,
        np.power(2, A),
    ]
    expected = [0.75**3] * 3 + [0.75**2.5, 0.75**-0.5, 0.75**2.5] + [2**0.75] * 3
    assert [default(x) for x in powers] == pytest.approx(expected, rel=1e-15)
    assert A ** np.int64(3) == A**3.0 == A**3


def test_numbers_of_numpy_become_numbers_of_python() -> None:
    for value in (np.float64(0.5), np.array(0.5), np.float32(0.5), np.longdouble(0.5)):
        assert Parameter("x", value).value == 0.5 and type(Parameter("x", value).value) is float
        assert type((A * value).arguments[1]) is float
    assert type(Parameter("x", np.int64(3)).value) is int
    assert A + np.int64(2) == A + 2


@pytest.mark.parametrize("value", [True, 10**400, "1", None, 1j, np.array([1.0]), math.inf])
def test_a_value_that_is_no_finite_number_is_refused(value: Any) -> None:
    with pytest.raises(ParameterError, match="parameter 'x': needs a finite number as its value"):
        Parameter("x", value)


def test_text_operands_are_refused() -> None:
    with pytest.raises(TypeError):
        A + "1"  # type: ignore[operator]


@given(st.lists(st.tuples(st.sampled_from(["add", "sub", "mul"]), st.floats(-2, 2)), max_size=8), st.floats(-3, 3))
def test_open_arithmetic_equals_arithmetic(chain: list[tuple[str, float]], value: float) -> None:
    open_x: Any = Parameter("x", value)
    x = value
    for name, number in chain:
        open_x, x = APPLY[name](open_x, number), APPLY[name](x, number)
    assert default(open_x) == x or x == 0.0


def test_an_operation_shows_what_it_depends_on() -> None:
    assert str(A * B) == "expression of 'a', 'b'" and repr(Operation("neg", 1.0)) == "neg(1.0)"
    assert str(Operation("neg", 1.0)) == "expression"
    long = sum((A**k for k in range(2, 40)), B)
    assert repr(long) == "<expression of 'b', 'a' with 76 operations>"
