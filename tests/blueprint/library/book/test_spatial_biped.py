"""The spatial biped, floating and on its foot."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import spatial_biped, spatial_biped_on_foot


def test_it_stands_on_one_foot_with_both_soles_level() -> None:
    posed = PosedMachine(spatial_biped())
    assert posed.point("support_foot") == pytest.approx((0, 0, 0), abs=1e-12)
    assert posed.point("swing_foot") == pytest.approx((-0.3, 0.16, 0), abs=1e-12)
    for side in ("support", "swing"):
        corners = np.array([posed.point(f"{side}_corner_{k}") for k in range(1, 5)])
        assert np.abs(corners[:, 2]).max() < 1e-12


def test_on_its_foot_the_trunk_is_as_high_as_the_gait_says() -> None:
    posed = PosedMachine(spatial_biped_on_foot())
    assert posed.point("trunk")[0] == pytest.approx(0.92, abs=1e-4)
    assert posed.point("swing_foot")[0] == pytest.approx(0.0, abs=1e-4)


def test_on_its_foot_it_starts_with_the_energy_of_the_shipped_run_less_its_motion() -> None:
    posed = PosedMachine(spatial_biped_on_foot())
    height = sum(b.mass * (posed.frame(b.name) @ [*b.com, 1.0])[0] for b in posed.blueprint.bodies)
    assert 60.0 < 9.81 * height < 67.4313  # [X] kinetic and potential energy together: 67.4313 J
