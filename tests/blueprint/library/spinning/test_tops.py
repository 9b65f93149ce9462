"""Gyroscope, top and box."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import free_box, gyroscope, spinning_top


def test_the_three_axes_of_the_gyroscope_meet_and_its_spin_axis_is_tilted() -> None:
    posed = PosedMachine(gyroscope(tilt=0.3))
    assert np.allclose(posed.point("rotor"), 0.0)
    assert posed.frame("rotor")[2, 1] == pytest.approx(np.sin(0.3))


def test_a_load_moves_the_mass_centre_of_the_inner_gimbal() -> None:
    plain, loaded = (gyroscope(load=w).freeze().body("inner_gimbal") for w in (0.0, 0.1))
    assert plain.com == (0.0, 0.0, 0.0)
    assert loaded.com[1] * loaded.mass == pytest.approx(0.1 * 0.1)
    about_origin = loaded.inertia[0][0] + loaded.mass * loaded.com[1] ** 2
    assert about_origin == pytest.approx(plain.inertia[0][0] + 0.1 * 0.1**2)


@pytest.mark.parametrize("coordinates", ["quaternion", "ZXZ"])
def test_the_top_leans_by_its_tilt(coordinates) -> None:
    posed = PosedMachine(spinning_top(tilt=0.4, coordinates=coordinates))
    assert posed.frame("top")[2, 2] == pytest.approx(np.cos(0.4))


def test_the_box_has_three_different_moments() -> None:
    I = free_box().freeze().body("box").inertia
    assert len({round(I[k][k], 9) for k in range(3)}) == 3
