"""Sparse symmetric elimination in a chosen order: unrolled, or by loops over dense fronts where that were too long.

A formulation is an elimination order of one block system

    [ M  Jᵀ ] [  q̈ ]   [  φ ]
    [ J  0  ] [ −λ ] = [  ψ ]                                            (1)

with L D Lᵀ taken in that order. Pivots of q̈ are positive; the pivots of λ come out negative once the q̈ that a row
acts on are gone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from linkwork.algebra.factorisations import over
from linkwork.algebra.scalars import Scalar, absolute, is_zero, maximum, same
from linkwork.connectivity.elimination_order import UNROLLED, operations
from linkwork.connectivity.multifrontal import Multifrontal

Sparse = dict[int, dict[int, Scalar]]  # both triangles: A[i][j] and A[j][i]


def symmetric(entries: Iterable[tuple[int, int, Scalar]]) -> Sparse:
    """A sparse symmetric matrix from entries of one triangle; exact zeros are left out."""
    A: Sparse = {}
    for i, j, x in entries:
        if not is_zero(x):
            A.setdefault(i, {})[j] = x
            A.setdefault(j, {})[i] = x
    return A


class Factors(Protocol):
    """L D Lᵀ of a matrix."""

    def solve(self, b: Mapping[int, Scalar]) -> dict[int, Scalar]:
        """x with L D Lᵀ x = b."""
        ...

    @property
    def pivot(self) -> Scalar:
        """The smallest relative pivot of the watched unknowns."""
        ...


def factorise(
    A: Mapping[int, Mapping[int, Scalar]],
    order: Sequence[int],
    watched: Sequence[int] = (),
    usual: Sequence[Scalar] = (),
) -> Factors:
    """L D Lᵀ in the given order; `watched` unknowns are the multipliers.

    A relative pivot is measured against the unknown's usual size; where that is not known, against what it was before
    other watched unknowns were eliminated.
    """
    pattern = {i: [j for j in row if j != i] for i, row in A.items()}
    if operations(pattern, order) > UNROLLED:
        for row in A.values():
            for x in row.values():
                record = getattr(x, "_sparse_ldl", None)
                if record is not None:
                    system = Multifrontal.of(A, order, watched, weighted=bool(usual))
                    return Loops(system, record(system, [*(A[i][j] for i, j in system.entries), *usual]))
    factors = Unrolled({i: dict(row) for i, row in A.items()}, frozenset(watched), dict(zip(watched, usual)))
    for k in order:
        factors.eliminate(k)
    return factors


@dataclass(frozen=True)
class Loops:
    """Factors of which a kind of scalar keeps a record, such as one call in a graph.

    Such scalars have a method `_sparse_ldl(system, entries and usual sizes)`, which gives an object with `solve(b)` and
    the largest inverse relative pivot as `worst`.
    """

    system: Multifrontal
    record: Any

    def solve(self, b: Mapping[int, Scalar]) -> dict[int, Scalar]:
        return dict(enumerate(self.record.solve([b[k] for k in range(self.system.size)])))

    @property
    def pivot(self) -> Scalar:
        return 1.0 / self.record.worst if self.system.watched else 1.0


@dataclass
class Unrolled:
    """L D Lᵀ while it is made, unknown by unknown, and afterwards.

    rest      what is left of the matrix
    watched   the multipliers: what their diagonals gain from each other is kept apart
    usual     their usual sizes, if known
    below     column of L of each unknown that is gone, diagonal its d, inverse its 1/d
    before    for each watched unknown its diagonal before other watched unknowns were eliminated
    """

    rest: Sparse
    watched: Collection[int]
    usual: Mapping[int, Scalar]
    order: list[int] = field(default_factory=list)
    below: dict[int, dict[int, Scalar]] = field(default_factory=dict)
    inverse: dict[int, Scalar] = field(default_factory=dict)
    diagonal: dict[int, Scalar] = field(default_factory=dict)
    before: dict[int, Scalar] = field(default_factory=dict)

    def eliminate(self, k: int) -> None:
        """One unknown: l_i = a_ik / a_kk, a_ij ← a_ij − l_i a_jk."""
        A = self.rest
        row = A.pop(k)
        pivot = self.diagonal[k] = row.pop(k, 0.0)
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

    def solve(self, b: Mapping[int, Scalar]) -> dict[int, Scalar]:
        x = dict(b)
        for k in self.order:
            for i, l in self.below[k].items():  # noqa: E741
                x[i] = x[i] - l * x[k]
        for k in self.order:
            x[k] = x[k] * self.inverse[k]
        for k in reversed(self.order):
            for i, l in self.below[k].items():  # noqa: E741
                x[k] = x[k] - l * x[i]
        return x

    @property
    def pivot(self) -> Scalar:
        """Watched unknowns that nobody disturbed have relative pivots of one."""
        inverse_ratios = [absolute(self.inverse[k]) * size for k, size in self.usual.items()] or [
            x * self.inverse[k] for k, x in self.before.items() if not same(x, self.diagonal[k])
        ]
        if not inverse_ratios:
            return 1.0
        worst = inverse_ratios[0]
        for x in inverse_ratios[1:]:
            worst = maximum(worst, x)
        return 1.0 / worst
