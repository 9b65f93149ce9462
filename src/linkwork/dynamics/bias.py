"""Joint forces without acceleration: the bias vector and the gravity vector."""

from __future__ import annotations

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.inverse_dynamics import NO_WRENCH, Wrenches, inverse_dynamics
from linkwork.dynamics.kinematics import Scalars


def bias(plan: Plan, q: Scalars, v: Scalars, *, wrenches: Wrenches = NO_WRENCH) -> list[Scalar]:
    """h = C q̇ + g − τᶠ: Coriolis, centrifugal, gravity and applied forces, the τ of q̈ = 0.

    Reference: Shah, Saha, Dutt (2013), Eqs (5.12), (6.8); there h has no gravity of its own, it comes with ρ.
    """
    return inverse_dynamics(plan, q, v, None, wrenches=wrenches)


def gravity_forces(plan: Plan, q: Scalars) -> list[Scalar]:
    """g(q): the τ that holds the mechanism at rest."""
    return inverse_dynamics(plan, q, [0.0] * plan.n_v, None)
