"""Derivatives are exact: equal to complex steps, the same in every mode, also of second order and through solutions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from random_laws import N_IN, Law, laws, points

from linkwork.algebra.scalars import absolute, atan2, maximum, minimum, where
from linkwork.errors import OptionError, ShapeError, TraceError, UnknownName
from linkwork.expression.counts import counts
from linkwork.expression.derivatives import (
    differentiate,
    differentiate_along,
    gradient,
    jacobian,
    pull_back,
    rate,
)
from linkwork.expression.evaluate import evaluate
from linkwork.expression.graph import Op
from linkwork.expression.procedures import apply, factor_ldl, solve_general, solve_symmetric
from linkwork.expression.trace import Function, trace

STEP = 1e-30


def complex_step(function: Function, of: str, wrt: str, values: dict[str, Any]) -> np.ndarray:
    """∂of/∂wrt, exact to rounding for analytic functions."""
    point = np.asarray(values[wrt], float)
    columns = []
    for index in np.ndindex(point.shape):
        shifted = point.astype(complex)
        shifted[index] += 1j * STEP
        columns.append(evaluate(function, **{**values, wrt: shifted})[of].imag / STEP)
    shape = function.output(of).shape + function.input(wrt).shape
    return np.stack(columns, axis=-1).reshape(shape) if columns else np.zeros(shape)


def function_of(law: Law) -> Function:
    return trace(lambda x: {"y": law(x)}, {"x": (N_IN,)})


def tame(x: Any) -> bool:
    """Whether a point is not so wild that rounding is all there is."""
    return bool(np.all(np.isfinite(x)) and np.max(np.abs(x), initial=0.0) < 1e8)


def close(a: Any, b: Any) -> bool:
    """Equal to rounding, measured against the largest entry."""
    return bool(np.all(np.abs(a - b) <= 1e-9 * (1.0 + np.max(np.abs(b), initial=0.0))))


@given(laws(smooth=True), points(1.0))
def test_forward_and_reverse_equal_the_complex_step(law: Law, x: list[float]) -> None:
    function = function_of(law)
    expected = complex_step(function, "y", "x", {"x": x})
    assume(tame(expected))
    for mode in ("forward", "reverse", "auto"):
        assert close(evaluate(jacobian(function, "y", "x", mode=mode), x=x)["d_y_d_x"], expected)


@settings(max_examples=40)
@given(laws(smooth=True, max_steps=15), points(1.0))
def test_second_derivatives_come_by_repetition(law: Law, x: list[float]) -> None:
    function = trace(lambda x: {"y": law(x)[0]}, {"x": (N_IN,)})
    first = gradient(function, "y", "x")
    expected = complex_step(first, "d_y_d_x", "x", {"x": x})
    assume(tame(expected))
    for mode in ("forward", "reverse"):
        hessian = evaluate(jacobian(first, "d_y_d_x", "x", mode=mode), x=x)["d_d_y_d_x_d_x"]
        assert close(hessian, expected)
        assert close(hessian, hessian.T)


@given(laws(), points(1.0), points(1.0))
def test_a_rate_is_the_jacobian_times_the_rates_of_the_inputs(law: Law, x: list[float], v: list[float]) -> None:
    function = function_of(law)
    J = evaluate(jacobian(function, "y", "x"), x=x)["d_y_d_x"]
    assume(tame(J))
    assert close(evaluate(rate(function, {"x": "v"}), x=x, v=v)["y_rate"], J @ np.array(v))


@given(laws(), points(1.0), st.integers(0, 1000))
def test_a_pull_back_is_the_weights_times_the_jacobian(law: Law, x: list[float], seed: int) -> None:
    function = function_of(law)
    w = np.random.default_rng(seed).normal(size=law.n_out)
    J = evaluate(jacobian(function, "y", "x"), x=x)["d_y_d_x"]
    assume(tame(J))
    assert close(evaluate(pull_back(function, {"y": "w"}, "x"), x=x, w=w)["x_weight"], w @ J)


def test_choices_follow_the_branch_that_is_taken() -> None:
    def law(x: Any) -> dict[str, Any]:
        a, b = x[0] * x[0], 3.0 * x[1]
        return {"y": [minimum(a, b), maximum(a, b), absolute(b), where(x[2], a, b), where(x[2], a, 0.0)]}

    function = trace(law, {"x": (3,)})
    cases = {
        (2.0, 1.0, 1.0): [[0, 3, 0], [4, 0, 0], [0, 3, 0], [4, 0, 0], [4, 0, 0]],
        (1.0, 2.0, -1.0): [[2, 0, 0], [0, 3, 0], [0, 3, 0], [0, 3, 0], [0, 0, 0]],
        (1.0, -2.0, 0.0): [[0, 3, 0], [2, 0, 0], [0, -3, 0], [0, 3, 0], [0, 0, 0]],
    }
    for mode in ("forward", "reverse"):
        J = jacobian(function, "y", "x", mode=mode)
        for x, expected in cases.items():
            assert evaluate(J, x=x)["d_y_d_x"].tolist() == expected


def linear_systems(A: Any, b: Any, s: Any) -> dict[str, Any]:
    n = len(A)
    S = A @ A.T
    for i in range(n):
        S[i, i] = S[i, i] + 2.0
    x = solve_general(A, b)
    return {"x": x, "y": solve_symmetric(S, x), "z": solve_symmetric(S, [[s * row[0]] for row in b])}


@pytest.mark.parametrize("mode", ["forward", "reverse", "auto"])
def test_linear_systems_are_differentiated_with_their_own_factors(mode: Any) -> None:
    n, m = 4, 2
    rng = np.random.default_rng(0)
    function = trace(linear_systems, {"A": (n, n), "b": (n, m), "s": ()})
    J = jacobian(function, ["x", "y", "z"], ["A", "b", "s"], mode=mode)
    values: dict[str, Any] = {"A": rng.normal(size=(n, n)), "b": rng.normal(size=(n, m)), "s": 0.7}
    found = evaluate(J, **values)
    for of in "xyz":
        for wrt in "Abs":
            assert close(found[f"d_{of}_d_{wrt}"], complex_step(function, of, wrt, values))
    graph = function.graph
    live = function.joined(J).live()
    factorisations = [n for n in live if graph.op[n] == Op.CALL and "factor" in graph.calls[graph.a[n]].procedure.name]
    assert len(factorisations) == 2


def test_second_derivatives_of_a_linear_system() -> None:
    rng = np.random.default_rng(1)
    function = trace(lambda A, b: {"e": sum(x[0] ** 2 for x in solve_general(A, b))}, {"A": (3, 3), "b": (3, 1)})
    first = gradient(function, "e", ["A", "b"])
    values = {"A": rng.normal(size=(3, 3)), "b": rng.normal(size=(3, 1))}
    second = evaluate(jacobian(first, "d_e_d_A", ["A", "b"]), **values)
    for wrt in "Ab":
        assert close(second[f"d_d_e_d_A_d_{wrt}"], complex_step(first, "d_e_d_A", wrt, values))


def test_the_jacobian_of_a_solution_needs_one_substitution_for_all_directions() -> None:
    function = trace(lambda A, b: {"x": solve_general(A, b)}, {"A": (3, 3), "b": (3, 1)})
    J = jacobian(function, "x", ["A", "b"], mode="forward")
    calls = [J.graph.calls[J.graph.a[n]].procedure.name for n in J.live() if J.graph.op[n] == Op.CALL]
    assert calls == ["factor_lu 3", "backsolve_lu 3 1", "backsolve_lu 3 12"]


@pytest.mark.parametrize("derive", [lambda f: jacobian(f, "y", "A", mode="forward"), lambda f: gradient(f, "y", "A")])
@pytest.mark.parametrize("use", [lambda factors: factors[0] * 2.0, lambda factors: factors[0]])
def test_factors_by_themselves_are_not_differentiated(derive: Any, use: Any) -> None:
    function = trace(lambda A: {"y": use(apply(factor_ldl(2), [A[0, 0], A[1, 0], A[1, 1]]))}, {"A": (2, 2)})
    with pytest.raises(TraceError, match="the factors of a dense linear system: are used otherwise than for solving"):
        derive(function)


def test_entries_that_cannot_change_are_constant_zeros() -> None:
    function = trace(lambda x, c: {"y": [x[0] * x[1], np.sin(x[2]), 4.0, x[2] - x[2]]}, {"x": (3,), "c": ()})
    for mode in ("forward", "reverse"):
        J = jacobian(function, "y", ["x", "c"], mode=mode)
        zeros = [not ref for ref in J.output("d_y_d_x").refs]
        assert zeros == [False, False, True, True, True, False, True, True, True, True, True, True]
        assert not any(J.output("d_y_d_c").refs)
        assert J.output("d_y_d_c").shape == (4,)


def test_the_mode_follows_the_shape_of_the_function() -> None:
    """Many inputs and one output cost a few evaluations, and so do one input and many outputs."""
    wide = trace(lambda x: {"y": sum(np.sin(a) * b for a, b in zip(x[:-1], x[1:]))}, {"x": (60,)})
    tall = trace(lambda x: {"y": [np.sin(x) * x**k for k in range(1, 40)]}, {"x": ()})
    for function in (wide, tall):
        J = jacobian(function, "y", "x")
        assert counts(function.joined(J)).total <= 4 * counts(function).total


def test_a_gradient_costs_a_small_multiple_of_its_function() -> None:
    def law(x: Any) -> dict[str, Any]:
        e, n = 0.0, len(x)
        for k in range(n):
            e = e * x[k] + np.sin(e) / (1.0 + x[k] * x[(k + 1) % n])
        return {"e": e}

    function = trace(law, {"x": (30,)})
    assert counts(function.joined(gradient(function, "e", "x"))).total <= 4 * counts(function).total


def test_rates_may_be_another_input_or_expressions() -> None:
    function = trace(lambda q, v, a: {"p": np.sin(q) * v, "q": q}, {"q": (), "v": (), "a": ()})
    first = rate(function, {"q": "v", "v": "a"}, of="p")
    assert [port.name for port in first.inputs] == ["q", "v", "a"]
    q, v, a = 0.3, 0.7, -1.1
    expected = np.cos(q) * v * v + np.sin(q) * a
    assert evaluate(first, q=q, v=v, a=a)["p_rate"] == pytest.approx(expected)
    second = rate(function, {"q": [2.0]}, of=["p"])
    assert evaluate(second, q=q, v=v, a=a)["p_rate"] == pytest.approx(2.0 * np.cos(q) * v)


def test_derivatives_inside_a_law() -> None:
    def law(q: Any, v: Any) -> dict[str, Any]:
        h = [atan2(q[0], q[1]), q[0] * q[1], 2.0]
        J = differentiate(h, list(q))
        Jv = differentiate_along(h, list(q), list(v))
        bias = differentiate_along(Jv, list(q), list(v))
        return {"J": J, "Jv": Jv, "bias": bias, "none": differentiate(h, []), "still": differentiate_along(h, [], [])}

    function = trace(law, {"q": (2,), "v": (2,)})
    q, v = np.array([0.4, 1.3]), np.array([0.9, -0.2])
    values = evaluate(function, q=q, v=v)
    r = q @ q
    J = np.array([[q[1] / r, -q[0] / r], [q[1], q[0]], [0.0, 0.0]])
    assert values["J"] == pytest.approx(J)
    assert values["Jv"] == pytest.approx(J @ v)
    assert values["bias"][1] == pytest.approx(2.0 * v[0] * v[1])
    assert values["none"].shape == (3, 0)
    assert values["still"].tolist() == [0.0, 0.0, 0.0]


def test_wrong_requests_are_named() -> None:
    function = trace(lambda q: {"y": 2.0 * q}, {"q": (3,)}, name="f")
    with pytest.raises(UnknownName, match="output 'z': does not exist in the outputs of function 'f'"):
        jacobian(function, "z", "q")
    with pytest.raises(UnknownName, match="input 'v': does not exist"):
        jacobian(function, "y", "v")
    with pytest.raises(OptionError, match="mode 'sideways': does not exist. Choose 'auto', 'forward' or 'reverse'"):
        jacobian(function, "y", "q", mode="sideways")  # type: ignore[arg-type]
    with pytest.raises(ShapeError, match=r"output 'y' of function 'f': has shape \(3,\) and a gradient belongs to a"):
        gradient(function, "y", "q")
    with pytest.raises(ShapeError, match="the rate of input 'q': has 2 values. Give 3"):
        rate(function, {"q": [1.0, 2.0]})
