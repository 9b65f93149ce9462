"""KUKA KR5."""

from __future__ import annotations

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import kuka_kr5


def test_it_has_the_total_mass_of_the_digest() -> None:
    assert sum(b.mass for b in kuka_kr5().freeze().bodies) == pytest.approx(39.869)  # [D]


def test_gravity_torques_at_the_start_are_those_of_the_shipped_file() -> None:
    posed = PosedMachine(kuka_kr5())
    names = [j.name for j in posed.blueprint.joints]
    for joint, torque in (("upper_arm", 128.7117), ("forearm", 14.53612)):  # [X], 7.6
        axis, origin = posed.frame(joint)[:3, 2], posed.point(joint)
        moment = 0.0
        for body in posed.blueprint.bodies[names.index(joint) :]:
            x, y, z = (posed.frame(body.name) @ [*body.com, 1.0])[:3] - origin
            moment += 9.81 * body.mass * (axis[1] * -x + axis[0] * y)  # against gravity: (r × m g z) · axis
        assert moment == pytest.approx(torque, abs=1e-4)
