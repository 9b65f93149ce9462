"""Semi-regular Stewart platform, 6-UPS (Sathuluri, A Study on the Lagrangian Formulation of Dynamics, IIT Madras,
2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

from ....errors import OptionError
from ...builder import Mechanism
from ..space import Vector
from ..ups import Part, ups_platform

MASSES = {
    # platform, base-side link of 0.5 m, platform-side link of 1.5 m
    "printed": (0.20339, 11.3404, 1.15719),
    "exchanged": (0.20339, 1.15719, 11.3404),
    "corrected": (20.339, 1.15719, 11.3404),
}


def hexagon(radius: float, gamma: float) -> list[Vector]:
    """Six points in pairs at ∓γ about three directions 120° apart, z = 0."""
    angles = [2 * pi * k / 3 + side * gamma for k in range(3) for side in (-1, 1)]
    return [(radius * cos(a), radius * sin(a), 0.0) for a in angles]


def stewart_platform(
    masses: str = "corrected",
    *,
    pose: Sequence[float] = (0.0, 0.0, 1.1, 0.0, 0.0, 0.0),
    tree: str = "extended",
) -> Mechanism:
    """Table A.1; starts in `pose` (x, y, z and Rodrigues parameters), by default that of the free fall.

    `masses`: "printed" as the table stands; "exchanged" with the two link masses swapped, which alone fits their
    inertias and the published singular instant; "corrected" with the platform's mass 100 times as large besides, which
    fits its inertia. Assumed: mass centres in the middle of the links, γ half the angle of a pair of vertices, both
    hexagons about the same axes, g = 9.81 along −z.
    """
    if masses not in MASSES:
        raise OptionError(
            f"masses {masses!r} of the Stewart platform", "do not exist", "Use " + ", ".join(map(repr, MASSES))
        )
    top, below, above = MASSES[masses]
    m = Mechanism(f"Stewart platform ({masses})", gravity=(0.0, 0.0, -9.81))
    ups_platform(
        m,
        hexagon(1.0, 0.2985),
        hexagon(0.5803, 0.6573),
        Part(below, 0.5, (0.02431, 0.02431, 0.00040)),
        Part(above, 1.5, (2.1272, 2.1272, 0.00173)),
        Part(top, 0.0, (1.17172, 1.17172, 2.34310)),
        pose,
        tree,
    )
    return m
