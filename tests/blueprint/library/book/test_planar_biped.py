"""The planar biped."""

from __future__ import annotations

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import planar_biped


@pytest.mark.parametrize(("base", "freedom"), [("floating", 12), ("planar", 9)])
def test_it_stands_on_one_foot_with_the_other_a_step_behind(base, freedom) -> None:
    posed = PosedMachine(planar_biped(base))
    assert posed.freedom() == freedom
    assert posed.point("support_heel") == pytest.approx((-0.075, 0, 0), abs=1e-12)
    assert posed.point("support_toe") == pytest.approx((0.075, 0, 0), abs=1e-12)
    assert posed.point("swing_toe") == pytest.approx((-0.225, 0, 0), abs=1e-12)


def test_the_hips_are_at_the_height_of_the_gait_and_the_mass_is_the_books() -> None:
    posed = PosedMachine(planar_biped())
    assert posed.point("support_thigh") == pytest.approx((-0.15, 0.96, 0), abs=1e-12)
    assert sum(b.mass for b in posed.blueprint.bodies) == pytest.approx(9.4)
