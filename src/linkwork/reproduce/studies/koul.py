"""Koul, Shah, Saha and Manivannan: carpet scraper and 3-RRR by system-level and subsystem-level multipliers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwork.blueprint.library.experiment import Experiment, Number
from linkwork.connectivity.structure import structure
from linkwork.expression.counts import counts
from linkwork.motion import sample
from linkwork.record import Record
from linkwork.simulate.control import Table
from linkwork.system import System

from ..courses import states, trajectory
from ..findings import Curve, Figure, Piece, Sheet, beside, curves, dots, judged, number, tabled
from ..runs import at, columns, compiled, ended, motion_table, moved, played_back
from ..stopwatch import seconds_a_state
from ..study import study
from .koul_start import nearest_turns

LEVELS = {"system": "multipliers", "subsystem": "reduced"}  # formulation of each level of the paper
OTHER = "another computer, and MATLAB there"
REPEATS = 7  # runs of which the fastest counts, taken in turns
LARGEST_DENSE = 25_000  # operations beyond which the system-level kernel is counted, not compiled


@study("koul/scraper's coupler curve")
def coupler_curve(run: Experiment) -> Iterator[Piece]:
    """What the four-bar draws: extent, and the longest part that a straight line follows within 0.5 mm."""
    system = compiled(run)
    t = np.linspace(0.0, run.duration, 1441)[:-1]
    motion = states(system, run, t)
    x, y = np.asarray(system.kernel("point", body="coupler", at=(0.1152, 0.0, 0.0)).call(motion.q))[:, :2].T
    straight = np.flatnonzero(y < y.min() + 5e-4)
    tip = np.asarray(system.kernel("point", body="beam", at=(0.8365, 0.0, 0.0)).call(motion.q))[:, 1]
    ours: dict[str, Any] = {
        "x": (float(x.min()), float(x.max())),
        "y": (float(y.min()), float(y.max())),
        "stroke": float(np.ptp(x[straight])),
        "turn": float(360.0 * len(straight) / len(t)),
        "ratio": float(np.ptp(tip) / np.ptp(y)),
    }
    for theirs in run.numbers:
        yield judged(run, theirs, next(value for name, value in ours.items() if theirs.quantity.startswith(name)))
    yield Figure("Path of joint 9", "x in m", "y in m", (Curve("", x, y),))


@study("koul/3-RRR assembly modes", "koul/3-RRR assembly modes, first crank of the program")
def modes(run: Experiment) -> Iterator[Piece]:
    """All ways to close the loops with the cranks held."""
    system = compiled(run)
    cranks = system.driven
    found = system.assembly_modes(hold=cranks)
    passive = [system.q_names.index(name) for name in system.q_names if name not in cranks]
    plate = list(system.plan.bodies).index("platform")
    for theirs in run.numbers:
        if theirs.quantity.startswith("ways"):
            yield judged(run, theirs, len(found))
            continue
        q = found[1 if theirs.quantity.endswith("second") else 0]
        R, _ = system.poses(q)[:2]
        if theirs.quantity.startswith("angles"):
            yield judged(run, theirs, nearest_turns(q[passive], theirs.value))
        elif theirs.quantity.startswith("platform"):
            yield judged(run, theirs, float(np.degrees(np.arctan2(R[plate, 1, 0], R[plate, 0, 0])) % 360))
        else:
            middle = system.kernel("point", body="platform", at=(0.2, 0.2 / np.sqrt(3.0), 0.0)).call(q)
            yield judged(run, theirs, tuple(np.asarray(middle)[:2].tolist()))


@study("koul/structure of excavator", "koul/structure of scraper", "koul/structure of 3-RRR")
def topology(run: Experiment) -> Iterator[Piece]:
    """Block patterns, order of inverse dynamics and sizes of pivots, from the topology alone."""
    system = compiled(run)
    found = structure(system.plan)
    names = [part.name for part in found.subsystems]
    loops = range(len(found.loops))
    zeros = [f"({r + 1},{s + 1})" for r in loops for s in range(r) if (r, s) not in found.gicm]
    rows = [len(system.rows) // len(found.loops)] * len(found.loops)
    ours = {
        "subsystems of each": ", ".join(
            f"L{k + 1}: {' '.join(part.name for part in found.subsystems_of(k))}" for k in loops
        ),
        "blocks of the GICM": " ".join(zeros) or "none",
        "order": ", ".join(names[s] for step in found.inverse for s in step.subsystems),
        "sizes": (*(part.rates for part in found.subsystems), *rows),
    }
    for theirs in run.numbers:
        yield judged(run, theirs, next(x for name, x in ours.items() if theirs.quantity.startswith(name)))


@dataclass(frozen=True)
class Timed:
    """A run by one formulation, and the seconds of computing that its fastest repetition took."""

    record: Record
    seconds: float

    @property
    def evaluations(self) -> int:
        """Evaluations of the accelerations."""
        return int(self.record.about["evaluations"])


def timed(systems: dict[str, System], run: Experiment, **options: Any) -> dict[str, Timed]:
    """Both levels as in the paper: the pair of ode45, its tolerances, a sample each 0.01 s, loops not closed again."""
    usual: dict[str, Any] = {"every": 0.01, "method": "dopri5", "tolerance": run.tolerances, "projection": "none"}
    chosen = {**usual, **options}
    records = [{level: moved(system, run, **chosen) for level, system in systems.items()} for _ in range(REPEATS)]
    return {
        level: Timed(records[-1][level], min(each[level].about["wall_time"] for each in records)) for level in systems
    }


def worst(record: Record) -> tuple[float, float]:
    """Largest loop error and largest energy error of a run."""
    return float(record.e1.max()), float(np.abs(record.energy_balance).max())


@study(
    "koul/scraper free, loose", "koul/scraper free, tight", "koul/scraper forced",
    "koul/3-RRR free, loose", "koul/3-RRR free, tight", "koul/3-RRR forced",
)  # fmt: skip
def simulated(run: Experiment) -> Iterator[Piece]:
    """Both levels: computing times, loop and energy errors; the motion against tables."""
    systems = {level: compiled(run, formulation=name) for level, name in LEVELS.items()}
    control = None
    if run.course is not None:
        system = systems["subsystem"]
        control = played_back(system, motion_table(system, run))
    plain = timed(systems, run, control=control)
    closed = timed(systems, run, control=control, projection="position+velocity")
    chosen: dict[str, tuple[float, float]] = {}
    used: dict[str, Timed] = {}
    for level in LEVELS:
        theirs = number(run, f"computing time with {level}-level")
        one, reason = plain[level], OTHER
        if not one.record.outcome.complete:
            one, reason = closed[level], f"loops closed again: without that it {ended(one.record)}; {OTHER}"
        yield beside(run, theirs, one.seconds, reason)
        chosen[level], used[level] = (theirs.value, one.seconds), one
    (a, b), (c, d) = chosen["system"], chosen["subsystem"]
    ratio = Number("computing time, subsystem over system level", c / a, 0.0, "table 3")
    yield beside(run, ratio, d / b, "all of a run: accelerations, steps, samples")
    yield from _multipliers(run, systems, used)
    for theirs in run.numbers:
        if theirs.quantity.startswith("loop error in m at"):
            one = plain["subsystem"].record
            instants = [
                float(t) for t in theirs.quantity.removeprefix("loop error in m at").removesuffix("s").split(",")
            ]
            ours = tuple(float(one.e1[one.t <= t + 1e-9][-1]) for t in instants)
            yield beside(run, theirs, ours, "loops not closed again; another control of the step")
        elif theirs.quantity.startswith("loop error"):
            yield beside(run, theirs, worst(plain["subsystem"].record), "loops not closed again")
    columns_of = (
        "formulation",
        "loops closed again",
        "evaluations",
        "seconds",
        "loop error in m",
        "energy error in J",
        "ended",
    )
    lines = [
        (LEVELS[level], word, one.evaluations, one.seconds, *worst(one.record), ended(one.record))
        for word, group in (("no", plain), ("yes", closed))
        for level, one in group.items()
    ]
    yield Sheet("Both levels", columns_of, tuple(lines))
    yield from _motion(run, systems["subsystem"], plain["subsystem"], closed["subsystem"], control)


def _multipliers(run: Experiment, systems: dict[str, System], used: dict[str, Timed]) -> Iterator[Piece]:
    """Time for λ alone over the run: time of one evaluation in machine code times the run's evaluations."""
    wanted = {level: [n for n in run.numbers if n.quantity.startswith(f"time for the multipliers, {level} level")]
              for level in LEVELS}  # fmt: skip
    if not all(wanted.values()):
        return
    spent = {level: Multipliers.of(system) for level, system in systems.items()}
    for level, (theirs,) in wanted.items():
        own = spent[level].seconds
        reason = f"{1e9 * own:.0f} ns and {spent[level].operations} operations an evaluation; {OTHER}"
        yield beside(run, theirs, own * used[level].evaluations, reason)
    a, b = spent["system"], spent["subsystem"]
    counted = 1 - b.operations / a.operations
    yield beside(
        run, number(run, "saving"), 1 - b.seconds / a.seconds,
        f"{100 * counted:.0f} per cent of the operations; theirs are dense matrices in an interpreter",
    )  # fmt: skip
    reason = "theirs from the inverses on, ours with inertias, Jacobian and bias"
    yield beside(run, number(run, "operations"), (a.operations, b.operations), reason)


@dataclass(frozen=True)
class Multipliers:
    """What λ alone costs in one formulation: operations, and seconds for one state in a batch on one core; `whole` are
    the operations of λ and all accelerations.
    """

    operations: int
    seconds: float
    whole: int

    @classmethod
    def of(cls, system: System) -> Multipliers:
        """Counted and measured at the starting pose."""
        function = system.function("forward_dynamics")
        alone = replace(function, outputs=tuple(port for port in function.outputs if port.name == "lam"))
        total, whole = counts(alone).total, counts(function).total
        if system.formulation == "multipliers" and total > LARGEST_DENSE:
            return cls(total, np.nan, whole)
        still = np.zeros(system.n_v)
        return cls(total, seconds_a_state(alone, {"q": system.closed_start, "v": still, "tau": still}), whole)


def _motion(run: Experiment, system: System, plain: Timed, closed: Timed, control: Table | None) -> Iterator[Piece]:
    """Tables, and figures of the motion and of the loop error."""
    for table in run.tables:
        exact = moved(system, run, duration=table.times[-1], every=0.01)
        yield from tabled(run, table, columns(system, at(exact, table.times).q, table.of), turns=True)
    both = {"as in the paper": plain.record, "loops closed again": closed.record}
    errors = tuple(Curve(name, record.t, record.e1 + 1e-17) for name, record in both.items())
    yield Figure("Loop error", "t in s", "m", errors, log=True)
    t, driven = closed.record.t, system.driven
    q = columns(system, closed.record.q, driven)
    if control is None:
        yield Figure("Free motion, loops closed", "t in s", "angle in rad", curves(t, driven, q))
    else:
        wanted = sample(trajectory(run), t).position
        yield Figure("Wanted and driven", "t in s", "angle in rad",
                     (*curves(t, [f"{name}, wanted" for name in driven], wanted), *curves(t, driven, q)))  # fmt: skip
        off = np.abs(q - wanted) + 1e-17
        yield Figure("Cranks off their course", "t in s", "rad", curves(t, driven, off), log=True)


@study("koul/3-RRR free, heavier platform")
def heavier(run: Experiment) -> Iterator[Piece]:
    """Free fall with the platform inertia of the program's file."""
    system, (table,) = compiled(run), run.tables
    record = moved(system, run, every=0.01)
    yield from tabled(run, table, columns(system, at(record, table.times).q, table.of), turns=True)
    q = columns(system, record.q, table.of)
    yield Figure("Free fall", "t in s", "angle in rad", (*curves(record.t, table.of, q), *dots(table)))


@study("koul/row of four-bars", "koul/platform on legs", long=True)
def family(run: Experiment) -> Iterator[Piece]:
    """Cost of λ at both levels as the machine grows."""
    sizes = run.control["k"]
    found: dict[str, list[Multipliers]] = {level: [] for level in LEVELS}
    for k in sizes:
        for level, formulation in LEVELS.items():
            options = {"spread": 0.2} if run.name.endswith("four-bars") else {}
            system = run.machine(k=k, **options).compile(formulation=formulation)
            found[level].append(Multipliers.of(system))
    theirs, in_time, in_all = run.numbers
    savings = tuple(1 - b.operations / a.operations for a, b in zip(found["system"], found["subsystem"]))
    all_k = f"k = {', '.join(map(str, sizes))}"
    yield beside(run, theirs, savings, f"of the counted operations for λ, {all_k}")
    spent = tuple(1 - b.seconds / a.seconds for a, b in zip(found["system"], found["subsystem"]))
    yield beside(run, in_time, spent, f"of the seconds for λ, {all_k}; at system level only counted where not finite")
    whole = tuple(1 - b.whole / a.whole for a, b in zip(found["system"], found["subsystem"]))
    yield beside(run, in_all, whole, f"of all operations of the accelerations, {all_k}")
    lines = [
        (k, a.operations, b.operations, 1e6 * a.seconds, 1e6 * b.seconds)
        for k, a, b in zip(sizes, found["system"], found["subsystem"])
    ]
    names = ("k", "operations, system", "operations, subsystem", "µs a state, system", "µs a state, subsystem")
    yield Sheet("λ alone; not a number where the system-level kernel was only counted", names, tuple(lines))
    values = np.array([[line[1], line[2]] for line in lines], dtype=float)
    yield Figure("Operations for λ", "k", "operations", curves(np.array(sizes, float), tuple(LEVELS), values), log=True)
