"""Sparse factorisations agree with LAPACK, and so do their derivatives."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sparse_systems import Example, example

from linkwork.errors import TraceError
from linkwork.expression.counts import counts
from linkwork.expression.derivatives import gradient, jacobian
from linkwork.expression.evaluate import evaluate
from linkwork.expression.graph import Op
from linkwork.expression.sparse import factors
from linkwork.expression.trace import Function, trace


def solving(x: Example, times: int = 1) -> Function:
    """Solutions of A x = b, A y = x … and the worst pivot."""

    def law(given: Any, b: Any) -> dict[str, Any]:
        found = factors(given[0].graph, x.system, list(given))
        answers = [list(b)]
        for _ in range(times):
            answers.append(found.solve(answers[-1]))
        return {"x": answers[-1], "worst": found.worst}

    return trace(law, {"given": (x.system.given,), "b": (x.system.size,)}, name="sparse")


@pytest.mark.parametrize("order", ["reduced", "interleaved", "task"])
@pytest.mark.parametrize("sizes", [(1, 0), (1, 1), (6, 3), (80, 30)])
def test_the_solution_is_that_of_the_dense_matrix(sizes: tuple[int, int], order: str) -> None:
    x = example(*sizes, order=order)
    found = evaluate(solving(x), given=x.given, b=x.b)
    exact = np.linalg.solve(x.A, x.b[..., None])[..., 0]
    scale = np.linalg.cond(x.A).max() * (100 if order == "task" else 1) ** 2  # its pivots may be small
    assert np.allclose(found["x"], exact, rtol=0, atol=1e-14 * scale * np.abs(exact).max())


@pytest.mark.parametrize("weighted", [True, False])
def test_pivots_are_those_of_the_rows_by_themselves(weighted: bool) -> None:
    """In the order "reduced" pivots are those of J M⁻¹ Jᵀ, and what a diagonal lost is its entry."""
    x = example(40, 12, weighted=weighted)
    n = 40
    G = x.A[:, n:, :n] @ np.linalg.solve(x.A[:, :n, :n], x.A[:, :n, n:])
    turn = [k - n for front in x.system.fronts for k in front.inside if k >= n]
    pivots = np.diagonal(np.linalg.cholesky(G[:, turn][:, :, turn]), axis1=1, axis2=2) ** 2
    usual = (x.weights if weighted else np.diagonal(G, axis1=1, axis2=2))[:, turn]
    found = evaluate(solving(x), given=x.given, b=x.b)["worst"]
    assert np.allclose(found, (usual / pivots).max(-1), rtol=1e-10)


@pytest.mark.parametrize("mode", ["forward", "reverse"])
def test_derivatives_use_the_same_factors(mode: Any) -> None:
    x = example(5, 2)
    function = solving(x, 2)
    J = jacobian(function, "x", ["given", "b"], mode=mode)
    given, b = x.given[0], x.b[0]
    found = evaluate(J, given=given, b=b)
    for name, value in (("given", given), ("b", b)):
        for k in range(len(value)):
            moved = {"given": given.astype(complex), "b": b.astype(complex)}
            moved[name][k] += 1e-30j
            assert np.allclose(found[f"d_x_d_{name}"][:, k], evaluate(function, **moved)["x"].imag / 1e-30, atol=1e-9)
    graph = J.graph
    calls = [graph.calls[graph.a[k]].procedure.kind for k in function.joined(J).live() if graph.op[k] == Op.CALL]
    assert calls.count("sparse_ldl_factor") == 1


def test_pivots_are_not_differentiated() -> None:
    with pytest.raises(TraceError, match="the factors of a dense linear system: are used otherwise"):
        gradient(solving(example(3, 1)), "worst", "given")


def test_factors_are_no_nodes() -> None:
    x = example(80, 30)
    function = solving(x, 3)
    assert len(function.live()) == x.system.given + x.system.size + 4 + 3 * x.system.size + 1


def test_operations_of_a_dense_system() -> None:
    x = example(2, 0)  # two rates that touch: 1 / d, one l, one product; then L and 1 / d on the way there and back
    total = counts(solving(x))
    assert (total.multiplications, total.additions) == (2 + 1 + 1 + 2 * (1 + 2), 1 + 2)
