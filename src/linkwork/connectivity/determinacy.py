"""Determinate subsystems: in which order inverse dynamics can be solved subsystem by subsystem.

A subsystem has as many equations as rates, and as unknowns its driving forces and the multipliers that act on it and
are not yet known. Where both numbers agree it is determinate: solved, it makes its multipliers known to its
neighbours. Where none is, the fewest that share unknowns are joined.

Counting is necessary, not sufficient: the matrix of the unknowns must not be singular in the pose.
Reference: Koul et al., section 2.2; Shah, Saha, Dutt (2013), section 8.2; after Chaudhary and Saha (2007).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from linkwork.connectivity.block_pattern import BlockPattern

TOGETHER = 4  # more subsystems than this are not tried in combinations, but joined all at once


@dataclass(frozen=True)
class Solved:
    """One step: subsystems solved together, with what becomes known.

    equations  rates of these subsystems
    driven     driving forces among the unknowns
    ties       loops and other ties whose multipliers are unknown before
    unknowns   driving forces and multipliers
    """

    subsystems: tuple[int, ...]
    equations: int
    driven: int
    ties: tuple[int, ...]
    unknowns: int

    @property
    def determinate(self) -> bool:
        """Whether there are as many unknowns as equations."""
        return self.unknowns == self.equations

    @property
    def verdict(self) -> str:
        """The same in words."""
        if self.determinate:
            return "determinate"
        return "underdriven" if self.unknowns < self.equations else "overdriven"


def inverse_order(
    J: BlockPattern, rates: Sequence[int], driven: Sequence[int], rows: Sequence[int]
) -> tuple[Solved, ...]:
    """The steps. `rates` and `driven` count by subsystem (column of J), `rows` by tie (row of J)."""
    acting: list[set[int]] = [set() for _ in J.columns]
    for r, s in J.blocks:
        acting[s].add(r)
    left, known, steps = set(range(len(J.columns))), set[int](), []
    while left:
        step = next((s for s in _candidates(left, acting, known, rates, driven, rows) if s.determinate), None)
        if step is None:
            step = _joined(min(_connected(left, acting, known), key=min), acting, known, rates, driven, rows)
        steps.append(step)
        left -= set(step.subsystems)
        known |= set(step.ties)
    return tuple(steps)


def _candidates(
    left: set[int], acting: Sequence[set[int]], known: set[int], *counts: Sequence[int]
) -> Iterator[Solved]:
    """Single subsystems, then pairs and more of those that share unknowns."""
    groups = _connected(left, acting, known)
    for size in range(1, TOGETHER + 1):
        for group in groups:
            for members in combinations(sorted(group), size) if len(group) <= 12 or size == 1 else ():
                if size == 1 or len(_connected(set(members), acting, known)) == 1:
                    yield _joined(set(members), acting, known, *counts)


def _connected(left: set[int], acting: Sequence[set[int]], known: set[int]) -> list[set[int]]:
    """Subsystems that share unknown multipliers, directly or over others."""
    groups: list[set[int]] = []
    for s in sorted(left):
        touching = [g for g in groups if any((acting[s] & acting[t]) - known for t in g)]
        groups = [g for g in groups if g not in touching]
        groups.append({s}.union(*touching))
    return groups


def _joined(
    members: set[int],
    acting: Sequence[set[int]],
    known: set[int],
    rates: Sequence[int],
    driven: Sequence[int],
    rows: Sequence[int],
) -> Solved:
    ties = sorted(set().union(*(acting[s] for s in members)) - known)
    drives = sum(driven[s] for s in members)
    return Solved(
        tuple(sorted(members)), sum(rates[s] for s in members), drives, tuple(ties), drives + sum(rows[r] for r in ties)
    )
