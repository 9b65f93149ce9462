"""Machines with loops of Shah, Saha and Dutt (2013): four-bar, leg, 3-RRR."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.blueprint.library.experiment import Experiment
from linkwork.record import Record
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
    yield from extremes(run)
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
    """Largest, smallest and mean values over the course."""
    system = compiled(run)
    for theirs in run.numbers:
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
    """The crank's torque, a cut force as in "largest pin x in N", or a coordinate of the leg's foot, "foot x"."""
    which, of = quantity.split(" in ")[0].removesuffix(" over a turn").split(" ", 1)
    t = np.linspace(0.0, run.duration, 241)[:-1]

    def value(times: np.ndarray) -> np.ndarray:
        if of.startswith("foot"):
            foot = system.kernel("point", body="shank", at=(0.3, 0.0, 0.0))
            return np.asarray(foot.call(states(system, run, times).q))[:, "xyz".index(of[-1])]
        return driving(system, run, times, ("crank" if of == "torque" else of,))[:, 0]

    values = value(t)
    if which == "mean":
        return float(values.mean())
    sign = 1.0 if which == "largest" else -1.0
    k = int(np.argmax(sign * values))
    fine = value(t[k] + np.linspace(-t[1], t[1], 33) + (run.duration if k == 0 else 0.0))  # the course is a whole turn
    return sign * peak(sign * fine)


def peak(y: np.ndarray) -> float:
    """The top of a row of samples: of the parabola through the largest one and its neighbours."""
    k = int(np.argmax(y))
    if not 0 < k < len(y) - 1:
        return float(y[k])
    slope, bend = (y[k + 1] - y[k - 1]) / 2, y[k + 1] - 2 * y[k] + y[k - 1]
    return float(y[k] - (slope**2 / (2 * bend) if bend else 0.0))


@study("book/four-bar forced", "book/leg forced")
def forced(run: Experiment) -> Iterator[Piece]:
    """The crank driven by its own torque: an unstable motion that follows as long as nothing disturbs it."""
    system, (theirs,) = compiled(run), run.numbers
    torque = played_back(system, motion_table(system, run))
    crank = system.rate_indices("crank")[0]
    assert run.tolerances is not None
    loose: dict[str, Any] = {"method": "dopri5", "tolerance": run.tolerances}
    cases = {
        "the book's tolerances": moved(system, run, every=0.01, control=torque, projection="none", **loose),
        "the same, loops closed again": moved(system, run, every=0.01, control=torque, **loose),
        "tolerance 1e-11": moved(system, run, every=0.01, control=torque),
    }
    if run.name == "book/four-bar forced":
        cases["tolerance 1e-11, the four digits of table 10.8 at the start"] = system.simulate(
            system.q(crank=0.0, rocker=0.9844, coupler=4.3144), system.v(crank=4.7124, rocker=1.4045, coupler=0.0),
            duration=run.duration, record_every=0.01, control=torque, tolerance=TIGHT, projection="none",
        )  # fmt: skip
    errors = {name: np.abs(_crank_error(run, record, crank)) for name, record in cases.items()}
    rows = [(name, float(error.max())) for name, error in errors.items()]
    yield beside(run, theirs, rows[0][1], f"{rows[0][0]}, loops not closed again; {rows[2][1]:.1g} at {rows[2][0]}")
    yield Sheet("Largest error of the crank's angle in rad", ("case", "error"), tuple(rows))
    drawn = tuple(Curve(name, cases[name].t, error + 1e-17) for name, error in errors.items())
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
    energy = record["energy.kinetic"] + record["energy.potential"]
    yield judged(run, number(run, "energy"), float(energy[0]), f"it changes by {np.ptp(energy):.1g} J in the fall")
    found = columns(system, record.q, table.of)
    yield Figure("Free fall", "t in s", "angle in rad", (*curves(record.t, table.of, found), *dots(table)))
