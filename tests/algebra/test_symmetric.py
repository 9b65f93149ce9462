"""Symmetric and general 3×3 matrices, turned about an axis with few multiplications."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.algebra.matrices import Mat3, cross_matrix, times_symmetric
from linkwork.algebra.poses import Pose
from linkwork.algebra.symmetric import Sym3
from linkwork.algebra.vectors import Vec3
from linkwork.expression.counts import counts
from linkwork.expression.trace import trace


def rotation(k: int, angle: float) -> np.ndarray:
    return np.array([list(row) for row in Pose.turn(k, np.cos(angle), np.sin(angle)).rotation])


@pytest.mark.parametrize("k", range(3))
def test_turned(k: int) -> None:
    rng = np.random.default_rng(k)
    B, angle = rng.normal(size=(3, 3)), 0.7
    R, c, s = rotation(k, angle), np.cos(angle), np.sin(angle)
    np.testing.assert_allclose(Mat3(B.tolist()).turned(k, c, s).rows, R @ B @ R.T, atol=1e-12)
    S = B + B.T
    np.testing.assert_allclose(Sym3.of_rows(S.tolist()).turned(k, c, s).rows(), R @ S @ R.T, atol=1e-12)


def test_a_turn_takes_eight_multiplications_and_a_general_matrix_twelve() -> None:
    """The book takes 12M8A and 14M12A (A.11, A.8)."""

    def symmetric(a, c, s):
        return {"y": Sym3(*a).turned(2, c, s).e}

    def general(a, c, s):
        return {"y": Mat3(a).turned(2, c, s).rows}

    few = counts(trace(symmetric, {"a": (6,), "c": (), "s": ()}))
    assert (few.multiplications, few.additions) == (8, 8)
    some = counts(trace(general, {"a": (3, 3), "c": (), "s": ()}))
    assert (some.multiplications, some.additions) == (12, 11)


def test_products() -> None:
    rng = np.random.default_rng(0)
    a, B = Vec3(*rng.normal(size=3)), rng.normal(size=(3, 3))
    S = B + B.T
    np.testing.assert_allclose(list(cross_matrix(a) @ Vec3(1.0, 2.0, 3.0)), np.cross(list(a), [1.0, 2.0, 3.0]))
    expected = np.array(cross_matrix(a).rows) @ S
    np.testing.assert_allclose(times_symmetric(a, Sym3.of_rows(S.tolist())).rows, expected, atol=1e-12)
    np.testing.assert_allclose(list(Sym3.of_rows(S.tolist()) @ a), S @ list(a), atol=1e-12)
