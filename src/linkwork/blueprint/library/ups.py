"""UPS legs: platforms on telescoping legs, each with a universal joint below, a driven slider and a ball above."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import OptionError
from .. import shapes
from ..builder import Mechanism
from ..writing.handles import BodyHandle
from . import space
from .looks import BLUE, DARK, GOLD, GREEN
from .space import Vector

TREES = ("extended", "legs")


@dataclass(frozen=True)
class Part:
    """One body of a leg: mass, length and moments about its mass centre, which lies in its middle; z along the leg."""

    mass: Any
    length: Any
    moments: tuple[Any, Any, Any]


def ups_platform(
    m: Mechanism,
    below: Sequence[Vector],
    above: Sequence[Vector],
    lower: Part,
    upper: Part,
    platform: Part,
    pose: Sequence[float],
    tree: str,
) -> BodyHandle:
    """Legs from points `below` of the ground to points `above` of the platform, in the pose (x, y, z, Rodrigues
    parameters).

    `tree`: "extended" gives the platform six coordinates of its own and cuts every ball (extended configuration space);
    "legs" hangs it on the first leg and cuts the other balls. The universal joints are Rot_y(φ) Rot_x(ψ), the slider's
    coordinate is the leg's length.
    """
    if tree not in TREES:
        raise OptionError(f"tree {tree!r} of a platform on legs", "does not exist", "Use 'extended' or 'legs'")
    R, place = space.of_rodrigues(pose[3:]), (pose[0], pose[1], pose[2])
    radius = max(math.hypot(*p[:2]) for p in above)
    plate = m.body(
        "platform",
        mass=platform.mass,
        inertia=platform.moments,
        shapes=[shapes.plate(sorted(above, key=lambda p: math.atan2(p[1], p[0])), 0.03 * radius)],
        color=GREEN,
    )
    if tree == "extended":
        m.floating("platform", plate)
        m.pose(platform=(*place, *space.quaternion(R)))
    for k, (b, a) in enumerate(zip(below, above), 1):
        d = space.less(space.add(place, space.apply(R, a)), b)
        phi, psi = space.swing_yx(d)
        cylinder, piston = _leg(m, k, lower, upper, 0.02 * radius)
        m.universal(f"foot_{k}", m.ground.at(*b), cylinder, axes="YX")
        m.prismatic(f"leg_{k}", cylinder, piston, axis="z")
        m.pose({f"foot_{k}": (phi, psi), f"leg_{k}": space.size(d)})
        m.actuate(f"leg_{k}")
        if tree == "legs" and k == 1:
            m.spherical("ball_1", piston, plate.at(*a))
            leg = space.times(space.about("y", phi), space.about("x", psi))
            m.pose(ball_1=space.quaternion(space.times(space.transposed(leg), R)))
        else:
            m.close(f"ball_{k}", piston, plate.at(*a), kind="spherical")
    m.draw_ground(*(shapes.sphere(0.04 * radius, b, DARK) for b in below))
    return plate


def _leg(m: Mechanism, k: int, lower: Part, upper: Part, size: float) -> tuple[BodyHandle, BodyHandle]:
    cylinder = m.body(
        f"cylinder_{k}",
        mass=lower.mass,
        com=(0.0, 0.0, lower.length / 2),
        inertia=lower.moments,
        shapes=shapes.rod((0, 0, 0), (0, 0, lower.length), 2 * size),
        color=BLUE,
    )
    piston = m.body(
        f"piston_{k}",
        mass=upper.mass,
        com=(0.0, 0.0, -upper.length / 2),
        inertia=upper.moments,
        shapes=[shapes.rod((0, 0, -upper.length), (0, 0, 0), size), shapes.sphere(2 * size)],
        color=GOLD,
    )
    return cylinder, piston
