from __future__ import annotations

import math

import pytest

from linkwork.errors import DescriptionError
from linkwork.motion import Fourier


def test_it_is_the_sum_of_its_harmonics() -> None:
    series = Fourier((1.0,), cosines=((0.5, 0.25),), sines=((0.0, 0.0, 2.0),), omega=2.0)
    t = 0.3
    q = 1 + 0.5 * math.cos(0.6) + 0.25 * math.cos(1.2) + 2 * math.sin(1.8)
    v = -1.0 * math.sin(0.6) - 1.0 * math.sin(1.2) + 12 * math.cos(1.8)
    a = -2.0 * math.cos(0.6) - 4.0 * math.cos(1.2) - 72 * math.sin(1.8)
    assert series.position(t) == pytest.approx((q,))
    assert series.velocity(t) == pytest.approx((v,))
    assert series.acceleration(t) == pytest.approx((a,))


def test_it_repeats_after_its_period() -> None:
    series = Fourier((1.0, 0.0), sines=((0.3, 0.1), (0.2,)), omega=5.0)
    assert series.position(0.2 + series.period) == pytest.approx(series.position(0.2))


def test_rows_that_do_not_fit_the_values_are_told() -> None:
    with pytest.raises(
        DescriptionError, match="sines: has 1 rows for 2 values. Give one row of harmonics for each value"
    ):
        Fourier((1.0, 2.0), sines=((0.3,),))
