"""Machines with loops of Shah, Saha and Dutt (2013): four-bar, leg, 3-RRR."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from linkwork.blueprint.library import hoeken_four_bar
from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.published.book_loops import LINKS
from linkwork.record import Record
from linkwork.simulate.control import Table
from linkwork.system import System

from ..courses import States, states
from ..findings import Curve, Figure, Piece, Sheet, beside, curves, dots, judged, number, tabled
from ..runs import TIGHT, at, columns, compiled, cut_forces, motion_table, moved, played_back, torques
from ..study import study


@study("book/four-bar inverse (listing)", "book/four-bar inverse (table)", "book/leg inverse", "book/3-RRR inverse")
def inverse(run: Experiment) -> Iterator[Piece]:
    """Angles, torques and cut-joint forces along the course; extremes and mean over a turn."""
    system = compiled(run)
    for table in run.tables[:-1]:
        motion = states(system, run, table.times)
        values = motion.v if table.quantity == "rate" else motion.q
        yield from tabled(run, table, columns(system, values, table.of), turns=table.quantity == "coordinate")
    table = run.tables[-1]
    found = driving(system, run, np.array(table.times), table.of)
    if run.course is not None and run.course.body:
        reason = "the independent calculation took rates and accelerations by differences, which leaves 2e-6"
        yield from tabled(run, table, found, reason, slack=4.0)
    else:
        yield from tabled(run, table, found, "the recomputed table rounds its last digit to within a tenth", slack=1.1)
    yield from _more(system, run)
    fine = np.linspace(0.0, run.duration, 201)
    found = driving(system, run, fine, table.of)
    drives = [k for k, name in enumerate(table.of) if " " not in name]
    names = [table.of[k] for k in drives]
    points = [c for k, c in enumerate(dots(table)) if k in drives]
    yield Figure("Driving torques", "t in s", "τ in Nm", (*curves(fine, names, found[:, drives]), *points))
    forces = [k for k, name in enumerate(table.of) if " " in name]
    yield Figure(
        "Forces of the cut joints", "t in s", "N", curves(fine, [table.of[k] for k in forces], found[:, forces])
    )


@study("book/leg inverse (program's masses)")
def extremes(run: Experiment) -> Iterator[Piece]:
    """Largest and smallest torque over the course."""
    yield from _more(compiled(run), run)


def _more(system: System, run: Experiment) -> Iterator[Piece]:
    """The start; largest, smallest and mean values over the course."""
    first = states(system, run, [0.0])
    joints = {
        "angles of rocker and": ("rocker", "coupler"),
        "angles of rocker, coupler": ("rocker", "coupler", "thigh", "guide", "shank", "brace"),
        "rates": ("crank", "rocker", "coupler"),
        "angles at": LINKS,
        "cranks": ("base_1", "base_2", "base_3", "elbow_1", "corner_1"),
    }
    for theirs in run.numbers:
        of = next((names for words, names in joints.items() if theirs.quantity.startswith(words)), None)
        if of is not None:
            here = columns(system, first.v if theirs.quantity.startswith("rates") else first.q, of)[0]
            turns = np.round((here - np.array(theirs.value)) / (2 * np.pi)) * (theirs.quantity[0] != "r")
            yield judged(run, theirs, tuple((here - 2 * np.pi * turns).tolist()))
        elif theirs.quantity.startswith("instant"):
            sign = 1.0 if "largest" in theirs.quantity else -1.0
            yield judged(run, theirs, _extreme(system, run, "torque", sign)[0])
        elif theirs.quantity.startswith("way"):
            ways = [np.ptp([over_a_turn(system, run, f"{which} {of} y") for which in ("largest", "smallest")])
                    for of in ("foot", "tip")]  # fmt: skip
            yield judged(run, theirs, float(ways[0] / ways[1]))
        else:
            yield judged(run, theirs, over_a_turn(system, run, theirs.quantity))


def driving(system: System, run: Experiment, times: np.ndarray, of: tuple[str, ...]) -> np.ndarray:
    """Columns that a table names: a driven joint, or "cut x", "cut y" for a force in ground axes."""
    motion = states(system, run, times)
    tau, lam = torques(system, motion)
    cuts = list(dict.fromkeys(name.split()[0] for name in of if " " in name))
    forces = cut_forces(system, motion, lam, cuts) if cuts else np.zeros((len(times), 0))
    where = {f"{cut} {axis}": forces[:, 2 * k + i] for k, cut in enumerate(cuts) for i, axis in enumerate("xy")}
    where |= {name: columns(system, tau, [name])[:, 0] for name in of if " " not in name}
    return np.column_stack([where[name] for name in of])


def over_a_turn(system: System, run: Experiment, quantity: str) -> float:
    """Largest, smallest or mean value of what `_along` names, as in "largest pin x in N"."""
    which, of = quantity.split(" in ")[0].removesuffix(" over a turn").split(" ", 1)
    if which == "mean":
        t = np.linspace(0.0, run.duration, 241)[:-1]
        return float(_along(system, run, of, t).mean())
    return _extreme(system, run, of, 1.0 if which == "largest" else -1.0)[1]


def _extreme(system: System, run: Experiment, of: str, sign: float) -> tuple[float, float]:
    """Instant and value of the largest (sign 1) or smallest value (sign −1) over a turn."""
    t = np.linspace(0.0, run.duration, 241)[:-1]
    k = int(np.argmax(sign * _along(system, run, of, t)))
    around = t[k] + np.linspace(-t[1], t[1], 33)
    later = around + (run.duration if k == 0 else 0.0)  # the course is a whole turn
    instant, height = top(around, sign * _along(system, run, of, later))
    return instant, sign * height


def _along(system: System, run: Experiment, of: str, times: np.ndarray) -> np.ndarray:
    """The crank's torque, a cut force as "pin x", an angle, or a coordinate of the leg's foot or coupler's tip."""
    points = {"foot": ("shank", 0.3), "tip": ("coupler", -0.0625)}
    if of.split()[0] in points:
        body, along = points[of.split()[0]]
        place = system.kernel("point", body=body, at=(along, 0.0, 0.0))
        return np.asarray(place.call(states(system, run, times).q))[:, "xyz".index(of[-1])]
    if of in system.q_names:
        return np.unwrap(columns(system, states(system, run, times).q, [of])[:, 0])
    return driving(system, run, times, ("crank" if of == "torque" else of,))[:, 0]


def top(t: np.ndarray, y: np.ndarray) -> tuple[float, float]:
    """Instant and height of the top of evenly spaced samples: that of the parabola through the largest three."""
    k = int(np.argmax(y))
    if not 0 < k < len(y) - 1:
        return float(t[k]), float(y[k])
    slope, bend = (y[k + 1] - y[k - 1]) / 2, y[k + 1] - 2 * y[k] + y[k - 1]
    along = -slope / bend if bend else 0.0
    return float(t[k] + along * (t[k + 1] - t[k])), float(y[k] + slope * along / 2)


def peak(y: np.ndarray) -> float:
    """Height of the top of evenly spaced samples."""
    return top(np.arange(float(len(y))), y)[1]


@study("book/four-bar forced (listing)", "book/four-bar forced (table)", "book/leg forced")
def forced(run: Experiment) -> Iterator[Piece]:
    """The crank driven by its own torque: an unstable motion that follows as long as nothing disturbs it."""
    system = compiled(run)
    course = motion_table(system, run)
    torque = played_back(system, course)
    crank = system.rate_indices("crank")[0]
    assert run.tolerances is not None
    records: dict[str, Record] = {}
    for (relative, absolute), closing in product(((1e-5, 1e-7), (1e-8, 1e-10), (1e-12, 1e-12)), ("none", "position")):
        method = "dopri5" if relative > 1e-9 else "dop853"
        name = f"tolerances {relative:g}, {absolute:g}{'' if closing == 'none' else ', loops closed again'}"
        records[name] = moved(
            system, run, every=0.01, control=torque, projection=closing, method=method, tolerance=(relative, absolute)
        )
    if run.machine is hoeken_four_bar:
        start = (
            system.q(crank=0.0, rocker=0.9844, coupler=4.3144), system.v(crank=4.7124, rocker=1.4045, coupler=0.0)
        )  # fmt: skip
        coarse = Table(torque.t[::10], torque.value[::10], "linear")
        for name, given, options in (
            ("four digits at the start", torque, {"tolerance": TIGHT}),
            ("and torques of each 0.01 s", coarse, {"method": "dopri5", "tolerance": run.tolerances}),
        ):
            records[name] = system.simulate(
                *start, duration=run.duration, record_every=0.01, control=given, projection="none", **options
            )
    errors = {name: np.abs(_crank_error(run, record, crank)) for name, record in records.items()}
    largest = {name: float(error.max()) for name, error in errors.items()}
    plain = tuple(error for name, error in largest.items() if name.startswith("tol") and not name.endswith("again"))
    for theirs in run.numbers:
        if "tolerances" in theirs.quantity:
            yield beside(run, theirs, plain, "loops not closed again; another control of the step")
        elif "four digits" in theirs.quantity:
            yield beside(run, theirs, largest["four digits at the start"], f"at tolerance {TIGHT:g}")
        elif "straight" in theirs.quantity:
            reason = "diverges there, more than 20 rad" if theirs.value > 1 else "another control of the step"
            yield beside(run, theirs, largest["and torques of each 0.01 s"], reason)
        else:
            yield beside(run, theirs, plain[0], f"at the book's tolerances; {plain[-1]:.1g} at 1e-12")
    yield Sheet("Largest error of the crank's angle in rad", ("case", "error"), tuple(largest.items()))
    drawn = tuple(Curve(name, records[name].t, error + 1e-17) for name, error in errors.items())
    yield Figure("Error of the crank's angle", "t in s", "rad", drawn, log=True)


def _crank_error(run: Experiment, record: Record, crank: int) -> np.ndarray:
    assert run.course is not None
    return record.q[:, crank] - run.course.arguments["rate"][0] * record.t


@study("book/3-RRR free", "book/3-RRR free (table as printed)")
def three_rrr_free(run: Experiment) -> Iterator[Piece]:
    """Free fall, chaotic after half a second."""
    system, table = compiled(run), run.tables[0]
    record = moved(system, run, every=0.01)
    yield from tabled(run, table, columns(system, at(record, table.times).q, table.of))
    if run.tables[1:]:
        still = np.zeros(system.n_v)
        qdd, lam = system.forward_dynamics(system.closed_start, still, still)
        yield from tabled(run, run.tables[1], [columns(system, qdd, table.of)])
        here = States(np.zeros(1), system.closed_start[None], still[None], qdd[None])
        yield from tabled(run, run.tables[2], cut_forces(system, here, lam[None], ("elbow_2", "elbow_3")))
    for theirs in run.numbers:
        if theirs.quantity.startswith("places"):
            feet = [system.blueprint.joint(name).parent.pose.translation for name in ("base_2", "base_3")]
            places = tuple(float(x) for foot in feet for x in list(foot)[:2])
            yield judged(run, theirs, places, "one of them rounded up there", tolerance=5.5e-6)
        elif theirs.quantity.startswith("angles"):
            yield judged(run, theirs, tuple(columns(system, system.closed_start[None], table.of)[0].tolist()))
    energy = record["energy.kinetic"] + record["energy.potential"]
    yield judged(run, number(run, "energy"), float(energy[0]), f"it changes by {np.ptp(energy):.1g} J in the fall")
    found = columns(system, record.q, table.of)
    yield Figure("Free fall", "t in s", "angle in rad", (*curves(record.t, table.of, found), *dots(table)))
