"""Hydraulic cylinders between two pins."""

from __future__ import annotations

import numpy as np
from posed_machine import PosedMachine

from linkwork.blueprint.builder import Mechanism
from linkwork.blueprint.library.cylinders import cylinder


def test_the_pistons_coordinate_is_the_distance_of_the_pins() -> None:
    m = Mechanism("jack")
    cylinder(m, "jack", m.ground.at(1.0, 2.0), 1 + 2j, 4 + 6j, carrier_angle=0.0, masses=(2.0, 1.0), size=0.1)
    posed = PosedMachine(m)
    assert posed.angle("jack_piston") == 5.0
    assert np.allclose(posed.point("jack_piston"), (4.0, 6.0, 0.0))
    assert [a.joint for a in posed.blueprint.actuators] == ["jack_piston"]
