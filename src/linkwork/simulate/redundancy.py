"""Over-constrained machines: which rows follow from the others wherever the machine can be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.connectivity.plan import Plan
from linkwork.simulate.assembly import Closure, close
from linkwork.simulate.choices import independent_rows, null_space, rank
from linkwork.simulate.coordinates import advance

POSES = 3  # a rank that is low by chance at one pose is not low at all of these
SPREAD = 0.2  # how far the poses are apart, in radians or metres along the freedoms


@dataclass(frozen=True)
class Mobility:
    """Freedoms by numerical rank.

    freedoms  of the machine, at a pose without special symmetry
    kept      rows that are independent there; all if none is redundant
    closed    whether the loops could be closed from the starting pose at all; if not, nothing was measured
    """

    freedoms: int
    kept: tuple[int, ...]
    closed: bool


def mobility(plan: Plan, closure: Closure, start: np.ndarray) -> Mobility:
    """Rank of J at a few poses near the starting pose that close the loops."""

    def move(q: np.ndarray, change: np.ndarray) -> np.ndarray:
        return advance(plan, q, change)

    everything = np.arange(plan.n_v)
    size = max(1.0, float(np.abs(start).max(initial=0.0)))
    first = close(closure, move, start, everything, tolerance=1e-11 * size)
    m = len(closure(start)[0])
    if first.gap > 1e-8 * size:
        return Mobility(plan.n_v - m, tuple(range(m)), False)
    best = closure(first.q)[1]
    random = np.random.default_rng(0)
    for _ in range(POSES):
        free = null_space(best)
        step = free @ random.normal(size=free.shape[1]) if free.shape[1] else random.normal(size=plan.n_v) * 0.0
        other = close(closure, move, move(first.q, SPREAD * step), everything, tolerance=1e-11 * size)
        if other.gap <= 1e-8 * size:
            J = closure(other.q)[1]
            best = J if rank(J) > rank(best) else best
    kept = independent_rows(best)
    return Mobility(plan.n_v - len(kept), kept, True)
