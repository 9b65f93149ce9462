"""A row of k four-bars, a platform on k legs."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from typing import Any

from ...builder import Mechanism
from ..counted import counted
from ..looks import bar, bearings, color
from ..ups import Part, ups_platform


def four_bar_row(
    k: int = 5, *, length: Any = 1.0, mass: Any = 1.0, angle: float = pi / 2, spread: float = 0.0
) -> Mechanism:
    """k four-bars side by side, each rocker shared with the next: k loops in a chain, one freedom, 2k + 1 unit rods.

    With `spread` 0 all are parallelograms, as in the N-four-bar of the IFToMM multibody benchmarks; else the rockers
    grow by that share along the row and the couplers stay as long as the starting pose needs. The first rocker is
    driven.
    """
    m = Mechanism(f"row of {counted(k, 'four-bars')} four-bars", gravity=(0.0, -9.81, 0.0))
    rockers, size = [], 0.03
    for i in range(k + 1):
        tall = length * (1 + spread * i / k)
        rockers.append((bar(m, f"rocker_{i}", tall, mass, paint=color(0), level=1, size=size), tall))
        m.revolute(f"rocker_{i}", m.ground.at(i * length, 0.0), rockers[i][0])
        m.pose({f"rocker_{i}": angle})
    for i in range(k):
        (left, a), (right, b) = rockers[i], rockers[i + 1]
        step = (b - a) * cos(angle) + length, (b - a) * sin(angle)
        reach, lean = (length, 0.0) if not spread else _polar(*step)
        rod = bar(m, f"coupler_{i + 1}", reach, mass, paint=color(1), size=size)
        m.revolute(f"coupler_{i + 1}", left.at(a, 0.0), rod)
        m.close(f"pin_{i + 1}", rod.at(reach, 0.0), right.at(b, 0.0))
        m.pose({f"coupler_{i + 1}": lean - angle})
    m.actuate("rocker_0")
    bearings(m, size, *((i * length, 0.0) for i in range(k + 1)))
    return m


def legged_platform(k: int = 8, *, tree: str = "extended") -> Mechanism:
    """A platform on k telescoping legs (universal joint, driven slider, ball), six freedoms whatever k is; dimensions
    assumed.

    The legs lean against each other in turn, so that k ≥ 6 of them hold the platform.
    """
    m = Mechanism(f"platform on {counted(k, 'legs')} legs", gravity=(0.0, 0.0, -9.81))
    around = [2 * pi * i / k for i in range(k)]
    lean = [0.35 if i % 2 else -0.35 for i in range(k)]
    below = [(cos(a + s), sin(a + s), 0.0) for a, s in zip(around, lean)]
    above = [(0.6 * cos(a - s / 2), 0.6 * sin(a - s / 2), 0.0) for a, s in zip(around, lean)]
    lower, upper = Part(1.0, 0.5, (0.02, 0.02, 0.0004)), Part(2.0, 1.0, (0.17, 0.17, 0.0004))
    top = Part(20.0, 0.0, (1.8, 1.8, 3.6))
    ups_platform(m, below, above, lower, upper, top, (0.05, -0.02, 1.1, 0.02, 0.01, 0.03), tree)
    return m


def _polar(x: Any, y: Any) -> tuple[float, float]:
    return hypot(x, y), atan2(y, x)
