"""`linkwork inverse`: the torques and joint forces that a motion needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from ..assignments import numbers
from ..console import number, say_plainly, show_json, show_table
from ..machines import Json, Machine, UsageError, compiled
from ..runs import picture, summary, write

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
    system = compiled(machine)
    drawn = None if plot is None else picture(plot)
    record = needed(system, numbers(to, "--to"), motion, duration, samples, numbers(start, "--start"))
    if out is not None:
        write(record, out)
    if drawn is not None:
        record.plot().savefig(drawn)
    if json:
        show_json(summary(record))
        return
    _show(record, system)
    for path in (out, drawn):
        if path is not None:
            say_plainly(f"written: {path}")


def needed(
    system: System, targets: dict[str, float], motion: str, duration: float, samples: int, start: dict[str, float]
) -> Record:
    """The motion with its torques and multipliers, as a record."""
    from linkwork import motion as trajectories
    from linkwork.record import Record
    from linkwork.record.standard import layout

    if motion not in MOTIONS:
        raise UsageError(f"--motion {motion!r}", "does not exist", f"Use one of {', '.join(MOTIONS)}")
    q0 = system.assemble(system.closed_start, hold=start) if system.closed else system.q(**start)
    moving = list(dict.fromkeys((*targets, *(name for name in system.driven if name in system.q_names))))
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
    return Record(found, found.rows(**columns), about=about, machine=system)


def _place(system: System, name: str) -> int:
    """The coordinate of that name."""
    if name not in system.q_names:
        known = ", ".join(system.q_names)
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
