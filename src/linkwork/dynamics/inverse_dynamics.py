"""Joint forces from a given motion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwork.algebra.inertias import spin
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import UNLOADED, Twist, Wrench, combine
from linkwork.algebra.vectors import ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.kinematics import Scalars, joint_twist, node_poses, twist_rate

Wrenches = Mapping[int, Wrench]
NO_WRENCH: Wrenches = {}


@dataclass(frozen=True)
class Accelerations:
    """Angular velocity ω and twist rate (ω̇, a) of every node, and the wrench w* that each body's own motion needs."""

    w: dict[int, Vec3]
    rate: dict[int, Twist]
    wrench: dict[int, Wrench]


def accelerations(
    plan: Plan,
    X: Sequence[Pose],
    v: Scalars,
    vd: Scalars | None,
    *,
    gravity: bool = True,
    wrenches: Wrenches = NO_WRENCH,
) -> Accelerations:
    """Outward pass: motion of every node, gravity as an acceleration of ground, and w*_i.

    ω_i = Rᵀ ω_p + S q̇,  twist rates as in `twist_rate`                   (1)
    w*_i = M_i ṫ_i + Ω_i M_i E_i t_i − wᶠ_i                                (2)

    `vd` None stands for q̈ = 0. `wrenches` are applied to nodes, in node coordinates.
    """
    w: dict[int, Vec3] = {GROUND: ZERO}
    rate = {GROUND: Twist(ZERO, -plan.gravity if gravity else ZERO)}
    wrench: dict[int, Wrench] = {}
    for i, node, p in plan.outward:
        vJ = joint_twist(node, v)
        aJ = combine((), ()) if vd is None else combine(node.motion, vd[node.v : node.v + node.step.n_v])
        carried = X[i].rotate_into(w[p])
        w[i] = carried + vJ.angular  # (1)
        rate[i] = twist_rate(node, X[i], carried, rate[p], vJ, aJ, spin(w[p], rate[p].angular))
        weight = UNLOADED if node.inertia.weightless else node.inertia.wrench(w[i], rate[i].angular, rate[i].linear)
        wrench[i] = weight - wrenches[i] if i in wrenches else weight  # (2)
    return Accelerations(w, rate, wrench)


def joint_wrenches(plan: Plan, X: Sequence[Pose], own: Wrenches) -> dict[int, Wrench]:
    """Inward pass: the wrench w̃ that each node receives from its parent through its joint, in node coordinates.

    w̃_i = w*_i + Σ_children A_jiᵀ w̃_j                                    (1)
    """
    f = dict(own)
    for i, _, p in plan.inward:
        if p != GROUND:
            f[p] = f[p] + X[i].to_parent(f[i])  # (1)
    return f


def inverse_dynamics(
    plan: Plan, q: Scalars, v: Scalars, vd: Scalars | None, *, gravity: bool = True, wrenches: Wrenches = NO_WRENCH
) -> list[Scalar]:
    """Joint forces τ that produce the accelerations q̈ (recursive Newton–Euler).

        outward: w*_i of each node                                        (1)
        inward:  w̃_i = w*_i + Σ_children A_jiᵀ w̃_j                       (2)
                 τ_i = p_iᵀ w̃_i  (+ rotor inertia · q̈_i)                 (3)

    Reference: Shah, Saha, Dutt (2013), table 6.1. Gravity enters as ρ = [0; −g] (the table prints +g).
    """
    X = node_poses(plan, q)
    f = joint_wrenches(plan, X, accelerations(plan, X, v, vd, gravity=gravity, wrenches=wrenches).wrench)  # (1), (2)
    tau: list[Scalar] = [0.0] * plan.n_v
    for i, node, _ in plan.outward:
        for k, s in node.columns:
            tau[k] = s.dot(f[i])  # (3)
            if vd is not None:
                tau[k] = tau[k] + node.rotor * vd[k]
    return tau
