"""Axes: exact where they are coordinate axes."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.algebra.parameter import Parameter, bind
from linkwork.algebra.vectors import AXES
from linkwork.blueprint.joints.axis import NAMES, axis, coordinate, placement


@pytest.mark.parametrize("name", NAMES)
def test_coordinate_axes_have_exact_placements(name: str) -> None:
    direction = NAMES[name]
    image = placement(direction).rotate_out(AXES[coordinate(direction)])
    assert tuple(image) == direction
    assert coordinate(direction) == "xyz".index(name[-1])


@pytest.mark.parametrize("seed", range(20))
def test_any_direction_is_reached_by_a_rotation(seed: int) -> None:
    direction = np.random.default_rng(seed).normal(size=3)
    direction /= np.linalg.norm(direction)
    P = placement(tuple(direction))
    np.testing.assert_allclose(list(P.rotate_out(AXES[2])), direction, atol=1e-15)
    R = np.array([list(r) for r in P.rotation])
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(R) == pytest.approx(1.0)


@pytest.mark.parametrize(
    "values", [(0.6, 0.0, 0.8), (0.0, 0.0, 1.0), (0.6, -0.8, 0.0), (0.48, 0.6, -0.64), (0.0, 0.0, -1.0)]
)
def test_directions_may_be_open_and_of_any_length(values: tuple[float, float, float]) -> None:
    direction = axis([Parameter(name, x) for name, x in zip("xyz", values)], "j")
    assert coordinate(direction) == 2
    for env in ({}, dict(zip("xyz", (3.0 * x for x in values)))):
        P = [bind(tuple(row), env) for row in placement(direction).rotation]
        R = np.array(P, dtype=float)
        np.testing.assert_allclose(R[:, 2], values, atol=1e-15)
        np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)
        assert np.linalg.det(R) == pytest.approx(1.0)


def test_axes_are_read_in_any_case_and_with_signs() -> None:
    assert axis("X", "j") == axis("+x", "j") == (1.0, 0.0, 0.0)
    assert axis(np.array([0, 0, -1]), "j") == axis("-z", "j")
