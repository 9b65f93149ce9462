"""Steps of one size, also by methods that choose theirs otherwise."""

from __future__ import annotations

import math

import numpy as np

from linkwork.simulate.running.simulator import Setup, simulator
from linkwork.system import System


def equal_steps(system: System, q: np.ndarray, v: np.ndarray, method: str, duration: float, count: int) -> np.ndarray:
    """Coordinates after `count` steps; NaN where one of them could not be made."""
    program = simulator(system, Setup(method=method)).program
    m, places = program.memory(), program.layout
    m.row("y")[: places.n_q + places.n_v] = np.concatenate([q, v])
    m["h_now"] = duration / count
    for k in range(count):
        m["t"], m["t_new"] = k * duration / count, (k + 1) * duration / count
        if program.advance(m.address):
            return np.full(places.n_q, math.nan)
        m.row("y")[:] = m.row("y_new")
    return m.row("y")[: places.n_q].copy()
