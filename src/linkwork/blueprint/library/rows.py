"""Rows: a tree of links as a table of modified Denavit-Hartenberg rows, as the book and its program print them.

X = Shift_x(a) Rot_x(α) Shift_z(b) Rot_z(θ); θ is the variable of a revolute row, b of a prismatic one.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import shapes
from ..builder import Mechanism
from ..writing.handles import BodyHandle
from .looks import DARK, color

RIGHT = math.pi / 2
Triple = tuple[Any, Any, Any]


@dataclass(frozen=True)
class Row:
    """One link with the joint that carries it. `parent` is the name of another row, "" for ground; `moments` are about
    the COM.
    """

    name: str
    parent: str
    mass: Any = 0.0
    com: Triple = (0.0, 0.0, 0.0)
    moments: Triple = (0.0, 0.0, 0.0)
    a: Any = 0.0
    alpha: Any = 0.0
    b: Any = 0.0
    theta: Any = 0.0
    kind: str = "revolute"
    start: Any = 0.0
    at: Triple = (0.0, 0.0, 0.0)  # a shift before the row, for hinges on the ground that the source gives apart from it


def rod(name: str, parent: str, length: Any, mass: Any, *, thickness: Any = 0.0, **row: Any) -> Row:
    """A uniform slender rod along x; `thickness` gives it m t²/12 about its own axis, as the book's program does."""
    across = mass * length * length / 12
    return Row(name, parent, mass, (length / 2, 0.0, 0.0), (mass * thickness * thickness / 12, across, across), **row)


def add_rows(
    m: Mechanism, rows: Sequence[Row], *, size: float, actuated: bool = True, base: Any = None
) -> dict[str, BodyHandle]:
    """Add bodies, joints (each named like its link), the starting pose and, if wanted, an actuator on each joint."""
    bodies: dict[str, BodyHandle] = {}
    for k, row in enumerate(rows):
        bodies[row.name] = m.body(
            row.name,
            mass=row.mass,
            com=row.com,
            inertia=row.moments,
            shapes=_looks(row, [r for r in rows if r.parent == row.name], size),
            color=color(k),
        )
        parent = bodies[row.parent] if row.parent else (m.ground if base is None else base)
        m.dh(
            row.name,
            parent.at(*row.at),
            bodies[row.name],
            a=row.a,
            alpha=row.alpha,
            b=row.b,
            theta=row.theta,
            kind=row.kind,
        )
        m.pose({row.name: row.start})
        if actuated:
            m.actuate(row.name)
    feet = {row.at for row in rows if not row.parent} if base is None else set()
    m.draw_ground(*(shapes.box(3 * size, 3 * size, 3 * size, at, DARK) for at in sorted(feet)))
    return bodies


def _looks(row: Row, children: Sequence[Row], size: float) -> list[Any]:
    """A ball at the joint, a rod to each child's joint; a tip's rod is twice as long as its mass centre is away.

    A bar that is held at its middle reaches as far to both sides as its moment m l²/12 says.
    """
    ends = [(c.a, -c.b * math.sin(c.alpha), c.b * math.cos(c.alpha)) for c in children]
    if not ends:
        ends = [(2 * row.com[0], 2 * row.com[1], 2 * row.com[2])]
    long = [end for end in ends if any(abs(x) > 1e-9 for x in end)]
    if not children and not long and row.mass:
        half = math.sqrt(3 * row.moments[2] / row.mass)
        return [shapes.sphere(1.4 * size), shapes.rod((-half, 0.0, 0.0), (half, 0.0, 0.0), size)]
    return [shapes.sphere(1.4 * size), *(shapes.rod((0.0, 0.0, 0.0), end, size) for end in long)]
