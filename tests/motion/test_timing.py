from __future__ import annotations

import numpy as np
import pytest

from linkwork.motion.timing import area, clamp, outside, ramp, slope


@pytest.mark.parametrize("c", [0.0, 0.5])
def test_area_is_the_integral_of_the_ramp(c: float) -> None:
    u = np.linspace(-1, 1, 2_000_001)
    integral = np.concatenate(([0.0], np.cumsum((ramp(u, c)[1:] + ramp(u, c)[:-1]) / 2 * np.diff(u))))
    np.testing.assert_allclose(area(u, c), integral, atol=1e-6)  # one step of the sum at the jump


def test_slope_is_the_rate_of_the_ramp() -> None:
    assert [slope(u, 0.5) for u in (-0.3, -0.2, 0.0, 0.2, 0.3)] == [0.0, 2.0, 2.0, 2.0, 0.0]
    assert slope(0.1, 0.0) == 0.0


def test_times_are_held_within_the_duration() -> None:
    assert [clamp(t, 2.0) for t in (-1.0, 0.5, 3.0)] == [0.0, 0.5, 2.0]
    assert [outside(t, 2.0) > 0 for t in (-1.0, 0.0, 2.0, 3.0)] == [True, False, False, True]
