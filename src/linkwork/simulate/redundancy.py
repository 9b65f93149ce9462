"""Over-constrained machines: which rows follow from the others wherever the machine can be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.connectivity.plan import Plan
from linkwork.simulate.choices import independent_rows, null_space
from linkwork.simulate.closing import Assembly, close
from linkwork.simulate.coordinates import advance, scattered
from linkwork.simulate.loops import Loops
from linkwork.simulate.size import size

POSES = 3  # a rank that is low by chance at one pose is not low at all of these
NEARLY = 1e-8  # a gap below this share of the machine's size does not disturb a rank
STARTS = 20  # guesses tried when the starting pose does not lead to a closed one
SPREAD = 0.2  # how far the poses are apart, in radians or metres along the freedoms


@dataclass(frozen=True)
class Mobility:
    """Freedoms by numerical rank.

    freedoms  of the machine, at a pose without special symmetry
    kept      rows that are independent there; all if none is redundant
    closed    whether the loops could be closed from the starting pose at all; if not, nothing was measured
    pose      the closed coordinates near the start; the start itself if it could not be closed
    """

    freedoms: int
    kept: tuple[int, ...]
    closed: bool
    pose: np.ndarray


def mobility(plan: Plan, loops: Loops, start: np.ndarray) -> Mobility:
    """Rank of J at a few poses near the starting pose that close the loops."""

    def closed_from(q: np.ndarray) -> Assembly:
        return close(lambda q: loops.gaps(q), move, q, everything, size=length)

    def move(q: np.ndarray, change: np.ndarray) -> np.ndarray:
        return advance(plan, q, change)

    everything, length = np.arange(plan.n_v), size(plan)
    first, m, random = closed_from(start), len(loops.rows), np.random.default_rng(0)
    for k in range(STARTS):
        if first.gap <= NEARLY * length:
            break
        first = closed_from(scattered(plan, start, everything, (k + 1) / STARTS, length, random))
    if first.gap > NEARLY * length:
        return Mobility(plan.n_v - m, tuple(range(m)), False, start)
    best = loops.jacobian(first.q)
    kept = independent_rows(best)
    if len(kept) < m:
        for _ in range(POSES):
            free = null_space(best)
            other = closed_from(move(first.q, SPREAD * free @ random.normal(size=free.shape[1])))
            there = independent_rows(J) if other.gap <= NEARLY * length and (J := loops.jacobian(other.q)).size else ()
            if len(there) > len(kept):
                best, kept = loops.jacobian(other.q), there
    return Mobility(plan.n_v - len(kept), kept, True, first.q)
