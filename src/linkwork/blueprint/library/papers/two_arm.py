"""Two-arm robot whose tip follows a straight line through a singular pose (Amirouche, AFOSR-TR-91-0030, 1991)."""

from __future__ import annotations

from math import asin, atan, pi, sqrt
from typing import Any

from ...builder import Mechanism
from ..looks import BLUE, ORANGE, bar, bearings
from ..planar import near

SPEED = 2.0  # m/s toward −x; follows from the printed initial rates
START = 0.5 + 0.5 * sqrt(2 * sqrt(3) - 3)  # m, the tip's x at t = 0
SINGULAR = START / SPEED  # s, when the arm is folded: q = (π/2, π)


def two_arm_robot(length: Any = 1.0, *, gravity: Any = 9.81, guided: bool = True) -> Mechanism:
    """Links of l and l/2, 2 kg and 1 kg, uniform rods; the tip on y = l/2 moves at 2 m/s toward −x; printed start
    (section 4.1).

    Two freedoms and two conditions: nothing is free to move. Row 1 of the conditions vanishes at 0.42031 s (q = π/2,
    π); the run must end before the arm is straight at 1.127 s. Assumed: gravity along −y, 9.81 (the report's equation
    (76) contradicts itself). `guided=False` leaves out the prescribed tip. The tip is the frame "tip".
    """
    m = Mechanism("two-arm robot", gravity=(0.0, -gravity, 0.0))
    arm = bar(m, "arm", length, 2.0, paint=BLUE, size=0.02)
    forearm = bar(m, "forearm", length / 2, 1.0, paint=ORANGE, level=1, size=0.02)
    m.revolute("shoulder", m.ground, arm)
    m.revolute("elbow", arm.at(length, 0.0), forearm)
    tip = forearm.at(length / 2, 0.0, name="tip")
    if guided:
        m.prescribe(tip, lambda t: (START * length - SPEED * t, length / 2), axes="xy", name="line")
    m.actuate("shoulder", "elbow")
    q = exact_motion(0.0)
    m.pose(shoulder=q[0], elbow=q[1])
    bearings(m, 0.02, (0.0, 0.0))
    return m


def exact_motion(t: float) -> tuple[float, float]:
    """q₁, q₂ of the motion through the singular pose, for l = 1 and x = x₀ − v t:

    q₂ = π + 2 asin(x/√2),   q₁ = π/2 − atan(2x) + atan(x √(2 − x²) / (1 + x²))
    """
    x = START - SPEED * t
    second = pi + 2 * asin(x / sqrt(2))
    first = pi / 2 - atan(2 * x) + atan(x * sqrt(2 - x * x) / (1 + x * x))
    return first, near(second, pi)
