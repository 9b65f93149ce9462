"""Spatial biped: twelve joint variables; on its fixed stance foot, or floating."""

from __future__ import annotations

from math import atan2, hypot, pi
from typing import Any

from ... import inertia, shapes
from ...builder import Mechanism
from ...writing.handles import BodyHandle
from ..gait import GAITS, leg
from ..looks import BLUE, DARK, GREEN, ORANGE
from ..rows import RIGHT, Row, add_rows, rod

START = (-0.2089, 0.0, 0.7410, -0.5321, -1.5708, 3.1416, 0.0, -1.5708, -0.2089, 0.7410, 0.0, -0.5321)


def spatial_biped_on_foot() -> Mechanism:
    """Single support as a fixed-base chain of twelve hinges (section 6.2.3), rows from ReDySim's input file; x up.

    Universal ankles and spherical hips are hinges with massless links between them, as in the source. Starts where its
    gait does.
    """
    m = Mechanism("spatial biped on its foot", gravity=(-9.81, 0.0, 0.0))
    names = (
        "stance_ankle_1", "stance_shank", "stance_thigh", "stance_hip_1", "stance_hip_2", "trunk",
        "swing_hip_1", "swing_hip_2", "swing_thigh", "swing_shank", "swing_ankle_1", "swing_foot",
    )  # fmt: skip
    shapes_of: dict[str, dict[str, Any]] = {
        "trunk": {"mass": 5.0, "com": (-0.05, 0.0, -0.05), "moments": (5 * 0.01 / 12, 5 * 0.02 / 12, 5 * 0.01 / 12)},
        "swing_foot": {"mass": 0.2, "moments": (0.2 * 0.15**2 / 12, 0.2 * 0.01**2 / 12, 0.2 * 0.15**2 / 12)},
    }
    alpha = (0.0, RIGHT, -RIGHT, 0.0, RIGHT, RIGHT, pi, RIGHT, RIGHT, 0.0, -RIGHT, RIGHT)
    a = (0.0, 0.0, 0.5, 0.5, 0.0, 0.0, -0.1, 0.0, 0.0, 0.5, 0.5, 0.0)
    rows = []
    for name, before, x, twist, q in zip(names, ("", *names), a, alpha, START):
        if name.endswith(("thigh", "shank")):
            rows.append(rod(name, before, 0.5, 1.0, a=x, alpha=twist, start=q))
        else:
            rows.append(Row(name, before, a=x, alpha=twist, start=q, **shapes_of.get(name, {})))
    add_rows(m, rows, size=0.02)
    m.draw_ground(shapes.box(0.01, 0.15, 0.06, (-0.03, 0.0, 0.0), DARK))
    return m


def spatial_biped(spacing: float = 0.1, hip_height: float = 0.05) -> Mechanism:
    """Floating trunk with two legs of spherical hip, knee and universal ankle, eighteen degrees of freedom (section
    7.2.2).

    z up, x forward. Lengths and masses of the book. Assumed: hips `spacing` apart and `hip_height` below the trunk's
    middle, slender rods, the foot's mass centre at the ankle, soles of 0.15 × 0.06 m; Euler sequences hip ZXY (yaw,
    roll, pitch) and ankle YX (pitch, roll), as the leg angles of equation B.11; trunk YXZ as the book's. Starts at the
    first instant of the walk, foot soles' corners are named frames.
    """
    m = Mechanism("spatial biped", gravity=(0.0, 0.0, -9.81))
    gait = GAITS["spatial biped"]
    trunk = m.body(
        "trunk", mass=5.0, inertia=inertia.box(5.0, 0.1, 0.1, 0.1), shapes=shapes.box(0.1, 0.1, 0.1), color=BLUE
    )
    m.floating("base", trunk, coordinates="YXZ")
    m.pose(base=(gait.x0, gait.y0, gait.height + hip_height, 0.0, 0.0, 0.0))
    for side, y, foot_x in (("support", -spacing / 2, 0.0), ("swing", spacing / 2, -gait.stride)):
        foot_y = 0.0 if side == "support" else 2 * gait.y0
        _leg(m, trunk, side, (0.0, y, -hip_height), (gait.x0 - foot_x, gait.y0 + y - foot_y, gait.height))
    return m


def _leg(
    m: Mechanism, trunk: BodyHandle, side: str, hip: tuple[float, float, float], above_ankle: tuple[float, float, float]
) -> None:
    """One leg; `above_ankle` is the way from its ankle to its hip."""
    looks = [shapes.rod((0, 0, 0), (0, 0, -0.5), 0.02)]
    tensor = inertia.rod(1.0, 0.5, "z")
    thigh, shank = (
        m.body(f"{side}_{part}", mass=1.0, com=(0, 0, -0.25), inertia=tensor, shapes=looks, color=paint)
        for part, paint in (("thigh", GREEN), ("shank", ORANGE))
    )
    sole = shapes.box(0.15, 0.06, 0.01)
    foot = m.body(f"{side}_foot", mass=0.2, inertia=inertia.box(0.2, 0.15, 0.06, 0.01), shapes=sole, color=GREEN)
    m.spherical(f"{side}_hip", trunk.at(*hip), thigh, coordinates="ZXY")
    m.revolute(f"{side}_knee", thigh.at(0, 0, -0.5), shank, axis="y")
    m.universal(f"{side}_ankle", shank.at(0, 0, -0.5), foot, axes="YX")
    ahead, aside, above = above_ankle
    lean, bend = leg(ahead, hypot(aside, above), 0.5, 0.5)
    roll = -atan2(aside, above)
    m.pose({f"{side}_hip": (0.0, roll, -lean), f"{side}_knee": bend, f"{side}_ankle": (lean - bend, -roll)})
    m.actuate(f"{side}_hip", f"{side}_knee", f"{side}_ankle")
    for k, (x, y) in enumerate(((0.075, 0.03), (0.075, -0.03), (-0.075, 0.03), (-0.075, -0.03)), 1):
        foot.at(x, y, 0.0, name=f"{side}_corner_{k}")
