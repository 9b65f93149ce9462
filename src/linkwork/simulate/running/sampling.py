"""Controllers in Python: called at a rate, their values held in between."""

from __future__ import annotations

import math
import time
import traceback
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.record import Ending, Outcome

from ..control.law import Sampler
from ..control.traced import along_rates, named
from ..machine_code.codes import Code
from ..methods import Implicit

if TYPE_CHECKING:
    from .run import Running

LOOK = 64  # samples between two looks at the rest of the run, where all goes well


def sampled(run: Running, sampler: Sampler) -> Ending | None:
    """Between two calls of the controller its values are held."""
    m, places, program = run.memory, run.places, run.program
    function, start, end = sampler.function, run.spec.start, run.spec.end
    y = m.row("y")
    q, v = y[: places.n_q], y[places.n_q : places.n_q + places.n_v]
    u = m.row("u")[run.simulator.problem.control.looked_up :]
    count = math.ceil((end - start) * sampler.rate * (1 - 1e-12))
    address, numbers, integers, clock = m.address, m.doubles, m.integers, time.perf_counter
    at_stop, at_time, at_fresh = (program.space.places[name] for name in ("stop", "t", "fresh"))
    m.set_count("budget", 1000)
    looked, stepwise = 0, bool(places.events) or isinstance(run.simulator.method, Implicit)
    for k in range(1, count + 1):
        try:
            told = function(float(numbers[at_time]), q.copy(), v.copy())
            try:
                u[:] = told if len(told) == len(u) else _numbers(run.simulator.system, told, function)
            except (TypeError, ValueError):
                u[:] = _numbers(run.simulator.system, told, function)
        except Exception as fault:
            if k == 1:
                raise  # nothing is lost yet
            run.notes["fault"] = traceback.format_exc()
            return Ending(Outcome.CONTROLLER_FAILED, m["t"], f"{type(fault).__name__}: {str(fault).rstrip('.')}")
        if not u.dot(u) < math.inf:
            u[:] = 0.0
            return Ending(Outcome.CONTROLLER_FAILED, m["t"], f"it answered {told!r}")
        integers[at_fresh] = 0
        stop = end if k == count else start + k / sampler.rate
        numbers[at_stop] = stop
        looked += 1
        if stepwise or looked >= LOOK or run.program.run(address) != Code.STOPPED:
            looked = 0
            ending = run.until(stop)
            if ending is not None:
                return ending
            run.progress.at(m["t"])
            m.set_count("budget", 1 << 20)
        if clock() > run.deadline:
            return run.out_of_time()
    return None


def _numbers(system: Any, told: Any, function: Any) -> np.ndarray:
    """What a controller gave, as a row."""
    if told is None:  # no answer is none of zero
        return np.full(len(system.plan.actuated), math.nan)
    row = np.asarray(along_rates(system, told, f"sampled controller {named(function)!r}"), dtype=float)
    return row[list(system.plan.actuated)]
