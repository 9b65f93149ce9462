"""Spatial four-bars: RSSR and Bennett's linkage."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin, tan
from typing import Any

from ....errors import OptionError
from ... import inertia, shapes
from ...builder import Mechanism
from .. import space
from ..looks import BLUE, GREEN, ORANGE, bar, bearings, color
from ..planar import solve_crank

BALLS = ("universal", "spherical")


def rssr(
    crank: float = 0.1,
    coupler: float = 0.4,
    rocker: float = 0.25,
    pivot: tuple[float, float, float] = (0.3, 0.1, 0.0),
    *,
    masses: tuple[float, float, float] = (0.5, 1.0, 0.8),
    angle: float = 0.5,
    ball: str = "universal",
) -> Mechanism:
    """A crank about z at the origin drives a rocker about −y at `pivot` through a coupler with a ball at each end
    (lengths assumed).

    `ball` is the joint on the crank: "universal", so that the coupler does not spin about itself, or "spherical", which
    adds that idle freedom. The crank is driven.
    """
    if ball not in BALLS:
        raise OptionError(f"ball {ball!r} of the RSSR", "does not exist", "Use 'universal' or 'spherical'")
    m = Mechanism("RSSR", gravity=(0.0, 0.0, -9.81))
    a = bar(m, "crank", crank, masses[0], paint=BLUE, size=0.01)
    c = bar(m, "rocker", rocker, masses[2], paint=GREEN, size=0.01)
    b = m.body(
        "coupler", mass=masses[1], com=(0, 0, coupler / 2), inertia=inertia.cylinder(masses[1], 0.01, coupler),
        shapes=[shapes.rod((0, 0, 0), (0, 0, coupler), 0.008), *(shapes.sphere(0.02, (0, 0, z)) for z in (0, coupler))],
        color=ORANGE,
    )  # fmt: skip
    A = (crank * cos(angle), crank * sin(angle), 0.0)
    D = space.less(pivot, A)
    q = solve_crank(D[0], D[2], (coupler**2 - hypot(*D) ** 2 - rocker**2) / (2 * rocker))
    B = space.add(pivot, (rocker * cos(q), 0.0, rocker * sin(q)))
    phi, psi = space.swing_yx(space.apply(space.about("z", -angle), space.less(B, A)))
    m.revolute("crank", m.ground, a)
    m.revolute("rocker", m.ground.at(*pivot), c, axis="-y")
    if ball == "universal":
        m.universal("coupler", a.at(crank, 0, 0), b, axes="YX")
        m.pose(coupler=(phi, psi))
    else:
        m.spherical("coupler", a.at(crank, 0, 0), b)
        m.pose(coupler=space.quaternion(space.times(space.about("y", phi), space.about("x", psi))))
    m.close("ball", b.at(0, 0, coupler), c.at(rocker, 0, 0), kind="spherical")
    m.pose(crank=angle, rocker=q)
    m.actuate("crank")
    bearings(m, 0.01, (0.0, 0.0, 0.0))
    bearings(m, 0.01, pivot, axis="y")
    return m


def bennett(
    length: float = 0.3,
    twist: float = 40 * pi / 180,
    other_twist: float = 100 * pi / 180,
    *,
    angle: float = 1.2,
    density: float = 2.0,
) -> Mechanism:
    """Four hinges in space that should be rigid and move: opposite links alike, length / sin(twist) equal for all.

        θ₁ + θ₃ = θ₂ + θ₄ = 2π,   tan(θ₁/2) tan(θ₂/2) = sin((β + α)/2) / sin((β − α)/2)        (1)

    Links 1 and 3 have `length` and `twist` α, link 2 and the ground `other_twist` β. `angle` is θ₁. Reference: Bennett
    (1903).
    """
    other = length * sin(other_twist) / sin(twist)
    m = Mechanism("Bennett linkage", gravity=(0.0, 0.0, -9.81))
    first = angle
    second = 2 * atan2(sin((other_twist + twist) / 2), sin((other_twist - twist) / 2) * tan(first / 2))  # (1)
    seat: Any = m.ground
    for k, (a, alpha, q) in enumerate(
        ((length, twist, first), (other, other_twist, second), (length, twist, 2 * pi - first)), 1
    ):
        link = bar(m, f"link_{k}", a, density * a, paint=color(k), size=0.01)
        m.revolute(f"hinge_{k}", seat, link)
        m.pose({f"hinge_{k}": q})
        seat = link.at(a, 0.0, 0.0, rotation=("x", alpha))
    m.close("hinge_4", seat, m.ground.at(rotation=("x", -other_twist)).at(-other, 0.0, 0.0))
    m.actuate("hinge_1")
    m.draw_ground(shapes.cylinder(0.018, 0.03), shapes.rod((0, 0, 0), (-other, 0, 0), 0.01))
    return m
