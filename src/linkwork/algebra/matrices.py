"""Mat3: a general 3×3 matrix; and small dense matrices as lists of rows."""

from __future__ import annotations

from collections.abc import Sequence

from .scalars import Scalar
from .symmetric import Sym3
from .vectors import Vec3

Rows = list[list[Scalar]]


class Mat3:
    """A general 3×3 matrix, kept as three rows."""

    __slots__ = ("rows",)

    def __init__(self, rows: Sequence[Sequence[Scalar]]) -> None:
        self.rows: Rows = [list(r) for r in rows]

    def __add__(self, other: Mat3) -> Mat3:
        return Mat3([[a + b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __sub__(self, other: Mat3) -> Mat3:
        return Mat3([[a - b for a, b in zip(r, s)] for r, s in zip(self.rows, other.rows)])

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(*(r[0] * v.x + r[1] * v.y + r[2] * v.z for r in self.rows))

    @property
    def T(self) -> Mat3:
        return Mat3([list(c) for c in zip(*self.rows)])

    def turned(self, k: int, c: Scalar, s: Scalar) -> Mat3:
        """R B Rᵀ for the turn R about coordinate axis k, in 12 multiplications.

        With i, j the other two axes in cyclic order; the trace and the skew part of the (i, j) block do not change:
            u = c (B_ii − B_jj) − s (B_ij + B_ji)                                 (1)
            B_ii ← B_jj + c u, B_jj ← B_ii − c u, B_ij += s u, B_ji += s u        (2)
        """
        i, j = (k + 1) % 3, (k + 2) % 3
        B = self.rows
        ii, jj, ij, ji = B[i][i], B[j][j], B[i][j], B[j][i]
        u = c * (ii - jj) - s * (ij + ji)  # (1)
        cu, su = c * u, s * u
        new: Rows = [[0.0] * 3 for _ in range(3)]
        new[i][i], new[j][j], new[i][j], new[j][i] = jj + cu, ii - cu, ij + su, ji + su  # (2)
        new[k][k] = B[k][k]
        new[i][k], new[j][k] = c * B[i][k] - s * B[j][k], s * B[i][k] + c * B[j][k]
        new[k][i], new[k][j] = c * B[k][i] - s * B[k][j], s * B[k][i] + c * B[k][j]
        return Mat3(new)

    def __repr__(self) -> str:
        return f"Mat3({self.rows!r})"


def cross_matrix(a: Vec3) -> Mat3:
    """The matrix ã with ã b = a × b."""
    return Mat3([[0.0, -a.z, a.y], [a.z, 0.0, -a.x], [-a.y, a.x, 0.0]])


def times_symmetric(a: Vec3, M: Sym3) -> Mat3:
    """ã M."""
    columns = [a.cross(Vec3(M.at(0, j), M.at(1, j), M.at(2, j))) for j in range(3)]
    return Mat3([[columns[j][i] for j in range(3)] for i in range(3)])


def product(A: Sequence[Sequence[Scalar]], B: Sequence[Sequence[Scalar]]) -> Rows:
    """A B."""
    columns = list(zip(*B))
    return [[dot(r, c) for c in columns] for r in A]


def times_vector(A: Sequence[Sequence[Scalar]], x: Sequence[Scalar]) -> list[Scalar]:
    """A x."""
    return [dot(r, x) for r in A]


def transpose(A: Sequence[Sequence[Scalar]]) -> Rows:
    """Aᵀ."""
    return [list(c) for c in zip(*A)]


def dot(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    """Σ a_i b_i."""
    total: Scalar = 0.0
    for x, y in zip(a, b):
        total = total + x * y
    return total
