from __future__ import annotations

import numpy as np
import pytest
import scipy.interpolate

from linkwork.errors import DescriptionError, OptionError
from linkwork.motion import CubicSpline, sample

TIMES = (0.0, 0.4, 1.0, 1.3)
POINTS = ((0.0, 1.0), (0.3, -1.0), (0.1, 0.0), (1.0, 0.5))


@pytest.mark.parametrize("ends", ["clamped", "natural", "not-a-knot"])
def test_it_is_the_spline_of_scipy_between_its_ends(ends: str) -> None:
    t = np.linspace(0, 1.3, 200)
    rows = sample(CubicSpline(TIMES, POINTS, ends), t)
    expected = scipy.interpolate.CubicSpline(TIMES, POINTS, bc_type=ends)
    np.testing.assert_allclose(rows.position, expected(t), atol=1e-13)
    np.testing.assert_allclose(rows.velocity, expected(t, 1), atol=1e-12)


def test_it_goes_through_its_points() -> None:
    np.testing.assert_allclose(sample(CubicSpline(TIMES, POINTS), TIMES).position, POINTS, atol=1e-15)


def test_one_number_a_time_and_two_points_suffice() -> None:
    assert CubicSpline((0, 2), (1, 3)).position(1.0) == pytest.approx((2.0,))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (((0, 1), (1, 2, 3)), "CubicSpline: has 2 times and 3 points. Give two or more, one point for each time."),
        (((0, 0), (1, 2)), "CubicSpline: times: do not increase. Sort them and drop doubles."),
        (((0, 1), ((1, 2), (3,))), "CubicSpline: points: differ in length. Give equally many values in each."),
    ],
)
def test_faults_are_told(arguments: tuple[object, ...], told: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        CubicSpline(*arguments)
    assert str(caught.value) == told


def test_an_unknown_end_condition_is_told() -> None:
    with pytest.raises(OptionError, match="Give one of 'clamped', 'natural', 'not-a-knot'"):
        CubicSpline((0, 1), (1, 2), ends="free")
