"""Sparse L D Lᵀ with loops inside, for systems too large to be unrolled into nodes.

    name                         reads                                            leaves
    sparse_ldl_factor key        entries of A as system.entries, then weights     largest inverse relative pivot of the
                                 of the watched unknowns if the system has them   watched unknowns; factors
    sparse_ldl_solve key m       those results; b, row-major with m columns       x with L D Lᵀ x = b

The inverse relative pivot of an unknown is |1/d| times its weight, or without weights times what its diagonal lost to
positive pivots. The key stands for a system (connectivity/multifrontal.py) that this process knows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from linkwork.algebra.scalars import is_zero
from linkwork.connectivity.multifrontal import Multifrontal
from linkwork.expression.graph import Graph, Procedure
from linkwork.expression.procedures import Block, apply
from linkwork.expression.symbol import Scalar, scalar

SYSTEMS: dict[str, Multifrontal] = {}  # by key, so that machine code can be made from a procedure's name


@dataclass(frozen=True)
class SparseFactors:
    """The factors of a system in a graph."""

    system: Multifrontal
    block: Block
    graph: Graph

    @property
    def worst(self) -> Scalar:
        """The largest inverse relative pivot of the watched unknowns."""
        return scalar(self.graph, self.graph.item(self.block.node(self.graph), 0))

    def solve(self, b: Sequence[Scalar]) -> list[Scalar]:
        """x with A x = b."""
        return apply(sparse_ldl_solve(_known(self.system), 1), b, self.block)


def factors(graph: Graph, system: Multifrontal, values: Sequence[Scalar]) -> SparseFactors:
    """The factorisation of a system with these entries and weights."""
    return SparseFactors(system, Block(sparse_ldl_factor(_known(system)), values), graph)


def _known(system: Multifrontal) -> str:
    SYSTEMS.setdefault(system.key, system)
    return system.key


@cache
def sparse_ldl_factor(key: str) -> Procedure:
    """The factorisation of a known system."""
    system = SYSTEMS[key]

    def numpy(values: Sequence[Any]) -> list[Any]:
        batch = np.broadcast_shapes(*map(np.shape, values))
        given = [np.broadcast_to(x, batch) for x in values]
        place = {k: (f, i) for f, front in enumerate(system.fronts) for i, k in enumerate(front.inside)}
        kind = np.result_type(float, *given)
        matrices = [np.zeros((*batch, len(f.rows), len(f.rows)), kind) for f in system.fronts]
        for (i, j), x in zip(system.entries, given):
            f = min(place[i], place[j])[0]
            rows = system.fronts[f].rows
            a, b = rows.index(i), rows.index(j)
            matrices[f][..., a, b] = matrices[f][..., b, a] = x
        inverse, lost = np.zeros((*batch, system.size), kind), np.zeros((*batch, system.size), kind)
        for front, A in zip(system.fronts, matrices):
            for j, k in enumerate(front.inside):
                d = inverse[..., k] = 1.0 / A[..., j, j]
                change = A[..., j + 1 :, j, None] * (A[..., None, j, j + 1 :] * d[..., None, None])
                A[..., j + 1 :, j + 1 :] -= change
                gone = np.where(np.real(d)[..., None] > 0.0, np.diagonal(change, axis1=-2, axis2=-1), 0.0)
                lost[..., front.rows[j + 1 :]] += gone
            if front.parent is not None:
                seats = [system.fronts[front.parent].rows.index(k) for k in front.outside]
                s = len(front.inside)
                matrices[front.parent][..., np.array(seats)[:, None], seats] += A[..., s:, s:]
        watched = list(system.watched)
        sizes = given[len(system.entries) :] if system.weighted else [lost[..., k] for k in watched]
        weights = np.stack(sizes, -1) if sizes else np.zeros((*batch, 0))
        worst = np.max(np.abs(inverse[..., watched]) * weights, -1, initial=0.0)
        return [worst, _Factors(matrices, inverse)]

    return Procedure(
        f"sparse_ldl_factor {key}",
        system.given,
        system.space,
        numpy,
        system.multiplications,
        system.additions,
    )


@dataclass(frozen=True)
class _Factors:
    """Numbers: the matrices of the fronts, with rows of D Lᵀ below the diagonal too, and 1/d by unknown."""

    matrices: list[np.ndarray]
    inverse: np.ndarray


@cache
def sparse_ldl_solve(key: str, m: int) -> Procedure:
    """Substitution with the factors of a known system for m right-hand sides."""
    system = SYSTEMS[key]
    size = system.size

    def numpy(values: Sequence[Any]) -> list[Any]:
        _, known, *right = values
        batch = np.broadcast_shapes(known.inverse.shape[:-1], *map(np.shape, right))
        x = np.stack([np.broadcast_to(b, batch) for b in right], -1).reshape((*batch, size, m))
        x = x.astype(np.result_type(float, x, known.inverse))
        for front, A in zip(system.fronts, known.matrices):
            for j, k in enumerate(front.inside):
                y = x[..., k, :] * known.inverse[..., k, None]
                x[..., front.rows[j + 1 :], :] -= A[..., j, j + 1 :, None] * y[..., None, :]
        for front, A in zip(reversed(system.fronts), reversed(known.matrices)):
            for j in reversed(range(len(front.inside))):
                later = (A[..., j, j + 1 :, None] * x[..., front.rows[j + 1 :], :]).sum(-2)
                k = front.inside[j]
                x[..., k, :] = (x[..., k, :] - later) * known.inverse[..., k, None]
        return [x[..., i, c] for i in range(size) for c in range(m)]

    return Procedure(
        f"sparse_ldl_solve {key} {m}",
        size * m,
        size * m,
        numpy,
        2 * (system.below + size) * m,
        2 * system.below * m,
        source=sparse_ldl_factor(key),
        tangent=_tangent(system, m),
        adjoint=_adjoint(system, m),
    )


def _tangent(system: Multifrontal, m: int) -> Callable[..., list[list[Scalar]]]:
    """Ẋ = A⁻¹ (Ḃ − Ȧ X), for several directions in one substitution."""

    def tangent(
        block: Block,
        results: Sequence[Scalar],
        rates: Sequence[tuple[Sequence[Scalar], Sequence[Scalar]]],
    ) -> list[list[Scalar]]:
        wide = len(rates) * m
        right: list[Scalar] = [0.0] * (system.size * wide)
        for r, (source, own) in enumerate(rates):
            for i in range(system.size):
                right[i * wide + r * m : i * wide + r * m + m] = own[i * m : i * m + m]
            for (i, j), change in zip(system.entries, source):
                for row, column in {(i, j), (j, i)} if not is_zero(change) else ():
                    for c in range(m):
                        at = row * wide + r * m + c
                        right[at] = right[at] - change * results[column * m + c]
        solved = apply(sparse_ldl_solve(system.key, wide), right, block)
        return [[solved[i * wide + r * m + c] for i in range(system.size) for c in range(m)] for r in range(len(rates))]

    return tangent


def _adjoint(system: Multifrontal, m: int) -> Callable[..., list[tuple[list[Scalar], list[Scalar]]]]:
    """B̄ = A⁻¹ X̄,  Ā = −B̄ Xᵀ, for several outputs in one substitution; pivots depend on A without a derivative."""

    def adjoint(
        block: Block, results: Sequence[Scalar], weights: Sequence[Sequence[Scalar]]
    ) -> list[tuple[list[Scalar], list[Scalar]]]:
        wide = len(weights) * m
        right = [weight[i * m + c] for i in range(system.size) for weight in weights for c in range(m)]
        solved = apply(sparse_ldl_solve(system.key, wide), right, block)
        answer = []
        for r in range(len(weights)):
            b = [[solved[i * wide + r * m + c] for c in range(m)] for i in range(system.size)]
            A = [
                -sum((b[row][c] * results[column * m + c] for row, column in {(i, j), (j, i)} for c in range(m)), 0.0)
                for i, j in system.entries
            ]
            A += [0.0] * (system.given - len(system.entries))
            answer.append((A, [x for row in b for x in row]))
        return answer

    return adjoint
