"""The laws of closed machines under the names by which a system offers them."""

from __future__ import annotations

from typing import Any

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closed_inverse import closed_inverse_dynamics
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.equations import Stabilisation, equations
from linkwork.dynamics.formulations import FORMULATIONS, Settings
from linkwork.dynamics.kinematics import Scalars

Results = dict[str, Any]


def forward_dynamics(
    plan: Plan,
    q: Scalars,
    v: Scalars,
    tau: Scalars,
    t: Scalar = 0.0,
    *,
    formulation: str = "reduced",
    stabilisation: Stabilisation | None = None,
    settings: Settings = Settings(),
) -> Results:
    """q̈, λ and the smallest relative pivot."""
    motion = Motion(plan, q, v, t)
    eq = equations(plan, motion, tau, stabilisation=stabilisation)
    solution = FORMULATIONS[formulation](plan, motion, eq, settings)
    return {"qdd": solution.qdd, "lam": solution.lam, "pivot": solution.pivot}


def inverse_dynamics(plan: Plan, q: Scalars, v: Scalars, vd: Scalars, t: Scalar = 0.0) -> Results:
    """Forces along the driven rates and multipliers that a motion needs."""
    drive = closed_inverse_dynamics(plan, Motion(plan, q, v, t), vd)
    return {"tau": drive.tau, "lam": drive.lam}


def block_equations(plan: Plan, q: Scalars, v: Scalars, tau: Scalars, t: Scalar = 0.0) -> Results:
    """M, φ, J, ψ of M q̈ = φ + Jᵀ λ, J q̈ = ψ, for solvers outside the kernel."""
    eq = equations(plan, Motion(plan, q, v, t), tau)
    return {"M": eq.M, "phi": eq.phi, "J": dense(plan, eq.rows), "psi": eq.psi}


def closure_gap(plan: Plan, q: Scalars, t: Scalar = 0.0) -> Results:
    """h(q, t) of every row (zero for rows on velocities alone)."""
    return {"gap": [0.0 if row.gap is None else row.gap for row in rows(Motion(plan, q, None, t))]}


def closure_jacobian(plan: Plan, q: Scalars, t: Scalar = 0.0) -> Results:
    """J of every row."""
    return {"J": dense(plan, rows(Motion(plan, q, None, t)))}


def closure(plan: Plan, q: Scalars, t: Scalar = 0.0) -> Results:
    """h and J together, for assembly and projection."""
    found = rows(Motion(plan, q, None, t))
    return {"gap": [0.0 if row.gap is None else row.gap for row in found], "J": dense(plan, found)}


def closure_rates(plan: Plan, q: Scalars, v: Scalars, t: Scalar = 0.0) -> Results:
    """J, ∂h/∂t and ψ = −J̇ v: J v + drift is the rate of the gaps, J q̈ = ψ keeps it."""
    found = rows(Motion(plan, q, v, t))
    return {"J": dense(plan, found), "drift": [r.drift for r in found], "psi": [-r.bias for r in found]}
