"""Joint accelerations from given joint forces, by implicit inversion of the inertia matrix."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.algebra.factorisations import over
from linkwork.algebra.inertias import ArticulatedInertia
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar, is_zero
from linkwork.algebra.twists import REST, UNLOADED, Twist, Wrench
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.inverse_dynamics import NO_WRENCH, Wrenches, accelerations
from linkwork.dynamics.kinematics import Scalars, node_poses
from linkwork.errors import SingularError


@dataclass(frozen=True)
class Elimination:
    """The factors U, D of the inertia matrix in recursive form: one pivot and one wrench a rate.

    pivot[k] is m̂_k, inverse[k] is 1/m̂_k, psi[k] is Ψ_k = M̂_k p_k / m̂_k, in the coordinates of the rate's node.
    """

    pivot: list[Scalar]
    inverse: list[Scalar]
    psi: list[Wrench]
    articulated: dict[int, ArticulatedInertia]


def eliminate(plan: Plan, X: Sequence[Pose]) -> Elimination:
    """Inward pass over inertias: U D Uᵀ of the inertia matrix, one rate after the other.

        Ψ̂ = M̂ p,  m̂ = pᵀ Ψ̂ (+ rotor),  Ψ = Ψ̂ / m̂                      (1)
        M̂ ← M̂ − Ψ Ψ̂ᵀ                                                    (2)
        M̂_p ← M̂_p + Aᵀ M̂ A                                              (3)

    Reference: Shah, Saha, Dutt (2013), Eqs (5.34)–(5.37), table 6.2 (F1, F2). Several rates of one node share its
    frame, so the joint's inner steps need no frames of their own.
    """
    M = {i: node.inertia.articulated() for i, node in enumerate(plan.nodes)}
    at: dict[int, ArticulatedInertia] = {}
    pivot: list[Scalar] = [0.0] * plan.n_v
    inverse: list[Scalar] = [0.0] * plan.n_v
    psi: list[Wrench] = [UNLOADED] * plan.n_v
    for i, node, p in plan.inward:
        at[i] = M[i]
        for k, s in reversed(node.columns):
            hat = M[i] @ s
            pivot[k] = felt(plan, k, s.dot(hat) + node.rotor)
            inverse[k] = 1.0 / pivot[k]
            psi[k] = divided(hat, pivot[k], inverse[k])  # (1)
            if p != GROUND or k != node.v:
                M[i] = M[i].less(psi[k], hat)  # (2)
        if p != GROUND:
            M[p] = M[p] + X[i].articulated_to_parent(M[i])  # (3)
    return Elimination(pivot, inverse, psi, at)


def felt(plan: Plan, k: int, pivot: Scalar) -> Scalar:
    """The inertia that rate k feels; an error where it is known to be zero."""
    if is_zero(pivot):
        names = [name for name, joint in plan.joints.items() if joint.v.start <= k < joint.v.stop]
        raise SingularError(
            f"joint {names[0]!r}" if names else f"rate {k} of mechanism {plan.name!r}",
            "feels no inertia, so its acceleration is not determined",
            "Give the body that it moves a mass and an inertia, or keep Euler angles away from their singularity",
        )
    return pivot


def divided(hat: Wrench, pivot: Scalar, inverse: Scalar) -> Wrench:
    """Ψ̂ / m̂; the component that is the pivot itself is exactly one."""
    return Wrench(*(Vec3(*(over(x, pivot, inverse) for x in part)) for part in (hat.moment, hat.force)))


def solve_eliminated(
    plan: Plan, X: Sequence[Pose], factors: Elimination, tau: Scalars, own: Wrenches = NO_WRENCH
) -> list[Scalar]:
    """q̈ with I q̈ = τ − Nᵀ w*: two sweeps with the factors.

        inward:  φ̂ = τ − pᵀ η,  η ← η + Ψ φ̂,  η_p ← η_p + Aᵀ η            (1)
        outward: q̈ = φ̂ / m̂ − Ψᵀ μ,  μ ← μ + p q̈,  μ_child = A μ           (2)

    η starts as w* on each node. Reference: Shah, Saha, Dutt (2013), table 7.2.
    """
    eta = {i: own.get(i, UNLOADED) for i in range(len(plan.nodes))}
    phi: list[Scalar] = [0.0] * plan.n_v
    for i, node, p in plan.inward:
        for k, s in reversed(node.columns):
            phi[k] = tau[k] - s.dot(eta[i])
            if p != GROUND or k != node.v:
                eta[i] = eta[i] + factors.psi[k] * phi[k]
        if p != GROUND:
            eta[p] = eta[p] + X[i].to_parent(eta[i])  # (1)
    mu: dict[int, Twist] = {GROUND: REST}
    vd: list[Scalar] = [0.0] * plan.n_v
    for i, node, p in plan.outward:
        mu[i] = X[i].to_child(mu[p])
        for k, s in node.columns:
            vd[k] = phi[k] * factors.inverse[k] - mu[i].dot(factors.psi[k])  # (2)
            mu[i] = mu[i] + s * vd[k]
    return vd


def forward_dynamics(
    plan: Plan, q: Scalars, v: Scalars, tau: Scalars, *, gravity: bool = True, wrenches: Wrenches = NO_WRENCH
) -> list[Scalar]:
    """Joint accelerations q̈ under the joint forces τ, O(n).

    The velocity and gravity wrenches w* with q̈ = 0 are eliminated together with τ; no separate bias pass.

    Reference: Shah, Saha, Dutt (2013), table 7.2, with w* on the real link of each joint (digest, section 2.10).
    """
    X = node_poses(plan, q)
    own = accelerations(plan, X, v, None, gravity=gravity, wrenches=wrenches).wrench
    return solve_eliminated(plan, X, eliminate(plan, X), tau, own)
