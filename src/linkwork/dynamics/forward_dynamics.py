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
    """U D Uᵀ of the inertia matrix: an inward pass over inertias."""
    factors = nothing_eliminated(plan)
    for i, _, _ in plan.inward:
        eliminate_node(plan, X, factors, i)
    return factors


def nothing_eliminated(plan: Plan) -> Elimination:
    """The factors before the inward pass: every node has its own inertia alone."""
    own = {i: node.inertia.articulated() for i, node in enumerate(plan.nodes)}
    return Elimination([0.0] * plan.n_v, [0.0] * plan.n_v, [UNLOADED] * plan.n_v, own)


def eliminate_node(plan: Plan, X: Sequence[Pose], factors: Elimination, i: int) -> None:
    """The inward pass at node i, one rate after the other; nodes further out come before.

        Ψ̂ = M̂ p,  m̂ = pᵀ Ψ̂ (+ rotor),  Ψ = Ψ̂ / m̂                      (1)
        M̂ ← M̂ − Ψ Ψ̂ᵀ                                                    (2)
        M̂_p ← M̂_p + Aᵀ M̂ A                                              (3)

    Reference: Shah, Saha, Dutt (2013), Eqs (5.34)–(5.37), table 6.2 (F1, F2). Several rates of one node share its
    frame, so the joint's inner steps need no frames of their own.
    """
    node, p, at = plan.nodes[i], plan.nodes[i].parent, factors.articulated
    M = at[i]
    for k, s in reversed(node.columns):
        hat = M @ s
        factors.pivot[k] = felt(plan, k, s.dot(hat) + node.rotor)
        factors.inverse[k] = 1.0 / factors.pivot[k]
        factors.psi[k] = divided(hat, factors.pivot[k], factors.inverse[k])  # (1)
        if p != GROUND or k != node.v:
            M = M.less(factors.psi[k], hat)  # (2)
    if p != GROUND:
        at[p] = at[p] + X[i].articulated_to_parent(M)  # (3)


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


@dataclass(frozen=True)
class Sweep:
    """Right-hand sides while they are solved for: φ̂ of every rate and the wrench η that each node hands inward."""

    phi: list[Scalar]
    eta: dict[int, Wrench]


def unswept(plan: Plan, own: Wrenches) -> Sweep:
    """The sweep before it begins: η is w* of each node."""
    return Sweep([0.0] * plan.n_v, {i: own.get(i, UNLOADED) for i in range(len(plan.nodes))})


def sweep_node(plan: Plan, X: Sequence[Pose], factors: Elimination, tau: Scalars, sweep: Sweep, i: int) -> None:
    """The inward sweep at node i, whose rates are eliminated.

        φ̂ = τ − pᵀ η,  η ← η + Ψ φ̂,  η_p ← η_p + Aᵀ η                    (1)

    Reference: Shah, Saha, Dutt (2013), table 7.2.
    """
    node, p, phi, eta = plan.nodes[i], plan.nodes[i].parent, sweep.phi, sweep.eta
    for k, s in reversed(node.columns):
        phi[k] = tau[k] - s.dot(eta[i])
        if p != GROUND or k != node.v:
            eta[i] = eta[i] + factors.psi[k] * phi[k]
    if p != GROUND:
        eta[p] = eta[p] + X[i].to_parent(eta[i])  # (1)


def swept_out(plan: Plan, X: Sequence[Pose], factors: Elimination, phi: Scalars) -> list[Scalar]:
    """q̈ from φ̂, the outward sweep.

        q̈ = φ̂ / m̂ − Ψᵀ μ,  μ ← μ + p q̈,  μ_child = A μ                   (1)

    Reference: Shah, Saha, Dutt (2013), table 7.2.
    """
    mu: dict[int, Twist] = {GROUND: REST}
    vd: list[Scalar] = [0.0] * plan.n_v
    for i, node, p in plan.outward:
        mu[i] = X[i].to_child(mu[p])
        for k, s in node.columns:
            vd[k] = phi[k] * factors.inverse[k] - mu[i].dot(factors.psi[k])  # (1)
            mu[i] = mu[i] + s * vd[k]
    return vd


def solve_eliminated(
    plan: Plan, X: Sequence[Pose], factors: Elimination, tau: Scalars, own: Wrenches = NO_WRENCH
) -> list[Scalar]:
    """q̈ with I q̈ = τ − Nᵀ w*: two sweeps with the factors."""
    sweep = unswept(plan, own)
    for i, _, _ in plan.inward:
        sweep_node(plan, X, factors, tau, sweep, i)
    return swept_out(plan, X, factors, sweep.phi)


def eliminate_and_solve(plan: Plan, X: Sequence[Pose], tau: Scalars, own: Wrenches = NO_WRENCH) -> list[Scalar]:
    """The same, inertias and wrenches in one inward pass: what waits for a pivot has the other's work beside it."""
    factors, sweep = nothing_eliminated(plan), unswept(plan, own)
    for i, _, _ in plan.inward:
        eliminate_node(plan, X, factors, i)
        sweep_node(plan, X, factors, tau, sweep, i)
    return swept_out(plan, X, factors, sweep.phi)


def forward_dynamics(
    plan: Plan, q: Scalars, v: Scalars, tau: Scalars, *, gravity: bool = True, wrenches: Wrenches = NO_WRENCH
) -> list[Scalar]:
    """Joint accelerations q̈ under the joint forces τ, O(n).

    The velocity and gravity wrenches w* with q̈ = 0 are eliminated together with τ; no separate bias pass.

    Reference: Shah, Saha, Dutt (2013), table 7.2, with w* on the real link of each joint (digest, section 2.10).
    """
    X = node_poses(plan, q)
    own = accelerations(plan, X, v, None, gravity=gravity, wrenches=wrenches).wrench
    return eliminate_and_solve(plan, X, tau, own)
