"""Machines with loops of Shah, Saha and Dutt (2013): four-bar, leg, 3-RRR."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.optimize import minimize_scalar

from linkwork.blueprint.library.experiment import Experiment
from linkwork.record import Record
from linkwork.system import System

from ..courses import states
from ..findings import Curve, Figure, Piece, Sheet, curves, dots, judged, number, tabled
from ..runs import TIGHT, at, columns, compiled, cut_forces, motion_table, moved, played_back, torques
from ..study import study


@study("book/four-bar inverse (listing)", "book/four-bar inverse (table)", "book/leg inverse", "book/3-RRR inverse")
def inverse(run: Experiment) -> Iterator[Piece]:
    """Torques and cut-joint forces along the course; extremes and mean over a turn."""
    system, table = compiled(run), run.tables[-1]
    if run.tables[0].quantity == "coordinate":
        angles = run.tables[0]
        yield from tabled(run, angles, columns(system, states(system, run, angles.times).q, angles.of), turns=True)
    found = driving(system, run, np.array(table.times), table.of)
    if run.course is not None and run.course.body:
        reason = "the independent calculation took rates and accelerations by differences, which leaves 2e-6"
        yield from tabled(run, table, found, reason, slack=4.0)
    else:
        yield from tabled(run, table, found)
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
    """Largest, smallest or mean torque of the crank over the course."""
    t = np.linspace(0.0, run.duration, 721)[:-1]

    def torque(times: np.ndarray) -> np.ndarray:
        return driving(system, run, times, ("crank",))[:, 0]

    values = torque(t)
    if quantity.startswith("mean"):
        return float(values.mean())
    sign = -1.0 if quantity.startswith("largest") else 1.0
    k = int(np.argmin(sign * values))
    around = (t[max(k - 1, 0)], t[k], t[min(k + 1, len(t) - 1)])
    best = minimize_scalar(lambda x: sign * torque(np.array([x]))[0], (around[0], around[2]), tol=1e-6)
    return sign * min(float(best.fun), float(sign * values[k]))  # type: ignore[union-attr]


@study("book/four-bar forced")
def four_bar_forced(run: Experiment) -> Iterator[Piece]:
    """The crank driven by its own torque: an unstable motion that follows as long as nothing disturbs it."""
    system, (theirs,) = compiled(run), run.numbers
    table = motion_table(system, run)
    torque = played_back(system, table)
    crank = system.rate_indices("crank")[0]
    assert run.tolerances is not None
    loose = {"method": "dopri5", "tolerance": run.tolerances}
    as_printed = system.simulate(
        system.q(crank=0.0, rocker=0.9844, coupler=4.3144), system.v(crank=4.7124, rocker=1.4045, coupler=0.0),
        duration=run.duration, record_every=0.01, control=torque, tolerance=TIGHT, projection="none",
    )  # fmt: skip
    cases = {
        "the book's tolerances": moved(system, run, every=0.01, control=torque, projection="none", **loose),
        "the same, loops closed again": moved(system, run, every=0.01, control=torque, **loose),
        "tolerance 1e-11": moved(system, run, every=0.01, control=torque),
        "tolerance 1e-11, the four digits of table 10.8 at the start": as_printed,
    }
    errors = {name: np.abs(_crank_error(run, record, crank)) for name, record in cases.items()}
    rows = [(name, float(error.max())) for name, error in errors.items()]
    yield judged(run, theirs, rows[0][1], "at the book's tolerances, loops not projected", tolerance=0.01)
    yield Sheet("Largest error of the crank's angle in rad", ("case", "error"), tuple(rows))
    drawn = tuple(Curve(name, cases[name].t, error + 1e-17) for name, error in errors.items())
    yield Figure("Error of the crank's angle", "t in s", "rad", drawn, log=True)


def _crank_error(run: Experiment, record: Record, crank: int) -> np.ndarray:
    assert run.course is not None
    return record.q[:, crank] - run.course.arguments["rate"][0] * record.t


@study("book/3-RRR free")
def three_rrr_free(run: Experiment) -> Iterator[Piece]:
    """Free fall, chaotic after half a second."""
    system, (table,) = compiled(run), run.tables
    record = moved(system, run, every=0.01)
    yield from tabled(run, table, columns(system, at(record, table.times).q, table.of))
    energy = float(record["energy.kinetic"][-1] + record["energy.potential"][-1])
    yield judged(run, number(run, "energy"), energy)
    found = columns(system, record.q, table.of)
    yield Figure("Free fall", "t in s", "angle in rad", (*curves(record.t, table.of, found), *dots(table)))
