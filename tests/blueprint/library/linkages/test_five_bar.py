"""Five-bar."""

from __future__ import annotations

import numpy as np
from posed_machine import PosedMachine

from linkwork.blueprint.library import five_bar


def test_it_is_symmetric_and_its_tip_is_above_the_base() -> None:
    posed = PosedMachine(five_bar())
    assert abs(posed.point("tool")[0]) < 1e-14
    assert posed.point("tool")[1] > 0.2
    assert np.abs(posed.gap()).max() < 1e-14


def test_both_cranks_are_driven() -> None:
    assert [a.joint for a in five_bar().freeze().actuators] == ["left_crank", "right_crank"]
