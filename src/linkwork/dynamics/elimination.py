"""Sparse symmetric elimination in a chosen order: unrolled where it is sparse, by loops in large dense fronts.

A formulation is an elimination order of one block system

    [ M  Jᵀ ] [  q̈ ]   [  φ ]
    [ J  0  ] [ −λ ] = [  ψ ]                                            (1)

with L D Lᵀ taken in that order. Pivots of q̈ are positive; the pivots of λ come out negative once the q̈ that a row
acts on are gone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from linkwork.algebra.factorisations import over
from linkwork.algebra.scalars import Scalar, is_zero, same

Sparse = dict[int, dict[int, Scalar]]  # both triangles: A[i][j] and A[j][i]


def symmetric(entries: Iterable[tuple[int, int, Scalar]]) -> Sparse:
    """A sparse symmetric matrix from entries of one triangle; exact zeros are left out."""
    A: Sparse = {}
    for i, j, x in entries:
        if not is_zero(x):
            A.setdefault(i, {})[j] = x
            A.setdefault(j, {})[i] = x
    return A


@dataclass
class Factors:
    """L D Lᵀ while it is made, and afterwards.

    rest      what is left of the matrix
    watched   the multipliers: what their diagonals gain from each other is kept apart
    below     column of L of each unknown that is gone, inverse its 1/d
    before    for each watched unknown its diagonal before other watched unknowns were eliminated
    """

    rest: Sparse
    watched: Collection[int]
    order: list[int] = field(default_factory=list)
    below: dict[int, dict[int, Scalar]] = field(default_factory=dict)
    inverse: dict[int, Scalar] = field(default_factory=dict)
    pivot: dict[int, Scalar] = field(default_factory=dict)
    before: dict[int, Scalar] = field(default_factory=dict)

    def eliminate(self, k: int) -> None:
        """One unknown: l_i = a_ik / a_kk, a_ij ← a_ij − l_i a_jk."""
        A = self.rest
        row = A.pop(k)
        pivot = self.pivot[k] = row.pop(k, 0.0)
        inverse = self.inverse[k] = 1.0 / pivot
        others = list(row.items())
        below = self.below[k] = {i: over(x, pivot, inverse) for i, x in others}
        self.order.append(k)
        for i, _ in others:
            A[i].pop(k)
            if k in self.watched and i in self.watched:
                self.before.setdefault(i, A[i].get(i, 0.0))
        for n, (i, _) in enumerate(others):
            for j, xj in others[n:]:
                self._put(i, j, A[i].get(j, 0.0) - below[i] * xj)

    def _put(self, i: int, j: int, x: Scalar) -> None:
        if is_zero(x):
            self.rest[i].pop(j, None)
            self.rest[j].pop(i, None)
        else:
            self.rest[i][j] = x
            self.rest[j][i] = x

    def pivot_ratio(self) -> list[Scalar]:
        """Inverse relative pivots of the watched unknowns: before over pivot, but of those never disturbed."""
        return [
            x * self.inverse[k]
            for k, x in self.before.items()
            if k in self.inverse and not (k in self.pivot and same(x, self.pivot[k]))
        ]


def factorise(A: Mapping[int, Mapping[int, Scalar]], order: Sequence[int], watched: Collection[int] = ()) -> Factors:
    """L D Lᵀ in the given order; `watched` unknowns are the multipliers."""
    factors = Factors({i: dict(row) for i, row in A.items()}, frozenset(watched))
    for k in order:
        factors.eliminate(k)
    return factors


def solve(factors: Factors, b: Mapping[int, Scalar]) -> dict[int, Scalar]:
    """x with L D Lᵀ x = b."""
    x = dict(b)
    for k in factors.order:
        for i, l in factors.below[k].items():  # noqa: E741
            x[i] = x[i] - l * x[k]
    for k in factors.order:
        x[k] = x[k] * factors.inverse[k]
    for k in reversed(factors.order):
        for i, l in factors.below[k].items():  # noqa: E741
            x[k] = x[k] - l * x[i]
    return x
