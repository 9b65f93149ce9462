"""Inertias: of a rigid body (ten numbers) and of an articulated body (a symmetric 6×6 matrix)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .matrices import Mat3, times_symmetric
from .scalars import Scalar, is_one, is_zero
from .symmetric import INDEX, Sym3
from .twists import Twist, Wrench
from .vectors import AXES, ZERO, Vec3

Turner = Callable[[Vec3], Vec3]


@dataclass(frozen=True, slots=True)
class RigidInertia:
    """Mass m, first moment h = m c and second moment I about the frame's origin."""

    mass: Scalar
    h: Vec3
    I: Sym3  # noqa: E741 - the symbol of every book

    @staticmethod
    def about_com(mass: Scalar, com: Vec3, Ic: Sym3) -> RigidInertia:
        """From the second moment about the centre of mass: I = I_c − m c̃ c̃."""
        x, y, z = com
        h = com * mass
        xx, yy, zz = h.x * x, h.y * y, h.z * z
        steiner = Sym3(yy + zz, xx + zz, xx + yy, -(h.x * y), -(h.x * z), -(h.y * z))
        return RigidInertia(mass, h, Ic + steiner)

    @property
    def weightless(self) -> bool:
        """Whether all ten numbers are known to be zero."""
        return is_zero(self.mass) and all(is_zero(x) for x in (*self.h, *self.I.e))

    def __add__(self, other: RigidInertia) -> RigidInertia:
        return RigidInertia(self.mass + other.mass, self.h + other.h, self.I + other.I)

    def __matmul__(self, t: Twist) -> Wrench:
        """Momentum: moment I ω + h × v, force m v − h × ω."""
        w, v = t.angular, t.linear
        return Wrench(self.I @ w + self.h.cross(v), v * self.mass + w.cross(self.h))

    def wrench(self, w: Vec3, wd: Vec3, a: Vec3) -> Wrench:
        """The wrench that gives the body the angular acceleration ω̇ and its origin the acceleration a.

            ϖ = ω̇~ + ω~ω~                                                (1)
            f = m a + ϖ h                                                (2)
            n = I ω̇ + ω × I ω + h × a,   I ω̇ + ω × I ω = axial(ϖ Ĵ − Ĵ ϖᵀ), Ĵ = ½ tr(I) 1 − I   (3)

        Reference: Shah, Saha, Dutt (2013), Eq. (5.4), table 6.8.
        """
        W = spin(w, wd)  # (1)
        f = a * self.mass + W @ self.h  # (2)
        xx, yy, zz, xy, xz, yz = self.I.e
        (_, Wxy, Wxz), (Wyx, _, Wyz), (Wzx, Wzy, _) = W.rows
        x, y, z = w.x * w.x, w.y * w.y, w.z * w.z
        J = [(yy + zz - xx) * 0.5, (xx + zz - yy) * 0.5, (xx + yy - zz) * 0.5]
        n = Vec3(  # (3)
            Wzy * J[1] - Wyz * J[2] + (y - z) * yz + Wyx * xz - Wzx * xy,
            Wxz * J[2] - Wzx * J[0] + (z - x) * xz + Wzy * xy - Wxy * yz,
            Wyx * J[0] - Wxy * J[1] + (x - y) * xy + Wxz * yz - Wyz * xz,
        )
        return Wrench(n + self.h.cross(a), f)

    def kinetic_energy(self, t: Twist) -> Scalar:
        """½ tᵀ I t."""
        return 0.5 * t.dot(self @ t)

    def turned(self, k: int, c: Scalar, s: Scalar) -> RigidInertia:
        """Seen from a parent in which this frame is turned about coordinate axis k."""
        i, j = (k + 1) % 3, (k + 2) % 3
        h: list[Scalar] = list(self.h)
        h[i], h[j] = c * self.h[i] - s * self.h[j], s * self.h[i] + c * self.h[j]
        return RigidInertia(self.mass, Vec3(*h), self.I.turned(k, c, s))

    def shifted(self, t: Vec3) -> RigidInertia:
        """About a parent's origin from which this frame's origin lies at t.

        h ← h + m t = h′;   I ← I − t̃ h̃ − h̃′ t̃
        """
        h, new = self.h, self.h + t * self.mass
        (tx, ty, tz), (hx, hy, hz), (nx, ny, nz) = t, h, new
        x, y, z = tx * (hx + nx), ty * (hy + ny), tz * (hz + nz)
        steiner = Sym3(
            y + z, x + z, x + y, -(tx * hy + nx * ty), -(tx * hz + nx * tz), -(ty * hz + ny * tz)
        )  # the off-diagonal terms are symmetric because h′ − h is parallel to t
        return RigidInertia(self.mass, new, self.I + steiner)

    def reoriented(self, out: Turner) -> RigidInertia:
        """Seen from a parent, `out` mapping this frame's vectors to the parent's."""
        return RigidInertia(self.mass, out(self.h), congruent(self.I, out))

    def articulated(self) -> ArticulatedInertia:
        """The same as a general symmetric 6×6 matrix."""
        x, y, z = self.h
        m = self.mass
        return ArticulatedInertia(self.I, Mat3([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]]), Sym3.diagonal(m, m, m))


@dataclass(frozen=True, slots=True)
class ArticulatedInertia:
    """[[A, H], [Hᵀ, M]]: moment = A ω̇ + H v̇, force = Hᵀ ω̇ + M v̇."""

    A: Sym3
    H: Mat3
    M: Sym3

    def __add__(self, other: ArticulatedInertia) -> ArticulatedInertia:
        return ArticulatedInertia(self.A + other.A, self.H + other.H, self.M + other.M)

    def __matmul__(self, t: Twist) -> Wrench:
        w, v = t.angular, t.linear
        return Wrench(self.A @ w + self.H @ v, self.H.T @ w + self.M @ v)

    def less(self, a: Wrench, b: Wrench) -> ArticulatedInertia:
        """This matrix less a bᵀ, where a bᵀ is symmetric.

        Where a component of a is exactly one, the row and column of that component are taken with it, so that what
        an elimination makes zero is seen to be zero.
        """
        x, y = a.six(), b.six()

        def entry(i: int, j: int) -> Scalar:
            return x[j] * y[i] if is_one(x[j]) else x[i] * y[j]

        def corner(S: Sym3, o: int) -> Sym3:
            return Sym3.of_rows([[S.at(i, j) - entry(o + i, o + j) for j in range(3)] for i in range(3)])

        H = Mat3([[self.H.rows[i][j] - entry(i, 3 + j) for j in range(3)] for i in range(3)])
        return ArticulatedInertia(corner(self.A, 0), H, corner(self.M, 3))

    def turned(self, k: int, c: Scalar, s: Scalar) -> ArticulatedInertia:
        """Seen from a parent in which this frame is turned about coordinate axis k."""
        return ArticulatedInertia(self.A.turned(k, c, s), self.H.turned(k, c, s), self.M.turned(k, c, s))

    def shifted(self, t: Vec3) -> ArticulatedInertia:
        """About a parent's origin from which this frame's origin lies at t.

        H ← H + t̃ M = H′;   A ← A + t̃ H′ᵀ − H t̃
        """
        H = self.H + times_symmetric(t, self.M)
        new, old = H.rows, self.H.rows
        T = [[0.0, -t.z, t.y], [t.z, 0.0, -t.x], [-t.y, t.x, 0.0]]
        A: list[Scalar] = list(self.A.e)
        for i in range(3):
            for j in range(i, 3):
                A[INDEX[i][j]] = A[INDEX[i][j]] + _shift_term(i, j, T, new, old)
        return ArticulatedInertia(Sym3(*A), H, self.M)

    def reoriented(self, out: Turner) -> ArticulatedInertia:
        """Seen from a parent, `out` mapping this frame's vectors to the parent's."""
        half = [out(Vec3(*r)) for r in self.H.rows]  # rows of H Rᵀ
        columns = [out(Vec3(half[0][j], half[1][j], half[2][j])) for j in range(3)]
        H = Mat3([[columns[j][i] for j in range(3)] for i in range(3)])
        return ArticulatedInertia(congruent(self.A, out), H, congruent(self.M, out))

    def rows(self) -> list[list[Scalar]]:
        """The thirty-six entries, angular first."""
        A, M, H, HT = self.A.rows(), self.M.rows(), self.H.rows, self.H.T.rows
        return [[*A[i], *H[i]] for i in range(3)] + [[*HT[i], *M[i]] for i in range(3)]


NOTHING = RigidInertia(0.0, ZERO, Sym3.diagonal(0.0, 0.0, 0.0))


def _shift_term(i: int, j: int, T: list[list[Scalar]], new: list[list[Scalar]], old: list[list[Scalar]]) -> Scalar:
    """(t̃ H′ᵀ − H t̃)_ij, each entry of t̃ multiplied once."""
    if i == j:
        a, b = (i + 1) % 3, (i + 2) % 3
        return T[i][a] * (new[i][a] + old[i][a]) + T[i][b] * (new[i][b] + old[i][b])
    k = 3 - i - j
    return T[i][j] * (new[j][j] - old[i][i]) + T[i][k] * new[j][k] + T[j][k] * old[i][k]


def spin(w: Vec3, wd: Vec3) -> Mat3:
    """ϖ = ω̇~ + ω~ω~, which takes a point of the body to its acceleration relative to the origin."""
    xx, yy, zz, xy, xz, yz = w.x * w.x, w.y * w.y, w.z * w.z, w.x * w.y, w.x * w.z, w.y * w.z
    return Mat3(
        [[-(yy + zz), xy - wd.z, xz + wd.y], [xy + wd.z, -(xx + zz), yz - wd.x], [xz - wd.y, yz + wd.x, -(xx + yy)]]
    )


def congruent(A: Sym3, out: Turner) -> Sym3:
    """R A Rᵀ for a general rotation."""
    half = [out(A @ e) for e in AXES]  # columns of R A
    rows = [out(Vec3(half[0][i], half[1][i], half[2][i])) for i in range(3)]
    return Sym3.of_rows([list(row) for row in rows])
