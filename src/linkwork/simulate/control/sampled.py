"""A controller that Python runs at a rate, its torques held in between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linkwork.errors import OptionError

from ..machine import Machine
from .law import At, Command, Ready, Sampler


@dataclass(frozen=True)
class Sampled:
    """`function(t, q, v)`, called `rate` times a second, gives the forces of the driven rates (see `system.driven`).

    Any Python is allowed in it: it sees numbers. Between two calls the forces are held.
    """

    function: Callable[[float, Any, Any], Any]
    rate: float

    def __post_init__(self) -> None:
        if not self.rate > 0 or self.rate != self.rate or self.rate == float("inf"):
            raise OptionError("Sampled: rate", f"is {self.rate}", "Give calls per second, above zero.")

    def ready(self, system: Machine) -> Ready:
        driven = system.plan.actuated

        def command(at: At) -> Command:
            tau: list[Any] = [0.0] * at.plan.n_v
            for k, x in zip(driven, at.u):
                tau[k] = x
            return Command(tau)

        return Ready(command, sampler=Sampler(self.function, self.rate, len(driven)))
