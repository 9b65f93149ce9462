"""Dense solutions agree with LAPACK, in batches, for one and several right-hand sides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.algebra.dense import dense_solve
from linkwork.errors import ShapeError
from linkwork.expression.evaluate import evaluate
from linkwork.expression.graph import Op
from linkwork.expression.procedures import (
    Block,
    apply,
    backsolve_lu_transposed,
    factor_ldl,
    factor_lu,
    solve_general,
    solve_symmetric,
)
from linkwork.expression.trace import trace

SIZES = st.tuples(st.integers(1, 8), st.integers(1, 3), st.integers(0, 10**6))


def system(n: int, m: int, seed: int, *batch: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A general matrix, a symmetric indefinite one with safe pivots, right-hand sides."""
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(*batch, n, n)) + 0.1 * np.eye(n)
    S = A @ A.swapaxes(-1, -2) + np.eye(n)
    return A, S, rng.normal(size=(*batch, n, m))


@settings(max_examples=40)
@given(SIZES)
def test_solutions_of_one_system(sizes: tuple[int, int, int]) -> None:
    A, S, b = system(*sizes)
    scale = np.linalg.cond(A)
    assert np.allclose(solve_general(A.tolist(), b.tolist()), np.linalg.solve(A, b), rtol=0, atol=1e-13 * scale**2)
    assert np.allclose(solve_symmetric(S.tolist(), b.tolist()), np.linalg.solve(S, b), rtol=0, atol=1e-13 * scale**2)


@pytest.mark.parametrize("solve", [solve_general, solve_symmetric])
def test_solutions_of_a_batch(solve: Callable[..., Any]) -> None:
    function = trace(lambda A, b: {"x": solve(A, b)}, {"A": (5, 5), "b": (5, 2)})
    _, S, b = system(5, 2, 0, 7)
    assert np.allclose(evaluate(function, A=S, b=b)["x"], np.linalg.solve(S, b))
    assert np.allclose(evaluate(function, A=S, b=b[0])["x"], np.linalg.solve(S, np.broadcast_to(b[0], b.shape)))


def test_pivoting_gets_past_a_zero_on_the_diagonal() -> None:
    A = np.array([[0.0, 2.0, 1.0], [1.0, 0.0, 0.0], [3.0, 0.0, 1.0]])
    b = np.array([[1.0], [2.0], [3.0]])
    assert np.allclose(solve_general(A.tolist(), b.tolist()), np.linalg.solve(A, b))


def test_the_transposed_system_uses_the_same_factors() -> None:
    A, _, b = system(4, 2, 1)
    factors = Block(factor_lu(4), A.ravel().tolist())
    x = np.reshape(apply(backsolve_lu_transposed(4, 2), b.ravel().tolist(), factors), (4, 2))
    assert np.allclose(x, np.linalg.solve(A.T, b))


@pytest.mark.parametrize("symmetric", [True, False])
def test_the_dense_solution_of_a_law_becomes_procedures(symmetric: bool) -> None:
    function = trace(lambda A, b: {"x": dense_solve(A, b, symmetric=symmetric)}, {"A": (3, 3), "b": (3,)})
    _, S, b = system(3, 1, 2)
    assert np.allclose(evaluate(function, A=S, b=b[:, 0])["x"], np.linalg.solve(S, b[:, 0]))
    assert {"factor_ldl" if symmetric else "factor_lu"} < {call.procedure.kind for call in function.graph.calls}


def test_factors_are_laid_out_as_described() -> None:
    S = np.array([[4.0, 2.0], [2.0, 5.0]])  # L = [1; 0.5 1], D = (4, 4)
    assert apply(factor_ldl(2), [4.0, 2.0, 5.0]) == [0.25, 0.5, 0.25]
    assert apply(factor_lu(2), [2.0, 5.0, 4.0, 2.0]) == [0.25, 2.0, 0.5, 0.25, 1.0, 1.0]
    assert np.allclose(solve_symmetric(S.tolist(), [[1.0], [0.0]]), np.linalg.inv(S)[:, :1])


def test_two_solutions_share_their_factors() -> None:
    def law(A: Any, b: Any) -> dict[str, Any]:
        return {"x": solve_symmetric(A, b), "y": solve_symmetric(A, b * 2.0)}

    graph = trace(law, {"A": (3, 3), "b": (3, 1)}).graph
    names = [graph.calls[graph.a[node]].procedure.name for node in range(len(graph)) if graph.op[node] == Op.CALL]
    assert names == ["factor_ldl 3", "backsolve_ldl 3 1", "backsolve_ldl 3 1"]


def test_only_the_lower_triangle_of_a_symmetric_matrix_is_read() -> None:
    upper = [[4.0, np.nan], [2.0, 5.0]]
    assert np.allclose(
        solve_symmetric(upper, [[1.0], [1.0]]), np.linalg.solve([[4.0, 2.0], [2.0, 5.0]], [[1.0], [1.0]])
    )


def test_a_system_must_be_square() -> None:
    with pytest.raises(ShapeError, match="a linear system: has 2 rows of 2 entries and 3 right sides"):
        solve_general([[1.0, 0.0], [0.0, 1.0]], [[1.0], [1.0], [1.0]])
    with pytest.raises(ShapeError, match="a linear system"):
        solve_symmetric([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], [[1.0], [1.0]])
