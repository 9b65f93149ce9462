"""Rolling wheel and knife edge."""

from __future__ import annotations

from math import sin

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import knife_edge, rolling_wheel


@pytest.mark.parametrize("tilt", [0.0, 0.2, -0.4])
def test_the_wheel_touches_the_floor(tilt) -> None:
    posed = PosedMachine(rolling_wheel(0.3, tilt=tilt))
    rim = (
        posed.frame("wheel")
        @ np.array([[0.3 * np.cos(a), 0.3 * np.sin(a), 0.0, 1.0] for a in np.linspace(0, 2 * np.pi, 721)]).T
    )
    assert rim[2].min() == pytest.approx(0.0, abs=1e-5)


def test_wheel_and_sleigh_keep_three_and_two_rates() -> None:
    assert PosedMachine(rolling_wheel()).freedom() == 3
    assert PosedMachine(knife_edge()).freedom() == 2


def test_a_slope_pulls_downhill_along_x() -> None:
    assert knife_edge(slope=0.1).freeze().gravity[0] == pytest.approx(9.81 * sin(0.1))
