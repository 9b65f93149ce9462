"""Five-bar SCARA."""

from __future__ import annotations

from posed_machine import PosedMachine

from linkwork.blueprint.library import five_bar_scara


def test_all_four_freedoms_are_driven() -> None:
    posed = PosedMachine(five_bar_scara())
    assert posed.freedom() == sum(len(a.variables) for a in posed.blueprint.actuators) == 4


def test_the_quill_is_at_the_tip() -> None:
    posed = PosedMachine(five_bar_scara())
    assert abs(posed.point("quill") - posed.point("tool"))[:2].max() < 1e-14
