from __future__ import annotations

import math

import numpy as np
import pytest

from linkwork.errors import DescriptionError
from linkwork.motion import Polyline, sample

POINTS = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0))


def test_it_reaches_its_ends_exactly_and_at_rest() -> None:
    rows = sample(Polyline(POINTS, 2.0, corner_time=0.2), (0.0, 2.0))
    np.testing.assert_allclose(rows.position, (POINTS[0], POINTS[-1]), atol=1e-15)
    np.testing.assert_allclose(rows.velocity, 0.0, atol=1e-14)


def test_a_corner_is_cut_by_an_eighth_of_corner_time_times_the_change_of_velocity() -> None:
    c, T = 0.2, 2.0
    speed = 4.0 / (T - c)
    at_corner = c / 2 + 3.0 / speed
    x, y = Polyline(POINTS, T, c).position(at_corner)
    assert math.hypot(x - 3.0, y) == pytest.approx(c * speed * math.sqrt(2) / 8)


def test_without_corner_time_it_goes_through_its_corners() -> None:
    assert Polyline(POINTS, 4.0).position(3.0) == pytest.approx((3.0, 0.0))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((((0, 0),), 1.0), "Polyline: points: do not make a line. Give two or more, equally long."),
        ((((0, 0), (0, 0)), 1.0), "Polyline: side 0: has no length. Leave out the doubled point."),
        (
            (POINTS, 2.0, 0.6),
            "Polyline: corner_time: is 0.6. Give 0 to 0.4: no longer than the shortest side takes.",
        ),
    ],
)
def test_faults_are_told(arguments: tuple[object, ...], told: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        Polyline(*arguments)
    assert str(caught.value) == told
