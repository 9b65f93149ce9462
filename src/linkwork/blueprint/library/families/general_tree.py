"""A tree in which no dimension is special: nothing in its equations folds to zero or one. For counting operations."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, sin

from ... import shapes
from ...builder import Mechanism
from ..looks import color

VARIABLES = {"revolute": 1, "universal": 2, "spherical": 3}
"""Joint variables of each kind."""


def general_tree(
    joints: Sequence[str] = ("revolute",) * 6, *, parents: Sequence[int] = (), floating: bool = False
) -> Mechanism:
    """A chain of links on joints of the given kinds, with all six Denavit-Hartenberg and inertia numbers apart.

    joints    "revolute", "universal" or "spherical" (Euler angles YXZ), one for each link
    parents   link k (from 1) hangs on link parents[k − 1], 0 is the base; a chain if left out
    floating  the base is a free body of its own; its rates are its twist
    """
    m = Mechanism("general tree", gravity=(0.0, 0.0, -9.81))
    base = m.ground
    if floating:
        base = m.body("base", mass=4.0, com=(0.11, 0.07, 0.05), inertia=_tensor(0), shapes=shapes.box(0.4, 0.3, 0.2))
        m.floating("base joint", base)
        m.pose({"base joint": (0.0, 0.0, 0.0, cos(0.3), 0.6 * sin(0.3), 0.0, 0.8 * sin(0.3))})
    links = [base]
    for k, kind in enumerate(joints, 1):
        carrier = links[parents[k - 1] if parents else k - 1]
        com = tuple(0.2 + 0.05 * cos(k + 2 * i) for i in range(3))
        looks = [shapes.sphere(0.05), shapes.rod((0.0, 0.0, 0.0), tuple(2 * x for x in com), 0.02)]
        name = f"link_{k}"
        link = m.body(name, mass=2.0 + 0.3 * sin(k), com=com, inertia=_tensor(k), shapes=looks, color=color(k))
        place = carrier.dh(a=0.4 + 0.05 * sin(3 * k), alpha=0.7 + 0.2 * sin(2 * k), b=0.3 + 0.05 * cos(3 * k))
        if kind == "revolute":
            m.revolute(name, place, link)
        elif kind == "universal":
            m.universal(name, place, link, axes="YX")
        else:
            m.spherical(name, place, link, coordinates="YXZ")
        m.pose({name: tuple(0.3 + 0.1 * i for i in range(VARIABLES[kind]))})
        m.actuate(name)
        links.append(link)
    return m


def _tensor(k: int) -> tuple[tuple[float, float, float], ...]:
    """A full positive definite tensor."""
    x, y, z = (0.02 * sin(k + i) + 0.03 for i in range(3))
    return ((0.30 + x, 0.2 * x, 0.3 * y), (0.2 * x, 0.35 + y, 0.4 * z), (0.3 * y, 0.4 * z, 0.40 + z))
