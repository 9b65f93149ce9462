"""Small factorisations and dense solutions."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.algebra.factorisations import ldl, ldl_solve, over, solve_symmetric


@pytest.mark.parametrize("n", range(1, 7))
def test_ldl_and_its_solution(n: int) -> None:
    rng = np.random.default_rng(n)
    B = rng.normal(size=(n, n))
    A, b = B @ B.T + np.eye(n), rng.normal(size=n)
    factors = L, D, inverse = ldl(A.tolist())
    np.testing.assert_allclose(np.array(L) @ np.diag(D) @ np.array(L).T, A, atol=1e-12)
    np.testing.assert_allclose(np.array(D) * inverse, np.ones(n))
    np.testing.assert_allclose(A @ ldl_solve(factors, b.tolist()), b, atol=1e-11)
    np.testing.assert_allclose(A @ solve_symmetric(A.tolist(), b.tolist()), b, atol=1e-11)


def test_structural_zeros_and_ones_stay() -> None:
    L, _, _ = ldl([[2.0, 0.0, 2.0], [0.0, 3.0, 0.0], [2.0, 0.0, 5.0]])
    assert L == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]]
    x = 0.1
    assert over(x, x, 1.0 / x) == 1.0
