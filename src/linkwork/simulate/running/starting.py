"""The state that a run begins in: given, checked, and brought exactly onto the loops."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.errors import AssemblyError, SimulationError

from ..consistency import velocity
from ..given_state import given_pose, given_rates
from .simulator import Simulator
from .trouble import gaps, open_loop

CLOSE_ENOUGH = (
    1e-2  # of the machine's size: so far may a given pose be from closing its loops, to allow for printed digits
)
SLOW_ENOUGH = 1e-6  # of the fastest rate: so far may given rates be from keeping the loops closed


def closed_start(simulator: Simulator, q: Any, v: Any, t: float, p: np.ndarray) -> np.ndarray:
    """The state row at the beginning; gaps of rounded poses are closed, larger ones are an error."""
    system = simulator.system
    places = simulator.program.layout
    pose = given_pose(system, q, "simulate: q", t, p)
    rates = given_rates(system, pose, v, "simulate: v", t, p)
    y = np.zeros(places.size)
    y[: places.n_q], y[places.n_q : places.n_q + places.n_v] = pose, rates
    y[places.n_q + places.n_v : places.controlled] = simulator.problem.control.start
    if system.closed and simulator.setup.projection not in ("none", "baumgarte"):
        _close(simulator, y, t, p, check_rates=v is not None)
    return y


def _close(simulator: Simulator, y: np.ndarray, t: float, p: np.ndarray, *, check_rates: bool) -> None:
    system, places = simulator.system, simulator.program.layout
    length = simulator.length
    gap = np.abs(gaps(system, t, y[: places.n_q], p))
    if gap.max(initial=0.0) > CLOSE_ENOUGH * length:
        name = open_loop(system, t, y, p)
        raise AssemblyError(
            f"loop {name!r} of mechanism {system.blueprint.name!r}",
            f"is open by {gap.max():.2g} in the pose to start from",
            "Start from a closed pose: q = system.assemble(...)",
        )
    if simulator.setup.projection == "dependent" and not check_rates:  # rest means the same for every formulation
        q, v = slice(0, places.n_q), slice(places.n_q, places.n_q + places.n_v)
        y[v] = velocity(system, y[q], y[v], t=t, p=p, weighted=not system.weightless)
    given = y.copy()
    memory = simulator.program.memory()
    memory.row("p")[:] = p
    now = np.array([t])
    if simulator.program.close_at(memory.address, now.ctypes.data, y.ctypes.data):
        name = open_loop(system, t, y, p)
        told = f"loop {name!r} of mechanism {system.blueprint.name!r}"
        raise AssemblyError(told, "cannot be closed near the pose to start from", "Start from q = system.assemble(...)")
    v = slice(places.n_q, places.n_q + places.n_v)
    change = np.abs(y[v] - given[v]).max(initial=0.0)
    moved = np.abs(y[: places.n_q] - given[: places.n_q]).max(initial=0.0)
    if check_rates and change > (SLOW_ENOUGH + 10 * moved) * max(1e-6, np.abs(given[v]).max(initial=0.0)):
        raise SimulationError(
            f"the rates to start from of mechanism {system.blueprint.name!r}",
            f"tear its loops: the nearest ones that do not differ by {change:.2g}",
            "Give the rates of all joints so that the loops stay closed, or leave v out to start at rest",
        )
