"""Small arms of the book's program."""

from __future__ import annotations

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import pppr_robot, rp_robot, three_link_arm, two_link_arm


def test_arms_start_stretched_out() -> None:
    assert PosedMachine(two_link_arm()).point("forearm") == pytest.approx((0.3, 0, 0))
    assert PosedMachine(three_link_arm()).point("hand") == pytest.approx((0.55, 0, 0))


def test_the_slider_of_the_rp_robot_moves_across_its_arm() -> None:
    assert PosedMachine(rp_robot()).point("slider") == pytest.approx((0.3, 0.15, 0))


def test_the_sliders_of_the_pppr_robot_are_at_right_angles() -> None:
    posed = PosedMachine(pppr_robot())
    z = [posed.frame(name)[:3, 2] for name in ("lift", "carriage", "ram")]
    assert abs(z[0] @ z[1]) < 1e-15
    assert z[1] @ z[2] == pytest.approx(0.0, abs=1e-15)
