"""Hydraulic cylinder: a barrel and a piston between two pins of a planar machine."""

from __future__ import annotations

from .. import inertia, shapes
from ..builder import Mechanism
from ..frames import Frame
from ..writing.handles import BodyHandle
from .looks import DARK, GOLD
from .planar import heading, turn


def cylinder(
    m: Mechanism,
    name: str,
    foot: Frame,
    start: complex,
    end: complex,
    *,
    carrier_angle: float,
    masses: tuple[float, float],
    size: float,
) -> BodyHandle:
    """Barrel `name`_cylinder on hinge frame `foot` and driven piston `name`_piston, which is handed back.

    The piston's frame lies at its pin, so that the joint's coordinate is the distance between the two pins.
    """
    length = abs(end - start)
    half = 0.55 * length
    barrel = m.body(
        f"{name}_cylinder",
        mass=masses[0],
        com=(half / 2, 0, 0),
        inertia=inertia.rod(masses[0], half),
        shapes=shapes.rod((0, 0, 0), (half, 0, 0), 1.3 * size),
        color=DARK,
    )
    piston = m.body(
        f"{name}_piston",
        mass=masses[1],
        com=(-half / 2, 0, 0),
        inertia=inertia.rod(masses[1], half),
        shapes=shapes.rod((-half, 0, 0), (0, 0, 0), 0.7 * size),
        color=GOLD,
    )
    m.revolute(f"{name}_cylinder", foot, barrel)
    m.prismatic(f"{name}_piston", barrel, piston, axis="x")
    m.actuate(f"{name}_piston")
    m.pose({f"{name}_cylinder": turn(heading(start, end) - carrier_angle), f"{name}_piston": length})
    return piston
