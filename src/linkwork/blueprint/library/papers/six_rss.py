"""6-RSS platform on cranks (Sathuluri, section 6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, hypot, sin
from typing import Any

from ....errors import OptionError
from ... import shapes
from ...builder import Mechanism
from .. import space
from ..looks import BLUE, DARK, GREEN, ORANGE
from ..planar import solve_crank
from .stewart import hexagon

CRANK, COUPLER = 0.70, 0.82
SETS = {  # platform mass, crank's transverse moment
    "printed": (200.2033, 0.1764),
    "corrected": (200.2033, 0.01764),
    "light": (20.2033, 0.01764),
}


def six_rss(
    masses: str = "corrected",
    *,
    pose: Sequence[float] = (0.0, 0.0, 0.3, 0.0, 0.0, 0.0),
    branch: str = "upper",
    ball: str = "universal",
) -> Mechanism:
    """Table 6.3; cranks turn about tangents of the base circle, their angles measured from outward toward up.

    `masses`: "printed"; "corrected" with the crank's moment a tenth (as its mass and length need); "light" with a
    platform of 20.2 kg besides (the 200 kg look like a payload). `branch` of the cranks, "upper" or "lower", is not
    given. `ball`: the joint between crank and coupler, "universal" so that the coupler does not spin idly (two passive
    angles a leg, the count of the thesis) or "spherical". Starts in `pose`: x, y, z and Rodrigues parameters.
    """
    if masses not in SETS:
        raise OptionError(f"masses {masses!r} of the 6-RSS", "do not exist", "Use " + ", ".join(map(repr, SETS)))
    top, across = SETS[masses]
    m = Mechanism(f"6-RSS ({masses})", gravity=(0.0, 0.0, -9.81))
    R, place = space.of_rodrigues(pose[3:]), (pose[0], pose[1], pose[2])
    above = hexagon(0.6, 0.4040)
    plate = m.body(
        "platform", mass=top, inertia=(1.1717, 1.1717, 2.3431), shapes=shapes.plate(above, 0.02), color=GREEN
    )
    m.floating("platform", plate)
    m.pose(platform=(*place, *space.quaternion(R)))
    for k, (b, a) in enumerate(zip(hexagon(1.0, 0.8080), above), 1):
        heading = atan2(b[1], b[0])
        turned = space.about("z", heading)  # x outward, y along the tangent
        d = space.apply(space.transposed(turned), space.less(space.add(place, space.apply(R, a)), b))
        beta = _crank_angle(d, upper=branch == "upper")
        crank = m.body(
            f"crank_{k}", mass=0.4320, com=(CRANK / 2, 0, 0), inertia=(5.4e-6, across, across),
            shapes=shapes.rod((0, 0, 0), (CRANK, 0, 0), 0.02), color=BLUE,
        )  # fmt: skip
        coupler = m.body(
            f"coupler_{k}", mass=0.5060, com=(0, 0, COUPLER / 2), inertia=(0.0283, 0.0283, 6.325e-6),
            shapes=shapes.rod((0, 0, 0), (0, 0, COUPLER), 0.015), color=ORANGE,
        )  # fmt: skip
        m.revolute(f"crank_{k}", m.ground.at(*b, rotation=("z", heading)), crank, axis="-y")
        link = space.apply(space.about("y", beta), space.less(d, _tip(beta)))  # the coupler, seen from the crank
        phi, psi = space.swing_yx(link)
        elbow: Any = (phi, psi)
        if ball == "universal":
            m.universal(f"elbow_{k}", crank.at(CRANK, 0, 0), coupler, axes="YX")
        else:
            m.spherical(f"elbow_{k}", crank.at(CRANK, 0, 0), coupler)
            elbow = space.quaternion(space.times(space.about("y", phi), space.about("x", psi)))
        m.close(f"ball_{k}", coupler.at(0, 0, COUPLER), plate.at(*a), kind="spherical")
        m.pose({f"crank_{k}": beta, f"elbow_{k}": elbow})
        m.actuate(f"crank_{k}")
        m.draw_ground(shapes.sphere(0.03, b, DARK))
    return m


def _tip(beta: float) -> tuple[float, float, float]:
    return (CRANK * cos(beta), 0.0, CRANK * sin(beta))


def _crank_angle(d: Sequence[float], upper: bool) -> float:
    """β with |d − tip(β)| = coupler: 2 l_r (d_x cos β + d_z sin β) = d·d + l_r² − l_l²."""
    rest = (hypot(*d) ** 2 + CRANK**2 - COUPLER**2) / (2 * CRANK)
    return solve_crank(d[0], d[2], rest, first=not upper)
