"""Jansen's and Klann's legs."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import jansen_leg, klann_leg


@pytest.mark.parametrize(("machine", "flat", "share"), [(jansen_leg, 0.02, 0.45), (klann_leg, 0.025, 0.45)])
def test_the_foot_stays_near_the_ground_for_half_a_turn_and_is_lifted_for_the_rest(machine, flat, share) -> None:
    toe = np.array([PosedMachine(machine(2 * np.pi * k / 72)).point("toe")[:2] for k in range(72)])
    down = toe[:, 1] < toe[:, 1].min() + flat
    assert down.mean() >= share
    assert np.ptp(toe[down, 0]) > 0.25  # a step
    assert np.ptp(toe[:, 1]) > 0.1  # a lift


def test_the_foot_is_below_and_beside_the_crank() -> None:
    for machine in (jansen_leg, klann_leg):
        x, y, _ = PosedMachine(machine()).point("toe")
        assert x < 0.0
        assert y < 0.0
