"""Several control laws at once: their forces add."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwork.errors import OptionError

from ..machine import Machine
from .given import given_torques
from .law import At, Command, Ready


@dataclass(frozen=True)
class Together:
    """The sum of laws, such as gravity compensation and PD; functions, tables and forces may stand among them."""

    laws: tuple[Any, ...]

    def __init__(self, *laws: Any) -> None:
        object.__setattr__(self, "laws", laws)

    def ready(self, system: Machine) -> Ready:
        parts = [given_torques(system, law) for law in self.laws]
        samplers = [part.sampler for part in parts if part.sampler is not None]
        if len(samplers) > 1:
            remedy = "Let one of them compute the sum of both"
            raise OptionError("Together", f"holds {len(samplers)} sampled controllers", remedy)
        looked_up = sum(part.looked_up for part in parts)

        def command(at: At) -> Command:
            tau: list[Any] = [0.0] * at.plan.n_v
            rates: list[Any] = []
            correction: list[Any] | None = None
            c, u, sampled = list(at.c), list(at.u)[:looked_up], list(at.u)[looked_up:]
            for part in parts:
                n_c, n_u = len(part.start), part.looked_up
                own = u[:n_u] if part.sampler is None else u[:n_u] + sampled
                told = part.command(At(at.plan, at.t, at.q, at.v, c[:n_c], own))
                c, u = c[n_c:], u[n_u:]
                tau = [x + y for x, y in zip(tau, told.tau)]
                rates += told.rates
                if told.correction is not None:
                    correction = [x + y for x, y in zip(correction or [0.0] * len(tau), told.correction)]
            return Command(tau, rates, correction)

        start = tuple(x for part in parts for x in part.start)
        names = tuple(x for part in parts for x in part.names)
        return Ready(command, start, tuple(x for part in parts for x in part.tables), next(iter(samplers), None), names)
