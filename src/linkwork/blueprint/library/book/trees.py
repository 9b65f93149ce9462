"""Trees that the book draws to explain modules and recursions, without dimensions: unit rods unless said otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ... import inertia, shapes
from ...builder import Mechanism
from ..looks import bearings, color
from ..rows import add_rows, rod


def double_pendulum(
    lengths: Sequence[Any] = (1.0, 1.0), masses: Sequence[Any] = (1.0, 1.0), coordinates: str = "YXZ"
) -> Mechanism:
    """Two rods in space, the first on a spherical joint, the second on a hinge (the book's section 4.2.2; it gives no
    numbers: assumed).

    The rods lie along z of their frames and hang down at the start, a little aside.
    """
    m = Mechanism("double pendulum", gravity=(0.0, 0.0, -9.81))
    (l1, l2), (m1, m2) = lengths, masses
    links = []
    for k, (name, length, mass) in enumerate((("upper", l1, m1), ("lower", l2, m2))):
        looks = [shapes.rod((0, 0, 0), (0, 0, -length), 0.02), shapes.sphere(0.05, (0, 0, -length))]
        tensor = inertia.rod(mass, length, "z")
        links.append(m.body(name, mass=mass, com=(0, 0, -length / 2), inertia=tensor, shapes=looks, color=color(k)))
    m.spherical("shoulder", m.ground, links[0], coordinates=coordinates)
    m.revolute("elbow", links[0].at(0, 0, -l1), links[1], axis="y")
    m.actuate("shoulder", "elbow")
    m.pose(shoulder=(1.0, 0.0, 0.0, 0.0) if coordinates == "quaternion" else (0.3, 0.2, 0.0), elbow=0.4)
    bearings(m, 0.03, (0, 0))
    return m


def abstract_tree(parents: Sequence[int] = (0, 1, 1, 2, 3, 3), *, length: Any = 1.0, mass: Any = 1.0) -> Mechanism:
    """A planar tree from parent numbers: link k (from 1) hangs on link parents[k − 1], 0 is the ground (figs 4.1, 4.2,
    4.7; rods assumed).
    """
    m = Mechanism("abstract tree", gravity=(0.0, -9.81, 0.0))
    names = ["", *(f"link_{k + 1}" for k in range(len(parents)))]
    rows = [
        rod(name, names[p], length, mass, a=length if p else 0.0, start=0.3 * (list(parents[:k]).count(p) + 1))
        for k, (name, p) in enumerate(zip(names[1:], parents))
    ]
    add_rows(m, rows, size=0.02)
    return m
