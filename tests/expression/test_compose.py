"""Functions put together compute what their parts compute."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from random_laws import N_IN, Law, laws, points, worst

from linkwork.errors import ShapeError, UnknownName
from linkwork.expression.compose import compact, depends_on, inline, merge, substitute
from linkwork.expression.counts import counts
from linkwork.expression.evaluate import evaluate
from linkwork.expression.procedures import solve_symmetric
from linkwork.expression.trace import Function, trace


def function_of(law: Law, name: str = "y") -> Function:
    return trace(lambda x: {name: law(x)}, {"x": (N_IN,)})


@given(laws(), points())
def test_a_compact_function_is_the_same_function(law: Law, x: list[float]) -> None:
    function = function_of(law)
    small = compact(function)
    assert evaluate(small, x=x)["y"].tolist() == evaluate(function, x=x)["y"].tolist()
    assert counts(small) == counts(function)
    assert len(small.graph) <= len(function.graph)


@given(laws(), points())
def test_substituted_numbers_fold_into_the_function(law: Law, x: list[float]) -> None:
    _, bounds = worst(law, x)
    function = trace(lambda a, b: {"y": law([*a, *b])}, {"a": (2,), "b": (2,)})
    half = substitute(function, b=x[2:])
    assert [port.name for port in half.inputs] == ["a"]
    assert np.all(np.abs(evaluate(half, a=x[:2])["y"] - evaluate(function, a=x[:2], b=x[2:])["y"]) <= bounds)


@given(laws(), laws(), points())
def test_merged_functions_share_inputs_and_terms(first: Law, second: Law, x: list[float]) -> None:
    parts = function_of(first, "y"), function_of(second, "z")
    both = merge("both", *parts)
    values = evaluate(both, x=x)
    assert values["y"].tolist() == evaluate(parts[0], x=x)["y"].tolist()
    assert values["z"].tolist() == evaluate(parts[1], x=x)["z"].tolist()
    assert counts(merge("twice", parts[0], function_of(first, "z"))) == counts(parts[0])


def test_a_function_can_be_called_inside_a_law_and_on_numbers() -> None:
    inner = trace(lambda q, s: {"p": np.sin(q) * s, "sum": q[0] + q[1]}, {"q": (2,), "s": ()}, name="inner")

    def law(x: Any) -> dict[str, Any]:
        first = inline(inner, q=[x[0], 0.0], s=x[1])
        second = inline(inner, q=first["p"], s=2.0)
        assert isinstance(second["p"], np.ndarray)
        return {"y": second["p"], "sum": first["sum"]}

    outer = trace(law, {"x": (2,)})
    values = evaluate(outer, x=[0.3, 0.5])
    assert values["y"] == pytest.approx([2.0 * np.sin(0.5 * np.sin(0.3)), 0.0])
    assert values["sum"] == 0.3
    numbers = inline(inner, q=np.ones((4, 2)), s=2.0)
    assert numbers["p"].shape == (4, 2)


def test_negated_and_constant_outputs_survive() -> None:
    function = trace(lambda x: {"y": [-x, -(x * x), 0.0, -2.0]}, {"x": ()})
    assert evaluate(compact(function), x=3.0)["y"].tolist() == [-3.0, -9.0, 0.0, -2.0]
    assert evaluate(substitute(function, x=3.0))["y"].tolist() == [-3.0, -9.0, 0.0, -2.0]


def test_procedures_and_powers_are_carried_over() -> None:
    def law(A: Any, b: Any) -> dict[str, Any]:
        return {"x": solve_symmetric(A, b), "p": b[0, 0] ** 80}

    function = trace(law, {"A": (2, 2), "b": (2, 1)})
    A, b = np.array([[4.0, 1.0], [1.0, 3.0]]), np.array([[1.0], [2.0]])
    assert evaluate(compact(function), A=A, b=1.1 * b)["p"] == pytest.approx(1.1**80)
    fixed = substitute(function, A=A)
    assert evaluate(fixed, b=b)["x"] == pytest.approx(np.linalg.solve(A, b))


def test_dependence() -> None:
    function = trace(lambda q, v: {"y": q * q, "z": q * v - v * q}, {"q": (), "v": ()})
    assert depends_on(function, "y", "q")
    assert not depends_on(function, "y", "v")
    assert not depends_on(function, "z", "v")


def test_wrong_parts_are_named() -> None:
    f = trace(lambda q: {"y": 2.0 * q}, {"q": (2,)}, name="f")
    g = trace(lambda q: {"z": 3.0 * q}, {"q": (3,)}, name="g")
    with pytest.raises(ShapeError, match=r"input 'q': has shape \(2,\) in one function, \(3,\) in another"):
        merge("both", f, g)
    with pytest.raises(ShapeError, match="output 'y': is an output of two of the functions merged into 'both'"):
        merge("both", f, f)
    with pytest.raises(ShapeError, match=r"input 'q' of function 'f': has shape \(3,\). Give \(2,\)"):
        substitute(f, q=np.ones(3))
    with pytest.raises(UnknownName, match="input 'p': does not exist"):
        substitute(f, p=1.0)
    with pytest.raises(ShapeError, match="input 'q' of function 'f': is missing"):
        trace(lambda x: inline(f), {"x": ()})
    with pytest.raises(UnknownName, match="input 'p': does not exist"):
        inline(f, q=np.ones(2), p=1.0)
