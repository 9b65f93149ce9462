"""`linkwork inverse`: the torques and joint forces that a motion needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from ..assignments import numbers
from ..console import count, number, say_plainly, show_json, show_table
from ..machines import Json, Machine, UsageError, compiled
from ..runs import PICTURES, RECORDS, summary, writable

if TYPE_CHECKING:
    from linkwork.record import Record
    from linkwork.system import System

MOTIONS = ("cycloid", "quintic", "trapezoidal")


def inverse(
    machine: Machine,
    to: Annotated[
        list[str], typer.Option(help="JOINT=VALUE where a joint ends, several times for several; other drives rest.")
    ],
    motion: Annotated[str, typer.Option(help=f"How the joints go there: {', '.join(MOTIONS)}.")] = "cycloid",
    duration: Annotated[float, typer.Option(help="Seconds of motion.")] = 1.0,
    samples: Annotated[int, typer.Option(help="Number of samples.")] = 201,
    start: Annotated[list[str] | None, typer.Option(help="JOINT=VALUE in the starting pose.")] = None,
    out: Annotated[Path | None, typer.Option(help="Save the record: .npz, .nc or .parquet.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw an overview into this file: .png, .svg or .pdf.")] = None,
    json: Json = False,
) -> None:
    """Torques of the drives and forces of the cut joints while named joints go to given values."""
    writable("--out", out, RECORDS)
    writable("--plot", plot, PICTURES)
    system = compiled(machine)
    record = needed(system, numbers(to, "--to"), motion, duration, samples, numbers(start, "--start"))
    if out is not None:
        record.save(out)
    if plot is not None:
        record.plot().savefig(plot)
    if json:
        show_json(summary(record))
        return
    _show(record, system)
    for path in (out, plot):
        if path is not None:
            say_plainly(f"written: {path}")


def needed(
    system: System, targets: dict[str, float], motion: str, duration: float, samples: int, start: dict[str, float]
) -> Record:
    """The motion with its torques and multipliers, as a record."""
    from linkwork import motion as trajectories
    from linkwork.record import Ending, Outcome, Record
    from linkwork.record.standard import layout

    if motion not in MOTIONS:
        raise UsageError(f"--motion {motion!r}", "does not exist", f"Use one of {', '.join(MOTIONS)}")
    if not 0.0 < duration < np.inf:
        raise UsageError(f"--duration {duration:g}", "is no time", "Give seconds above zero")
    if samples < 2:
        raise UsageError(f"--samples {samples}", "cannot show a motion", "Give 2 or more")
    q0 = system.assemble(system.closed_start, hold=start) if system.closed else system.q(**start)
    moving = _moving(system, targets, q0)
    places = [_place(system, name) for name in moving]
    here = [float(q0[k]) for k in places]
    there = [targets.get(name, value) for name, value in zip(moving, here)]
    course = trajectories.TRAJECTORIES[motion.capitalize()](here, there, duration)
    t = np.linspace(0.0, duration, samples)
    path = trajectories.sample(course, t)
    q, v, vd = _whole(system, moving, path, q0, t)
    columns: dict[str, Any] = {"t": t, "q": q, "v": v, "qdd": vd}
    loops: dict[str, list[str]] = {}
    if system.closed:
        tau, columns["lam"] = system.inverse_dynamics(q, v, vd)
        for row in system.rows:
            loops.setdefault(row.name, []).append(row.component)
    else:
        tau = system.inverse_dynamics(q, v, vd)
    columns["tau"] = tau[:, list(system.plan.actuated)]
    found = layout(system.plan, tuple(columns), loops)
    about = {"mechanism": system.blueprint.name, "motion": motion, "duration": duration}
    ending = Ending(Outcome.FINISHED, float(t[-1]))
    return Record(found, found.rows(**columns), ending, about, machine=system)


def _moving(system: System, targets: dict[str, float], q0: np.ndarray) -> list[str]:
    """The named joints, then of the other drives, which rest, as many as the loops leave free."""
    from linkwork.simulate.choices import independent_rows

    for name in targets:
        _place(system, name)
    names = list(dict.fromkeys((*targets, *(name for name in system.driven if name in system.q_names))))
    if not system.closed:
        return names
    J = np.atleast_2d(system.closure_jacobian(q0))
    rates = np.eye(system.n_v)[[system.v_names.index(name) for name in names]]
    free = [names[k - len(J)] for k in independent_rows(np.vstack([J, rates])) if k >= len(J)]
    for name in targets:
        if name not in free:
            told = f"follows from the other joints: {system.blueprint.name!r} has {count(len(free), 'freedom')} here"
            raise UsageError(f"--to {name}=...", told, f"Name fewer joints than {', '.join(targets)}")
    return free


def _place(system: System, name: str) -> int:
    """The coordinate of that name."""
    if name not in system.q_names or name not in system.v_names:
        known = ", ".join(each for each in system.q_names if each in system.v_names)
        raise UsageError(f"--to {name}=...", "names no coordinate", f"The machine has: {known}")
    return system.q_names.index(name)


def _whole(system: System, moving: list[str], path: Any, q0: np.ndarray, t: np.ndarray) -> tuple[np.ndarray, ...]:
    """Coordinates, rates and accelerations of all joints from those of the moving ones."""

    def by_name(values: np.ndarray) -> dict[str, Any]:
        return {name: values[:, k] for k, name in enumerate(moving)}

    if system.closed:
        q = system.follow(by_name(path.position), q0, t=t)
        rates: Any = by_name(path.velocity)
        v = system.velocity(q, **rates)
        rates = by_name(path.acceleration)
        return q, v, system.acceleration(q, v, **rates)
    q = np.tile(q0, (len(t), 1))
    v, vd = np.zeros((len(t), system.n_v)), np.zeros((len(t), system.n_v))
    for k, name in enumerate(moving):
        q[:, _place(system, name)] = path.position[:, k]
        rate = system.v_names.index(name)
        v[:, rate], vd[:, rate] = path.velocity[:, k], path.acceleration[:, k]
    return q, v, vd


def _show(record: Record, system: System) -> None:
    t = record.t
    rows = []
    for kind, values, names in (
        ("drive", record.tau, system.driven),
        *((("cut joint", record.lam, system.lam_names),) if system.closed else ()),
    ):
        for k, name in enumerate(names):
            peak = int(np.argmax(np.abs(values[:, k])))
            low, high = values[:, k].min(), values[:, k].max()
            rows.append(
                (kind, name, number(low), number(high), number(np.sqrt(np.mean(values[:, k] ** 2))), number(t[peak]))
            )
    show_table(
        f"What {system.blueprint.name} needs for {record.about['motion']} motion in {t[-1]:g} s",
        ("", "name", "lowest", "highest", "root mean square", "peak at (s)"),
        rows,
        note="torques in N m, forces in N",
    )
