"""Pendulum and cart-pole."""

from __future__ import annotations

from math import pi
from typing import Any

from ... import shapes
from ...builder import Mechanism
from ..looks import BLUE, GREY, ORANGE, bar, bearings


def pendulum(length: Any = 1.0, mass: Any = 1.0, *, angle: float = pi / 6, gravity: Any = 9.81) -> Mechanism:
    """A uniform rod on a hinge; `angle` is its starting angle from hanging straight down, along −y."""
    m = Mechanism("pendulum", gravity=(0.0, -gravity, 0.0))
    rod = bar(m, "rod", length, mass, paint=BLUE)
    m.revolute("hinge", m.ground.at(rotation=("z", -pi / 2)), rod)
    m.actuate("hinge")
    m.pose(hinge=angle)
    bearings(m, 0.03, (0.0, 0.0))
    return m


def cart_pole(cart: Any = 1.0, pole: Any = 0.1, length: Any = 1.0, *, angle: float = 0.1) -> Mechanism:
    """A cart on a rail with a uniform pole (masses in kg); the cart is driven. `angle` is the pole's from upright."""
    m = Mechanism("cart-pole", gravity=(0.0, -9.81, 0.0))
    wagon = m.body("cart", mass=cart, shapes=shapes.box(0.3, 0.15, 0.15), color=BLUE)
    stick = bar(m, "pole", length, pole, paint=ORANGE, level=1, size=0.015)
    m.prismatic("rail", m.ground, wagon, axis="x")
    m.revolute("hinge", wagon.at(rotation=("z", pi / 2)), stick)
    m.actuate("rail")
    m.pose(rail=0.0, hinge=angle)
    m.draw_ground(shapes.rod((-2.0, -0.1, 0.0), (2.0, -0.1, 0.0), 0.02, GREY))
    return m
