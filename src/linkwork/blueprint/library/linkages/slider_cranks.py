"""Slider-crank, and Whitworth's quick return with a sliding block in a turning lever."""

from __future__ import annotations

from math import pi
from typing import Any

from ....algebra.parameter import default
from ... import inertia, shapes
from ...builder import Mechanism
from ...writing.handles import BodyHandle
from ..looks import BLUE, GREEN, ORANGE, PURPLE, RED, bar, bearings, rail
from ..planar import heading, meet_line, point, polar, turn


def slider_crank(
    crank: Any = 0.1,
    rod: Any = 0.3,
    *,
    masses: tuple[Any, Any, Any] = (0.5, 0.8, 1.0),
    offset: Any = 0.0,
    angle: float = pi / 4,
) -> Mechanism:
    """Crank, connecting rod and slider (masses in this order) along x at height `offset`; the crank is driven."""
    m = Mechanism("slider-crank", gravity=(0.0, -9.81, 0.0))
    size = 0.08 * default(crank)
    a = bar(m, "crank", crank, masses[0], paint=BLUE, level=1, size=size)
    b = bar(m, "rod", rod, masses[1], paint=ORANGE, size=size)
    c = _block(m, "slider", masses[2], 6 * size, 4 * size)
    A = polar(crank, angle)
    B = meet_line(A, rod, point(0.0, offset), 1 + 0j)
    m.revolute("crank", m.ground, a)
    m.revolute("rod", a.at(crank, 0.0), b)
    m.prismatic("slider", m.ground.at(0.0, offset), c, axis="x")
    m.close("pin", b.at(rod, 0.0), c)
    m.pose(crank=angle, rod=turn(heading(A, B) - angle), slider=B.real)
    m.actuate("crank")
    bearings(m, size, (0.0, 0.0))
    rail(m, (0.0, offset - 3 * size), (default(crank) + default(rod), offset - 3 * size), size)
    return m


def quick_return(
    crank: Any = 0.15,
    base: Any = 0.06,
    lever: Any = 0.25,
    rod: Any = 0.5,
    *,
    density: float = 4.0,
    block: float = 0.3,
    ram: float = 3.0,
    angle: float = 1.2,
) -> Mechanism:
    """Whitworth's quick return: a crank's block slides in a lever that turns with it about a nearer centre; a rod
    drives the ram.

    The crank (longer than the `base` between the centres, so that the lever goes round too) turns about the origin, the
    lever about (0, −base); the pin of the rod is `lever` beyond that centre; the ram slides along x through it. Bars of
    `density` kg/m.
    """
    m = Mechanism("Whitworth quick return", gravity=(0.0, -9.81, 0.0))
    size = 0.06 * default(crank)
    slot = crank + base
    a = bar(m, "crank", crank, density * crank, paint=BLUE, level=1, size=size)
    b = _block(m, "block", block, 4 * size, 4 * size)
    whole = slot + lever
    c = bar(
        m, "lever", slot, density * whole, paint=GREEN, size=size,
        com=(slot - lever) / 2, moments=inertia.rod(density * whole, whole),
    )  # fmt: skip
    d = bar(m, "rod", rod, density * rod, paint=ORANGE, level=-1, size=size)
    e = _block(m, "ram", ram, 12 * size, 4 * size, PURPLE)
    A, C = polar(crank, angle), point(0.0, -default(base))
    slope = heading(C, A)
    D = C - polar(lever, slope)
    E = meet_line(D, rod, C, 1 + 0j)
    m.revolute("crank", m.ground, a)
    m.revolute("lever", m.ground.at(0.0, -base), c)
    m.prismatic("block", c, b, axis="x")
    m.close("pin", a.at(crank, 0.0), b)
    m.revolute("rod", c.at(-lever, 0.0), d)
    m.prismatic("ram", m.ground.at(0.0, -base), e, axis="x")
    m.close("wrist", d.at(rod, 0.0), e)
    m.pose(crank=angle, lever=slope, block=abs(A - C), rod=turn(heading(D, E) - slope), ram=E.real)
    m.actuate("crank")
    bearings(m, size, (0.0, 0.0), (0.0, -base))
    rail(m, (0.0, -default(base) - 3 * size), (default(lever) + default(rod), -default(base) - 3 * size), size)
    return m


def _block(m: Mechanism, name: str, mass: Any, x: float, y: float, paint: str = RED) -> BodyHandle:
    return m.body(name, mass=mass, inertia=inertia.box(mass, x, y, y), shapes=shapes.box(x, y, y), color=paint)
