"""Settings of a run: what is told, else what an earlier run did, else what is usual; checked, as numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from linkwork.errors import OptionError

from .machine import Machine
from .running.projecting import usual_kind
from .running.resuming import Earlier
from .running.run import Spec, is_adaptive

SAMPLES = 1000  # of a run with an adaptive method, unless told otherwise


def chosen(system: Machine, earlier: Earlier | None, **told: Any) -> dict[str, Any]:
    """What is told, else as the earlier run did it, else as usual; steps belong to a method."""
    usual = {
        "method": "dop853", "step": None, "tolerance": 1e-9, "projection": usual_kind(system), "record_every": None,
        "channels": (),
    }  # fmt: skip
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


def seconds(duration: Any) -> float:
    """The time to run, above zero."""
    if duration is None:
        raise OptionError("simulate: duration", "is not given", "Write simulate(..., duration=5.0), in seconds")
    if not isinstance(duration, (int, float, np.number)) or not math.isfinite(duration) or duration <= 0:
        raise OptionError("simulate: duration", f"is {duration!r}", "Give seconds above zero.")
    return float(duration)


def spec(method: Any, start: float, duration: float, settings: dict[str, Any], time_limit: float) -> Spec:
    """The settings as the numbers of a run."""
    step, tolerance = settings["step"], settings["tolerance"]
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
    every, grid = _recording(adaptive, duration, step, settings["record_every"])
    return Spec(start, start + duration, step, (relative, absolute), every, grid, time_limit)


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
