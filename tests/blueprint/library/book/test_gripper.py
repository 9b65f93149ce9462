"""The book's gripper."""

from __future__ import annotations

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import gripper


def test_masses_hinges_and_inertias_are_those_of_table_10_1() -> None:
    posed = PosedMachine(gripper())
    bodies = posed.blueprint.bodies
    assert [b.mass for b in bodies] == [0.4, 0.2, 0.2, 0.2]
    assert [b.inertia[2][2] for b in bodies] == pytest.approx([3.3333e-4, 4.1667e-5, 4.1667e-5, 4.1667e-5], rel=1e-4)
    assert posed.point("finger") == pytest.approx((0.1, 0, 0))
    assert posed.point("thumb") == pytest.approx((0.05, 0, 0))


def test_it_weighs_as_much_on_the_palms_joint_as_a_hand_count_says() -> None:
    posed = PosedMachine(gripper())
    weights = [9.81 * b.mass * (posed.frame(b.name) @ [*b.com, 1.0])[0] for b in posed.blueprint.bodies]
    assert sum(weights) == pytest.approx(0.8829)  # [D] τ(0) of the palm
