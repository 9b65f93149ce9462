"""Quadruped and hexapod: a trunk on legs of two links with point feet."""

from __future__ import annotations

from math import pi
from typing import Any

from ....errors import OptionError
from ... import shapes
from ...builder import Mechanism
from ..gait import GAITS, leg
from ..looks import BLUE
from ..rows import RIGHT, Row, add_rows, rod


def quadruped() -> Mechanism:
    """Trunk and four legs with universal hips, eighteen degrees of freedom; section 7.3 and table B.2, the rest from
    ReDySim.

    y up, z forward, x to the side. Each universal hip is two hinges with a massless link between them, as in the
    source. Starts at the first instant of the trot: legs 1 and 4 support, 2 and 3 swing.
    """
    m = Mechanism("quadruped", gravity=(0.0, -9.81, 0.0))
    gait = GAITS["quadruped"]
    moments = (4.0 / 12, 4.0 * (1 + 0.5**2) / 12, 4.0 * 0.5**2 / 12)
    trunk = m.body("trunk", mass=4.0, inertia=moments, shapes=shapes.box(0.5, 0.04, 1.0), color=BLUE)
    m.floating("base", trunk, coordinates="ZXY")
    m.pose(base=(0.0, gait.height, gait.x0, 0.0, 0.0, 0.0))
    rows: list[Row] = []
    for k, (x, z, supports) in enumerate(
        ((-0.25, -0.5, True), (0.25, -0.5, False), (-0.25, 0.5, False), (0.25, 0.5, True)), 1
    ):
        lean, bend = leg(gait.x0 + (0.0 if supports else gait.stride), gait.height, 0.3, 0.3)
        rows += [
            Row(f"hip_{k}", "", a=x, b=z, start=-pi / 2),
            rod(f"thigh_{k}", f"hip_{k}", 0.3, 1.0, alpha=RIGHT, start=lean),
            rod(f"shank_{k}", f"thigh_{k}", 0.3, 1.0, a=0.3, start=-bend),
        ]
    bodies = add_rows(m, rows, size=0.02, base=trunk)
    for k in range(1, 5):
        bodies[f"shank_{k}"].at(0.3, name=f"foot_{k}")
    return m


HEXAPOD = {"program": 2.0, "book": 4.0}


def hexapod(trunk: str = "program") -> Mechanism:
    """Trunk and six planar legs, eighteen degrees of freedom; section 7.4 and table B.2, the rest from ReDySim.

    y up, x forward, z to the side. `trunk`: mass of 2 kg ("program") or 4 kg ("book"); the program puts its mass centre
    0.5 m ahead of the base's origin and so does this machine. Legs 1, 4, 5 support at the start of the tripod gait, 2,
    3, 6 swing.
    """
    if trunk not in HEXAPOD:
        raise OptionError(f"trunk {trunk!r} of the hexapod", "does not exist", "Use 'program' or 'book'")
    mass: Any = HEXAPOD[trunk]
    m = Mechanism("hexapod", gravity=(0.0, -9.81, 0.0))
    gait = GAITS["hexapod"]
    moments = (mass * 0.5**2 / 12, mass * (1 + 0.5**2) / 12, mass / 12)
    looks = shapes.box(1.2, 0.06, 0.5)
    body = m.body("trunk", mass=mass, com=(0.5, 0.0, 0.0), inertia=moments, shapes=looks, color=BLUE)
    m.floating("base", body, coordinates="ZXY")
    m.pose(base=(gait.x0, gait.height, 0.0, 0.0, 0.0, 0.0))
    rows: list[Row] = []
    for k in range(1, 7):
        x, z = (-0.6, 0.0, 0.6)[(k - 1) // 2], 0.25 if k % 2 else -0.25
        lean, bend = leg(gait.x0 + (0.0 if k in (1, 4, 5) else gait.stride), gait.height, 0.3, 0.3)
        rows += [
            rod(f"thigh_{k}", "", 0.3, 1.0, a=x, b=z, start=lean - pi / 2),
            rod(f"shank_{k}", f"thigh_{k}", 0.3, 1.0, a=0.3, start=-bend),
        ]
    bodies = add_rows(m, rows, size=0.02, base=body)
    for k in range(1, 7):
        bodies[f"shank_{k}"].at(0.3, name=f"foot_{k}")
    return m
