"""Sparse symmetric elimination in a chosen order, unrolled; structural zeros cost nothing.

A formulation is an elimination order of one block system

    [ M  Jᵀ ] [  q̈ ]   [  φ ]
    [ J  0  ] [ −λ ] = [  ψ ]                                            (1)

with L D Lᵀ taken in that order. Pivots of q̈ are positive; the pivots of λ come out negative once the q̈ that a row
acts on are gone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from linkwork.algebra.factorisations import over
from linkwork.algebra.scalars import Scalar, is_zero, same

Tail = Callable[[list[list[Scalar]], list[Scalar]], Sequence[Scalar]]
Sparse = dict[int, dict[int, Scalar]]  # both triangles: A[i][j] and A[j][i]


@dataclass(frozen=True)
class Factors:
    """L D Lᵀ in elimination order: for each unknown its pivot's inverse and its column of L.

    before  for each watched unknown its diagonal entry before other watched unknowns were eliminated
    rest    the matrix of the unknowns that were not eliminated
    """

    order: tuple[int, ...]
    pivot: dict[int, Scalar]
    inverse: dict[int, Scalar]
    below: dict[int, dict[int, Scalar]]
    before: dict[int, Scalar]
    rest: Sparse

    def pivot_ratio(self) -> list[Scalar]:
        """Inverse relative pivots of the watched unknowns."""
        return [x * self.inverse[k] for k, x in self.before.items() if k in self.inverse and not same(x, self.pivot[k])]


def symmetric(entries: Iterable[tuple[int, int, Scalar]]) -> Sparse:
    """A sparse symmetric matrix from entries of one triangle; exact zeros are left out."""
    A: Sparse = {}
    for i, j, x in entries:
        if not is_zero(x):
            A.setdefault(i, {})[j] = x
            A.setdefault(j, {})[i] = x
    return A


def factorise(A: Sparse, order: Sequence[int], watched: Collection[int] = ()) -> Factors:
    """Eliminate the unknowns one after the other.

        l_i = a_ik / a_kk,   a_ij ← a_ij − l_i a_jk                           (1)

    `watched` unknowns are the multipliers: what their diagonals gain from each other is kept apart.
    """
    A = {i: dict(row) for i, row in A.items()}
    watched = set(watched)
    pivot: dict[int, Scalar] = {}
    inverse: dict[int, Scalar] = {}
    below: dict[int, dict[int, Scalar]] = {}
    before: dict[int, Scalar] = {}
    for k in order:
        row = A.pop(k)
        pivot[k] = row.pop(k, 0.0)
        inverse[k] = 1.0 / pivot[k]
        others = list(row.items())
        below[k] = {i: over(x, pivot[k], inverse[k]) for i, x in others}
        for i, _ in others:
            A[i].pop(k)
            if k in watched and i in watched:
                before.setdefault(i, A[i].get(i, 0.0))
        for n, (i, _) in enumerate(others):
            for j, xj in others[n:]:
                new = A[i].get(j, 0.0) - below[k][i] * xj  # (1)
                if is_zero(new):
                    A[i].pop(j, None)
                    A[j].pop(i, None)
                else:
                    A[i][j] = new
                    A[j][i] = new
    return Factors(tuple(order), pivot, inverse, below, before, A)


def solve(
    factors: Factors, b: dict[int, Scalar], *, dense: Sequence[int] = (), tail: Tail | None = None
) -> dict[int, Scalar]:
    """x with A x = b; the unknowns that were left over are solved together by `tail`."""
    x = dict(b)
    for k in factors.order:
        for i, l in factors.below[k].items():  # noqa: E741
            x[i] = x[i] - l * x[k]
    if dense and tail is not None:
        rows = [[factors.rest[i].get(j, 0.0) for j in dense] for i in dense]
        x.update(zip(dense, tail(rows, [x[i] for i in dense])))
    for k in factors.order:
        x[k] = x[k] * factors.inverse[k]
    for k in reversed(factors.order):
        for i, l in factors.below[k].items():  # noqa: E741
            x[k] = x[k] - l * x[i]
    return x
