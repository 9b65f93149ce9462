"""The generalised inertia matrix by composite bodies."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.algebra.inertias import RigidInertia
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.kinematics import Scalars, node_poses


def composite_inertias(plan: Plan, X: Sequence[Pose]) -> list[RigidInertia]:
    """Inertia of each node with everything that hangs from it, about its origin.

    M̃_i = M_i + Σ_children A_jiᵀ M̃_j A_ji                               (1)

    Reference: Shah, Saha, Dutt (2013), Eq. (5.19).
    """
    M = [node.inertia for node in plan.nodes]
    for i, _, p in plan.inward:
        if p != GROUND:
            M[p] = M[p] + X[i].inertia_to_parent(M[i])  # (1)
    return M


def mass_matrix(plan: Plan, q: Scalars) -> list[list[Scalar]]:
    """The inertia matrix I(q), symmetric, as rows.

        I_ij = p_iᵀ M̃_i A_ij p_j  where i lies outward of j, else 0         (1)

    Reference: Shah, Saha, Dutt (2013), Eq. (5.21).
    """
    X = node_poses(plan, q)
    M = composite_inertias(plan, X)
    rows: list[list[Scalar]] = [[0.0] * plan.n_v for _ in range(plan.n_v)]
    for i, node, _ in plan.outward:
        for k, s in node.columns:
            f, j = M[i] @ s, i
            for column, s_other in node.columns:
                rows[k][column] = s_other.dot(f)
            rows[k][k] = rows[k][k] + node.rotor
            while plan.nodes[j].parent != GROUND:
                f, j = X[j].to_parent(f), plan.nodes[j].parent
                for column, s_other in plan.nodes[j].columns:
                    rows[k][column] = rows[column][k] = s_other.dot(f)  # (1)
    return rows
