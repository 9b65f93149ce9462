"""Trees of Shah, Saha and Dutt (2013): gripper, KUKA, biped on its foot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.integrate import simpson, solve_ivp
from scipy.interpolate import make_interp_spline

from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.gait import GAITS, Gait, leg
from linkwork.motion import sample
from linkwork.record.balance import energy_scale
from linkwork.simulate.control import PD, ComputedTorque, Feedforward, Gains, JointTable, Table, torques_of

from ..courses import states, trajectory
from ..findings import Figure, Piece, beside, curves, dots, judged, number, tabled
from ..runs import TIGHT, at, columns, compiled, moved, torques
from ..stopwatch import seconds
from ..study import study
from ..walking import path
from .book_loops import top

LAWS = {"pd": PD, "computed torque": ComputedTorque, "feedforward": Feedforward}
FOLLOWS = 0.01  # rad: an angle follows its course while it is no farther off


@study("book/gripper inverse", "book/KUKA inverse")
def inverse(run: Experiment) -> Iterator[Piece]:
    """Torques along the cycloid."""
    system, (table,) = compiled(run), run.tables
    yield from tabled(run, table, columns(system, torques(system, states(system, run, table.times))[0], table.of))
    fine = states(system, run, np.linspace(0.0, run.duration, 101))
    along = columns(system, torques(system, fine)[0], table.of)
    yield Figure("Joint torques", "t in s", "τ in Nm", (*curves(fine.t, table.of, along), *dots(table)))
    instants = states(system, run, np.linspace(0.0, run.duration, 1001))
    tau = columns(system, torques(system, instants)[0], table.of)
    highest = np.array([top(instants.t, one) for one in tau.T])
    lowest = np.array([top(instants.t, -one) for one in tau.T]) * (1.0, -1.0)
    if table.origin == "program":  # its file has rows, a millisecond apart
        highest[:, 1], lowest[:, 1] = tau.max(axis=0), tau.min(axis=0)
    ours: dict[str, Any] = {
        "largest": tuple(highest[:, 1].tolist()),
        "smallest": tuple(lowest[:, 1].tolist()),
        "instants of the largest": tuple(highest[:, 0].tolist()),
        "instants of the smallest": tuple(lowest[:, 0].tolist()),
        "torque of the first joint": (float(tau[0, 0]), float(tau[-1, 0])),
        "joint of the largest": table.of[int(np.argmax(np.abs(tau).max(axis=0)))],
    }
    for theirs in run.numbers:
        if theirs.quantity.startswith("computing"):
            spent = seconds(lambda: system.inverse_dynamics(fine.q, fine.v, fine.vd))
            yield beside(run, theirs, spent, "101 instants in one call; another computer, and MATLAB there")
        else:
            found = next(x for name, x in ours.items() if theirs.quantity.startswith(name))
            why = "of the top itself; theirs is that of a grid" if theirs.quantity.startswith("instants") else ""
            yield judged(run, theirs, found, why)


@study("book/gripper free", "book/gripper free (thumb upright)", "book/gripper free (program's start)")
def gripper_free(run: Experiment) -> Iterator[Piece]:
    """Free fall of the gripper."""
    system = compiled(run)
    record = moved(system, run, every=0.01)
    still = np.zeros(system.n_v)
    for table in run.tables:
        falling = table.quantity == "acceleration"
        found = [system.forward_dynamics(system.start, still, still)] if falling else at(record, table.times).q
        yield from tabled(run, table, columns(system, np.asarray(found), table.of))

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[4:], system.forward_dynamics(y[:4], y[4:], still)])

    loose = solve_ivp(rates, (0.0, 1.0), np.concatenate([system.start, still]), "RK45", rtol=1e-3, atol=1e-6)
    ours: dict[str, Any] = {
        "energy": sum(system.energies(system.start, still)),
        "angles at 1 s in degrees": tuple(np.degrees(record.q[-1]).tolist()),
        "angles at 1 s by": tuple(loose.y[:4, -1].tolist()),
        "steps": len(loose.t) - 1,
    }
    for theirs in run.numbers:
        if theirs.quantity.startswith("computing"):
            rough = moved(system, run, every=0.001, method="dopri5", tolerance=(1e-3, 1e-6))
            reason = "1000 samples at the program's own tolerances; another computer, and MATLAB there"
            yield beside(run, theirs, rough.about["wall_time"], reason)
        else:
            yield judged(run, theirs, next(x for name, x in ours.items() if theirs.quantity.startswith(name)))
    points = [dot for table in run.tables[:1] for dot in dots(table)]
    yield Figure("Free fall", "t in s", "angle in rad", (*curves(record.t, system.v_names, record.q), *points))


@study(
    "book/KUKA free", "book/biped on its foot free", "book/chain of the program", "book/four-bar of the program",
)  # fmt: skip
def energy_kept(run: Experiment) -> Iterator[Piece]:
    """Energies of a free fall, at the program's tolerances and at tight ones."""
    system, (theirs,) = compiled(run), run.numbers
    assert run.tolerances is not None
    rough = moved(system, run, every=run.duration / 200, method="dopri5", tolerance=run.tolerances)
    fine = moved(system, run, every=run.duration / 200)
    first, second = (float(np.abs(r.energy_balance).max()) / energy_scale(r) for r in (rough, fine))
    loose = "free fall at tolerances {:g}, {:g}".format(*run.tolerances)
    if theirs.tolerance:
        yield judged(run, theirs, second, f"at tolerance {TIGHT:g}; {first:.1e} in {loose}")
    else:
        yield beside(run, theirs, first, f"{loose}; {second:.1e} at {TIGHT:g}")
    kinetic, potential = (fine[f"energy.{name}"] for name in ("kinetic", "potential"))
    values = np.column_stack([kinetic, potential, kinetic + potential])
    yield Figure("Energies", "t in s", "J", curves(fine.t, ("kinetic", "potential", "total"), values))
    yield Figure("Free fall", "t in s", "angle in rad", curves(fine.t, system.v_names, fine.q))


@study("book/gripper with feedback", "book/gripper computed torque", "book/gripper feedforward")
def controlled(run: Experiment) -> Iterator[Piece]:
    """The gripper follows the cycloid by PD, computed torque, or feedforward with PD."""
    system, desired = compiled(run), trajectory(run)
    law = LAWS[run.control["law"]](desired, Gains(run.control["kp"], run.control["kd"]))
    record = moved(system, run, every=0.01, control=law)
    e = sample(desired, record.t).position - record.q
    for table in run.tables:
        where = np.isin(np.round(record.t, 9), np.round(table.times, 9))
        found = record.q[where] if table.quantity == "coordinate" else e[where] / e[0]
        yield from tabled(run, table, columns(system, found, table.of))
    kinetic, potential = system.energies(record.q[0], record.v[0])
    ours: dict[str, Any] = {
        "largest error": float(np.abs(e).max()),
        "errors at the end": tuple(e[-1].tolist()),
        "energy at the end": float(kinetic + potential + record.energy_balance[-1]),
    }
    for theirs in run.numbers:
        yield judged(run, theirs, next(x for name, x in ours.items() if theirs.quantity.startswith(name)))
    yield Figure("Error of the joints", "t in s", "rad", curves(record.t, system.v_names, np.abs(e)), log=True)


@study("book/biped on its foot walking")
def biped_walking(run: Experiment) -> Iterator[Piece]:
    """Torques of the gait on a fixed foot, and the same torques played back without feedback."""
    system = compiled(run)
    table = walk(GAITS[run.control["gait"]], run.duration)
    tau = torques_of(system, table)
    cases = {
        "torques from 500 instants, cubic between": tau,
        "from 50 instants, straight between": Table(tau.t[::10], tau.value[::10], "linear"),
    }
    records = [
        system.simulate(
            table.q[0], table.v[0], duration=run.duration, control=given, record_every=0.005,
            method="dopri5", tolerance=run.tolerances,
        )
        for given in cases.values()
    ]  # fmt: skip
    wanted = table.q[::5]
    e = np.column_stack([np.abs(record.q - wanted).max(axis=1) for record in records])
    t = records[0].t
    instants = tuple(float(t[np.argmax(x > FOLLOWS)]) if (x > FOLLOWS).any() else run.duration for x in e.T)
    reason = f"until an angle is {FOLLOWS} rad off, {'; '.join(cases)}: the driven biped is unstable"
    yield beside(run, number(run, "instant"), instants, reason)
    balances = tuple(float(np.abs(record.energy_balance).max()) for record in records)
    yield beside(run, number(run, "energy"), balances, "in J; the unit is not said there")
    start = columns(system, table.q[:1], ("stance_ankle_1", "stance_thigh", "stance_hip_1"))[0]
    yield judged(run, number(run, "angles of stance"), tuple(start.tolist()))
    yield Figure("Angles of the gait", "t in s", "rad", curves(table.t[::5], system.v_names, table.q[::5]))
    yield Figure("Torques of the gait", "t in s", "τ in Nm", curves(tau.t[::5], system.v_names, tau.value[::5]))
    energies = np.column_stack([records[0][f"energy.{name}"] for name in ("kinetic", "potential")])
    yield Figure("Energies", "t in s", "J", curves(t, ("kinetic", "potential"), energies))
    yield Figure("Angles off their course", "t in s", "rad", curves(t, tuple(cases), e), log=True)


@study(*(f"book/{name} of the program" for name in ("two-link arm", "three-link arm", "RP robot", "PPPR robot")))
def cycloids(run: Experiment) -> Iterator[Piece]:
    """Driving forces along the program's cycloid: at the start by statics, over the way by energy."""
    system, (theirs,) = compiled(run), run.numbers
    motion = states(system, run, np.linspace(0.0, run.duration, 2001))
    tau = torques(system, motion)[0]
    if theirs.quantity.startswith("work"):
        work = float(simpson(np.sum(tau * motion.v, axis=1), x=motion.t))
        energy = np.sum(system.energies(motion.q, motion.v), axis=0)
        yield judged(run, theirs, work - float(energy[-1] - energy[0]))
    else:
        yield judged(run, theirs, tuple(tau[0].tolist()))
    yield Figure("Driving forces", "t in s", "N or Nm", curves(motion.t, system.v_names, tau))


def walk(gait: Gait, duration: float, samples: int = 501) -> JointTable:
    """The twelve angles of the biped on its foot along a gait without sway, with their rates.

    Stance: ankle lean − bend, knee bend, hip −lean; swing: hip −lean, knee bend, ankle lean − bend.
    """
    t = np.linspace(0.0, duration, samples)
    hip, foot, rise = path(gait, t)
    q = np.tile((0.0, 0.0, 0.0, 0.0, -np.pi / 2, np.pi, 0.0, -np.pi / 2, 0.0, 0.0, 0.0, 0.0), (samples, 1))
    for k in range(samples):
        lean, bend = leg(hip[k], gait.height, 0.5, 0.5)
        q[k, [0, 2, 3]] = lean - bend, bend, -lean
        lean, bend = leg(hip[k] - foot[k], gait.height - rise[k], 0.5, 0.5)
        q[k, [8, 9, 11]] = -lean, bend, lean - bend
    smooth = make_interp_spline(t, q, k=7)
    return JointTable(t, q, smooth(t, 1), smooth(t, 2))
