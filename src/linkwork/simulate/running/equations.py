"""The equations that a run solves, traced: right-hand side, what is observed at a sample, events."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwork.algebra.parameter import default
from linkwork.algebra.scalars import Scalar, absolute, is_zero, maximum, where
from linkwork.connectivity.plan import Plan
from linkwork.dynamics import closed_laws, open_laws
from linkwork.dynamics.closure import Motion, coordinate_rates, rows
from linkwork.dynamics.equations import Stabilisation
from linkwork.dynamics.losses import driving_power, energy_flow
from linkwork.dynamics.open_laws import energies
from linkwork.dynamics.projection import drawn_back, row_rates
from linkwork.expression.trace import Function

from ..control.law import At, Command, Ready
from ..machine import Machine
from .projecting import metric_of

Scalars = Sequence[Scalar]


@dataclass(frozen=True)
class Problem:
    """A machine under a control law."""

    system: Machine
    control: Ready
    stabilisation: Stabilisation | None = None

    @property
    def inputs(self) -> dict[str, tuple[int, ...]]:
        """Shapes of what the equations depend on, beside time and parameters."""
        sizes = {"q": self.system.n_q, "v": self.system.n_v, "c": len(self.control.start), "u": self.control.signals}
        return {name: (size,) for name, size in sizes.items() if size}

    def command(self, plan: Plan, t: Scalar, given: Mapping[str, Any]) -> Command:
        """What the control law answers, within the limits of the actuators."""
        n_c, n_u = len(self.control.start), self.control.signals
        c, u = given.get("c", [0.0] * n_c), given.get("u", [0.0] * n_u)
        told = self.control.command(At(plan, t, given["q"], given["v"], c, u))
        tau = list(told.tau)
        for k, (lower, upper) in limits(self.system).items():  # what is no number stays none
            tau[k] = tau[k] if upper is None else where(tau[k] - upper, upper, tau[k])
            tau[k] = tau[k] if lower is None else where(lower - tau[k], lower, tau[k])
        if told.correction is None:
            return Command(tau, told.rates)
        # what is cut off is taken from the correction, so that τ − correction stays what was given
        return Command(
            tau, told.rates, [x + after - before for x, after, before in zip(told.correction, tau, told.tau)]
        )

    def accelerations(self, plan: Plan, t: Scalar, q: Scalars, v: Scalars, tau: Scalars) -> Mapping[str, Any]:
        """q̈ and, for closed machines, λ and the smallest pivot."""
        return self.system.forward_law(plan, t, q, v, tau, self.stabilisation)

    def rates(self, plan: Plan, t: Scalar, q: Scalars, v: Scalars) -> Scalars:
        """What q̇ follows: v, or what first-order stabilisation makes of it."""
        gains = self.stabilisation or self.system.options.stabilisation
        if not self.system.closed or gains is None or is_zero(gains.sigma):
            return v
        order, apart = metric_of(self.system)
        return drawn_back(plan, q, v, t, gains.sigma, order, apart)

    def motion(self) -> Function:
        """(q̇, v̇, ċ) and the rates of work done and energy lost: what the integrator integrates.

        Outputs: q_dot, v_dot; c_dot, work_dot, lost_dot where there are such; pivot where equations can be singular.
        """

        def law(plan: Plan, t: Scalar, **given: Any) -> dict[str, Any]:
            q, v = given["q"], given["v"]
            command = self.command(plan, t, given)
            found = self.accelerations(plan, t, q, v, command.tau)
            q_dot = coordinate_rates(plan, q, self.rates(plan, t, q, v))
            out: dict[str, Any] = {"q_dot": q_dot, "v_dot": found["qdd"]}
            if command.rates:
                out["c_dot"] = list(command.rates)
            flow = energy_flow(plan, q, v, t)
            work = flow.given + sum((x * y for x, y in zip(command.tau, v)), 0.0)
            if "lam" in found and len(found["lam"]):
                work = work + driving_power(rows(Motion(plan, q, None, t)), found["lam"])
            out.update({name: x for name, x in (("work_dot", work), ("lost_dot", flow.lost)) if not is_zero(x)})
            if "pivot" in found and not isinstance(found["pivot"], float):
                out["pivot"] = found["pivot"]
            return out

        return self.system.trace(law, self.inputs, "motion")

    def observation(self, extra: Sequence[str] = ()) -> Function:
        """What a record tells of a sample beyond the state.

        Outputs: qdd, tau (driven rates), energy, lam, loop_error, pivot; correction; `extra` channels.
        """

        def law(plan: Plan, t: Scalar, **given: Any) -> dict[str, Any]:
            q, v = given["q"], given["v"]
            command = self.command(plan, t, given)
            found = self.accelerations(plan, t, q, v, command.tau)
            energy = energies(plan, q, v)
            driven = plan.actuated
            out: dict[str, Any] = {
                "qdd": found["qdd"],
                "tau": [command.tau[k] for k in driven],
                "energy": [energy["kinetic"], energy["potential"]],
            }
            if command.correction is not None:
                out["correction"] = [command.correction[k] for k in driven]
            if self.system.closed:
                out["lam"] = found["lam"]
                out["loop_error"] = loop_errors(plan, t, q, v, found["qdd"])
                out["pivot"] = found["pivot"]
            for name in extra:
                out.update(EXTRA[name](plan, t, q, v, found))
            return {name: x for name, x in out.items() if not isinstance(x, list) or x}

        return self.system.trace(law, self.inputs, "observation")


def _reaction(plan: Plan, t: Scalar, q: Scalars, v: Scalars, found: Mapping[str, Any]) -> dict[str, Any]:
    if plan.cuts or plan.conditions:
        return {"reaction": closed_laws.reactions(plan, q, v, found["qdd"], found["lam"], t)["reactions"]}
    return {"reaction": open_laws.reactions(plan, q, v, found["qdd"], t)["reactions"]}


def _pose(plan: Plan, t: Scalar, q: Scalars, v: Scalars, found: Mapping[str, Any]) -> dict[str, Any]:
    return open_laws.poses(plan, q)


def _twist(plan: Plan, t: Scalar, q: Scalars, v: Scalars, found: Mapping[str, Any]) -> dict[str, Any]:
    return {"twist": open_laws.body_twists(plan, q, v)["twists"]}


EXTRA: dict[str, Callable[..., dict[str, Any]]] = {"reaction": _reaction, "pose": _pose, "twist": _twist}
"""Channels that are recorded on request. Poses come as `rotations` and `positions`."""


def limits(system: Machine) -> dict[int, tuple[float | None, float | None]]:
    """(lower, upper) of every driven rate whose actuator has limits."""
    found = {}
    for actuator in system.blueprint.actuators:
        if actuator.lower is None and actuator.upper is None:
            continue
        lower, upper = (None if x is None else default(x) for x in (actuator.lower, actuator.upper))
        joint = system.plan.joints[actuator.joint]
        found.update({joint.indices(k)[1]: (lower, upper) for k in actuator.variables})
    return found


def loops(system: Machine) -> dict[str, tuple[str, ...]]:
    """Names of the multipliers of every loop and other condition."""
    found: dict[str, tuple[str, ...]] = {}
    for row in system.rows:
        found[row.name] = (*found.get(row.name, ()), row.component)
    return found


def loop_errors(plan: Plan, t: Scalar, q: Scalars, v: Scalars, qdd: Scalars) -> list[list[Scalar]]:
    """(e1, e2, e3) of every loop: largest |h|, |J v + ∂h/∂t|, |J q̈ + bias| of its rows.

    Reference: Sathuluri (2019), eqs 4.2 to 4.4, with the largest component in place of the norm.
    """
    found = rows(Motion(plan, q, v, t))
    worst: dict[str, list[Scalar]] = {}
    for row, rate in zip(found, row_rates(found, v)):
        acceleration = sum((x * qdd[k] for k, x in row.J.items()), row.bias)
        errors = (0.0 if row.gap is None else row.gap, rate, acceleration)
        so_far = worst.setdefault(row.name, [0.0, 0.0, 0.0])
        worst[row.name] = [maximum(x, absolute(e)) for x, e in zip(so_far, errors)]
    return list(worst.values())
