"""PD and PID at the joints, and feedback on top of given torques."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.algebra.scalars import Scalar, absolute, maximum, minimum, where
from linkwork.errors import OptionError

from ..machine import Machine
from .gains import Gains
from .given import given_torques
from .law import At, Command, Ready
from .reference import Reference, reference


@dataclass(frozen=True)
class PD:
    """τ = kp (q_d − q) + kd (q̇_d − q̇) at the joints of `desired`.

    desired  a trajectory or values of the driven rates in order, or by joint, or a table
    gains    torque gains; by frequency they are multiplied by each joint's inertia in the starting pose
    """

    desired: Any
    gains: Gains

    def ready(self, system: Machine) -> Ready:
        wanted = reference(system, self.desired)
        kp, kd, _ = self.gains.rows(len(wanted.indices), _inertia(system, self.gains, wanted))
        return Ready(lambda at: Command(_feedback(at, wanted, kp, kd)), tables=wanted.tables)


@dataclass(frozen=True)
class PID:
    """PD with ki ∫(q_d − q) dt; the integral's part stays within ±`limit` (one, or one for each joint) and rests
    there while the error pushes.
    """

    desired: Any
    gains: Gains
    limit: Any = np.inf

    def __post_init__(self) -> None:
        row = np.asarray(self.limit, dtype=float)
        if row.ndim > 1 or not (row > 0).all():
            raise OptionError("PID: limit", f"is {self.limit!r}", "Give a number above zero, or one for each joint")
        object.__setattr__(self, "limit", tuple(row.tolist()) if row.ndim else float(row))

    def ready(self, system: Machine) -> Ready:
        wanted = reference(system, self.desired)
        n = len(wanted.indices)
        kp, kd, ki = self.gains.rows(n, _inertia(system, self.gains, wanted))
        limits = np.atleast_1d(self.limit)
        if limits.size not in (1, n):
            raise OptionError("PID: limit", f"has {limits.size} values", f"Give one, or {n}")
        most = np.broadcast_to(limits, (n,)).tolist()

        def command(at: At) -> Command:
            e, _ = wanted.errors(at)
            tau = _feedback(at, wanted, kp, kd)
            rates: list[Scalar] = []
            for x, c, gain, limit, (_, k) in zip(e, at.c, ki, most, wanted.indices):
                part = gain * c
                if np.isfinite(limit):
                    part = minimum(maximum(part, -limit), limit)
                    pushes = where(absolute(gain * c) - limit, x * c, 0.0)
                    x = where(pushes, 0.0, x)
                tau[k] = tau[k] + part
                rates.append(x)
            return Command(tau, rates)

        names = tuple(f"integral {system.v_names[k]}" for _, k in wanted.indices)
        return Ready(command, start=(0.0,) * n, tables=wanted.tables, names=names)


@dataclass(frozen=True)
class Corrected:
    """Given torques, and PD on top of them; the record tells the correction (`torque_correction`).

    given  a Table of the driven rates, a function of t, numbers, or another control law
    """

    given: Any
    desired: Any
    gains: Gains = field(default_factory=lambda: Gains(frequency=20.0))

    def ready(self, system: Machine) -> Ready:
        base = given_torques(system, self.given)
        wanted = reference(system, self.desired)
        kp, kd, _ = self.gains.rows(len(wanted.indices), _inertia(system, self.gains, wanted))
        first = wanted_signals(wanted)

        def command(at: At) -> Command:
            told = base.command(_with_signals(at, first))
            correction = _feedback(at, wanted, kp, kd)
            return Command([x + y for x, y in zip(told.tau, correction)], told.rates, correction)

        return Ready(command, base.start, (*wanted.tables, *base.tables), base.sampler, base.names)


def wanted_signals(wanted: Reference) -> int:
    """Signals that a reference takes up."""
    return sum(table.size for table in wanted.tables)


def _with_signals(at: At, first: int) -> At:
    return At(at.plan, at.t, at.q, at.v, at.c, list(at.u)[first:])


def _feedback(at: At, wanted: Reference, kp: list[float], kd: list[float]) -> list[Scalar]:
    tau: list[Scalar] = [0.0] * at.plan.n_v
    e, ed = wanted.errors(at)
    for (_, k), x, xd, p, d in zip(wanted.indices, e, ed, kp, kd):
        tau[k] = p * x + d * xd
    return tau


def _inertia(system: Machine, gains: Gains, wanted: Reference) -> list[float] | None:
    """Inertia that each joint feels in the starting pose, loops closed: force over acceleration."""
    if gains.frequency is None:
        return None
    q, v, still = system.closed_start, np.zeros(system.n_v), np.zeros(system.n_v)

    def answer(tau: np.ndarray) -> np.ndarray:
        found = system.forward_dynamics(q, v, tau)
        return found[0] if isinstance(found, tuple) else found

    rest = answer(still)
    found = []
    for _, k in wanted.indices:
        push = still.copy()
        push[k] = 1.0
        found.append(1.0 / float((answer(push) - rest)[k]))
    return found
