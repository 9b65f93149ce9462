"""The laws of closed machines under the names by which a system offers them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from linkwork.algebra.scalars import Scalar, absolute, where
from linkwork.connectivity.plan import Plan
from linkwork.dynamics import open_laws
from linkwork.dynamics.closed_inverse import EVEN, Drive, closed_inverse_dynamics
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.cut_reactions import by_row, cut_reactions, multiplier_wrenches
from linkwork.dynamics.equations import Stabilisation, equations
from linkwork.dynamics.formulations import DEFAULT, FORMULATIONS, Settings
from linkwork.dynamics.free_base import base_nodes
from linkwork.dynamics.inverse_dynamics import accelerations, joint_wrenches
from linkwork.dynamics.kinematics import Scalars
from linkwork.dynamics.loads import applied
from linkwork.dynamics.reactions import joint_reactions
from linkwork.errors import OptionError

Results = dict[str, Any]
ROWS = ("independent", "all")
LARGEST = 1e300  # no sum of accelerations and forces comes near it; NaN and infinity do not stay below


def forward_dynamics(
    plan: Plan,
    q: Scalars,
    v: Scalars,
    tau: Scalars,
    t: Scalar = 0.0,
    *,
    formulation: str = "reduced",
    stabilisation: Stabilisation | None = None,
    settings: Settings = DEFAULT,
) -> Results:
    """q̈, λ and the smallest relative pivot, 0 where the result is not finite."""
    motion = Motion(plan, q, v, t)
    eq = equations(plan, motion, tau, stabilisation=stabilisation)
    solution = FORMULATIONS[formulation](plan, motion, eq, settings)
    pivot = _zero_if_infinite(solution.pivot, (*solution.qdd, *solution.lam))
    return {"qdd": solution.qdd, "lam": solution.lam, "pivot": pivot}


def _zero_if_infinite(pivot: Scalar, results: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for x in results:
        total = total + x
    return where(LARGEST - absolute(total), pivot, 0.0)


def inverse_dynamics(
    plan: Plan,
    q: Scalars,
    v: Scalars,
    vd: Scalars,
    t: Scalar = 0.0,
    *,
    weights: Mapping[int, Scalar] = EVEN,
    probe: Sequence[float] = (),
) -> Results:
    """Forces along the driven rates and multipliers that a motion needs; with a probe also a relative pivot."""
    drive = closed_inverse_dynamics(plan, Motion(plan, q, v, t), vd, weights=weights, probe=probe)
    return {"tau": drive.tau, "lam": drive.lam, **_pivot(drive, probe)}


def _pivot(drive: Drive, probe: Sequence[float]) -> Results:
    return {"pivot": _zero_if_infinite(drive.pivot, (*drive.tau, *drive.lam))} if probe else {}


def free_base_inverse_dynamics(
    plan: Plan,
    q: Scalars,
    v: Scalars,
    vd: Scalars,
    t: Scalar = 0.0,
    *,
    weights: Mapping[int, Scalar] = EVEN,
    probe: Sequence[float] = (),
) -> Results:
    """Forces along the driven rates, multipliers, and the acceleration of an undriven base, for given joint motions.

    No force of a loop within the machine moves its base: q̈_0 is that of the opened machine.
    """
    qdd = open_laws.free_base_inverse_dynamics(plan, q, v, vd, t)["qdd"]
    base = [k for i in base_nodes(plan) for k, _ in plan.nodes[i].columns]
    motion = Motion(plan, q, v, t)
    for row in rows(motion):
        if not row.J.keys().isdisjoint(base):
            raise OptionError(
                f"mechanism {plan.name!r}",
                f"holds its base by {row.name!r}: the base is not free",
                "Use inverse_dynamics",
            )
    drive = closed_inverse_dynamics(plan, motion, qdd, balanced=base, weights=weights, probe=probe)
    return {"tau": drive.tau, "lam": drive.lam, "qdd": qdd, **_pivot(drive, probe)}


def reactions(
    plan: Plan,
    q: Scalars,
    v: Scalars,
    vd: Scalars,
    lam: Scalars,
    t: Scalar = 0.0,
    *,
    axes: str = "body",
    rows: str = "independent",
) -> Results:
    """(moment, force) from each joint's parent body on its child, about its frame there; cut joints come last.

    `lam` holds the multipliers of the independent rows, or of "all" rows, redundant ones included.
    """
    if axes not in ("world", "body"):
        raise OptionError(f"axes {axes!r}", "do not exist", "Use 'world' or 'body'")
    if rows not in ROWS:
        raise OptionError(f"rows {rows!r}", "do not exist", "Use 'independent' or 'all'")
    motion = Motion(replace(plan, kept=None) if rows == "all" else plan, q, v, t)
    multipliers = by_row(motion, lam)
    acting = dict(applied(plan, motion.X, q, v, t).wrench)
    for i, wrench in multiplier_wrenches(motion, multipliers).items():
        acting[i] = acting[i] + wrench if i in acting else wrench
    f = joint_wrenches(plan, motion.X, accelerations(plan, motion.X, v, vd, wrenches=acting).wrench)
    tree = joint_reactions(plan, f, motion.world, axes)
    cuts = cut_reactions(motion, multipliers, axes)
    return {"reactions": [w.six() for w in (*tree.values(), *cuts.values())]}


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
