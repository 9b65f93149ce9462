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
    shape = np.broadcast_shapes(*(np.shape(x) for row in (*A, b) for x in row))
    matrix = np.empty((*shape, len(b), len(b)))
    right = np.empty((*shape, len(b)))
    for i, row in enumerate(A):
        right[..., i] = b[i]
        for j, x in enumerate(row):
            matrix[..., i, j] = x
    solution = np.linalg.solve(matrix, right[..., None])[..., 0]
    return [solution[..., i] if shape else float(solution[i]) for i in range(len(b))]


def dense_solve_rows(A: Sequence[Sequence[Scalar]], B: Sequence[Sequence[Scalar]]) -> list[list[Scalar]]:
    """X with A X = B for a symmetric A and several columns at once, by rows.

    A kind of scalar that records operations joins by having the method `_dense_solve_rows(A, B)`.
    """
    for row in (*A, *B):
        for x in row:
            record = getattr(x, "_dense_solve_rows", None)
            if record is not None:
                return record(A, B)
    columns = [dense_solve(A, column) for column in zip(*B)]
    return [list(row) for row in zip(*columns)]


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
