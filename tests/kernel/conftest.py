"""What the tests of this folder share: their own cache, and some functions to compile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.algebra.scalars import cos, sin, sqrt
from linkwork.expression.procedures import solve_general, solve_symmetric
from linkwork.expression.trace import Function, trace


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Every run compiles for itself, once; the user's cache is kept out of it."""
    place = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LINKWORK_CACHE", str(place))
        yield place


@pytest.fixture(scope="session")
def pendulum() -> Function:
    """Two inputs, an array and a number out."""

    def law(q: Any, v: Any, g: Any) -> dict[str, Any]:
        return {"a": [-g * sin(q[0]) - v[1], q[1] * v[0]], "energy": 0.5 * v[0] * v[0] - g * cos(q[0])}

    return trace(law, {"q": (2,), "v": (2,), "g": ()}, name="pendulum")


def _chain(length: int, width: int = 6) -> Function:
    """Many nodes: each round turns and mixes the values of the one before."""

    def law(x: Any) -> dict[str, Any]:
        values = list(x)
        for k in range(length):
            i, j = k % width, (k + 1) % width
            c, s = cos(x[i]), sin(x[j])
            values[i], values[j] = c * values[i] - s * values[j] + 0.1 * k, sqrt(values[i] * values[i] + 1.0)
        return {"y": values, "x2": 2.0 * x[0], "same": -x[1], "constant": [1.5, -2.0]}

    return trace(law, {"x": (width,)}, name="chain")


def _solver(n: int, *, symmetric: bool) -> Function:
    """A call of a procedure with loops inside."""

    def law(A: Any, b: Any) -> dict[str, Any]:
        S = A + A.T + 4.0 * n * np.eye(n) if symmetric else A
        X = (solve_symmetric if symmetric else solve_general)(S.tolist(), b.tolist())
        return {"X": X, "norm": sqrt(sum(x * x for row in X for x in row))}

    return trace(law, {"A": (n, n), "b": (n, 2)}, name="solver")


@pytest.fixture(scope="session")
def two_by_three() -> Function:
    """A matrix in, its transpose and a row out."""
    return trace(lambda A: {"T": A.T, "row": A[1] * 2.0}, {"A": (2, 3)}, name="two_by_three")


@pytest.fixture(scope="session")
def chain() -> Callable[..., Function]:
    """chain(length)."""
    return _chain


@pytest.fixture(scope="session")
def solver() -> Callable[..., Function]:
    """solver(n, symmetric=...)."""
    return _solver
