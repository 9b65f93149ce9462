"""Planetary gear and Cardan shafts."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin

from ... import inertia, shapes
from ...builder import Mechanism
from ..counted import counted
from ..looks import BLUE, DARK, GOLD, GREEN, GREY, ORANGE


def planetary_gear(
    sun: float = 0.02, planet: float = 0.015, *, planets: int = 3, density: float = 7800.0, width: float = 0.01
) -> Mechanism:
    """Sun, planets on a carrier and a fixed ring (radius sun + 2 planet), pitch radii in metres, steel discs; the sun
    is driven.

        q_p = −(r_r/r_p) q_c,   r_s q_s + r_p q_p = r_s q_c       (q_p relative to the carrier)          (1)

    One freedom: the sun turns 1 + r_r/r_s times as fast as the carrier.
    """
    m = Mechanism("planetary gear", gravity=(0.0, -9.81, 0.0))
    ring, arm, planets = sun + 2 * planet, sun + planet, counted(planets, "planets")

    def wheel(name: str, radius: float, paint: str):
        mass = density * pi * radius**2 * width
        looks = [shapes.cylinder(radius, width), shapes.box(1.6 * radius, 0.1 * radius, 1.1 * width, color=DARK)]
        return m.body(name, mass=mass, inertia=inertia.cylinder(mass, radius, width), shapes=looks, color=paint)

    center = wheel("sun", sun, GOLD)
    at = [(arm * cos(2 * pi * k / planets), arm * sin(2 * pi * k / planets)) for k in range(planets)]
    spokes = [shapes.rod((0, 0, -width), (x, y, -width), 0.2 * planet) for x, y in at]
    mass = density * planets * arm * (0.4 * planet) ** 2
    carrier = m.body("carrier", mass=mass, inertia=inertia.disc(mass, arm), shapes=spokes, color=BLUE)
    m.revolute("sun", m.ground, center)
    m.revolute("carrier", m.ground, carrier)
    for k, (x, y) in enumerate(at, 1):
        m.revolute(f"planet_{k}", carrier.at(x, y, 0.0), wheel(f"planet_{k}", planet, GREEN))
        m.gear(f"ring_{k}", "carrier", f"planet_{k}", ratio=-ring / planet)  # (1)
    m.linear("mesh", {"sun": sun, "planet_1": planet, "carrier": -sun})  # the other planets follow by themselves
    m.actuate("sun")
    m.draw_ground(
        *(
            shapes.sphere(0.1 * planet, (ring * cos(a), ring * sin(a), 0), GREY)
            for a in (pi * i / 24 for i in range(48))
        )
    )
    return m


def cardan_joint(bend: float = 0.5, *, length: float = 0.3, mass: float = 1.0) -> Mechanism:
    """Two shafts in fixed bearings that meet at an angle, joined by one Cardan cross; the input is driven.

        tan q_out = tan q_in · cos(bend)       (1)

    The cross's centre is the origin; input along x, output turned by `bend` about z. Lengths and masses assumed.
    """
    m = Mechanism("Cardan joint", gravity=(0.0, 0.0, -9.81))
    first, second = _shaft(m, "input", length, mass, BLUE, -1), _shaft(m, "output", length, mass, GREEN, 1)
    tilted = m.ground.at(rotation=("z", bend))
    m.revolute("input", m.ground, first, axis="x")
    m.revolute("output", tilted, second, axis="x")
    m.close("cross", first, second, kind="universal", axes="ZY")
    m.pose(input=0.0, output=0.0)
    m.actuate("input")
    return m


def cardan_shaft(
    offset: float = 0.15,
    *,
    span: float = 0.5,
    shaft: float = 0.2,
    masses: tuple[float, float, float] = (1.0, 0.8, 0.5),
    forks: str = "in phase",
) -> Mechanism:
    """Two parallel shafts joined by a telescoping shaft with a Cardan cross at each end; the input is driven, the
    output repeats it.

    The shafts lie along x, `offset` apart in y, their crosses `span` apart in x. `forks` of the middle shaft: "in
    phase" makes the output run evenly, "crossed" doubles the unevenness. Masses of a shaft, the tube and the spline in
    it; all assumed.
    """
    m = Mechanism("Cardan shaft", gravity=(0.0, 0.0, -9.81))
    reach, lean = hypot(span, offset), atan2(offset, span)
    first, last = _shaft(m, "input", shaft, masses[0], BLUE, -1), _shaft(m, "output", shaft, masses[0], GREEN, 1)
    half = 0.6 * reach
    tube = m.body(
        "tube", mass=masses[1], com=(half / 2, 0, 0), inertia=inertia.tube(masses[1], 0.02, 0.015, half, "x"),
        shapes=shapes.rod((0, 0, 0), (half, 0, 0), 0.02), color=ORANGE,
    )  # fmt: skip
    spline = m.body(
        "spline", mass=masses[2], com=(-half / 2, 0, 0), inertia=inertia.cylinder(masses[2], 0.015, half, "x"),
        shapes=shapes.rod((-half, 0, 0), (0, 0, 0), 0.014), color=GREY,
    )  # fmt: skip
    m.revolute("input", m.ground, first, axis="x")
    m.universal("first_cross", first, tube, axes="YZ")
    m.prismatic("spline", tube, spline, axis="x")
    m.revolute("output", m.ground.at(span, offset, 0.0), last, axis="x")
    axes = "ZY" if forks == "in phase" else "YZ"
    m.close("second_cross", spline, last, kind="universal", axes=axes)
    m.pose(input=0.0, first_cross=(0.0, lean), spline=reach, output=0.0)
    m.actuate("input")
    return m


def _shaft(m: Mechanism, name: str, length: float, mass: float, paint: str, side: int):
    """A round shaft along x that ends in a fork at its origin; `side` is where it lies."""
    radius = 0.015
    return m.body(
        name,
        mass=mass,
        com=(side * length / 2, 0, 0),
        inertia=inertia.cylinder(mass, radius, length, "x"),
        shapes=[
            shapes.rod((0, 0, 0), (side * length, 0, 0), radius),
            shapes.box(0.02, 0.05, 0.05, (side * 0.03, 0, 0)),
        ],
        color=paint,
    )
