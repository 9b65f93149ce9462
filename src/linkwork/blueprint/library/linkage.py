"""Linkage: a planar machine of hinged links, from the places of its pins in one pose.

    pins  = {"O": 0j, "A": 1j, "B": 2 + 2j, "C": 2 + 0j}
    links = {"crank": "O A", "coupler": "A B", "rocker": "C B"},  ground = "O C"

A link's frame lies at its first pin with x toward its second. Its first pin carries it, by a joint named like the link;
a later pin that is already taken closes a loop, by a closure named like the pin (pin_link from the second one on).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...algebra.inertias import NOTHING, RigidInertia
from ...algebra.symmetric import Sym3
from ...algebra.vectors import Vec3
from .. import shapes
from ..builder import Mechanism
from ..writing.handles import BodyHandle
from .looks import bearings, color
from .planar import heading, local, turn


def linkage(
    m: Mechanism,
    pins: Mapping[str, complex],
    links: Mapping[str, str],
    ground: str,
    *,
    density: float = 1.0,
    masses: Mapping[str, float] | None = None,
) -> dict[str, BodyHandle]:
    """Add all links, hinges, closures and the starting pose; gives the bodies by name.

    A link is a frame of uniform slender bars between its pins (`density` in kg/m, unless `masses` gives the link's
    mass); one with three pins or more is a closed polygon.
    """
    size = 0.03 * sum(abs(pins[b] - pins[a]) for a, b, *_ in map(str.split, links.values())) / len(links)
    held: dict[str, tuple[Any, complex]] = {pin: (m.ground, pins[pin]) for pin in ground.split()}
    owner, angle, closed = dict.fromkeys(held, ""), {"": 0.0}, set()
    bodies: dict[str, BodyHandle] = {}
    for k, (name, word) in enumerate(links.items()):
        first, second, *_ = word.split()
        places = {pin: local(pins[first], pins[second], pins[pin]) for pin in word.split()}
        mass = None if masses is None else masses[name]
        body = bodies[name] = frame_of_bars(m, name, list(places.values()), density, mass, level=k, size=size)
        angle[name] = heading(pins[first], pins[second])
        for pin, place in places.items():
            if pin not in held:
                held[pin], owner[pin] = (body, place), name
                continue
            carrier, seat = held[pin]
            ends = carrier.at(seat.real, seat.imag), body.at(place.real, place.imag)
            if pin == first:
                m.revolute(name, *ends)
                m.pose({name: turn(angle[name] - angle[owner[pin]])})
            else:
                m.close(f"{pin}_{name}" if pin in closed else pin, *ends, kind="revolute")
                closed.add(pin)
    bearings(m, size, *((pins[pin].real, pins[pin].imag) for pin in ground.split()))
    return bodies


def frame_of_bars(
    m: Mechanism,
    name: str,
    corners: Sequence[complex],
    density: float,
    mass: float | None = None,
    *,
    level: int = 0,
    size: float = 0.01,
) -> BodyHandle:
    """A rigid frame of uniform slender bars from corner to corner, closed if it has three corners or more."""
    sides = _sides(corners)
    if mass is not None:
        density = mass / sum(abs(b - a) for a, b in sides)
    total = sum((_bar(a, b, density) for a, b in sides), NOTHING)
    z = (level % 5 - 2) * 2.5 * size
    return m.body(
        name,
        mass=total.mass,
        com=tuple(total.h * (1.0 / total.mass)),
        inertia=total.I.rows(),
        inertia_about="origin",
        shapes=[
            *(shapes.rod((a.real, a.imag, z), (b.real, b.imag, z), size) for a, b in sides),
            *(shapes.cylinder(1.6 * size, 2.2 * size, (c.real, c.imag, z)) for c in corners),
        ],
        color=color(level),
    )


def _sides(corners: Sequence[complex]) -> list[tuple[complex, complex]]:
    """The bars of a frame: one through all corners if they lie in a row, else a ring."""
    along = corners[1] - corners[0]
    if all(abs((along.conjugate() * (c - corners[0])).imag) < 1e-9 * abs(along) ** 2 for c in corners):
        row = sorted(corners, key=lambda c: (along.conjugate() * c).real)
        return [(row[0], row[-1])]
    return list(zip(corners, [*corners[1:], corners[0]]))


def _bar(a: complex, b: complex, density: float) -> RigidInertia:
    """A slender bar between two points, about the origin."""
    mass, c, d = density * abs(b - a), (a + b) / 2, b - a
    k = mass / 12
    own = Sym3(k * d.imag**2, k * d.real**2, k * abs(d) ** 2, -k * d.real * d.imag, 0.0, 0.0)
    return RigidInertia.about_com(mass, Vec3(c.real, c.imag, 0.0), own)
