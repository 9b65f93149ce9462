"""Peaucellier's inversor: hinges alone that draw an exact straight line."""

from __future__ import annotations

from ...builder import Mechanism
from ..linkage import linkage
from ..planar import meet, point, polar


def peaucellier(
    long: float = 0.5, short: float = 0.2, crank: float = 0.2, angle: float = 0.5, *, density: float = 1.0
) -> Mechanism:
    """Two long arms from O, a rhombus of short bars, a crank from Q = (crank, 0); the far corner D stays on a line.

    |OC| |OD| = long² − short², and C moves on a circle through O, so that x_D = (long² − short²) / (2 crank). `angle`
    is the crank's.
    """
    m = Mechanism("Peaucellier linkage", gravity=(0.0, -9.81, 0.0))
    O, Q = point(0.0), point(crank)
    C = Q + polar(crank, angle)
    A = meet(O, long, C, short)
    B = meet(O, long, C, short, left=False)
    D = A + B - C
    links = {
        "crank": "Q C", "upper_arm": "O A", "lower_arm": "O B",
        "upper_near": "A C", "upper_far": "A D", "lower_near": "B C", "lower_far": "B D",
    }  # fmt: skip
    bodies = linkage(m, dict(zip("OQABCD", (O, Q, A, B, C, D))), links, "O Q", density=density)
    bodies["upper_far"].at(short, 0.0, name="pen")
    m.actuate("crank")
    return m
