"""Several control laws at once: their forces add."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwork.errors import OptionError

from ..machine import Machine
from .law import At, Command, Ready


@dataclass(frozen=True)
class Together:
    """The sum of laws, such as gravity compensation and PD."""

    laws: tuple[Any, ...]

    def __init__(self, *laws: Any) -> None:
        object.__setattr__(self, "laws", laws)

    def ready(self, system: Machine) -> Ready:
        parts = [law.ready(system) for law in self.laws]
        if any(part.sampler is not None for part in parts):
            raise OptionError("Together", "holds a sampled controller", "Let that one compute the whole sum")

        def command(at: At) -> Command:
            tau: list[Any] = [0.0] * at.plan.n_v
            rates: list[Any] = []
            correction: list[Any] | None = None
            c, u = list(at.c), list(at.u)
            for part in parts:
                n_c, n_u = len(part.start), part.signals
                told = part.command(At(at.plan, at.t, at.q, at.v, c[:n_c], u[:n_u]))
                c, u = c[n_c:], u[n_u:]
                tau = [x + y for x, y in zip(tau, told.tau)]
                rates += told.rates
                if told.correction is not None:
                    correction = [x + y for x, y in zip(correction or [0.0] * len(tau), told.correction)]
            return Command(tau, rates, correction)

        start = tuple(x for part in parts for x in part.start)
        names = tuple(x for part in parts for x in part.names)
        return Ready(command, start, tuple(x for part in parts for x in part.tables), None, names)
