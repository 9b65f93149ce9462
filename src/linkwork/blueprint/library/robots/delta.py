"""Delta: a robot of three arms whose platform keeps its attitude (after Clavel, 1988)."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from ....errors import OptionError
from ... import inertia, shapes
from ...builder import Mechanism
from .. import space
from ..looks import BLUE, DARK, GREEN, ORANGE
from ..planar import solve_crank

TREES = ("legs", "extended")


def delta(
    base: float = 0.2,
    platform: float = 0.05,
    arm: float = 0.25,
    rod: float = 0.5,
    *,
    masses: tuple[float, float, float] = (0.4, 0.2, 0.3),
    place: Sequence[float] = (0.05, -0.03, -0.45),
    tree: str = "legs",
) -> Mechanism:
    """Three freedoms: the platform (last mass) shifts without turning. Radii of base and platform, lengths of arm and
    rod assumed.

    Each parallelogram of two rods is one rod with a universal joint at each end whose outer axes are the arm's hinge
    and the platform's edge: the same motion without idle spins or conditions too many. `tree`: "legs" hangs the
    platform on the first leg, "extended" gives it six coordinates. `place` is the platform's in the starting pose; the
    three arms are driven.
    """
    if tree not in TREES:
        raise OptionError(f"tree {tree!r} of the Delta", "does not exist", "Use 'legs' or 'extended'")
    m = Mechanism("Delta", gravity=(0.0, 0.0, -9.81))
    angles = [2 * pi * k / 3 for k in range(3)]
    corners = [(platform * cos(a), platform * sin(a), 0.0) for a in angles]
    plate = m.body(
        "platform", mass=masses[2], inertia=inertia.disc(masses[2], platform),
        shapes=shapes.cylinder(1.2 * platform, 0.01), color=GREEN,
    )  # fmt: skip
    if tree == "extended":
        m.floating("platform", plate)
        m.pose(platform=(*place, 1.0, 0.0, 0.0, 0.0))
    for k, (a, corner) in enumerate(zip(angles, corners), 1):
        d = space.add(space.apply(space.about("z", -a), place), (platform - base, 0.0, 0.0))
        q = solve_crank(d[0], -d[2], (hypot(*d) ** 2 + arm**2 - rod**2) / (2 * arm), first=False)
        knee = (arm * cos(q), 0.0, -arm * sin(q))
        phi, psi = space.swing_yx(space.apply(space.about("y", -q), space.less(d, knee)))
        upper = m.body(
            f"arm_{k}", mass=masses[0], com=(arm / 2, 0, 0), inertia=inertia.rod(masses[0], arm),
            shapes=shapes.rod((0, 0, 0), (arm, 0, 0), 0.012), color=BLUE,
        )  # fmt: skip
        lower = m.body(
            f"rod_{k}", mass=masses[1], com=(0, 0, rod / 2), inertia=inertia.cylinder(masses[1], 0.01, rod),
            shapes=[shapes.rod((0, y, 0), (0, y, rod), 0.006) for y in (-0.03, 0.03)], color=ORANGE,
        )  # fmt: skip
        m.revolute(f"arm_{k}", m.ground.at(base * cos(a), base * sin(a), 0.0, rotation=("z", a)), upper, axis="y")
        m.universal(f"rod_{k}", upper.at(arm, 0, 0), lower, axes="YX")
        m.pose({f"arm_{k}": q, f"rod_{k}": (phi, psi)})
        m.actuate(f"arm_{k}")
        edge = plate.at(*corner, rotation=("z", a))
        if tree == "legs" and k == 1:
            m.universal("wrist_1", lower.at(0, 0, rod), edge, axes="XY")
            m.pose(wrist_1=(-psi, -(q + phi)))
        else:
            m.close(f"wrist_{k}", lower.at(0, 0, rod), edge, kind="universal", axes="XY")
    m.draw_ground(shapes.cylinder(base, 0.02, color=DARK))
    return m
