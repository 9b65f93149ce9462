"""Quadruped and hexapod."""

from __future__ import annotations

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import hexapod, quadruped
from linkwork.errors import OptionError


def test_the_quadruped_stands_on_all_feet_two_of_them_a_step_behind() -> None:
    posed = PosedMachine(quadruped())
    feet = [posed.point(f"foot_{k}") for k in range(1, 5)]
    assert [f[1] for f in feet] == pytest.approx([0] * 4, abs=1e-12)
    ahead = [f[2] - z for f, z in zip(feet, (-0.5, -0.5, 0.5, 0.5))]
    assert ahead == pytest.approx([0.0, -0.3, -0.3, 0.0], abs=1e-12)


def test_the_hexapod_stands_on_a_tripod() -> None:
    posed = PosedMachine(hexapod())
    feet = [posed.point(f"foot_{k}") for k in range(1, 7)]
    assert [f[1] for f in feet] == pytest.approx([0] * 6, abs=1e-12)
    hips = (-0.6, -0.6, 0.0, 0.0, 0.6, 0.6)
    ahead = [f[0] - x for f, x in zip(feet, hips)]
    assert ahead == pytest.approx([0.0, -0.4, -0.4, 0.0, 0.0, -0.4], abs=1e-12)


def test_masses_of_the_two_hexapods() -> None:
    assert hexapod().freeze().body("trunk").mass == 2.0
    assert hexapod("book").freeze().body("trunk").mass == 4.0
    with pytest.raises(OptionError, match="Use 'program' or 'book'"):
        hexapod("heavy")
