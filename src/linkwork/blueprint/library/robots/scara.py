"""Five-bar SCARA: two driven arms in the horizontal plane and a quill that lifts and turns."""

from __future__ import annotations

from ... import inertia, shapes
from ...builder import Mechanism
from ..linkages.five_bar import five_bar
from ..looks import GOLD


def five_bar_scara(arms: float = 0.2, couplers: float = 0.26, base: float = 0.085, *, quill: float = 0.5) -> Mechanism:
    """Four freedoms, four drives: a five-bar lying flat (gravity along −z) with a sliding and turning quill (mass
    `quill`) at its tip.

    Proportions like those of small pick-and-place machines; all dimensions and masses assumed.
    """
    m = five_bar(
        arms, couplers, base, masses=(0.5, 0.4), angles=(2.4, 0.8), gravity=(0.0, 0.0, -9.81), name="five-bar SCARA"
    )
    shaft = m.body(
        "quill", mass=quill, com=(0, 0, -0.05), inertia=inertia.cylinder(quill, 0.01, 0.3),
        shapes=shapes.cylinder(0.01, 0.3, (0, 0, -0.05)), color=GOLD,
    )  # fmt: skip
    m.cylindrical("quill", "tool", shaft)
    m.pose(quill=(0.3, -0.02))
    m.actuate("quill")
    return m
