"""Small symmetric systems, unrolled: structural zeros and ones fold away.

For the sizes that stand inside a law (a joint's pivot, a few loop rows); beyond a few dozen rows a plan uses a
factorisation with loops instead.
"""

from __future__ import annotations

from collections.abc import Sequence

from .scalars import Scalar, is_zero, same

Rows = list[list[Scalar]]
Ldl = tuple[Rows, list[Scalar], list[Scalar]]


def over(x: Scalar, pivot: Scalar, inverse: Scalar) -> Scalar:
    """x / pivot through the inverse of the pivot, exactly one where x is the pivot itself."""
    return 1.0 if same(x, pivot) else x * inverse


def ldl(A: Sequence[Sequence[Scalar]]) -> Ldl:
    """A = L D Lᵀ without pivoting: unit lower triangular L, the pivots D and their inverses.

    D_j = A_jj − Σ_k L_jk² D_k;   L_ij = (A_ij − Σ_k L_ik D_k L_jk) / D_j
    """
    n = len(A)
    L: Rows = [[float(i == j) for j in range(n)] for i in range(n)]
    W: Rows = [[0.0] * n for _ in range(n)]  # W = L D
    D: list[Scalar] = [0.0] * n
    inverse: list[Scalar] = [0.0] * n
    for j in range(n):
        for i in range(j, n):
            W[i][j] = A[i][j]
            for k in range(j):
                W[i][j] = W[i][j] - W[i][k] * L[j][k]
        D[j] = W[j][j]
        inverse[j] = 1.0 / D[j]
        for i in range(j + 1, n):
            L[i][j] = 0.0 if is_zero(W[i][j]) else over(W[i][j], D[j], inverse[j])
    return L, D, inverse


def ldl_solve(factors: Ldl, b: Sequence[Scalar]) -> list[Scalar]:
    """x with L D Lᵀ x = b."""
    L, _, inverse = factors
    n = len(b)
    x = list(b)
    for i in range(n):
        for k in range(i):
            x[i] = x[i] - L[i][k] * x[k]
    x = [value * inv for value, inv in zip(x, inverse)]
    for i in reversed(range(n)):
        for k in range(i + 1, n):
            x[i] = x[i] - L[k][i] * x[k]
    return x


def solve_symmetric(A: Sequence[Sequence[Scalar]], b: Sequence[Scalar]) -> list[Scalar]:
    """x with A x = b, A symmetric positive definite."""
    return ldl_solve(ldl(A), b)
