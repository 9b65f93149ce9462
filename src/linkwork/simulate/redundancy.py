"""Over-constrained machines: which rows follow from the others wherever the machine can be."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.connectivity.plan import Plan
from linkwork.errors import SingularError
from linkwork.simulate.choices import independent_rows, null_space
from linkwork.simulate.closing import Assembly, close
from linkwork.simulate.coordinates import advance, difference, scattered
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
    length, random, m = size(plan), np.random.default_rng(0), len(loops.rows)
    _check_defined(plan, loops, start)
    first = _closed(plan, loops, start)
    for k in range(STARTS):
        if first.gap <= NEARLY * length:
            break
        spread = (k + 1) / STARTS
        first = _closed(plan, loops, scattered(plan, start, np.arange(plan.n_v), spread, length, random))
    if first.gap > NEARLY * length:
        return Mobility(plan.n_v - m, tuple(range(m)), False, start)
    kept = independent_rows(loops.jacobian(first.q))
    if len(kept) < m:
        kept = max((independent_rows(loops.jacobian(q)) for q in nearby(plan, loops, first.q)), key=len)
    return Mobility(plan.n_v - len(kept), kept, True, first.q)


def _check_defined(plan: Plan, loops: Loops, q: np.ndarray) -> None:
    """Every condition has rates in the starting pose: nothing can be closed from one that has not."""
    for row, rates in zip(loops.rows, loops.jacobian(q)):
        if not np.isfinite(rates).all():
            raise SingularError(
                f"condition {row.name!r} of mechanism {plan.name!r}",
                "has no meaning in the starting pose",
                "Start elsewhere, m.pose(...). A rolling wheel must not lie flat: its axle is the z axis of its frame",
            )


def nearby(plan: Plan, loops: Loops, q: np.ndarray) -> list[np.ndarray]:
    """A closed pose and a few others about it, on the way along its freedoms: where a symmetry of it is gone.

    What falls back to a singular pose is not taken: just beside it, rows are not quite dependent.
    """
    random, found = np.random.default_rng(0), [q]
    free = null_space(loops.jacobian(q))
    for _ in range(4 * POSES):
        change = SPREAD * free @ random.normal(size=free.shape[1])
        there = _closed(plan, loops, advance(plan, q, change))
        far = np.linalg.norm(difference(plan, q, there.q)) > 0.3 * np.linalg.norm(change)
        if far and there.gap <= NEARLY * size(plan):
            found.append(there.q)
        if len(found) > POSES:
            break
    return found


def _closed(plan: Plan, loops: Loops, q: np.ndarray) -> Assembly:
    move = lambda q, change: advance(plan, q, change)  # noqa: E731
    return close(lambda q: loops.gaps(q), move, q, np.arange(plan.n_v), size=size(plan))
