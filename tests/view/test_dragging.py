"""Sliders move a machine whose loops stay closed, and say why it does not follow."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.blueprint.library import kuka_kr5, stewart_platform
from linkwork.view.dragging import Dragged, levers


def gap(s: Any, q: np.ndarray) -> float:
    return float(np.abs(s.closure_gap(q)).max())


def test_driven_joints_are_the_levers(four_bar: Any) -> None:
    (lever,) = levers(four_bar, 0.1)
    assert (lever.name, lever.angle) == ("O1", True)
    assert lever.high - lever.low == pytest.approx(2 * np.pi, abs=0.02)


def test_the_legs_of_a_platform_are_its_levers() -> None:
    s = stewart_platform().compile()
    found = levers(s, 0.5)
    assert [lever.name for lever in found] == [f"leg_{k}" for k in range(1, 7)]
    assert not any(lever.angle for lever in found)


def test_every_joint_of_an_arm_is_a_lever() -> None:
    s = kuka_kr5().compile()
    found = levers(s, 0.5)
    arm = Dragged(s, found)
    assert len(found) == 6
    assert arm.move({found[2].name: 0.7})
    assert arm.q[found[2].q] == 0.7


def test_loops_stay_closed_all_the_way_round(four_bar: Any) -> None:
    dragged = Dragged(four_bar, levers(four_bar, 0.1))
    for angle in np.linspace(0.9, 0.9 + 2 * np.pi, 25):
        assert dragged.move({"O1": angle})
        assert dragged.q[0] == pytest.approx(angle)
        assert gap(four_bar, dragged.q) < 1e-9
        assert dragged.note == ""


def test_out_of_reach_the_machine_goes_as_far_as_it_can_and_names_the_loop() -> None:
    s = stewart_platform().compile()
    dragged = Dragged(s, levers(s, 1.0))
    leg = next(lever for lever in dragged.levers if lever.name == "leg_1")
    start = dragged.q[leg.q]
    assert not dragged.move({"leg_1": start + 3.0})
    assert "loop 'ball_" in dragged.note
    assert start < dragged.q[leg.q] < start + 3.0
    assert gap(s, dragged.q) < 1e-9
    assert dragged.move({"leg_1": start})
    assert dragged.note == ""
