"""What a control law is: torques as an expression of time, state, own states and signals, traced into the kernel."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan

from ..machine import Machine
from .table import Table

Scalars = Sequence[Scalar]


@dataclass(frozen=True)
class At:
    """Where a law is asked: the machine (parameters bound), time, state, the law's own states and signals."""

    plan: Plan
    t: Scalar
    q: Scalars
    v: Scalars
    c: Scalars
    u: Scalars


@dataclass(frozen=True)
class Command:
    """What a law answers.

    tau         a force or torque along each rate (n_v)
    rates       of the law's own states
    correction  the part of tau that feedback adds to what was given, if the law tells
    """

    tau: Scalars
    rates: Scalars = ()
    correction: Scalars | None = None


@dataclass(frozen=True)
class Sampler:
    """What Python computes `rate` times a second, held in between: `function(t, q, v)` gives `size` signals."""

    function: Callable[[float, Any, Any], Any]
    rate: float
    size: int


@dataclass(frozen=True)
class Ready:
    """A law for one machine.

    command   gives the torques, on scalars of any kind
    start     values of the law's own states at the beginning
    tables    functions of time that the kernel looks up; their values come as signals, in order
    sampler   what Python computes; its values come as the last signals
    """

    command: Callable[[At], Command]
    start: tuple[float, ...] = ()
    tables: tuple[Table, ...] = ()
    sampler: Sampler | None = None
    names: tuple[str, ...] = field(default=(), compare=False)

    @property
    def looked_up(self) -> int:
        """Number of signals from tables."""
        return sum(table.size for table in self.tables)

    @property
    def signals(self) -> int:
        """Number of signals."""
        return self.looked_up + (0 if self.sampler is None else self.sampler.size)


class Control(Protocol):
    """A control law: frozen data that becomes a `Ready` for a machine."""

    def ready(self, system: Machine) -> Ready: ...


def passive(system: Machine) -> Ready:
    """No control: nothing drives."""
    return Ready(lambda at: Command([0.0] * at.plan.n_v))
