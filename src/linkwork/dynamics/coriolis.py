"""The Coriolis matrix C with C q̇ the velocity-dependent joint forces and Ṁ − 2 C skew-symmetric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwork.algebra.inertias import RigidInertia
from linkwork.algebra.matrices import Mat3, cross_matrix, product
from linkwork.algebra.poses import Move, Pose, Rotate, Shift
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import Twist, Wrench
from linkwork.algebra.vectors import ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.jacobians import cross
from linkwork.dynamics.kinematics import Scalars, node_poses, twists
from linkwork.dynamics.mass_matrix import composite_inertias


@dataclass(frozen=True, slots=True)
class Gyration:
    """The 6×6 matrix B = [A 0; −p~ 0] of a moving body: B t is its velocity-dependent wrench, İ − 2 B is skew.

        A = ω~ (I − ½ tr(I) 1) − h~ v~,   p = m v + ω × h                 (1)

    It is ½ [(t ×*) M − M (t ×) + (M t) ×̄*] of Echeandia and Wensing (2021) written out: its right half vanishes.
    """

    A: Mat3
    p: Vec3

    @staticmethod
    def of(inertia: RigidInertia, t: Twist) -> Gyration:
        """Of a rigid body with twist t."""
        w, v, h = t.angular, t.linear, inertia.h
        xx, yy, zz, xy, xz, yz = inertia.I.e
        half = (xx + yy + zz) * 0.5
        J = [[xx - half, xy, xz], [xy, yy - half, yz], [xz, yz, zz - half]]
        turning = product(cross_matrix(w).rows, J)
        hv = h.dot(v)
        sliding = [
            [v[i] * h[j] - (hv if i == j else 0.0) for j in range(3)] for i in range(3)
        ]  # h~ v~ = v hᵀ − (h·v) 1
        return Gyration(Mat3(turning) - Mat3(sliding), v * inertia.mass + w.cross(h))  # (1)

    def __add__(self, other: Gyration) -> Gyration:
        return Gyration(self.A + other.A, self.p + other.p)

    def __matmul__(self, t: Twist) -> Wrench:
        return Wrench(self.A @ t.angular, t.angular.cross(self.p))

    def transposed_times(self, t: Twist) -> Wrench:
        """Bᵀ t."""
        return Wrench(self.A.T @ t.angular + self.p.cross(t.linear), ZERO)

    def to_parent(self, X: Pose) -> Gyration:
        """About the parent's origin, in parent coordinates: A ← A − r~ p~ after each shift r."""
        A, p = self.A, self.p
        for m in reversed(X.moves):
            if isinstance(m, Shift):
                r, rp = m.t, m.t.dot(p)
                A = A - Mat3([[p[i] * r[j] - (rp if i == j else 0.0) for j in range(3)] for i in range(3)])
            else:
                A, p = _turned(A, m), m.out(p)
        return Gyration(A, p)


def _turned(A: Mat3, m: Move) -> Mat3:
    """R A Rᵀ."""
    if isinstance(m, Rotate):
        return A.turned(m.axis, m.c, m.s)
    half = Mat3([list(m.out(Vec3(*row))) for row in A.rows]).T  # R Aᵀ, transposed: rows of (A Rᵀ)ᵀ
    return Mat3([list(m.out(Vec3(*row))) for row in half.rows]).T


def coriolis_matrix(plan: Plan, q: Scalars, v: Scalars) -> list[list[Scalar]]:
    """C(q, q̇) as rows; C q̇ are the Coriolis and centrifugal joint forces.

        ṗ_k = t_i × p_k,   B̃_i = B_i + Σ_children A_jiᵀ B̃_j A_ji           (1)
        f = M̃_i ṗ_k + B̃_i p_k,   C_jk = p_jᵀ A_ijᵀ f                       (2)
        C_kj = ṗ_jᵀ A_ijᵀ M̃_i p_k + p_jᵀ A_ijᵀ B̃_iᵀ p_k                    (3)

    for every rate j between ground and the node i of rate k. Reference: Echeandia, Wensing (2021), algorithm 1. The
    C = Nᵀ(MṄ + ΩMEN) of Shah, Saha, Dutt (2013), Eq. (5.13), gives the same C q̇, but Ṁ − 2 C is not skew with it.
    """
    X = node_poses(plan, q)
    t = twists(plan, X, v)
    M = composite_inertias(plan, X)
    B = composite_gyrations(plan, X, t)
    C: list[list[Scalar]] = [[0.0] * plan.n_v for _ in range(plan.n_v)]
    for i, node, _ in plan.outward:
        for k, s in node.columns:
            rate = cross(t[i], s)
            f1, f2, f3 = M[i] @ rate + B[i] @ s, M[i] @ s, B[i].transposed_times(s)
            j = i
            while True:
                for other, s_other in plan.nodes[j].columns:
                    C[other][k] = s_other.dot(f1)  # (2)
                    if j != i:
                        C[k][other] = cross(t[j], s_other).dot(f2) + s_other.dot(f3)  # (3)
                if plan.nodes[j].parent == GROUND:
                    break
                f1, f2, f3 = X[j].to_parent(f1), X[j].to_parent(f2), X[j].to_parent(f3)
                j = plan.nodes[j].parent
    return C


def composite_gyrations(plan: Plan, X: Sequence[Pose], t: Mapping[int, Twist]) -> list[Gyration]:
    """B̃ of each node with everything that hangs from it."""
    B = [Gyration.of(node.inertia, t[i]) for i, node in enumerate(plan.nodes)]
    for i, _, p in plan.inward:
        if p != GROUND:
            B[p] = B[p] + B[i].to_parent(X[i])  # (1)
    return B
