"""Torques that are given as a table, a function of time, or numbers."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

from linkwork.errors import ShapeError

from ..machine import Machine
from .law import At, Command, Ready
from .table import Table
from .traced import Traced, along_rates


@dataclass(frozen=True)
class Given:
    """Prescribed forces of the driven rates: a Table, a function of t written with operators, numbers, or a mapping."""

    torques: Any

    def ready(self, system: Machine) -> Ready:
        if isinstance(self.torques, Table):
            return _looked_up(system, self.torques)
        if callable(self.torques):
            function = self.torques
            takes = len(inspect.signature(function).parameters)
            return Traced(function if takes != 1 else lambda t, q, v: function(t)).ready(system)
        told = self.torques
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
