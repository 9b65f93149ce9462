"""The equations of a closed machine before anything is eliminated."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from linkwork.algebra.scalars import Scalar, constant_value
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, Row, rows
from linkwork.dynamics.inverse_dynamics import joint_wrenches
from linkwork.dynamics.kinematics import Scalars
from linkwork.dynamics.loads import applied
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.errors import OptionError


@dataclass(frozen=True)
class Stabilisation:
    """How gaps that errors of integration leave are drawn to zero; nothing is done where all gains are zero.

    Baumgarte    ḧ + 2 α ḣ + β² h = 0                                     (alpha, beta)
    first order  ḣ = −σ h: runs correct q̇ by it; velocities follow d/dt (J v + ∂h/∂t) = −σ (J v + ∂h/∂t)  (sigma)
    """

    alpha: Scalar = 0.0
    beta: Scalar = 0.0
    sigma: Scalar = 0.0

    def __post_init__(self) -> None:
        for name in ("alpha", "beta", "sigma"):
            value = constant_value(getattr(self, name))
            if value is not None and not 0.0 <= value < float("inf"):
                raise OptionError(f"gain {name!r} of a stabilisation", f"is {value}", "Give zero or more, in 1/s")

    @property
    def damping(self) -> Scalar:
        """What multiplies the rate of a gap in its acceleration: 2 α + σ."""
        return 2.0 * self.alpha + self.sigma

    @property
    def stiffness(self) -> Scalar:
        """What multiplies a gap in its acceleration: β²."""
        return self.beta * self.beta


@dataclass(frozen=True)
class Equations:
    """M q̈ = φ + Jᵀ λ,  J q̈ = ψ.

    motion  the state
    phi     τ + loads − velocity and gravity terms, by rate
    rows    the conditions with J
    psi     −J̇ v, with stabilisation terms
    """

    motion: Motion
    phi: list[Scalar]
    rows: list[Row]
    psi: list[Scalar]
    stabilisation: Stabilisation = field(default_factory=Stabilisation)

    @cached_property
    def M(self) -> list[list[Scalar]]:
        """The inertia matrix of the opened machine."""
        return mass_matrix(self.motion.plan, self.motion.q)


def free_forces(plan: Plan, motion: Motion, tau: Scalars) -> list[Scalar]:
    """φ = τ + loads − C q̇ − gravity: what drives the opened machine.

    Reference: Koul et al., Eq. (7); gravity as in `inverse_dynamics`.
    """
    loads = applied(plan, motion.X, motion.q, motion.rates, motion.t)
    f = joint_wrenches(plan, motion.X, motion.falling(loads.wrench).wrench)
    phi: list[Scalar] = [0.0] * plan.n_v
    for i, node, _ in plan.outward:
        for k, s in node.columns:
            phi[k] = tau[k] + loads.force.get(k, 0.0) - s.dot(f[i])
    return phi


def targets(found: list[Row], v: Scalars, stabilisation: Stabilisation) -> list[Scalar]:
    """ψ of J q̈ = ψ.

    ψ = −J̇v − (2 α + σ) (J v + ∂h/∂t) − β² h                             (1)

    Reference: Baumgarte (1972); Khan, Eq. (2.21), for σ. Conditions on velocities alone have no h.
    """
    psi = []
    for row in found:
        rate: Scalar = row.drift
        for k, x in row.J.items():
            rate = rate + x * v[k]
        gap = 0.0 if row.gap is None else row.gap
        psi.append(-row.bias - stabilisation.damping * rate - stabilisation.stiffness * gap)  # (1)
    return psi


def equations(plan: Plan, motion: Motion, tau: Scalars, *, stabilisation: Stabilisation | None = None) -> Equations:
    """M, φ, J, ψ at a state; M is worked out when it is asked for."""
    phi = free_forces(plan, motion, tau)
    found = rows(motion)
    stabilisation = stabilisation or Stabilisation()
    psi = targets(found, motion.rates, stabilisation)
    return Equations(motion, phi, found, psi, stabilisation)
