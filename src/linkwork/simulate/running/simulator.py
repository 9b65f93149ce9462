"""Simulator: a machine, a control law and a method made into machine code, ready for any number of runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.dynamics.closure import coordinate_rates
from linkwork.errors import UnknownName

from ..control import readied
from ..machine import Machine
from ..machine_code.program import Laws, Program
from ..methods import EXPLICIT, IMPLICIT, VARIATIONAL, Implicit, SemiImplicit, Tableau, Variational
from ..size import size
from .equations import EXTRA, Problem
from .events import DIRECTIONS, Event, events_law
from .observer import Observer
from .projecting import closing_law, stabilisation_of
from .variational import variational_laws

PIVOT_LIMIT = 1e-9  # below this relative pivot numbers are not to be trusted

Method = Tableau | SemiImplicit | Implicit | Variational


@dataclass(frozen=True)
class Setup:
    """What a run is compiled for."""

    control: Any = None
    method: str = "dop853"
    projection: str = "position+velocity"
    events: tuple[Event, ...] = ()
    channels: tuple[str, ...] = ()


class Simulator:
    """The machine code of one setup; parts are made when first used."""

    def __init__(self, system: Machine, setup: Setup) -> None:
        self.system, self.setup = system, setup
        methods: dict[str, Any] = {**EXPLICIT, **IMPLICIT, **VARIATIONAL}
        if setup.method not in methods:
            raise UnknownName("method", setup.method, methods)
        for name in setup.channels:
            if name not in EXTRA:
                raise UnknownName("channel", name, EXTRA, "what can be recorded on request")
        self.method: Method = methods[setup.method]
        kind = setup.projection
        if isinstance(self.method, Implicit) and not self.method.projects and kind != "none":
            kind = "baumgarte"  # samples are projected all the same
        self.problem = Problem(system, readied(setup.control, system), stabilisation_of(system, kind))

    @cached_property
    def program(self) -> Program:
        """The loop over steps."""
        system, events = self.system, self.setup.events
        control = self.problem.control
        varied = variational_laws(self.problem) if isinstance(self.method, Variational) else None
        laws = Laws(
            motion=self.problem.motion(),
            coordinates=system.trace(
                lambda plan, t, q, v: {"q_dot": coordinate_rates(plan, q, v)},
                {"q": (system.n_q,), "v": (system.n_v,)},
                "coordinate rates",
            ),
            closing=closing_law(system, self.setup.projection),
            events=events_law(system, events) if events else None,
            directions=tuple(DIRECTIONS[event.direction] for event in events),
            tables=tuple(table.size for table in control.tables),
            iterate=None if varied is None else varied.iterate,
            finish=None if varied is None else varied.finish,
            conditions=0 if varied is None else varied.conditions,
        )
        method = EXPLICIT["rk4"] if isinstance(self.method, Implicit) else self.method
        return Program(laws, method, control.signals, len(system.parameters))

    @cached_property
    def length(self) -> float:
        """The size of the machine."""
        return size(self.system.plan)

    @cached_property
    def sturdy(self) -> Simulator | None:
        """The same with the multipliers of the whole system, which are there wherever the loops are independent."""
        if not self.system.closed or self.system.formulation in ("multipliers", "penalty") or self.system.weightless:
            return None
        if not isinstance(self.method, (Tableau, SemiImplicit)):
            return None
        return Simulator(self.system.reformulated("multipliers"), self.setup)

    def multipliers(self, t: float, y: np.ndarray, u: np.ndarray, p: np.ndarray) -> np.ndarray:
        """λ at a state."""
        if not self.system.closed:
            return np.zeros(0)
        places = self.program.layout
        row = np.concatenate([[t, 0.0, 0.0], y, u])
        matrix = self.observe(row[None], p)
        assert len(row) == places.row
        return matrix[0, self.observer.layout.slices["lam"]]

    @cached_property
    def observer(self) -> Observer:
        """What fills in the record."""
        return Observer(self.problem, self.program.layout, self.setup.channels)

    def observe(self, rows: np.ndarray, p: np.ndarray) -> np.ndarray:
        """Rows of a record; by another formulation where this one divides by nearly nothing."""
        matrix = self.observer(rows, p)
        where = self.observer.layout.slices.get("pivot")
        if where is None:
            return matrix
        low = np.flatnonzero(~(matrix[:, where.start] > PIVOT_LIMIT))
        if len(low) and self.sturdy is not None and self.sturdy.program.layout == self.program.layout:
            again = self.sturdy.observer(rows[low], p)
            better = again[:, where.start] > PIVOT_LIMIT
            matrix[low[better]] = again[better]
        return matrix


KEPT = 32  # simulators of a machine that are kept; the one that was not used for longest goes first


def simulator(system: Machine, setup: Setup) -> Simulator:
    """The simulator of a setup, kept with the system."""
    kept: dict[Any, Simulator] = system.__dict__.setdefault("_simulators", {})
    try:
        key = hashable(setup)
        found = kept.pop(key, None)
    except TypeError:
        return Simulator(system, setup)
    kept[key] = found or Simulator(system, setup)
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
    return kept[key]


def hashable(setup: Any) -> Any:
    """What tells a setup from others: forces given as lists, mappings or arrays are equal if their numbers are."""
    if isinstance(setup, Setup):
        return (hashable(setup.control), setup.method, setup.projection, setup.events, setup.channels)
    if isinstance(setup, Mapping):
        return ("by name", *sorted((name, hashable(x)) for name, x in setup.items()))
    if isinstance(setup, (list, tuple)):
        return ("row", *map(hashable, setup))
    if isinstance(setup, np.ndarray):
        return ("row", *map(hashable, setup.tolist()))
    hash(setup)
    return setup
