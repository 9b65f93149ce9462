"""Experiment: what a source did with a machine, as data that can be run, and the numbers that it printed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import floor, log10
from typing import Any

from ..builder import Mechanism

ORIGINS = {
    "printed": "printed by the source",
    "program": "from the public input or output files of the source's program",
    "derived": "computed from the source's parameters by an independent code; printed nowhere",
}
RECOMPUTED = "recomputed from the source's parameters"
KINDS = ("inverse dynamics", "free motion", "forced motion", "controlled motion", "statics", "counts", "timing")


@dataclass(frozen=True)
class Course:
    """What is asked of the machine: trajectory `kind` of `linkwork.motion` with its `arguments`.

    `of` names joints, one value each, the others follow from the loops; or, when `body` names a body or frame, the
    coordinates of its origin in the ground, among x, y, z and angle (about z). The body is not turned otherwise.
    """

    kind: str
    arguments: Mapping[str, Any]
    of: tuple[str, ...]
    body: str = ""


@dataclass(frozen=True)
class Table:
    """Numbers of a source against time (first column), one column for each name in `of`.

    `tolerance` is half a unit of the last printed decimal, one for all or one for each column; where numbers are
    printed with as many `digits` each, half a unit of the last of them if that is wider. `origin` is a key of ORIGINS.
    """

    quantity: str
    of: tuple[str, ...]
    rows: tuple[tuple[float, ...], ...]
    tolerance: float | tuple[float, ...]
    source: str
    origin: str = "derived"
    digits: int = 0

    @property
    def allowed(self) -> tuple[tuple[float, ...], ...]:
        """How far each number may be off, row by row."""
        each = self.tolerance if isinstance(self.tolerance, tuple) else (self.tolerance,) * len(self.of)
        if not self.digits:
            return (each,) * len(self.rows)
        return tuple(
            tuple(max(wide, half_a_unit(x, self.digits)) for x, wide in zip(row[1:], each)) for row in self.rows
        )

    @property
    def times(self) -> tuple[float, ...]:
        """The first column."""
        return tuple(row[0] for row in self.rows)


@dataclass(frozen=True)
class Number:
    """One number of a source; `quantity` says what it is, `tolerance` how far it may be off (0: only to be shown beside
    ours), one for all or one for each of several values.
    """

    quantity: str
    value: Any
    tolerance: float | tuple[float, ...]
    source: str
    origin: str = "printed"
    note: str = ""


def half_a_unit(x: float, digits: int) -> float:
    """Half a unit of the last of `digits` significant digits of a number."""
    return 0.5 * 10.0 ** (floor(log10(abs(x))) + 1 - digits) if x else 0.0


@dataclass(frozen=True)
class Experiment:
    """A run of a machine of the library.

    start      coordinates of joints where they differ from the machine's starting pose
    rates      joint rates at the start; those that are not named follow from the loops, or are zero in a tree
    duration   in s; `step` is the distance of recorded samples
    control    law and gains, for a controlled motion
    tolerances relative and absolute, as the source set its integrator
    note       what the source leaves out, and what was assumed for it
    """

    name: str
    machine: Callable[..., Mechanism]
    kind: str
    source: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    start: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    rates: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    course: Course | None = None
    duration: float = 1.0
    step: float = 0.01
    control: Mapping[str, Any] = field(default_factory=dict)
    tolerances: tuple[float, float] | None = None
    tables: tuple[Table, ...] = ()
    numbers: tuple[Number, ...] = ()
    note: str = ""

    def build(self) -> Mechanism:
        """The machine of the experiment, in the experiment's starting pose."""
        m = self.machine(**self.arguments)
        if self.start:
            m.pose(dict(self.start))
        return m
