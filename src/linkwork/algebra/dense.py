"""Dense linear systems that are too large to be unrolled: solved by loops, whatever the scalars are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .scalars import Scalar


def dense_solve(A: Sequence[Sequence[Scalar]], b: Sequence[Scalar], *, symmetric: bool = True) -> list[Scalar]:
    """x with A x = b; `symmetric` takes L D Lᵀ without pivoting, else elimination with partial pivoting.

    A kind of scalar that records operations joins by having the method `_dense_solve(A, b, symmetric)`.
    """
    for row in (*A, b):
        for x in row:
            record = getattr(x, "_dense_solve", None)
            if record is not None:
                return record(A, b, symmetric)
    return [row[0] for row in _solved(A, [[x] for x in b])]


def dense_solve_rows(A: Sequence[Sequence[Scalar]], B: Sequence[Sequence[Scalar]]) -> list[list[Scalar]]:
    """X with A X = B for a symmetric A and several columns at once, by rows.

    A kind of scalar that records operations joins by having the method `_dense_solve_rows(A, B)`.
    """
    for row in (*A, *B):
        for x in row:
            record = getattr(x, "_dense_solve_rows", None)
            if record is not None:
                return record(A, B)
    return _solved(A, B)


def dense_inverse(A: Sequence[Sequence[Scalar]]) -> list[list[Scalar]]:
    """The inverse of a symmetric A.

    A kind of scalar that records operations joins by having the method `_dense_inverse(A)`.
    """
    for row in A:
        for x in row:
            record = getattr(x, "_dense_inverse", None)
            if record is not None:
                return record(A)
    one = [[float(i == k) for k in range(len(A))] for i in range(len(A))]
    return dense_solve_rows(A, one)


def _solved(A: Sequence[Sequence[Scalar]], B: Sequence[Sequence[Scalar]]) -> list[list[Scalar]]:
    """X with A X = B, whose entries are numbers or batches of them."""
    shape = np.broadcast_shapes(*(np.asarray(x).shape for row in (*A, *B) for x in row))
    matrix, right = (_stacked(rows, shape) for rows in (A, B))
    solution = np.linalg.solve(matrix, right)
    if not shape:
        return solution.tolist()
    return [[solution[..., i, k] for k in range(right.shape[-1])] for i in range(right.shape[-2])]


def _stacked(rows: Sequence[Sequence[Scalar]], shape: tuple[int, ...]) -> np.ndarray:
    found = np.empty((*shape, len(rows), len(rows[0])), np.result_type(float, *(x for row in rows for x in row)))
    for i, row in enumerate(rows):
        for k, x in enumerate(row):
            found[..., i, k] = x
    return found
