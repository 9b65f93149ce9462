from __future__ import annotations

import math

import pytest

from linkwork.motion import Cycloid


def test_half_way_it_is_in_the_middle_at_twice_the_mean_speed() -> None:
    move = Cycloid((0.0, math.pi / 2), (math.pi / 3, 0.0), duration=2.0)
    assert move.position(1.0) == pytest.approx((math.pi / 6, math.pi / 4))
    assert move.velocity(1.0) == pytest.approx((math.pi / 3, -math.pi / 2))
    assert move.acceleration(1.0) == pytest.approx((0.0, 0.0), abs=1e-15)


def test_the_peak_acceleration_is_two_pi_times_distance_over_time_squared() -> None:
    """0.1 m in 0.3 s: 0.712 g, the digest's figure for the heave of the 6-RSS platform."""
    assert Cycloid(0.3, 0.4, 0.3).acceleration(0.075)[0] / 9.81 == pytest.approx(0.712, abs=5e-4)
