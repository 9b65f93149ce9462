"""Where an earlier run ended, so that another goes on from there."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.errors import OptionError, SimulationError
from linkwork.record import Layout, Record, Recorder, load

from ..control.told import NONE
from ..machine import Machine
from ..machine_code.layout import Layout as Places
from .observer import FLOWS


@dataclass(frozen=True)
class Earlier:
    """An earlier run: a record in memory, or the folder that it wrote."""

    record: Record | None
    path: Path | None
    row: np.ndarray
    layout: Layout
    about: Mapping[str, Any]

    @classmethod
    def of(cls, source: Record | str | os.PathLike[str]) -> Earlier:
        """From a record or a path."""
        record = source if isinstance(source, Record) else load(source)
        if not len(record):
            raise SimulationError("the record to continue from", "is empty", "Start a new run.")
        path = None if isinstance(source, Record) or not Path(source).is_dir() else Path(source)
        kept = record if path is None else None
        return cls(kept, path, np.array(record.data[-1]), record.layout, record.about)

    @property
    def t(self) -> float:
        """Where it ended."""
        return float(self.row[0])

    def setting(self, name: str) -> Any:
        """How the earlier run was told to do it; None if it does not say."""
        value = self.about.get("settings", {}).get(name)
        return tuple(value) if isinstance(value, list) else value

    def expect_control(self, control: Any) -> None:
        """A run that a law drove does not go on without one by oversight."""
        before = self.about.get("control", NONE)
        if control is None and before != NONE:
            right = "Give the law again, control=..., another one, or control='none' to let go on purpose"
            raise OptionError("simulate: control", f"is not given, but {before} drove the run to continue from", right)

    def parameters(self, system: Machine) -> Mapping[str, float]:
        """Values of the parameters in the earlier run."""
        values = self.about.get("parameters", {})
        return {name: value for name, value in values.items() if name in system.parameters}

    @property
    def evaluations(self) -> int:
        """How many evaluations it took."""
        return int(self.row[self.layout.slices["evaluations"]][0]) if "evaluations" in self.layout.slices else 0

    @property
    def steps(self) -> tuple[float, float]:
        """Its shortest and longest step."""
        shortest, longest = self.about.get("step_sizes", (math.inf, 0.0))
        return shortest, longest

    def remaining(self, duration: float | None) -> float:
        """Seconds to go on: as told, or as far as the earlier run was asked to go."""
        if duration is not None:
            return duration
        end = self.about.get("end")
        if end is None or not end > self.t:
            told = f"has come to its end at t = {self.t:g} s"
            raise OptionError("the run to continue from", told, "Give duration=... to go on beyond it.")
        return float(end) - self.t

    def state(self, places: Places, layout: Layout) -> np.ndarray:
        """The state row that it ended in."""
        if layout != self.layout:
            ours, theirs = set(layout.names), set(self.layout.names)
            differing = ", ".join(sorted(ours ^ theirs)[:4]) or "their order"
            remedy = "Continue with the machine, control and channels of the first run."
            raise SimulationError("the record to continue from", f"has other columns: {differing}", remedy)
        where = layout.slices
        parts = [self.row[where["q"]], self.row[where["v"]]]
        if "control" in where:
            parts.append(self.row[where["control"]])
        parts.append(self.row[[where["energy"].start + FLOWS[flow] for flow in places.flows]])
        return np.concatenate(parts)

    def recorder(self, layout: Layout, about: dict[str, Any], path: Any, machine: Any) -> Recorder:
        """Where the samples go: into the same folder, or a record of their own."""
        if self.path is not None:
            resumed = Recorder.resume(self.path, layout)
            resumed.about.update(about)
            return resumed
        return Recorder(layout, about=about, path=path, machine=machine)

    def whole(self, record: Record) -> Record:
        """The earlier record and the new one together."""
        return record if self.record is None else replace(self.record.joined(record), about=record.about)
