"""Watt's and Stephenson's six-bar linkages."""

from __future__ import annotations

from math import pi

from ...builder import Mechanism
from ..linkage import linkage
from ..planar import meet, point, polar, third


def watt_six_bar(angle: float = pi / 3, *, scale: float = 1.0, density: float = 2.0) -> Mechanism:
    """Watt I: a four-bar whose coupler and rocker are triangles that carry two more bars (lengths assumed, in `scale`
    metres).
    """
    m = Mechanism("Watt six-bar", gravity=(0.0, -9.81, 0.0))
    O, C = point(0.0), point(0.4 * scale)
    A = O + polar(0.12 * scale, angle)
    B = meet(A, 0.35 * scale, C, 0.3 * scale)
    D = third(A, B, 0.45 * scale, 0.25 * scale)  # on the coupler
    E = third(B, C, 0.28 * scale, 0.4 * scale)  # on the rocker
    F = meet(D, 0.3 * scale, E, 0.35 * scale, left=False)
    links = {"crank": "O A", "coupler": "A B D", "rocker": "C B E", "upper": "D F", "lower": "E F"}
    linkage(m, dict(zip("OABCDEF", (O, A, B, C, D, E, F))), links, "O C", density=density)
    m.actuate("crank")
    return m


def stephenson_six_bar(angle: float = pi / 3, *, scale: float = 1.0, density: float = 2.0) -> Mechanism:
    """Stephenson III: a four-bar whose coupler point drives two more bars to the ground (lengths assumed, in `scale`
    metres).
    """
    m = Mechanism("Stephenson six-bar", gravity=(0.0, -9.81, 0.0))
    O, C, G = point(0.0), point(0.4 * scale), point(0.75 * scale, 0.1 * scale)
    A = O + polar(0.12 * scale, angle)
    B = meet(A, 0.35 * scale, C, 0.3 * scale)
    D = third(A, B, 0.45 * scale, 0.25 * scale)
    F = meet(D, 0.5 * scale, G, 0.45 * scale)
    links = {"crank": "O A", "coupler": "A B D", "rocker": "C B", "rod": "D F", "output": "G F"}
    linkage(m, dict(zip("OABCDFG", (O, A, B, C, D, F, G))), links, "O C G", density=density)
    m.actuate("crank")
    return m
