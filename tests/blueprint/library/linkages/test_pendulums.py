"""Pendulum and cart-pole."""

from __future__ import annotations

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import cart_pole, pendulum


def test_the_pendulum_hangs_at_angle_zero() -> None:
    posed = PosedMachine(pendulum(length=2.0, angle=0.0))
    assert (posed.frame("rod") @ [2.0, 0, 0, 1])[:3] == pytest.approx((0, -2, 0), abs=1e-15)


def test_the_pole_stands_at_angle_zero() -> None:
    posed = PosedMachine(cart_pole(angle=0.0))
    assert (posed.frame("pole") @ [1.0, 0, 0, 1])[:3] == pytest.approx((0, 1, 0), abs=1e-15)
    assert [a.joint for a in posed.blueprint.actuators] == ["rail"]
