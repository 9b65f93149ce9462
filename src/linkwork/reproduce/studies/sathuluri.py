"""Sathuluri (2019): free fall of the Stewart platform in several coordinates, tracking, heave of the 6-RSS."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np

from linkwork.blueprint.library import find_experiment, stewart_platform
from linkwork.blueprint.library.experiment import Experiment
from linkwork.motion import sample
from linkwork.record import Record
from linkwork.simulate.control import ComputedTorque, Gains, Sampled
from linkwork.system import System

from ..courses import States, course_of, states, trajectory
from ..findings import Curve, Figure, Piece, Sheet, Verdict, beside, curves, differing, dots, judged, number, tabled
from ..runs import TIGHT, at, columns, compiled, ended, motion_table, moved, torques
from ..stopwatch import seconds
from ..study import study
from .book_loops import peak
from .sathuluri_readings import lengths_within
from .sathuluri_singular import rank
from .sathuluri_start import legs_by_platform

MASSES = ("corrected", "exchanged", "printed")
LEGS = tuple(f"leg_{k}" for k in range(1, 7))
SPACES: dict[str, tuple[str, dict[str, Any]]] = {
    "configuration": ("legs", {"formulation": "multipliers"}),
    "actuator": ("extended", {"formulation": "embedding", "independent": LEGS}),
    "extended to task": ("extended", {"formulation": "extended"}),
}
"""Tree and options that stand for the thesis's coordinates."""
OTHERS = ("augmented", "multipliers", "reduced", "interleaved", "task", "projection", "penalty")
FALL: dict[str, Any] = {"method": "dopri5", "tolerance": 1e-9, "projection": "none", "record_every": 0.01}


@study(*(f"sathuluri/free fall ({masses})" for masses in ("corrected", "exchanged", "printed")))
def free_fall(run: Experiment) -> Iterator[Piece]:
    """Height of the platform, the instant at which it is level with the base, forces that would hold it."""
    system, (table,) = compiled(run), run.tables
    record = moved(system, run, every=0.02)
    heights = at(record, table.times)
    found = np.column_stack([heights.q[:, 2], system.coordinate_rates(heights.q, heights.v)[:, 2]])
    yield from tabled(run, table, found)
    level = system.simulate(
        duration=run.duration, tolerance=TIGHT, events={"level": lambda t, q, v: q[2]}, record_every=0.1
    )
    instant = float(level.ending.t)
    still = np.zeros(system.n_v)
    qdd = system.forward_dynamics(system.start, still, still)[0]
    hold = columns(system, system.inverse_dynamics(system.start, still, still)[0], LEGS)
    ours = {
        "singular instant": instant,
        "instant of z": instant,
        "acceleration of z": float(qdd[system.rate_indices("platform")[5]]),
        "energy": float(sum(system.energies(system.start, still))),
        "static force": float(hold[np.argmax(np.abs(hold - hold.mean()))]),
    }
    masses = run.arguments["masses"]
    reason = (
        "the table interchanges the masses of the two links; they contradict its inertias"
        if masses == "printed"
        else ""
    )
    last = record.q[-1]
    ours["x and y"] = bool(np.abs(last[:2]).max() < 8e-3 and np.abs(last[4:7] / last[3]).max() < 2.5e-3)
    for theirs in run.numbers:
        if theirs.quantity.startswith("determinant"):
            continue
        value = next(x for name, x in ours.items() if theirs.quantity.startswith(name))
        yield judged(run, theirs, value, reason if theirs.quantity.startswith("singular") else "")
    yield from rank(run, system)
    own = curves(record.t, ("z",), record.q[:, 2:3])
    points = tuple(Curve("", curve.x, curve.y, dots=True) for curve in dots(table)[:1])
    yield Figure("Height of the platform", "t in s", "z in m", (*own, *points))


def fall(run: Experiment, tree: str, options: dict[str, Any]) -> tuple[System, Record]:
    """Free fall in one formulation, loops left as the integration has them."""
    system = stewart_platform(**run.arguments, tree=tree).compile(**options)
    return system, system.simulate(duration=run.duration, **FALL)


def height(system: System, record: Record) -> np.ndarray:
    """z of the platform."""
    at_platform = list(system.plan.bodies).index("platform")
    return system.poses(record.q)[1][:, at_platform, 2]


@study("sathuluri/formulations in free fall")
def formulations(run: Experiment) -> Iterator[Piece]:
    """Error measures e1 to e4 of every formulation, with the loops left alone and closed again."""
    cases = {**SPACES, **{name: ("extended", {"formulation": name}) for name in OTHERS}}
    lines, errors = [], {name: [] for name in ("e1", "e2", "e3", "e4")}
    heights, closed = {}, {}
    for name, (tree, options) in cases.items():
        system, record = fall(run, tree, options)
        measures = {each: np.abs(getattr(record, each)) for each in errors}
        lines.append(
            (name, *(float(x.max()) for x in measures.values()), int(record.about["evaluations"]), ended(record))
        )
        for each, values in measures.items():
            if name != "penalty":
                errors[each].append(Curve(name, record.t, values + 1e-19))
        if name in SPACES:
            heights[name] = height(system, record)
            closed[name] = system.simulate(duration=run.duration, **{**FALL, "projection": "position+velocity"})
            worst = (float(np.abs(getattr(closed[name], each)).max()) for each in errors)
            lines.append((f"{name}, loops closed again", *worst, int(closed[name].about["evaluations"]), "finished"))
    actuator, task, instant, upward, low, loose, tight, axis = run.numbers
    reason = "in m, largest of the run with loops closed again at each step; theirs solves the closure at each instant"
    yield beside(run, actuator, float(closed["actuator"].e1.max()), reason)
    yield beside(run, task, float(closed["extended to task"].e1.max()), reason)
    z = heights["actuator"]
    t = closed["actuator"].t
    crossing = float(np.interp(0.0, -z, t))
    reason = "when the Jacobian of the passive joints is singular; the run goes through, its steps miss that instant"
    yield judged(run, instant, crossing, reason)
    z = heights["configuration"]
    moving = "downward" if np.all(np.diff(z[t >= 0.48]) < 0) else "upward"
    why = (
        "upward motion would need an impulse: the full Jacobian keeps its rank there, only that of the passive joints "
        "loses it, and this formulation does not invert that one"
    )
    yield differing(run, upward, moving, why)
    yield judged(run, low, float(z[-1]))
    tree, options = SPACES["configuration"]
    system = stewart_platform(**run.arguments, tree=tree).compile(**options)
    for theirs, method, tolerance in ((loose, "dopri5", 1e-6), (tight, "dop853", (1e-11, 1e-12))):
        chosen = {**FALL, "method": method, "tolerance": tolerance}
        record = system.simulate(duration=run.duration, **chosen)
        worst_of = tuple(float(np.abs(getattr(record, each)).max()) for each in errors)
        yield beside(run, theirs, worst_of, "here of five balls, in m; there of squared distances and triple products")
        if theirs is loose:
            reason = "what the linear solver leaves; tolerances of the figure are not given"
            yield beside(run, axis, worst_of[2], reason)
    names = ("formulation", "e1 in m", "e2 in m/s", "e3 in m/s²", "e4 in per cent", "evaluations", "ended")
    yield Sheet("Error measures (4.2) to (4.5), Dormand–Prince 5(4) at 1e-9", names, tuple(lines))
    for each, title in zip(errors, ("position", "velocity", "acceleration", "energy, per cent")):
        yield Figure(f"{each}: {title}", "t in s", each, tuple(errors[each]), log=True)


@study("sathuluri/circle", "sathuluri/Lissajous", long=True)
def tracking(run: Experiment) -> Iterator[Piece]:
    """Computed torque in the legs: the platform starts off its path, at rest."""
    path = trajectory(run)
    start = [float(x) for x in path.position(0.0)]
    on_path = run.machine(pose=(*start, 0.0, 0.0, 0.0), **run.arguments).compile()
    table = motion_table(on_path, run)
    away = [x + dx for x, dx in zip(start, run.control["offset"])]
    system = run.machine(pose=(*away, 0.0, 0.0, 0.0), **run.arguments).compile()
    law = ComputedTorque(table, Gains(run.control["kp"], run.control["kd"]))
    record = system.simulate(duration=run.duration, control=law, tolerance=1e-9, record_every=0.01)
    error = np.linalg.norm(record.q[:, :3] - sample(path, record.t).position, axis=1)
    for theirs in run.tables:
        where = [int(np.argmin(np.abs(record.t - t))) for t in theirs.times]
        yield from tabled(run, theirs, error[where, None], "perfect model; the offset of the start is assumed")
    along = on_the_path(on_path, States(table.t[::5], table.q[::5], table.v[::5], table.vd[::5]))
    for theirs in run.numbers:
        if theirs.quantity.startswith("settling"):
            settled = float(record.t[error > 0.02 * error[0]].max())
            yield judged(run, theirs, settled < 0.2, f"{settled:.2f} s to 2 per cent of the first error")
        elif "computing" in theirs.quantity:
            reason = f"{record.about['evaluations']} evaluations for {run.duration:g} s; another computer"
            yield beside(run, theirs, record.about["wall_time"], reason)
        else:
            row = judged(run, theirs, along[theirs.quantity])
            beyond = "an extreme between the instants of the independent calculation"
            yield row if row.verdict is Verdict.AGREES else replace(row, reason=beyond)
    settled = record.t > 0.3
    lines = (
        (float(error[0]), float(error[settled].max()), int(record.about["evaluations"]), record.about["wall_time"]),
    )
    names = ("error at the start in m", "largest error after 0.3 s in m", "evaluations", "seconds")
    yield Sheet("Tracking", names, lines)
    wanted = sample(path, record.t).position
    both = (Curve("wanted", wanted[:, 0], wanted[:, 1]), Curve("moved", record.q[:, 0], record.q[:, 1]))
    yield Figure("Path, seen from above", "x in m", "y in m", both)
    yield Figure("Tracking error", "t in s", "m", (Curve("", record.t, error + 1e-17),), log=True)


def on_the_path(system: System, motion: States) -> dict[str, Any]:
    """Leg lengths, ∂l/∂x and leg forces along the path, by the words of the source's numbers."""
    lengths = motion.q[:, [system.q_names.index(leg) for leg in LEGS]]
    jacobians = [legs_by_platform(system, q) for q in motion.q]
    determinants = np.abs(np.linalg.det(jacobians))
    found: dict[str, Any] = {
        "leg lengths on the path in m": (float(lengths.min()), float(lengths.max())),
        "determinant of ∂l/∂x on the path": (float(determinants.min()), float(determinants.max())),
        "largest condition of ∂l/∂x on the path": float(np.linalg.cond(jacobians).max()),
    }
    for masses in MASSES:
        other = system if masses == "corrected" else stewart_platform(masses).compile()
        forces = columns(other, torques(other, motion)[0], LEGS)
        found[f"range of leg forces in N, {masses} masses"] = (float(forces.min()), float(forces.max()))
        if masses == "corrected":
            found["leg forces at the start in N"] = tuple(forces[0].tolist())
    return found


RATE = 500.0  # 1/s: of the sampled controller; the thesis gives none
CORNER = 0.05  # s after a blended corner in which the error still belongs to it


@study("sathuluri/rectangle in 4 s", "sathuluri/rectangle in 2 s", long=True)
def rectangle(run: Experiment) -> Iterator[Piece]:
    """Computed torque that is sampled and held: the error at the corners, on the sides, and of both durations."""
    record, error, corner = held_computed_torque(run.name)
    settled = record.t > 0.3
    at_corners, on_sides = (float(error[settled & where].max()) for where in (corner, ~corner))
    reason = f"{1e3 * at_corners:.3f} mm there and {1e3 * on_sides:.3f} mm else, torques held for {1e3 / RATE:g} ms"
    yield judged(run, number(run, "error larger at the corners"), at_corners > on_sides, reason)
    for theirs in run.numbers:
        if theirs.quantity.startswith("leg lengths"):
            yield judged(run, theirs, lengths_within(float(theirs.quantity.split()[-2])))
    for theirs in run.numbers:
        if theirs.quantity.startswith("error larger than in 4 s"):
            _, slow, _ = held_computed_torque("sathuluri/rectangle in 4 s")
            other = float(slow[len(slow) // 10 :].max())
            reason = f"{1e3 * error[settled].max():.3f} mm, and {1e3 * other:.3f} mm in 4 s"
            yield judged(run, theirs, bool(error[settled].max() > other), reason)
    both = (
        Curve("wanted", *sample(trajectory(run), record.t).position[:, :2].T),
        Curve("moved", record.q[:, 0], record.q[:, 1]),
    )
    yield Figure("Path, seen from above", "x in m", "y in m", both)
    yield Figure("Tracking error", "t in s", "m", (Curve("", record.t, error + 1e-17),), log=True)


@lru_cache(maxsize=2)
def held_computed_torque(name: str) -> tuple[Record, np.ndarray, np.ndarray]:
    """Run, distance from the path, and whether the path turns a corner there or has just done so."""
    run = find_experiment(name)
    path = trajectory(run)
    start = [float(x) for x in path.position(0.0)]
    system = run.machine(pose=(*start, 0.0, 0.0, 0.0), **run.arguments).compile()
    table = motion_table(system, run, samples_a_second=int(RATE))
    legs = list(system.plan.actuated)
    kp, kd = run.control["kp"], run.control["kd"]
    pick = np.eye(system.n_v)[legs]
    slides = [system.q_names.index(leg) for leg in LEGS]

    def control(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        k = min(round(t * RATE), len(table.t) - 1)
        e, ed = table.q[k, slides] - q[slides], table.v[k, legs] - v[legs]
        J, _, psi = system.closure_rates(q, v)
        wanted = np.concatenate([psi, table.vd[k, legs] + kd * ed + kp * e])
        vd = np.linalg.solve(np.concatenate([J, pick]), wanted)
        return system.inverse_dynamics(q, v, vd)[0][legs]

    record = system.simulate(duration=run.duration, control=Sampled(control, RATE), tolerance=1e-9, record_every=0.005)
    wanted = sample(path, record.t)
    turning = np.abs(wanted.acceleration).max(axis=1) > 0.0
    corner = np.array([turning[(record.t >= t - CORNER) & (record.t <= t + CORNER)].any() for t in record.t])
    return record, np.linalg.norm(record.q[:, :3] - wanted.position, axis=1), corner


@study(*(f"sathuluri/6-RSS heave ({branch}, {law})" for branch in ("upper", "lower") for law in ("quintic", "cubic")))
def heave(run: Experiment) -> Iterator[Piece]:
    """Torques of the cranks while the platform is lifted."""
    system = compiled(run)
    motion = states(system, run, np.linspace(0.0, run.duration, 61))
    tau = columns(system, torques(system, motion)[0], [f"crank_{k}" for k in range(1, 7)])
    middle = len(motion.t) // 2
    spent = seconds(lambda: system.inverse_dynamics(motion.q, motion.v, motion.vd))
    yield beside(run, number(run, "computing"), spent, "61 instants in one call, the poses known; another computer")
    yield judged(run, number(run, "torque keeps"), bool(np.ptp(np.sign(tau)) == 0))
    law = trajectory(run)
    highest = float(np.abs(sample(law, np.linspace(0.0, run.duration, 3001)).acceleration).max()) / 9.81
    yield judged(run, number(run, "largest acceleration below"), highest < 0.8)
    yield judged(run, number(run, "largest acceleration in g"), highest)
    reason = f"all cranks alike within {np.ptp(tau, axis=1).max():.0e} Nm"
    found = tuple((-tau[[0, middle, -1]].mean(axis=1)).tolist())
    yield judged(run, number(run, "torque at"), found, reason)
    light = run.machine("light", **run.arguments).compile()
    fine = states(system, run, np.linspace(0.0, run.duration, 301))
    ends = np.degrees(motion.q[[0, -1], system.q_names.index("crank_1")]) % 360
    yield judged(run, number(run, "crank angles"), tuple(ends.tolist()))
    for theirs, machine in zip(run.numbers[-2:], (system, light)):
        one = -columns(machine, torques(machine, fine)[0], ["crank_1"])[:, 0]
        yield judged(run, theirs, (-peak(-one), peak(one)))
    assert course_of(run).body
    yield Figure("Torque of a crank, sign reversed", "t in s", "τ in Nm", (Curve("", motion.t, -tau[:, 0]),))
