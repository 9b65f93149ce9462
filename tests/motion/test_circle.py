from __future__ import annotations

import math

import numpy as np
import pytest

from linkwork.errors import DescriptionError
from linkwork.motion import Circle, sample


def test_it_keeps_its_radius_and_its_speed_and_closes() -> None:
    """The circle of radius 0.4 m in 1.57 s of the parallel-control digest."""
    circle = Circle((0, 0, 1), 0.4, omega=4.0)
    rows = sample(circle, np.linspace(0, circle.period, 50))
    assert circle.period == pytest.approx(1.57, abs=1e-3)
    np.testing.assert_allclose(np.linalg.norm(rows.position - (0, 0, 1), axis=1), 0.4)
    np.testing.assert_allclose(np.linalg.norm(rows.velocity, axis=1), 1.6)
    np.testing.assert_allclose(rows.position[-1], rows.position[0], atol=1e-15)


def test_it_lies_in_the_plane_of_its_directions() -> None:
    circle = Circle((1, 1, 1), 0.5, 1.0, u=(0, 1, 0), v=(0, 0, 1))
    assert circle.position(math.pi / 2) == pytest.approx((1, 1, 1.5))


def test_directions_that_are_not_perpendicular_unit_vectors_are_told() -> None:
    with pytest.raises(DescriptionError, match="Give two perpendicular unit vectors"):
        Circle((0, 0, 0), 1.0, 1.0, u=(1, 0, 0), v=(1, 0, 0))
