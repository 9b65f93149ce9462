"""simulate: a machine in, a record out."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.errors import OptionError, ShapeError
from linkwork.record import Record, Recorder

from .machine import Machine
from .running.events import listed
from .running.progress import Progress
from .running.projecting import usual_kind
from .running.resuming import Earlier
from .running.run import Running, Spec, is_adaptive
from .running.simulator import Setup, simulator
from .running.starting import closed_start

SAMPLES = 1000  # of a run with an adaptive method, unless told otherwise


def simulate(
    system: Machine,
    q: Any = None,
    v: Any = None,
    *,
    duration: float | None = None,
    start: float = 0.0,
    method: str | None = None,
    step: float | None = None,
    tolerance: float | tuple[float, float] | None = None,
    control: Any = None,
    projection: str | None = None,
    events: Any = (),
    record_every: int | float | None = None,
    channels: tuple[str, ...] | None = None,
    p: Any = None,
    file: str | os.PathLike[str] | None = None,
    continue_from: Record | str | os.PathLike[str] | None = None,
    time_limit: float = math.inf,
    progress: bool | None | Callable[[float], Any] = None,
) -> Record:
    """The motion of a machine from a state, `duration` seconds long.

    q, v          coordinates and rates at the beginning, as rows or by name; the starting pose and rest if None
    method        "dop853" (the usual one), "dopri5" (steps by the tolerance); "rk4", "heun", "euler" (fixed step);
                  "rattle", "rattle4" (fixed step, keep energy in long runs); "radau", "bdf", "cvode", "ida" (stiff)
    step          of a fixed-step method; the first one of an adaptive method
    tolerance     of adaptive methods: relative and absolute alike, or (relative, absolute); 1e-9 if None
    control       a control law, a function of (t, q, v) written with operators, forces of the driven rates, or None
    projection    how loops are kept closed: "position+velocity" (the usual), "position", "velocity", "dependent" (only
                  dependent joints are moved; the usual of formulation "minimal"), "baumgarte", "first-order", "none";
                  gains of "baumgarte" and "first-order" by `compile(stabilisation=...)`, else 20 per second
    events        functions of (t, q, v) by name whose change of sign ends the run, or Event objects
    record_every  a whole number: steps; else seconds. Each step, or a thousand samples of an adaptive method, if None
    channels      more quantities to record: "reaction", "pose", "twist"
    p             values of the machine's parameters, its own if None
    file          a folder that the record is written to as the run goes on
    continue_from a record, or the folder of one, that this run goes on from; the record then holds both. Method, step,
                  tolerance, projection, recording and channels are those of the first run unless told otherwise;
                  control, events and p are given anew
    time_limit    seconds of computing
    progress      a bar on the terminal: True, False, None for long runs; or a function that is told the share done
    """
    earlier = None if continue_from is None else Earlier.of(continue_from)
    begin = start
    if earlier is not None:
        start, duration = earlier.t, earlier.remaining(duration)
        begin = earlier.about.get("start", start)
    length = _duration(duration)
    chosen = _settings(
        earlier, _usual(system), method=method, step=step, tolerance=tolerance, projection=projection,
        record_every=record_every, channels=None if channels is None else tuple(channels),
    )  # fmt: skip
    kept_closed, more = str(chosen["projection"]), tuple[str, ...](chosen["channels"])
    made = simulator(system, Setup(control, chosen["method"], kept_closed, listed(events), more))
    spec = _spec(made.method, start, length, chosen["step"], chosen["tolerance"], chosen["record_every"], time_limit)
    values = system.parameter_array(p)
    if values.ndim > 1:
        raise ShapeError("simulate: p", f"is a batch of shape {values.shape}", "Give one value for each parameter")
    layout = made.observer.layout
    y0 = earlier.state(made.program.layout, layout) if earlier else closed_start(made, q, v, start, values)
    about: dict[str, Any] = {
        "mechanism": system.blueprint.name,
        "method": made.method.title,
        "step": chosen["step"],
        "tolerance": list(spec.tolerance) if is_adaptive(made.method) else None,
        "projection": kept_closed if system.closed else "none",
        "formulation": system.formulation,
        "start": begin,
        "end": spec.end,
        "settings": {
            **chosen, "tolerance": list(spec.tolerance), "record_every": spec.every or spec.grid,
            "channels": list(more),
        },
    }  # fmt: skip
    if system.parameters:
        about["parameters"] = dict(zip(system.parameters, map(float, values)))
    if earlier is None:
        recorder = Recorder(layout, about=about, path=file, machine=system)
    else:
        recorder = earlier.recorder(layout, about, file, system)
    running = Running(made, spec, y0, values, recorder)
    if earlier is not None:
        running.memory.set_count("evaluations", earlier.evaluations)
    bar = Progress(progress, spec.start, spec.end, system.blueprint.name)
    try:
        ending = running.go(bar)
    finally:
        bar.close()
    record = recorder.finish(ending, machine=system, **{**running.about(), "end": spec.end})
    return record if earlier is None else earlier.whole(record)


def _usual(system: Machine) -> dict[str, Any]:
    """What is taken where nothing is said."""
    return {
        "method": "dop853", "step": None, "tolerance": 1e-9, "projection": usual_kind(system), "record_every": None,
        "channels": (),
    }  # fmt: skip


def _settings(earlier: Earlier | None, usual: dict[str, Any], **told: Any) -> dict[str, Any]:
    """What is told, else as the earlier run did it, else as usual; steps belong to a method."""
    before = {} if earlier is None else {name: earlier.setting(name) for name in usual}
    if told["method"] not in (None, before.get("method")):
        before |= {"step": None, "record_every": None}
    if told["step"] is not None:
        before["record_every"] = None
    found = {}
    for name in usual:
        options = (told[name], before.get(name), usual[name])
        found[name] = next((x for x in options if x is not None), None)
    return found


def _duration(duration: Any) -> float:
    """The time to run, above zero."""
    if duration is None:
        raise OptionError("simulate: duration", "is not given", "Write simulate(..., duration=5.0), in seconds")
    if not isinstance(duration, (int, float, np.number)) or not math.isfinite(duration) or duration <= 0:
        raise OptionError("simulate: duration", f"is {duration!r}", "Give seconds above zero.")
    return float(duration)


def _spec(
    method: Any, start: float, duration: float, step: Any, tolerance: Any, record_every: Any, limit: float
) -> Spec:
    adaptive = is_adaptive(method)
    if not adaptive and step is None:
        raise OptionError(f"method {method.name!r}", "needs a step", "Write simulate(..., step=1e-3), or take 'dop853'")
    if step is not None and not (math.isfinite(step) and step > 0):
        raise OptionError("simulate: step", f"is {step}", "Give seconds above zero.")
    relative, absolute = tolerance if isinstance(tolerance, tuple) else (tolerance, tolerance)
    if not (0 < relative < 1 and 0 < absolute < math.inf):
        raise OptionError(
            "simulate: tolerance", f"is {tolerance}", "Give a number such as 1e-9, or (relative, absolute)."
        )
    every, grid = _recording(adaptive, duration, step, record_every)
    return Spec(start, start + duration, step, (relative, absolute), every, grid, limit)


def _recording(adaptive: bool, duration: float, step: float | None, wanted: Any) -> tuple[int, float]:
    """(each so many steps, each so many seconds); one of them is zero."""
    if wanted is None:
        return (0, duration / SAMPLES) if adaptive else (1, 0.0)
    if isinstance(wanted, (int, np.integer)) and not isinstance(wanted, bool):
        if wanted < 1:
            raise OptionError("simulate: record_every", f"is {wanted}", "Give 1 or more steps, or seconds as 0.01.")
        return int(wanted), 0.0
    if not (math.isfinite(wanted) and wanted > 0):
        raise OptionError(
            "simulate: record_every", f"is {wanted}", "Give seconds above zero, or a whole number of steps."
        )
    if adaptive:
        return 0, float(wanted)
    assert step is not None
    count = round(wanted / step)
    if count < 1 or abs(count * step - wanted) > 1e-9 * wanted:
        right = f"Give a multiple of the step {step:g}, such as {max(count, 1) * step:g}, or a whole number of steps."
        raise OptionError("simulate: record_every", f"is {wanted:g} s", right)
    return count, 0.0
