"""Dense systems solved by loops, on numbers, batches and symbols."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.algebra.dense import dense_solve, dense_solve_rows
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import trace


@pytest.fixture
def system() -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    B = rng.normal(size=(5, 5))
    return B @ B.T + np.eye(5), rng.normal(size=(5, 3))


def test_columns_together_and_one_by_one(system: tuple[np.ndarray, np.ndarray]) -> None:
    A, B = system
    X = np.linalg.solve(A, B)
    np.testing.assert_allclose(dense_solve_rows(A.tolist(), B.tolist()), X, atol=1e-12)
    np.testing.assert_allclose(dense_solve(A.tolist(), B[:, 0].tolist()), X[:, 0], atol=1e-12)
    np.testing.assert_allclose(dense_solve(A.tolist(), B[:, 0].tolist(), symmetric=False), X[:, 0], atol=1e-12)


def test_batches(system: tuple[np.ndarray, np.ndarray]) -> None:
    A, B = system
    scale = np.array([1.0, 2.0])
    found = dense_solve([[a * scale for a in row] for row in A], B[:, 0].tolist())
    np.testing.assert_allclose(np.array(found).T, np.linalg.solve(A, B[:, 0]) / scale[:, None], atol=1e-12)


def test_symbols(system: tuple[np.ndarray, np.ndarray]) -> None:
    A, B = system
    function = trace(lambda a, b: {"x": dense_solve_rows(a, b)}, {"a": (5, 5), "b": (5, 3)})
    np.testing.assert_allclose(evaluate(function, a=A, b=B)["x"], np.linalg.solve(A, B), atol=1e-12)
