"""A short readable summary of a run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from .balance import energy_balance, energy_scale, loop_error
from .record import Record

JOINTS_SHOWN = 12


def report(record: Record) -> str:
    """Outcome, effort, loop errors, energy balance and the range of every joint, one thing a line."""
    name = record.about.get("mechanism", "run")
    lines = [f"{name}: {record.ending}"]
    if len(record):
        lines += [
            *_effort(record),
            *_hard(record),
            *_loops(record),
            *_energy(record),
            *_correction(record),
            *_joints(record),
        ]
    return "\n".join(lines)


def _effort(record: Record) -> Iterator[str]:
    t = record.t
    parts = [f"{t[-1] - t[0]:.6g} s of motion in {len(record)} samples"]
    if "method" in record.about:
        parts.append(str(record.about["method"]))
    if "evaluations" in record:
        parts.append(f"{record['evaluations'][-1]:.0f} evaluations")
    if "wall_time" in record.about:
        parts.append(f"{1e3 * float(record.about['wall_time']):.3g} ms of computing")
    if "step_sizes" in record.about:
        shortest, longest = record.about["step_sizes"]
        parts.append(f"steps {shortest:.2g} to {longest:.2g} s")
    elif "step" in record and (record["step"] > 0).any():
        steps = record["step"][record["step"] > 0]
        parts.append(f"steps {steps.min():.2g} to {steps.max():.2g} s at the samples")
    yield "  " + ", ".join(parts)


def _hard(record: Record) -> Iterator[str]:
    """Where the machine code needed help: at singular poses."""
    about = record.about
    if "hard_steps" in about:
        yield f"  {about['hard_steps']} steps by singular values, from t = {_instants(about['hard_at'])} s on"
    if "other_formulation" in about:
        instants = _instants(about["other_formulation_at"])
        yield f"  formulation {about['other_formulation']!r} where the chosen one is singular, from t = {instants} s on"


def _instants(times: Sequence[float]) -> str:
    return ", ".join(f"{t:.6g}" for t in times[:4]) + (", ..." if len(times) > 4 else "")


def _loops(record: Record) -> Iterator[str]:
    if "loop_error" in record.layout.slices and record.layout.channel("loop_error").columns:
        e1, e2, e3 = (loop_error(record, e).max() for e in ("e1", "e2", "e3"))
        yield f"  loop error at most: position {e1:.1e}, velocity {e2:.1e}, acceleration {e3:.1e}"
    if "pivot" in record:
        k = int(np.argmin(record["pivot"]))
        yield f"  smallest pivot {record['pivot'][k]:.1e} at t = {record.t[k]:.6g} s"


def _energy(record: Record) -> Iterator[str]:
    if "energy" not in record.layout.slices:
        return
    worst, scale = np.abs(energy_balance(record)).max(), energy_scale(record)
    share = f", {worst / scale:.1e} of the energy exchanged" if scale > 0 else ""
    yield f"  energy balance within {worst:.1e} J{share}"


def _correction(record: Record) -> Iterator[str]:
    if "correction" in record.layout.slices:
        told = ", ".join(f"{name} {percent:.3g} %" for name, percent in record.torque_correction.items())
        yield f"  torque correction by feedback at most: {told}"


def _joints(record: Record) -> Iterator[str]:
    if "q" not in record.layout.slices:
        return
    rows = [("joint", "from", "to", "peak rate", "peak torque")]
    channel = record.layout.channel("q")
    for owner in channel.owners:
        q = record[f"{owner}.q"]
        if q.ndim > 1:
            continue  # several coordinates do not fit one line
        unit = channel.columns[channel.of(owner)[0]].unit
        rate, torque = _peak(record, "v", owner), _peak(record, "tau", owner)
        rows.append((owner, _with(q.min(), unit), _with(q.max(), unit), rate, torque))
    if len(rows) == 1:
        return
    shown = rows[: JOINTS_SHOWN + 1]
    first, *widths = (max(map(len, column)) for column in zip(*shown))
    for name, *numbers in shown:
        cells = (f"{number:>{max(13, width + 2)}}" for number, width in zip(numbers, widths))
        yield f"  {name:<{first}}" + "".join(cells)
    if len(rows) > JOINTS_SHOWN + 1:
        yield f"  and {len(rows) - 1 - JOINTS_SHOWN} joints more"


def _peak(record: Record, channel: str, owner: str) -> str:
    name = f"{owner}.{channel}"
    if name not in record:
        return "-"
    found = record.layout.channel(channel)
    return _with(np.abs(record[name]).max(), found.columns[found.of(owner)[0]].unit)


def _with(x: float, unit: str) -> str:
    """A number with its unit."""
    return f"{x:.4g} {unit}".rstrip()
