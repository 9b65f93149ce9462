"""Square systems by blocks: small ones in closed form, larger ones by elimination with pivoting."""

from __future__ import annotations

from collections.abc import Sequence

from .dense import dense_solve
from .scalars import Scalar


def solve_square(A: Sequence[Sequence[Scalar]], b: Sequence[Scalar]) -> list[Scalar]:
    """x with A x = b; up to three unknowns by Cramer's rule, which needs no pivoting and has no branch."""
    if len(b) == 1:
        return [b[0] / A[0][0]]
    if len(b) == 2:
        return _two(A, b)
    if len(b) == 3:
        return _three(A, b)
    return dense_solve(A, b, symmetric=False)


def _two(A: Sequence[Sequence[Scalar]], b: Sequence[Scalar]) -> list[Scalar]:
    (p, q), (r, s) = A
    k = 1.0 / (p * s - q * r)
    return [(b[0] * s - q * b[1]) * k, (p * b[1] - r * b[0]) * k]


def _three(A: Sequence[Sequence[Scalar]], b: Sequence[Scalar]) -> list[Scalar]:
    """x = adj(A) b / det A."""

    def cofactor(i: int, j: int) -> Scalar:
        r, s = (i + 1) % 3, (i + 2) % 3
        c, d = (j + 1) % 3, (j + 2) % 3
        return A[r][c] * A[s][d] - A[r][d] * A[s][c]

    C = [[cofactor(i, j) for j in range(3)] for i in range(3)]
    k = 1.0 / (A[0][0] * C[0][0] + A[0][1] * C[0][1] + A[0][2] * C[0][2])
    return [(C[0][j] * b[0] + C[1][j] * b[1] + C[2][j] * b[2]) * k for j in range(3)]
