"""Trees of Shah, Saha and Dutt (2013): gripper, KUKA, biped on its foot."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.integrate import simpson
from scipy.interpolate import make_interp_spline

from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.gait import GAITS, Gait, leg
from linkwork.motion import sample
from linkwork.record.balance import energy_scale
from linkwork.simulate.control import PD, ComputedTorque, Feedforward, Gains, JointTable, Table, torques_of

from ..courses import states, trajectory
from ..findings import Figure, Piece, beside, cannot, curves, dots, judged, number, tabled
from ..runs import TIGHT, at, columns, compiled, moved, torques
from ..stopwatch import seconds
from ..study import study

LAWS = {"pd": PD, "computed torque": ComputedTorque, "feedforward": Feedforward}
FOLLOWS = 0.01  # rad: an angle follows its course while it is no farther off


@study("book/gripper inverse", "book/KUKA inverse")
def inverse(run: Experiment) -> Iterator[Piece]:
    """Torques along the cycloid."""
    system, (table,) = compiled(run), run.tables
    yield from tabled(run, table, columns(system, torques(system, states(system, run, table.times))[0], table.of))
    fine = states(system, run, np.linspace(0.0, run.duration, 101))
    found = columns(system, torques(system, fine)[0], table.of)
    yield Figure("Joint torques", "t in s", "τ in Nm", (*curves(fine.t, table.of, found), *dots(table)))
    for theirs in run.numbers:
        if theirs.quantity.startswith("computing"):
            spent = seconds(lambda: system.inverse_dynamics(fine.q, fine.v, fine.vd))
            yield beside(run, theirs, spent, "101 instants in one call; another computer, and MATLAB there")
        else:
            instants = states(system, run, np.linspace(0.0, run.duration, 1001))
            tau = columns(system, torques(system, instants)[0], table.of)
            ours = tau.max(axis=0) if theirs.quantity.startswith("largest") else tau.min(axis=0)
            yield judged(run, theirs, tuple(ours.tolist()))


@study("book/gripper free", "book/gripper free (program's start)")
def gripper_free(run: Experiment) -> Iterator[Piece]:
    """Free fall of the gripper."""
    system, angles = compiled(run), run.tables[0]
    record = moved(system, run, every=0.01)
    yield from tabled(run, angles, columns(system, at(record, angles.times).q, angles.of))
    still = np.zeros(system.n_v)
    for accelerations in run.tables[1:]:
        yield from tabled(run, accelerations, [system.forward_dynamics(system.start, still, still)])
    yield judged(run, run.numbers[0], sum(system.energies(system.start, still)))
    for theirs in run.numbers[1:]:
        rough = moved(system, run, every=0.001, method="dopri5", tolerance=(1e-3, 1e-6))
        reason = "1000 samples at the program's own tolerances; another computer, and MATLAB there"
        yield beside(run, theirs, rough.about["wall_time"], reason)
    yield Figure("Free fall", "t in s", "angle in rad", (*curves(record.t, angles.of, record.q), *dots(angles)))


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
    for theirs in run.numbers:
        yield judged(run, theirs, float(np.abs(e).max()))
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
    yield Figure("Torques of the gait", "t in s", "τ in Nm", curves(tau.t[::5], system.v_names, tau.value[::5]))
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


@study(*(f"book/{name} walking" for name in ("planar biped", "spatial biped", "quadruped", "hexapod")))
def gaits(run: Experiment) -> Iterator[Piece]:
    """What follows from the gait alone; the rest needs the ground."""
    gait = GAITS[run.control["gait"]]
    start, half = gait.speed[0], gait.w * gait.period / 2
    ours = {
        "mean speed": 2 * abs(gait.x0) / gait.period,
        "rate of the pendulum": gait.w,
        "speed of the hip at the start": start,
        "speed of the hip in mid-step": gait.x0 * gait.w * np.sinh(half) + start * np.cosh(half),
    }
    for theirs in run.numbers:
        found = next((x for name, x in ours.items() if theirs.quantity.startswith(name)), None)
        yield cannot(run, theirs, "needs a model of the ground") if found is None else judged(run, theirs, float(found))


def walk(gait: Gait, duration: float, samples: int = 501) -> JointTable:
    """The twelve angles of the biped on its foot along a gait without sway, with their rates.

    Stance: ankle lean − bend, knee bend, hip −lean; swing: hip −lean, knee bend, ankle lean − bend.
    """
    t = np.linspace(0.0, duration, samples)
    hip = gait.x0 * np.cosh(gait.w * t) + gait.speed[0] / gait.w * np.sinh(gait.w * t)
    foot = -gait.stride * np.cos(np.pi * t / gait.period)
    rise = gait.lift / 2 * (1 - np.cos(2 * np.pi * t / gait.period))
    q = np.tile((0.0, 0.0, 0.0, 0.0, -np.pi / 2, np.pi, 0.0, -np.pi / 2, 0.0, 0.0, 0.0, 0.0), (samples, 1))
    for k in range(samples):
        lean, bend = leg(hip[k], gait.height, 0.5, 0.5)
        q[k, [0, 2, 3]] = lean - bend, bend, -lean
        lean, bend = leg(hip[k] - foot[k], gait.height - rise[k], 0.5, 0.5)
        q[k, [8, 9, 11]] = -lean, bend, lean - bend
    smooth = make_interp_spline(t, q, k=7)
    return JointTable(t, q, smooth(t, 1), smooth(t, 2))
