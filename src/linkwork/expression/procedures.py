"""Procedures: dense factorisation and substitution with loops inside, for systems too large to be unrolled into nodes.

A factorisation is one call, each substitution another, so that values, derivatives and repeated right-hand sides share
the factors, which a substitution reads as a whole where they lie. Matrices of columns are row-major, b[i*m + k] for row
i and column k.

    name                          reads                              leaves
    factor_ldl n                  A, lower triangle by rows          L below the diagonal by rows, 1/d_i on it
    backsolve_ldl n m             its factors; b                     x with L D Lᵀ x = b
    inverse_ldl n                 its factors                        the inverse of A by rows
    factor_lu n                   A by rows                          L below, U above, 1/u_ii on the diagonal; n pivots
    backsolve_lu n m              its factors and pivots; b          x with A x = b
    backsolve_lu_transposed n m   its factors and pivots; b          x with Aᵀ x = b

A has n rows, b has m columns. Pivot i is the row (as a float) that was exchanged with row i at step i, i first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from linkwork.errors import ShapeError
from linkwork.expression.graph import Graph, Procedure
from linkwork.expression.symbol import Scalar, Symbol, reference, scalar

Rows = Sequence[Sequence[Scalar]]


@dataclass(frozen=True)
class Block:
    """All results of a procedure, for procedures that read them as a whole."""

    procedure: Procedure
    values: Sequence[Scalar]

    @cached_property
    def graph(self) -> Graph | None:
        """The graph of the symbols among the values."""
        return graph_of(self.values)

    def node(self, graph: Graph) -> int:
        """The call in a graph."""
        return graph.block(self.procedure, [reference(graph, x) for x in self.values])

    @cached_property
    def numbers(self) -> Sequence[Any]:
        """The results as numbers."""
        return self.procedure.numpy(self.values)


def graph_of(values: Iterable[Scalar]) -> Graph | None:
    """The graph of the first symbol among some scalars; None if all are numbers."""
    return next((x.graph for x in values if isinstance(x, Symbol)), None)


def apply(procedure: Procedure, values: Sequence[Scalar], source: Block | None = None) -> list[Scalar]:
    """Results of a procedure: a call in the graph where a symbol is among the values, else numbers right away."""
    graph = graph_of(values) or (source and source.graph)
    if graph is None:
        return list(procedure.numpy([*(source.numbers if source else ()), *values]))
    arguments = [reference(graph, x) for x in values]
    return [scalar(graph, ref) for ref in graph.call(procedure, arguments, source and source.node(graph))]


def solve_symmetric(A: Rows, b: Rows) -> list[list[Scalar]]:
    """X with A X = B for a symmetric A with nonzero leading minors; its lower triangle is read."""
    n, m = _sizes(A, b)
    factors = Block(factor_ldl(n), [A[i][j] for i in range(n) for j in range(i + 1)])
    return _rows(apply(backsolve_ldl(n, m), [x for row in b for x in row], factors), m)


def inverse_symmetric(A: Rows) -> list[list[Scalar]]:
    """The inverse of a symmetric A with nonzero leading minors; its lower triangle is read."""
    n = len(A)
    factors = Block(factor_ldl(n), [A[i][j] for i in range(n) for j in range(i + 1)])
    return _rows(apply(inverse_ldl(n), [], factors), n)


def solve_general(A: Rows, b: Rows) -> list[list[Scalar]]:
    """X with A X = B for any invertible A, by partial pivoting."""
    n, m = _sizes(A, b)
    factors = Block(factor_lu(n), [x for row in A for x in row])
    return _rows(apply(backsolve_lu(n, m), [x for row in b for x in row], factors), m)


# -- the procedures ---------------------------------------------------------------------------------------------------


@cache
def factor_ldl(n: int) -> Procedure:
    """L D Lᵀ of a symmetric matrix without pivoting."""
    size = n * (n + 1) // 2

    def numpy(values: Sequence[Any]) -> list[Any]:
        A = _unpacked(_stacked(values, (size,)), n)
        for j in range(n):
            scaled = A[..., j, :j] * A[..., range(j), range(j)] ** -1  # L_jk d_k, the diagonal holds 1/d_k
            inverse = 1.0 / (A[..., j, j] - (A[..., j, :j] * scaled).sum(-1))
            A[..., j, j] = inverse
            for i in range(j + 1, n):
                A[..., i, j] = (A[..., i, j] - (A[..., i, :j] * scaled).sum(-1)) * inverse
        return [A[..., i, j] for i in range(n) for j in range(i + 1)]

    inner = sum(j * (n - j) for j in range(n))
    return Procedure(f"factor_ldl {n}", size, size, numpy, inner + n * (n - 1) + n, inner)


@cache
def backsolve_ldl(n: int, m: int) -> Procedure:
    """Substitution with the factors of factor_ldl."""
    size = n * (n + 1) // 2

    def numpy(values: Sequence[Any]) -> list[Any]:
        stack = _stacked(values, (len(values),))
        L, x = _unpacked(stack[..., :size], n), stack[..., size:].reshape((*stack.shape[:-1], n, m)).copy()
        for i in range(n):
            x[..., i, :] = x[..., i, :] - (L[..., i, :i, None] * x[..., :i, :]).sum(-2)
        x = x * L[..., range(n), range(n)][..., None]
        for i in range(n - 2, -1, -1):
            x[..., i, :] = x[..., i, :] - (L[..., i + 1 :, i, None] * x[..., i + 1 :, :]).sum(-2)
        return [x[..., i, k] for i in range(n) for k in range(m)]

    def matrix(entries: Sequence[Scalar]) -> Rows:
        return [[entries[max(i, j) * (max(i, j) + 1) // 2 + min(i, j)] for j in range(n)] for i in range(n)]

    def packed(rows: Rows) -> list[Scalar]:
        return [rows[i][j] + rows[j][i] if i != j else rows[i][i] for i in range(n) for j in range(i + 1)]

    return Procedure(
        f"backsolve_ldl {n} {m}",
        n * m,
        n * m,
        numpy,
        n * n * m,
        n * (n - 1) * m,
        source=factor_ldl(n),
        tangent=_tangent(n, m, lambda k: backsolve_ldl(n, k), matrix),
        adjoint=_adjoint(n, m, lambda k: backsolve_ldl(n, k), packed),
    )


@cache
def inverse_ldl(n: int) -> Procedure:
    """The inverse from the factors of factor_ldl; for derivatives take `backsolve_ldl` of the unit matrix."""

    def numpy(values: Sequence[Any]) -> list[Any]:
        one = [float(i == k) for i in range(n) for k in range(n)]
        return list(backsolve_ldl(n, n).numpy([*values, *one]))

    third = n * (n * n - 1) // 3
    return Procedure(f"inverse_ldl {n}", 0, n * n, numpy, third + n * n, third, source=factor_ldl(n))


@cache
def factor_lu(n: int) -> Procedure:
    """P A = L U with the largest entry of each column as its pivot."""

    def numpy(values: Sequence[Any]) -> list[Any]:
        A = _stacked(values, (n, n))
        pivots = np.zeros(A.shape[:-1], A.dtype)
        for j in range(n):
            best = j + np.abs(A[..., j:, j]).argmax(-1)
            pivots[..., j] = best
            chosen = np.take_along_axis(A, best[..., None, None], -2)
            np.put_along_axis(A, best[..., None, None], A[..., j : j + 1, :].copy(), -2)
            A[..., j, :] = chosen[..., 0, :]
            A[..., j, j] = 1.0 / A[..., j, j]
            A[..., j + 1 :, j] = A[..., j + 1 :, j] * A[..., j, j, None]
            A[..., j + 1 :, j + 1 :] = A[..., j + 1 :, j + 1 :] - A[..., j + 1 :, j, None] * A[..., None, j, j + 1 :]
        return [*(A[..., i, j] for i in range(n) for j in range(n)), *(pivots[..., j] for j in range(n))]

    inner = sum(j * j for j in range(n))
    return Procedure(f"factor_lu {n}", n * n, n * n + n, numpy, inner + n * (n - 1) // 2 + n, inner)


@cache
def backsolve_lu(n: int, m: int) -> Procedure:
    """Substitution with the factors of factor_lu."""

    def numpy(values: Sequence[Any]) -> list[Any]:
        A, pivots, x = _lu(values, n, m)
        for j in range(n):
            _exchange(x, j, pivots[..., j])
        for i in range(n):
            x[..., i, :] = x[..., i, :] - (A[..., i, :i, None] * x[..., :i, :]).sum(-2)
        for i in range(n - 1, -1, -1):
            above = x[..., i, :] - (A[..., i, i + 1 :, None] * x[..., i + 1 :, :]).sum(-2)
            x[..., i, :] = above * A[..., i, i, None]
        return [x[..., i, k] for i in range(n) for k in range(m)]

    return _lu_procedure("backsolve_lu", n, m, numpy, backsolve_lu, backsolve_lu_transposed, transposed=False)


@cache
def backsolve_lu_transposed(n: int, m: int) -> Procedure:
    """Substitution with the transposed factors of factor_lu."""

    def numpy(values: Sequence[Any]) -> list[Any]:
        A, pivots, x = _lu(values, n, m)
        for i in range(n):
            below = x[..., i, :] - (A[..., :i, i, None] * x[..., :i, :]).sum(-2)
            x[..., i, :] = below * A[..., i, i, None]
        for i in range(n - 2, -1, -1):
            x[..., i, :] = x[..., i, :] - (A[..., i + 1 :, i, None] * x[..., i + 1 :, :]).sum(-2)
        for j in range(n - 1, -1, -1):
            _exchange(x, j, pivots[..., j])
        return [x[..., i, k] for i in range(n) for k in range(m)]

    return _lu_procedure("backsolve_lu_transposed", n, m, numpy, backsolve_lu_transposed, backsolve_lu, transposed=True)


def _lu_procedure(
    name: str,
    n: int,
    m: int,
    numpy: Callable[[Sequence[Any]], list[Any]],
    same: Callable[[int, int], Procedure],
    other: Callable[[int, int], Procedure],
    *,
    transposed: bool,
) -> Procedure:
    def matrix(entries: Sequence[Scalar]) -> Rows:
        rows = [list(entries[i * n : i * n + n]) for i in range(n)]
        return list(zip(*rows)) if transposed else rows

    def packed(rows: Rows) -> list[Scalar]:
        return [x for row in (zip(*rows) if transposed else rows) for x in row]

    return Procedure(
        f"{name} {n} {m}",
        n * m,
        n * m,
        numpy,
        n * n * m,
        n * (n - 1) * m,
        source=factor_lu(n),
        tangent=_tangent(n, m, lambda k: same(n, k), matrix),
        adjoint=_adjoint(n, m, lambda k: other(n, k), packed),
    )


# -- their derivatives: implicit, with the factors that are there already ---------------------------------------------


def _tangent(
    n: int,
    m: int,
    backsolve: Callable[[int], Procedure],
    matrix: Callable[[Sequence[Scalar]], Rows],
) -> Callable[..., list[list[Scalar]]]:
    """Ẋ = A⁻¹ (Ḃ − Ȧ X), for several directions in one substitution."""

    def tangent(
        factors: Block,
        results: Sequence[Scalar],
        rates: Sequence[tuple[Sequence[Scalar], Sequence[Scalar]]],
    ) -> list[list[Scalar]]:
        right: list[list[Scalar]] = [[] for _ in range(n)]
        for source, own in rates:
            dA = matrix(source)
            for i in range(n):
                for k in range(m):
                    change = sum((dA[i][j] * results[j * m + k] for j in range(n)), 0.0)
                    right[i].append(own[i * m + k] - change)
        wide = len(rates) * m
        solved = apply(backsolve(wide), [x for row in right for x in row], factors)
        return [[solved[i * wide + r * m + k] for i in range(n) for k in range(m)] for r in range(len(rates))]

    return tangent


def _adjoint(
    n: int,
    m: int,
    backsolve: Callable[[int], Procedure],
    packed: Callable[[Rows], list[Scalar]],
) -> Callable[..., list[tuple[list[Scalar], list[Scalar]]]]:
    """B̄ = A⁻ᵀ X̄,  Ā = −B̄ Xᵀ, for several outputs in one substitution."""

    def adjoint(
        factors: Block, results: Sequence[Scalar], weights: Sequence[Sequence[Scalar]]
    ) -> list[tuple[list[Scalar], list[Scalar]]]:
        wide = len(weights) * m
        right = [weight[i * m + k] for i in range(n) for weight in weights for k in range(m)]
        solved = apply(backsolve(wide), right, factors)
        answer = []
        for r in range(len(weights)):
            b = [[solved[i * wide + r * m + k] for k in range(m)] for i in range(n)]
            A = [[-sum((b[i][k] * results[j * m + k] for k in range(m)), 0.0) for j in range(n)] for i in range(n)]
            answer.append((packed(A), [x for row in b for x in row]))
        return answer

    return adjoint


# -- inside -----------------------------------------------------------------------------------------------------------


def _sizes(A: Rows, b: Rows) -> tuple[int, int]:
    n = len(A)
    if any(len(row) != n for row in A) or len(b) != n:
        raise ShapeError("a linear system", f"has {n} rows of {len(A[0]) if n else 0} entries and {len(b)} right sides")
    return n, len(b[0]) if n else 0


def _rows(flat: Sequence[Scalar], m: int) -> list[list[Scalar]]:
    return [list(flat[i : i + m]) for i in range(0, len(flat), m)]


def _stacked(values: Sequence[Any], shape: tuple[int, ...]) -> np.ndarray:
    stack = np.stack(np.broadcast_arrays(*values), axis=-1) if len(values) else np.zeros(0)
    if stack.dtype.kind not in "fc":
        stack = stack.astype(float)
    return stack.reshape(stack.shape[:-1] + shape)


def _unpacked(packed: np.ndarray, n: int) -> np.ndarray:
    """The full array of a packed lower triangle."""
    A = np.zeros((*packed.shape[:-1], n, n), packed.dtype)
    rows, columns = np.tril_indices(n)
    A[..., rows, columns] = packed
    return A


def _lu(values: Sequence[Any], n: int, m: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    stack = _stacked(values, (len(values),))
    A, pivots, x = np.split(stack, [n * n, n * n + n], axis=-1)
    return A.reshape((*A.shape[:-1], n, n)), np.real(pivots).astype(int), x.reshape((*x.shape[:-1], n, m)).copy()


def _exchange(x: np.ndarray, j: int, row: np.ndarray) -> None:
    """Swap row j with row `row` of each batch member."""
    index = row[..., None, None]
    chosen = np.take_along_axis(x, index, -2)
    np.put_along_axis(x, index, x[..., j : j + 1, :].copy(), -2)
    x[..., j, :] = chosen[..., 0, :]
