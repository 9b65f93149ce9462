"""Five-bar linkage: two driven cranks and two couplers that meet."""

from __future__ import annotations

from collections.abc import Sequence
from math import pi
from typing import Any

from ....algebra.parameter import default
from ...builder import Mechanism
from ..looks import BLUE, GREEN, ORANGE, PURPLE, bar, bearings
from ..planar import heading, meet, point, polar, turn


def five_bar(
    cranks: Any = 0.2,
    couplers: Any = 0.35,
    base: Any = 0.25,
    *,
    masses: Sequence[Any] = (0.6, 0.8),
    angles: Sequence[float] = (3 * pi / 4, pi / 4),
    gravity: Any = (0.0, -9.81, 0.0),
    name: str = "five-bar",
) -> Mechanism:
    """Symmetric: hinges at (∓base/2, 0), cranks and couplers pairwise equal (masses of each); the couplers meet above
    the base.
    """
    m = Mechanism(name, gravity=gravity)
    size = 0.05 * default(cranks)
    pins = []
    tips = []
    for side, x, angle, paint, other in (
        ("left", -0.5, angles[0], BLUE, GREEN),
        ("right", 0.5, angles[1], ORANGE, PURPLE),
    ):
        arm = bar(m, f"{side}_crank", cranks, masses[0], paint=paint, level=1, size=size)
        rod = bar(m, f"{side}_coupler", couplers, masses[1], paint=other, level=0 if side == "left" else -1, size=size)
        m.revolute(f"{side}_crank", m.ground.at(x * base, 0.0), arm)
        m.revolute(f"{side}_coupler", arm.at(cranks, 0.0), rod)
        m.actuate(f"{side}_crank")
        pins.append(point(x * default(base)) + polar(cranks, angle))
        tips.append(rod.at(couplers, 0.0))
    m.close("tip", *tips)
    m.frame("tool", tips[1])
    T = meet(pins[0], couplers, pins[1], couplers)
    m.pose(
        left_crank=angles[0],
        left_coupler=turn(heading(pins[0], T) - angles[0]),
        right_crank=angles[1],
        right_coupler=turn(heading(pins[1], T) - angles[1]),
    )
    bearings(m, size, (-base / 2, 0.0), (base / 2, 0.0))
    return m
