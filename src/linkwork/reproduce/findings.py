"""Findings: what came out of an experiment, beside what its source says."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from linkwork.blueprint.library.experiment import RECOMPUTED, Experiment, Number, Table


class Verdict(Enum):
    """What a comparison says; the value is the word for it."""

    AGREES = "agrees"
    BESIDE = "shown beside"  # times, counts of another program: no agreement is to be expected
    DIFFERS = "differs"
    CANNOT = "cannot be reproduced"


Allowed = float | tuple[float, ...]


@dataclass(frozen=True)
class Row:
    """One number, table or claim of a source.

    source      key of the library: "book", "koul", "khan", "sathuluri", "amirouche"
    experiment  name of the experiment in the library
    where       section, table or figure of the source
    what        the quantity
    theirs      the source's number (or numbers, or claim)
    ours        the number that comes out here, None if none does
    difference  largest difference, None where it means nothing
    tolerance   half a unit of the last printed digit, for all or for each value; 0 where none applies
    origin      a key of `experiment.ORIGINS`: whether `theirs` is printed, or recomputed from the source's parameters
    reason      why the two differ, why no number came out, or what was assumed
    """

    source: str
    experiment: str
    where: str
    what: str
    theirs: Any
    ours: Any
    verdict: Verdict
    difference: float | None = None
    tolerance: Allowed = 0.0
    origin: str = "printed"
    reason: str = ""


@dataclass(frozen=True)
class Sheet:
    """A table of numbers, shown on demand."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Curve:
    """One curve of a figure; `dots` for a source's points."""

    name: str
    x: np.ndarray
    y: np.ndarray
    dots: bool = False


@dataclass(frozen=True)
class Figure:
    """Curves over one axis; `log` for a logarithmic ordinate."""

    title: str
    x: str
    y: str
    curves: tuple[Curve, ...]
    log: bool = False


Piece = Row | Sheet | Figure
Study = Callable[[Experiment], Iterator[Piece]]


@dataclass(frozen=True)
class Findings:
    """All that came out of one experiment."""

    experiment: Experiment
    rows: tuple[Row, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    figures: tuple[Figure, ...] = ()
    seconds: float = field(default=0.0, compare=False)

    @property
    def source(self) -> str:
        """Key of the source."""
        return source_of(self.experiment)


def source_of(run: Experiment) -> str:
    """Key of the source of an experiment."""
    return run.name.split("/")[0]


def number(run: Experiment, quantity: str) -> Number:
    """The number of an experiment whose quantity is, or begins with, these words."""
    return next(n for n in run.numbers if n.quantity.startswith(quantity))


# ---- rows


def judged(run: Experiment, theirs: Number, ours: Any, reason: str = "", *, tolerance: Allowed | None = None) -> Row:
    """The row of a number with a tolerance (or of a plain claim): it agrees or differs."""
    allowed = theirs.tolerance if tolerance is None else tolerance
    difference = None
    if isinstance(theirs.value, (bool, str)):
        agrees = ours == theirs.value
    else:
        apart = np.abs(np.asarray(ours, dtype=float) - np.asarray(theirs.value, dtype=float))
        difference = largest(apart)
        agrees = bool(np.all(apart <= np.asarray(allowed)))
    return _row(run, theirs, ours, Verdict.AGREES if agrees else Verdict.DIFFERS, reason, difference, allowed)


def beside(run: Experiment, theirs: Number, ours: Any, reason: str = "") -> Row:
    """The row of a number that depends on a computer or a program."""
    return _row(run, theirs, ours, Verdict.BESIDE, reason)


def differing(run: Experiment, theirs: Number, ours: Any, reason: str) -> Row:
    """The row of a number that comes out otherwise, for a known reason."""
    return _row(run, theirs, ours, Verdict.DIFFERS, reason)


def cannot(run: Experiment, theirs: Number, reason: str, ours: Any = None) -> Row:
    """The row of a number that cannot be had from what is published; `ours` for what comes nearest."""
    return _row(run, theirs, ours, Verdict.CANNOT, reason)


def _row(
    run: Experiment,
    theirs: Number,
    ours: Any,
    verdict: Verdict,
    reason: str,
    difference: float | None = None,
    tolerance: Allowed = 0.0,
) -> Row:
    told = "; ".join(text for text in (theirs.note, reason) if text)
    where = run.source if theirs.source == RECOMPUTED else theirs.source
    return Row(
        source_of(run), run.name, where, theirs.quantity, theirs.value, ours, verdict, difference, tolerance,
        theirs.origin, told,
    )  # fmt: skip


def tabled(
    run: Experiment, table: Table, found: Any, reason: str = "", *, slack: float = 1.0, turns: bool = False
) -> Iterator[Piece]:
    """Row and sheet of a table against time: it agrees if every number does, to the table's tolerance times `slack`.

    With `turns` the numbers are angles, equal up to whole turns. The row shows the instant whose difference is the
    largest share of what is allowed.
    """
    ours = np.asarray(found, dtype=float)
    theirs = np.array([row[1:] for row in table.rows])
    apart = np.abs(np.angle(np.exp(1j * (ours - theirs)))) if turns else np.abs(ours - theirs)
    allowed = slack * np.array(table.allowed)
    worst, difference = int(np.argmax((apart / allowed).max(axis=1))), largest(apart)
    count, instants = theirs.size, len(table.rows)
    what = f"{table.quantity}: {', '.join(table.of)}"
    if instants > 1:
        what += f"; {count} numbers at {instants} instants, the worst one (t = {table.times[worst]:.4g} s) shown"
    agrees = bool(np.all(apart <= allowed))
    verdict = Verdict.AGREES if agrees else Verdict.DIFFERS
    a, b = tuple(theirs[worst].tolist()), tuple(ours[worst].tolist())
    digits = tuple(allowed[worst].tolist())
    yield Row(source_of(run), run.name, run.source, what, a, b, verdict, difference, digits, table.origin, reason)
    columns = ("t in s", *table.of, *(f"{name}, theirs" for name in table.of))
    rows = tuple((t, *a, *b) for t, a, b in zip(table.times, ours.tolist(), theirs.tolist()))
    if instants > 1:
        yield Sheet(f"{table.quantity} against time", columns, rows)


def largest(x: Any) -> float:
    """Largest absolute value; NaN counts as infinite."""
    y = np.abs(np.asarray(x, dtype=float))
    return float(np.where(np.isnan(y), np.inf, y).max(initial=0.0))


def curves(x: Sequence[float] | np.ndarray, names: Sequence[str], values: np.ndarray) -> tuple[Curve, ...]:
    """One curve for each column."""
    return tuple(Curve(name, np.asarray(x), np.asarray(values)[:, k]) for k, name in enumerate(names))


def dots(table: Table) -> tuple[Curve, ...]:
    """A source's table as points of a figure."""
    data = np.array(table.rows)
    return tuple(Curve("", data[:, 0], data[:, k + 1], dots=True) for k in range(len(table.of)))
