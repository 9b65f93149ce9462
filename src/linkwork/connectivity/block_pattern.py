"""Block patterns: which blocks of the constraint Jacobian and of the multipliers' matrix are zero, by topology alone.

J has a row of blocks for each loop (or other tie) and a column for each subsystem that hangs from ground. The
generalised inertia constraint matrix Ī = J I⁻¹ Jᵀ (GICM) has a block wherever two loops share a subsystem: the inertia
couples all rates of a subsystem, so that sharing a body is not needed.

Reference: Koul, Shah, Saha, Manivannan, section 2.6 and Eq. (13); the criterion as corrected in the digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.connectivity.loops import Loop, Tie, subsystem_of
from linkwork.connectivity.plan import Plan

Pair = tuple[int, int]


@dataclass(frozen=True)
class BlockPattern:
    """The blocks that are not zero, as (row, column); `fill` are those that elimination adds."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    blocks: frozenset[Pair]
    fill: frozenset[Pair] = frozenset()

    def __contains__(self, block: Pair) -> bool:
        return block in self.blocks


def jacobian_pattern(plan: Plan, found: Sequence[Loop | Tie], columns: Sequence[str]) -> BlockPattern:
    """J by loops and subsystems: a block wherever a subsystem takes part in a loop."""
    of = subsystem_of(plan)
    blocks = frozenset((r, of[i]) for r, tie in enumerate(found) for i in tie.nodes)
    return BlockPattern(tuple(tie.name for tie in found), tuple(columns), blocks)


def gicm_pattern(J: BlockPattern) -> BlockPattern:
    """The lower triangle of Ī = J I⁻¹ Jᵀ: (r, s) wherever loops r and s share a subsystem."""
    takes_part: list[set[int]] = [set() for _ in J.columns]
    for r, s in J.blocks:
        takes_part[s].add(r)
    blocks = frozenset((r, s) for loops in takes_part for r in loops for s in loops if s <= r)
    return BlockPattern(J.rows, J.rows, blocks)


def eliminated(pattern: BlockPattern, order: Sequence[int]) -> BlockPattern:
    """The symmetric pattern with what elimination in this order fills in.

    Eliminating loop k couples all loops that are coupled to it and still there.
    """
    neighbours = _neighbours(pattern)
    fill: set[Pair] = set()
    for k in order:
        around = neighbours.pop(k)
        for i in around:
            fill |= {(max(i, j), min(i, j)) for j in around - neighbours[i] if j != i}
            neighbours[i] |= around
            neighbours[i] -= {i, k}
    return BlockPattern(pattern.rows, pattern.columns, pattern.blocks, frozenset(fill))


def least_fill_order(pattern: BlockPattern) -> tuple[int, ...]:
    """Always the loop whose elimination couples the fewest others anew; the first of several."""
    neighbours = _neighbours(pattern)
    order: list[int] = []
    while neighbours:
        k = min(neighbours, key=lambda i: (_new_couplings(neighbours, i), len(neighbours[i]), i))
        around = neighbours.pop(k)
        for i in around:
            neighbours[i] |= around
            neighbours[i] -= {i, k}
        order.append(k)
    return tuple(order)


def _neighbours(pattern: BlockPattern) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {r: set() for r in range(len(pattern.rows))}
    for r, s in pattern.blocks:
        if r != s:
            found[r].add(s)
            found[s].add(r)
    return found


def _new_couplings(neighbours: dict[int, set[int]], k: int) -> int:
    around = neighbours[k]
    return sum(len(around - neighbours[i]) - 1 for i in around)
