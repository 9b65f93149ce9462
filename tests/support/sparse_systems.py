"""Random sparse symmetric systems with masses and conditions, as they come from closed machines."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.connectivity.elimination_order import ORDERS
from linkwork.connectivity.multifrontal import Multifrontal


@dataclass(frozen=True)
class Example:
    """A system, its matrices (one for each state), weights and right-hand sides."""

    system: Multifrontal
    A: np.ndarray
    weights: np.ndarray
    b: np.ndarray

    @property
    def given(self) -> np.ndarray:
        """What a factorisation reads, one row for each state."""
        rows, columns = np.array(self.system.entries).T
        entries = self.A[:, rows, columns]
        return np.hstack([entries, self.weights]) if self.system.weighted else entries


def block_pattern(n: int, m: int, seed: int) -> dict[int, list[int]]:
    """Columns of each row of [M Jᵀ; J 0]: M couples neighbours in a random tree, a condition two or three rates."""
    rng = np.random.default_rng(seed)
    rows: dict[int, set[int]] = {i: {i} for i in range(n)} | {n + r: set() for r in range(m)}
    parent = [int(rng.integers(max(0, i - 4), i)) if i else -1 for i in range(n)]
    pairs = [(i, parent[i]) for i in range(1, n)] + [(i, parent[parent[i]]) for i in range(1, n) if parent[i] > 0]
    pairs += [(n + r, int(k)) for r in range(m) for k in rng.choice(n, size=min(n, 3), replace=False)]
    for i, j in pairs:
        rows[i].add(j)
        rows[j].add(i)
    return {i: sorted(row) for i, row in rows.items()}


def example(
    n: int, m: int, seed: int = 0, *, weighted: bool = True, order: str = "reduced", states: int = 8
) -> Example:
    """n rates and m ≤ n conditions."""
    rng, rows = np.random.default_rng(seed + 1), block_pattern(n, m, seed)
    chosen = ORDERS[order]({i: [j for j in row if j != i] for i, row in rows.items()}, n)
    system = Multifrontal.of(rows, chosen, range(n, n + m), weighted=weighted)
    A = np.zeros((states, n + m, n + m))
    for i, j in system.entries:
        A[:, i, j] = A[:, j, i] = rng.normal(size=states)
    for i in range(n):
        A[:, i, i] = np.abs(A[:, i, :n]).sum(-1) + 1.0
    return Example(system, A, rng.uniform(0.5, 2.0, (states, m)), rng.normal(size=(states, n + m)))
