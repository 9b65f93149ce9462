"""Torques that are given as tables, functions of time, or numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from linkwork.errors import OptionError, ShapeError

from ..machine import Machine
from .law import At, Command, Ready
from .table import Table
from .traced import Traced, along_rates, told_by


@dataclass(frozen=True)
class Given:
    """Prescribed forces of the driven rates: a Table, a function of t written with operators, numbers; or by name."""

    torques: Any

    def ready(self, system: Machine) -> Ready:
        told = self.torques
        if isinstance(told, Table):
            return _looked_up(system, told)
        if callable(told):
            return Traced(told).ready(system)
        if isinstance(told, Mapping):
            return _by_name(system, told)
        return Ready(lambda at: Command(along_rates(system, told, "given torques")))


def given_torques(system: Machine, given: Any) -> Ready:
    """A control law from given torques, or from another law."""
    return given.ready(system) if hasattr(given, "ready") else Given(given).ready(system)


def _looked_up(system: Machine, table: Table) -> Ready:
    driven = system.plan.actuated
    if table.size not in (len(driven), system.n_v):
        names = ", ".join(system.driven) or "nothing is driven"
        raise ShapeError("table of torques", f"has {table.size} columns", f"Give {len(driven)}: {names}")
    columns = driven if table.size == len(driven) else tuple(range(system.n_v))

    def command(at: At) -> Command:
        tau: list[Any] = [0.0] * at.plan.n_v
        for k, x in zip(columns, at.u):
            tau[k] = x
        return Command(tau)

    return Ready(command, tables=(table,))


def _by_name(system: Machine, told: Mapping[str, Any]) -> Ready:
    """A table, a function or numbers for each name."""
    for name, each in told.items():
        if hasattr(each, "position") or hasattr(each, "ready"):
            what = f"is a {type(each).__name__}, not a force"
            right = "To follow it, write ComputedTorque({name: trajectory}); a law stands alone or in Together(...)"
            raise OptionError(f"given torque of {name!r}", what, right)

    def command(at: At) -> Command:
        u, values = list(at.u), dict[str, Any]()
        for name, each in told.items():
            if isinstance(each, Table):
                values[name], u = u[: each.size], u[each.size :]
            else:
                values[name] = told_by(each, at) if callable(each) else each
        return Command(along_rates(system, values, "given torques"))

    return Ready(command, tables=tuple(each for each in told.values() if isinstance(each, Table)))
