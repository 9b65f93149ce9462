"""Two-arm robot through its singular pose."""

from __future__ import annotations

from math import pi

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import two_arm_robot
from linkwork.blueprint.library.papers.two_arm import SINGULAR, START, exact_motion


def test_it_starts_as_printed() -> None:
    posed = PosedMachine(two_arm_robot())
    assert (posed.angle("shoulder"), posed.angle("elbow")) == pytest.approx((1.047198, 4.41466), abs=5e-6)
    assert posed.point("tip") == pytest.approx((START, 0.5, 0.0))


def test_the_instant_of_the_singular_pose_is_that_of_the_digest() -> None:  # [D]
    assert pytest.approx(0.42031251, abs=5e-9) == SINGULAR
    assert exact_motion(SINGULAR) == pytest.approx((pi / 2, pi))


@pytest.mark.parametrize(
    ("t", "q"),
    [
        (0.1, (1.182812, 4.081826)),
        (0.4, (1.546996, 3.199053)),
        (0.5, (1.664335, 2.915723)),
        (1.0, (2.353458, 1.219463)),
    ],
)
def test_the_exact_motion_is_that_of_the_digest_and_keeps_the_tip_on_its_line(t, q) -> None:  # [D]
    found = exact_motion(t)
    assert found == pytest.approx(q, abs=5e-7)
    posed = PosedMachine(two_arm_robot(guided=False), {"shoulder": [found[0]], "elbow": [found[1]]})
    assert posed.point("tip") == pytest.approx((START - 2.0 * t, 0.5, 0.0))


def test_without_its_line_it_has_two_freedoms() -> None:
    assert PosedMachine(two_arm_robot(guided=False)).freedom() == 2
