"""Kinetic and potential energy, and the power of joint forces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import Twist
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.kinematics import Scalars
from linkwork.dynamics.momentum import first_moment


def kinetic_energy(plan: Plan, t: Mapping[int, Twist], v: Scalars) -> Scalar:
    """½ Σ_i t_iᵀ M_i t_i + ½ Σ_k (rotor inertia) q̇_k²."""
    total: Scalar = 0.0
    for i, node, _ in plan.outward:
        if not node.inertia.weightless:
            total = total + t[i].dot(node.inertia @ t[i])
        for k, _ in node.columns:
            total = total + node.rotor * v[k] * v[k]
    return total * 0.5


def gravity_energy(plan: Plan, X: Sequence[Pose]) -> Scalar:
    """−m g · c: zero when the centre of mass is at the height of the world's origin."""
    return -plan.gravity.dot(first_moment(plan, X))


def power(tau: Scalars, v: Scalars) -> Scalar:
    """τᵀ q̇: what joint forces do per unit of time."""
    total: Scalar = 0.0
    for force, rate in zip(tau, v):
        total = total + force * rate
    return total
