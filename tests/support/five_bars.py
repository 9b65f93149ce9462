"""A five-bar whose couplers can be stretched into one line, for tests of singular poses."""

from __future__ import annotations

from collections.abc import Mapping

import linkwork as lw

CRANK, COUPLER = 0.1, 0.2


def five_bar(apart: tuple[float, float], pose: Mapping[str, float]) -> lw.Mechanism:
    """Two driven cranks, the second at `apart` from the first, and two couplers that meet in a tip."""
    m = lw.Mechanism("five-bar", gravity=(0.0, -9.81, 0.0))
    a, b, c, d = (
        m.body(n, mass=1.0 + 0.1 * k, com=(0.05, 0.01 * k, 0.0), inertia=(0.01,) * 3) for k, n in enumerate("abcd")
    )
    m.revolute("left", m.ground, a)
    m.revolute("left_elbow", a.at(CRANK, 0.0, 0.0), b)
    m.revolute("right", m.ground.at(*apart, 0.0), c)
    m.revolute("right_elbow", c.at(CRANK, 0.0, 0.0), d)
    m.close("tip", b.at(COUPLER, 0.0, 0.0), d.at(COUPLER, 0.0, 0.0))
    m.pose(pose)
    m.actuate("left")
    m.actuate("right")
    return m
