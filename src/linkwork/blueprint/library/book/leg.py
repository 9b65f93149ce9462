"""Robotic leg with one degree of freedom: a Hoeken four-bar drives a pantograph (after Ottaviano et al., 2004)."""

from __future__ import annotations

from dataclasses import replace
from math import pi

from ....errors import OptionError
from ...builder import Mechanism
from ..planar import heading, meet, near, point, polar
from ..rows import Row, add_rows, rod

MASSES = {
    "book": (0.010, 0.020, 0.050, 0.080, 0.030, 0.120, 0.060),
    "program": (0.0047, 0.0117, 0.0234, 0.0374, 0.0140, 0.0562, 0.0281),
}
PRINTED = (0.0, 4.5110, -2.7389, -0.8764, -1.4604, -1.4604, -1.6812)  # start of ReDySim's run


def robotic_leg(masses: str = "book", angle: float = 0.0) -> Mechanism:
    """Seven links, ten hinges, three loops; section 8.4, lengths of table 8.2, hinges from ReDySim's input file.

    `masses`: "book" (table 8.2) or "program" (ReDySim). The coupler is hinged to the rocker at its middle. Links #1 …
    #7 of the book are crank, rocker, coupler, thigh, guide, shank, brace; joints 8, 9, 10 are the cuts. The foot is the
    frame "foot".
    """
    if masses not in MASSES:
        raise OptionError(f"masses {masses!r} of the robotic leg", "do not exist", "Use 'book' or 'program'")
    kg, pose = MASSES[masses], _pose(angle)
    m = Mechanism("robotic leg", gravity=(0.0, -9.81, 0.0))
    bar = {"thickness": 0.01}
    across = kg[2] * 0.125**2 / 12
    rows = [
        rod("crank", "", 0.025, kg[0], **bar),
        rod("rocker", "", 0.0625, kg[1], at=(0.05, 0.0, 0.0), **bar),
        Row("coupler", "rocker", kg[2], moments=(kg[2] * 0.01**2 / 12, across, across), a=0.0625),
        rod("thigh", "", 0.2, kg[3], at=(0.07, -0.03, 0.0), **bar),
        rod("guide", "thigh", 0.075, kg[4], a=0.05, **bar),
        rod("shank", "thigh", 0.3, kg[5], a=0.2, **bar),
        rod("brace", "shank", 0.15, kg[6], a=0.075, **bar),
    ]
    body = add_rows(m, [replace(row, start=q) for row, q in zip(rows, pose)], size=0.004, actuated=False)
    m.close("joint_8", body["crank"].at(0.025), body["coupler"].at(0.0625))
    m.close("joint_9", body["coupler"].at(-0.0625), body["guide"].at(0.075))
    m.close("joint_10", body["guide"].at(0.075), body["brace"].at(0.15))
    body["shank"].at(0.3, name="foot")
    m.actuate("crank")
    return m


def _pose(angle: float) -> list[float]:
    """Joint angles that close the loops, in the order of the links, with the whole turns of the source's start."""
    O, B, H = point(0.0), point(0.05), point(0.07, -0.03)
    pin = O + polar(0.025, angle)
    middle = meet(pin, 0.0625, B, 0.0625, left=False)
    tip = 2 * middle - pin
    knee = meet(H, 0.05, tip, 0.075)  # hinge of the guide on the thigh
    rocker, coupler = heading(B, middle), heading(middle, pin)
    thigh, guide = heading(H, knee), heading(knee, tip)
    q = [angle, rocker, coupler - rocker, thigh, guide - thigh, guide - thigh, thigh - guide + pi]
    return [near(x, printed) for x, printed in zip(q, PRINTED)]
