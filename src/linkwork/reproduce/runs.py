"""Runs: an experiment's machine moved from its start, and read at a source's instants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.blueprint.library.experiment import Experiment
from linkwork.record import Record
from linkwork.simulate.control import JointTable, Table, torques_of
from linkwork.system import System

from .courses import States, states

TIGHT = 1e-11  # tolerance of runs that are compared digit by digit


def compiled(run: Experiment, **options: Any) -> System:
    """The experiment's machine, made ready."""
    return run.build().compile(**options)


def moved(system: System, run: Experiment, *, duration: float | None = None, every: float, **options: Any) -> Record:
    """The motion from the experiment's start, recorded each `every` seconds; named rates given, the others follow."""
    rates = {name: x[0] if len(x) == 1 else x for name, x in run.rates.items()}
    chosen = {"tolerance": TIGHT, **options}
    return system.simulate(
        None, rates or None, duration=run.duration if duration is None else duration, record_every=every, **chosen
    )


def at(record: Record, times: Sequence[float]) -> Record:
    """The samples at instants of the record's own grid."""
    where = [int(np.argmin(np.abs(record.t - t))) for t in times]
    missed = np.abs(record.t[where] - np.asarray(times)).max(initial=0.0)
    if missed > 1e-9:
        raise ValueError(f"a sample {missed:.2g} s away was asked for: the grid of the record does not fit the table")
    return replace(record, data=record.data[where])


def ended(record: Record) -> str:
    """How a run ended, in a few words."""
    if record.outcome.complete:
        return "finished"
    return f"stops at t = {record.ending.t:.3g} s, {record.outcome.name.lower().replace('_', ' ')}"


def columns(system: System, values: np.ndarray, joints: Sequence[str]) -> np.ndarray:
    """Columns of joints with one rate, out of all."""
    return np.asarray(values)[..., [system.rate_indices(joint)[0] for joint in joints]]


def torques(system: System, motion: States) -> tuple[np.ndarray, np.ndarray]:
    """(τ, λ) along a motion; λ is empty without loops."""
    found = system.inverse_dynamics(motion.q, motion.v, motion.vd)
    return found if isinstance(found, tuple) else (found, np.zeros((len(motion.t), 0)))


def cut_forces(system: System, motion: States, lam: np.ndarray, cuts: Sequence[str]) -> np.ndarray:
    """(x, y) of the force that each named cut passes to its second body, in ground axes, side by side."""
    names = [*system.plan.joints, *(cut.name for cut in system.plan.cuts)]
    found = system.kernel("reactions", axes="world").call(motion.q, motion.v, motion.vd, lam)
    return np.concatenate([found[:, names.index(cut), 3:5] for cut in cuts], axis=1)


def motion_table(system: System, run: Experiment, *, samples_a_second: int = 1000) -> JointTable:
    """The whole course of an experiment as a table for control laws."""
    t = np.linspace(0.0, run.duration, round(run.duration * samples_a_second) + 1)
    motion = states(system, run, t)
    return JointTable(motion.t, motion.q, motion.v, motion.vd)


def played_back(system: System, table: JointTable) -> Table:
    """The driving forces along a motion, to be given to the machine as they are."""
    return torques_of(system, table)
