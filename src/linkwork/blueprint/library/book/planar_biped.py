"""Planar biped: a trunk with two legs of thigh, shank and foot."""

from __future__ import annotations

from math import pi

from ... import shapes
from ...builder import Mechanism
from ..gait import GAITS, leg
from ..looks import BLUE
from ..rows import Row, add_rows, rod

FOOT = 0.075  # heel and toe, before and behind the ankle


def planar_biped(base: str = "floating") -> Mechanism:
    """Seven links, twelve degrees of freedom; tables 10.10 and B.1 of the book, y up and x forward.

    The trunk's x axis runs along it: first Euler angle −π/2, sequence ZXY, mass centre 0.25 m above the hips (ReDySim's
    completion). Its I_xx has the mass factor that the listing lost. `base`: "floating" (six coordinates) or "planar"
    (three). The start is the first instant of the walk; heels and toes are named frames.
    """
    m = Mechanism("planar biped", gravity=(0.0, -9.81, 0.0))
    trunk = m.body(
        "trunk",
        mass=5.0,
        inertia=(5.0 * 0.1**2 / 12, 5.0 * (0.5**2 + 0.1**2) / 12, 5.0 * 0.5**2 / 12),
        shapes=shapes.box(0.5, 0.1, 0.1),
        color=BLUE,
    )
    gait = GAITS["planar biped"]
    x, y = gait.x0, gait.height + 0.25
    if base == "planar":
        m.planar("base", m.ground, trunk)
        m.pose(base=(x, y, -pi / 2))
    else:
        m.floating("base", trunk, coordinates="ZXY")
        m.pose(base=(x, y, 0.0, -pi / 2, 0.0, 0.0))
    rows = []
    for side, foot_at in (("support", 0.0), ("swing", -gait.stride)):
        lean, bend = leg(gait.x0 - foot_at, gait.height, 0.5, 0.5)
        rows += [
            rod(f"{side}_thigh", "", 0.5, 1.0, a=0.25, start=lean),
            rod(f"{side}_shank", f"{side}_thigh", 0.5, 1.0, a=0.5, start=-bend),
            Row(f"{side}_foot", f"{side}_shank", 0.2, moments=_foot(), a=0.5, start=pi / 2 - lean + bend),
        ]
    bodies = add_rows(m, rows, size=0.02, base=trunk)
    for side in ("support", "swing"):
        bodies[f"{side}_foot"].at(-FOOT, name=f"{side}_heel")
        bodies[f"{side}_foot"].at(FOOT, name=f"{side}_toe")
    return m


def _foot() -> tuple[float, float, float]:
    moment = 0.2 * (2 * FOOT) ** 2 / 12
    return (0.0, moment, moment)
