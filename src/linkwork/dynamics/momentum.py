"""Centre of mass and momentum of the whole mechanism."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar, is_zero
from linkwork.algebra.twists import UNLOADED, Twist, Wrench
from linkwork.algebra.vectors import ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.inverse_dynamics import joint_wrenches
from linkwork.dynamics.mass_matrix import composite_inertias
from linkwork.errors import SingularError


def total_mass(plan: Plan) -> Scalar:
    """Mass of everything that moves with a joint."""
    mass: Scalar = 0.0
    for node in plan.nodes:
        mass = mass + node.inertia.mass
    return mass


def first_moment(plan: Plan, X: Sequence[Pose]) -> Vec3:
    """m c of everything that moves, about the world's origin.

    h̃_i = h_i + Σ_children (R h̃_j + m̃_j r_j)                             (1)
    """
    h = {i: node.inertia.h for i, node in enumerate(plan.nodes)}
    m = [node.inertia.mass for node in plan.nodes]
    h[GROUND] = ZERO
    for i, _, p in plan.inward:
        h[p] = h[p] + X[i].rotate_out(h[i]) + X[i].translation * m[i]  # (1)
        if p != GROUND:
            m[p] = m[p] + m[i]
    return h[GROUND]


def centre_of_mass(plan: Plan, X: Sequence[Pose]) -> Vec3:
    """Centre of mass of everything that moves, in the world."""
    mass = total_mass(plan)
    if is_zero(mass):
        problem = "has no centre of mass, nothing that moves has a mass"
        raise SingularError(f"mechanism {plan.name!r}", problem, "Give a body a mass")
    return first_moment(plan, X) * (1.0 / mass)


def momentum(plan: Plan, X: Sequence[Pose], t: Mapping[int, Twist]) -> Wrench:
    """Momentum of everything that moves: (angular about the world's origin, linear), in world axes.

    L_i = M_i t_i + Σ_children A_jiᵀ L_j                                  (1)
    """
    L = {i: node.inertia @ t[i] for i, node in enumerate(plan.nodes)}
    return at_ground(plan, X, joint_wrenches(plan, X, L))  # (1)


def at_ground(plan: Plan, X: Sequence[Pose], f: Mapping[int, Wrench]) -> Wrench:
    """Sum of what hangs on ground, about the world's origin."""
    total = UNLOADED
    for i, _, p in plan.outward:
        if p == GROUND:
            total = total + X[i].to_parent(f[i])
    return total


def about(point: Vec3, f: Wrench) -> Wrench:
    """The same wrench or momentum about another point."""
    return Wrench(f.moment - point.cross(f.force), f.force)


def momentum_columns(plan: Plan, X: Sequence[Pose], world: Mapping[int, Pose], centre: Vec3) -> list[Wrench]:
    """Columns of A with momentum about the centre of mass = A q̇, in world axes.

    A_k = (R n + (o_i − c) × R f, R f),  (n, f) = M̃_i p_k                  (1)

    Reference: the composite mass M̃ of Shah, Saha, Dutt (2013), Eq. (5.19).
    """
    M = composite_inertias(plan, X)
    columns: list[Wrench] = [UNLOADED] * plan.n_v
    for i, node, _ in plan.outward:
        arm = world[i].translation - centre
        for k, s in node.columns:
            own = M[i] @ s
            n, f = world[i].rotate_out(own.moment), world[i].rotate_out(own.force)
            columns[k] = Wrench(n + arm.cross(f), f)  # (1)
    return columns
