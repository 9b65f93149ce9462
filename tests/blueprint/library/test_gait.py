"""The book's walking pattern, against the digest's derived values."""

from __future__ import annotations

import math

import pytest

from linkwork.blueprint.library.gait import GAITS, leg


@pytest.mark.parametrize(
    ("robot", "w", "speed"),
    [
        ("planar biped", 3.196678, 0.520395),
        ("spatial biped", 3.265432, 0.727719),
        ("quadruped", 4.429447, 0.680449),
        ("hexapod", 4.223312, 1.077291),
    ],
)
def test_rate_of_the_pendulum_and_speed_of_the_hip_are_those_of_the_digest(robot, w, speed) -> None:  # [D]
    assert GAITS[robot].w == pytest.approx(w, abs=5e-7)
    assert GAITS[robot].speed[0] == pytest.approx(speed, abs=5e-7)


def test_sideways_speed_of_the_spatial_biped_is_that_of_the_digest() -> None:  # [D]
    assert GAITS["spatial biped"].speed[1] == pytest.approx(-0.175832, abs=5e-7)


def test_angles_of_the_planar_biped_at_the_start_are_those_of_the_digest() -> None:  # [D]
    support, bend = map(math.degrees, leg(-0.15, 0.96, 0.5, 0.5))
    swing, other = map(math.degrees, leg(0.15, 0.96, 0.5, 0.5))
    assert (support, bend) == pytest.approx((22.5567, 27.3521), abs=1e-4)
    assert (swing, other) == pytest.approx((4.7954, 27.3521), abs=1e-4)
    lifted = math.degrees(leg(0.0, 0.86, 0.5, 0.5)[1])  # foot at its highest, half way
    assert lifted == pytest.approx(61.3668, abs=1e-4)


def test_the_leg_reaches_its_ankle() -> None:
    lean, bend = leg(0.1, 0.8, 0.45, 0.5)
    x = 0.45 * math.sin(lean) + 0.5 * math.sin(lean - bend)
    z = 0.45 * math.cos(lean) + 0.5 * math.cos(lean - bend)
    assert (x, z) == pytest.approx((-0.1, 0.8))
