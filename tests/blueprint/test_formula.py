"""Formulas: a user's function as data."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint.formula import Formula, flat, formula


def test_a_function_runs_on_numbers_and_arrays_as_it_was_written() -> None:
    law = formula(lambda t: (lw.sin(3 * t), 2.0, t**2), ("t",), 3, "law")
    assert law(0.5) == (math.sin(1.5), 2.0, 0.25)
    np.testing.assert_allclose(law(np.array([0.5, 1.0]))[0], np.sin([1.5, 3.0]))


def test_a_constant_is_a_formula() -> None:
    assert formula(3.0, ("t",), 1, "law")(9.0) == (3.0,)
    assert formula(np.array([1.0, 2.0]), ("t",), 2, "law") == Formula(("t",), (1.0, 2.0))


def test_coordinates_come_as_one_tuple_and_time_may_be_left_out() -> None:
    inputs = ("q0", "q1", "t")
    assert formula(lambda q, t: q[0] * q[1] + t, inputs, None, "law", group=2)(2.0, 3.0, 4.0) == (10.0,)
    assert formula(lambda q: q[0] - q[1], inputs, None, "law", group=2)(2.0, 3.0, 4.0) == (-1.0,)
    assert formula(lambda *arguments: arguments[1], inputs, None, "law", group=2)(2.0, 3.0, 4.0) == (4.0,)


def test_numpy_functions_and_matrices_can_be_used() -> None:
    law = formula(lambda t: np.array([[np.cos(t), 0.0], [0.0, 1.0]]) @ np.array([2.0, 1.0]), ("t",), 2, "law")
    assert law(0.0) == (2.0, 1.0)


def test_a_formula_passes_through() -> None:
    law = formula(lambda t: t, ("t",), 1, "law")
    assert formula(law, ("t",), 1, "law") is law


def test_parameters_stay_open_and_take_their_values_when_it_runs() -> None:
    law = formula(lambda t: lw.Parameter("w", 2.0) * t, ("t",), 1, "law")
    assert law(3.0) == (6.0,)


def test_a_wrong_count_of_inputs_is_an_error() -> None:
    with pytest.raises(ValueError):
        formula(lambda t: t, ("t",), 1, "law")(1.0, 2.0)


def test_nested_numbers_are_flattened_in_order() -> None:
    assert flat([[1, (2, 3)], np.array([4.0, 5.0]), 6]) == [1, 2, 3, 4.0, 5.0, 6]
