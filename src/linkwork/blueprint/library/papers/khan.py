"""Planar 3-RRR of Ma and Angeles as in Khan, Distributed Dynamics of Systems with Closed Kinematic Chains (McGill,
2002).
"""

from __future__ import annotations

from math import pi
from typing import Any

from ...builder import Mechanism
from ..three_rrr import three_rrr

PRINTED = (0.728, 0.233, 3.916)  # platform: x, y, angle of the side 1-2, section 4.1


def khan_three_rrr(*, tree: str = "floating", gravity: Any = 9.81) -> Mechanism:
    """Tables 4.1 and text of chapter 4: three driven cranks, equal legs, platform inertia 0.0817 kg m² as printed.

    Assumed: base triangle of 1 m (it follows from the printed pose), mass centres of the bars in the middle; `gravity`
    along −y (its amount is not given, and the thesis may have left it out in some runs: give 0). `tree="floating"` cuts
    the three corners of the platform, as methods I and II do: nine coordinates, six equations; "platform" and "elbows"
    cut two hinges.
    """
    x, y, angle = PRINTED
    return three_rrr(
        "3-RRR of Khan",
        (pi / 3, 4 * pi / 3, 11 * pi / 6),
        (angle, x, y),
        tree=tree,
        platform_moment=0.0817,
        gravity=(0.0, -gravity, 0.0),
    )
