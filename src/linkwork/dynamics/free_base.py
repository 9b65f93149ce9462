"""Inverse dynamics of a mechanism whose base is free: joint motions given, base acceleration and joint forces out."""

from __future__ import annotations

from dataclasses import dataclass

from linkwork.algebra.factorisations import ldl, ldl_solve
from linkwork.algebra.matrices import Rows
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import REST, Twist
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.inverse_dynamics import NO_WRENCH, Wrenches, accelerations, joint_wrenches
from linkwork.dynamics.kinematics import Scalars, node_poses
from linkwork.dynamics.mass_matrix import composite_inertias
from linkwork.errors import OptionError


@dataclass(frozen=True)
class FreeBaseMotion:
    """All accelerations q̈, those of the base found; all joint forces τ, those of the base as given (zero)."""

    vd: list[Scalar]
    tau: list[Scalar]


def base_nodes(plan: Plan) -> tuple[int, ...]:
    """The nodes of the joint that carries the base: six freedoms against ground, else the undriven joint on ground."""
    on_ground = [j.nodes for j in plan.joints.values() if j.nodes and plan.nodes[min(j.nodes)].parent == GROUND]
    on_ground = on_ground or [(i,) for i, _, p in plan.outward if p == GROUND]
    six = [nodes for nodes in on_ground if sum(plan.nodes[i].step.n_v for i in nodes) == 6]
    idle = [
        nodes for nodes in on_ground if not any(k in plan.actuated for i in nodes for k, _ in plan.nodes[i].columns)
    ]
    found = six or (idle if plan.actuated else [])
    if len(found) != 1:
        raise OptionError(
            f"mechanism {plan.name!r}",
            f"has {len(found)} joints that could carry a free base",
            "Connect exactly one body to ground by a floating joint",
        )
    return tuple(sorted(found[0]))


def free_base_inverse_dynamics(
    plan: Plan, q: Scalars, v: Scalars, vd: Scalars, *, wrenches: Wrenches = NO_WRENCH
) -> FreeBaseMotion:
    """Base acceleration q̈_0 and joint forces τ for given joint accelerations; the base's entries of `vd` are not read.

        outward and inward with q̈_0 = 0:  w̃_i,  M̃_i                        (1)
        I_00 q̈_0 = −h̃_0,  h̃_0 = P_0ᵀ w̃_0,  I_00 = P_0ᵀ M̃_0 P_0               (2)
        q̃_0 = P_0 q̈_0 carried outward,  τ_j = p_jᵀ w̃_j + (M̃_j p_j)ᵀ q̃_j      (3)

    Reference: Shah, Saha, Dutt (2013), Eqs (7.1), (7.2), table 7.1.
    """
    base = base_nodes(plan)
    free = [k for i in base for k, _ in plan.nodes[i].columns]
    given = [0.0 if k in free else x for k, x in enumerate(vd)]
    X = node_poses(plan, q)
    f = joint_wrenches(plan, X, accelerations(plan, X, v, given, wrenches=wrenches).wrench)
    M = composite_inertias(plan, X)  # (1)
    h = {k: s.dot(f[i]) for i in base for k, s in plan.nodes[i].columns}
    I: Rows = [[0.0] * len(free) for _ in free]
    for i in base:
        for k, s in plan.nodes[i].columns:
            momentum, j = M[i] @ s, i
            while j != GROUND:
                for other, s_other in plan.nodes[j].columns:
                    a, b = free.index(k), free.index(other)
                    I[a][b] = I[b][a] = s_other.dot(momentum)
                momentum, j = X[j].to_parent(momentum), plan.nodes[j].parent
    order = range(len(free) - 1, -1, -1)  # translations first: their pivots are the constant mass
    factors = ldl([[I[a][b] for b in order] for a in order])
    found = dict(zip((free[a] for a in order), ldl_solve(factors, [-h[free[a]] for a in order])))  # (2)
    accelerated: dict[int, Twist] = {GROUND: REST}
    tau: list[Scalar] = [0.0] * plan.n_v
    for i, node, p in plan.outward:
        accelerated[i] = X[i].to_child(accelerated[p])
        for k, s in node.columns:
            if k in found:
                accelerated[i] = accelerated[i] + s * found[k]
            else:
                tau[k] = s.dot(f[i]) + accelerated[i].dot(M[i] @ s) + node.rotor * given[k]  # (3)
    return FreeBaseMotion([found.get(k, x) for k, x in enumerate(given)], tau)
