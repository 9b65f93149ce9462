"""Block patterns: which blocks of the constraint Jacobian and of the multipliers' matrix are zero, by topology alone.

J has a row of blocks for each loop (or other tie) and a column for each subsystem that hangs from ground. The
generalised inertia constraint matrix Ī = J I⁻¹ Jᵀ (GICM) has a block wherever two loops share a subsystem: the inertia
couples all rates of a subsystem, so that sharing a body is not needed.

Reference: Koul, Shah, Saha, Manivannan, section 2.6 and Eq. (13); the criterion as corrected in the digest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

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
    A = _couplings(pattern)
    fill = np.zeros_like(A)
    for k in order:
        around = np.flatnonzero(A[k])
        block = np.ix_(around, around)
        fill[block] |= ~A[block]
        _eliminate(A, k, around)
    np.fill_diagonal(fill, False)
    added = frozenset((int(i), int(j)) for i, j in zip(*np.nonzero(np.tril(fill))))
    return BlockPattern(pattern.rows, pattern.columns, pattern.blocks, added)


def least_fill_order(pattern: BlockPattern) -> tuple[int, ...]:
    """Always the loop whose elimination couples the fewest others anew; of several, the one with fewest couplings."""
    A = _couplings(pattern)
    left = list(range(len(A)))
    order: list[int] = []
    while left:
        degree = A.sum(axis=1)
        best, fewest = left[0], None
        for k in sorted(left, key=lambda i: degree[i]):
            around = np.flatnonzero(A[k])
            anew = len(around) * (len(around) - 1) - int(np.count_nonzero(A[np.ix_(around, around)]))
            if fewest is None or anew < fewest:
                best, fewest = k, anew
            if fewest == 0:
                break
        _eliminate(A, best, np.flatnonzero(A[best]))
        left.remove(best)
        order.append(best)
    return tuple(order)


def _couplings(pattern: BlockPattern) -> np.ndarray:
    """Which loops are coupled to which, as a symmetric matrix without its diagonal."""
    A = np.zeros((len(pattern.rows), len(pattern.rows)), dtype=bool)
    for r, s in pattern.blocks:
        A[r, s] = A[s, r] = r != s
    return A


def _eliminate(A: np.ndarray, k: int, around: np.ndarray) -> None:
    """Take loop k out and couple what was coupled to it."""
    A[np.ix_(around, around)] = True
    A[around, around] = False
    A[k, :] = A[:, k] = False
