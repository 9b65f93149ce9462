"""Sym3: a symmetric 3×3 matrix, six scalars."""

from __future__ import annotations

from collections.abc import Sequence

from .scalars import Scalar
from .vectors import Vec3

INDEX = ((0, 3, 4), (3, 1, 5), (4, 5, 2))  # where entry (i, j) lies in (xx, yy, zz, xy, xz, yz)


class Sym3:
    """A symmetric matrix, kept as (xx, yy, zz, xy, xz, yz)."""

    __slots__ = ("e",)

    def __init__(self, xx: Scalar, yy: Scalar, zz: Scalar, xy: Scalar, xz: Scalar, yz: Scalar) -> None:
        self.e = (xx, yy, zz, xy, xz, yz)

    @staticmethod
    def of_rows(rows: Sequence[Sequence[Scalar]]) -> Sym3:
        """From the upper triangle of three rows."""
        return Sym3(rows[0][0], rows[1][1], rows[2][2], rows[0][1], rows[0][2], rows[1][2])

    @staticmethod
    def diagonal(x: Scalar, y: Scalar, z: Scalar) -> Sym3:
        """diag(x, y, z)."""
        return Sym3(x, y, z, 0.0, 0.0, 0.0)

    def at(self, i: int, j: int) -> Scalar:
        """Entry (i, j)."""
        return self.e[INDEX[i][j]]

    def rows(self) -> list[list[Scalar]]:
        """The nine entries."""
        return [[self.at(i, j) for j in range(3)] for i in range(3)]

    def __add__(self, other: Sym3) -> Sym3:
        return Sym3(*(a + b for a, b in zip(self.e, other.e)))

    def __sub__(self, other: Sym3) -> Sym3:
        return Sym3(*(a - b for a, b in zip(self.e, other.e)))

    def __matmul__(self, v: Vec3) -> Vec3:
        xx, yy, zz, xy, xz, yz = self.e
        x, y, z = v.x, v.y, v.z
        return Vec3(xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z)

    def turned(self, k: int, c: Scalar, s: Scalar) -> Sym3:
        """R A Rᵀ for the turn R about coordinate axis k, in 8 multiplications.

        With i, j the other two axes in cyclic order:
            u    = c (A_ii − A_jj) − 2 s A_ij                         (1)
            A_ii ← A_jj + c u,  A_jj ← A_ii − c u,  A_ij ← A_ij + s u (2)
            (A_ik, A_jk) ← (c A_ik − s A_jk, s A_ik + c A_jk)         (3)
        """
        i, j = (k + 1) % 3, (k + 2) % 3
        ii, jj, kk = self.at(i, i), self.at(j, j), self.at(k, k)
        ij, ik, jk = self.at(i, j), self.at(i, k), self.at(j, k)
        u = c * (ii - jj) - s * (ij + ij)  # (1)
        cu = c * u
        new: list[Scalar] = [0.0] * 6
        new[INDEX[i][i]], new[INDEX[j][j]], new[INDEX[k][k]] = jj + cu, ii - cu, kk  # (2)
        new[INDEX[i][j]] = ij + s * u
        new[INDEX[i][k]], new[INDEX[j][k]] = c * ik - s * jk, s * ik + c * jk  # (3)
        return Sym3(*new)

    def __repr__(self) -> str:
        return f"Sym3{self.e!r}"
