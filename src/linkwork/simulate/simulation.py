"""simulate: a machine in, a record out."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.errors import ShapeError
from linkwork.record import Record, Recorder

from .control.told import told
from .machine import Machine
from .running.events import listed
from .running.progress import Progress
from .running.resuming import Earlier
from .running.run import Running, Spec, is_adaptive
from .running.simulator import Setup, Simulator, simulator
from .running.starting import closed_start
from .settings import chosen, seconds, spec


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
    control       a control law, a function of (t, q, v) written with operators, forces of the driven rates; "none" or
                  None if nothing drives
    projection    how loops are kept closed: "position+velocity" (the usual), "position", "velocity", "dependent" (only
                  dependent joints are moved; the usual of formulation "minimal"), "baumgarte", "first-order", "none";
                  gains of "baumgarte" and "first-order" by `compile(stabilisation=...)`, else 20 per second
    events        functions of (t, q, v) by name whose change of sign ends the run, or Event objects
    record_every  a whole number: steps; else seconds. Each step, or a thousand samples of an adaptive method, if None
    channels      more quantities to record: "reaction", "pose", "twist"
    p             values of the machine's parameters, its own if None
    file          a folder that the record is written to as the run goes on
    continue_from a record, or the folder of one, that this run goes on from; the record then holds both. Method, step,
                  tolerance, projection, recording, channels and p are those of the first run unless told otherwise;
                  control (a record keeps it in words only) and events are given anew
    time_limit    seconds of computing
    progress      a bar on the terminal: True, False, None for long runs; or a function that is told the share done
    """
    earlier = None if continue_from is None else Earlier.of(continue_from)
    begin = start
    if earlier is not None:
        start, duration = earlier.t, earlier.remaining(duration)
        begin = earlier.about.get("start", start)
        earlier.expect_control(control)
        p = earlier.parameters(system) if p is None else p
    length = seconds(duration)
    settings = chosen(
        system, earlier, method=method, step=step, tolerance=tolerance, projection=projection,
        record_every=record_every, channels=None if channels is None else tuple(channels),
    )  # fmt: skip
    setup = Setup(control, settings["method"], settings["projection"], listed(events), settings["channels"])
    made = simulator(system, setup)
    numbers = spec(made.method, start, length, settings, time_limit)
    values = system.parameter_array(p)
    if values.ndim > 1:
        raise ShapeError("simulate: p", f"is a batch of shape {values.shape}", "Give one value for each parameter")
    layout = made.observer.layout
    y0 = earlier.state(made.program.layout, layout) if earlier else closed_start(made, q, v, start, values)
    about = {**_about(system, made, numbers, settings, values), "start": begin}
    if earlier is None:
        recorder = Recorder(layout, about=about, path=file, machine=system)
    else:
        recorder = earlier.recorder(layout, about, file, system)
    running = Running(made, numbers, y0, values, recorder)
    if earlier is not None:
        running.memory.set_count("evaluations", earlier.evaluations)
        running.memory["shortest"], running.memory["longest"] = earlier.steps
    bar = Progress(progress, start, numbers.end, system.blueprint.name)
    try:
        ending = running.go(bar)
    finally:
        bar.close()
    record = recorder.finish(ending, machine=system, **{**running.about(), "end": numbers.end})
    return record if earlier is None else earlier.whole(record)


def _about(
    system: Machine, made: Simulator, numbers: Spec, settings: Mapping[str, Any], parameters: np.ndarray
) -> dict[str, Any]:
    """What a record tells about its run beside the samples."""
    tolerance = list(numbers.tolerance)
    about: dict[str, Any] = {
        "mechanism": system.blueprint.name,
        "method": made.method.title,
        "step": numbers.step,
        "tolerance": tolerance if is_adaptive(made.method) else None,
        "projection": settings["projection"] if system.closed else "none",
        "formulation": system.formulation,
        "control": told(made.setup.control),
        "watched": [event.name for event in made.setup.events],
        "end": numbers.end,
        "settings": {
            **settings, "tolerance": tolerance, "record_every": numbers.every or numbers.grid,
            "channels": list(settings["channels"]),
        },
    }  # fmt: skip
    if system.parameters:
        about["parameters"] = dict(zip(system.parameters, map(float, parameters)))
    return about
