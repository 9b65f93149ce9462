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
    reach: Any = 0.0  # length along x of a link that goes on beyond its children's joints


def rod(name: str, parent: str, length: Any, mass: Any, *, thickness: Any = 0.0, **row: Any) -> Row:
    """A uniform slender rod along x; `thickness` gives it m t²/12 about its own axis, as the book's program does."""
    across = mass * length * length / 12
    moments = (mass * thickness * thickness / 12, across, across)
    return Row(name, parent, mass, (length / 2, 0.0, 0.0), moments, reach=length, **row)


def add_rows(
    m: Mechanism,
    rows: Sequence[Row],
    *,
    size: float | Sequence[float],
    actuated: bool = True,
    base: Any = None,
) -> dict[str, BodyHandle]:
    """Add bodies, joints (each named like its link), the starting pose and, if wanted, an actuator on each joint.

    `size`: half the thickness of the links in pictures, one for all or one each.
    """
    thick = [float(size)] * len(rows) if isinstance(size, (int, float)) else list(size)
    bodies: dict[str, BodyHandle] = {}
    for k, row in enumerate(rows):
        bodies[row.name] = m.body(
            row.name,
            mass=row.mass,
            com=row.com,
            inertia=row.moments,
            shapes=_looks(row, [r for r in rows if r.parent == row.name], thick[k]),
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
    if base is None:
        _stand(m, [row for row in rows if not row.parent], thick[0])
    return bodies


def _stand(m: Mechanism, roots: Sequence[Row], size: float) -> None:
    """A block under each hinge on the ground, and a post where the hinge is away from it."""
    m.draw_ground(*(shapes.box(3 * size, 3 * size, 3 * size, at, DARK) for at in sorted({row.at for row in roots})))
    for row in roots:
        m.draw_ground(*(shapes.rod(*ends, 1.5 * size, DARK) for ends in _way(row.at, row)))


def _way(start: Triple, row: Row) -> list[tuple[Triple, Triple]]:
    """Straight pieces from a carrier to a row's joint: along x by a, then along the joint's axis by b."""
    x, y, z = start
    corner = (x + row.a, y, z)
    end = (x + row.a, y - row.b * math.sin(row.alpha), z + row.b * math.cos(row.alpha))
    return [(p, q) for p, q in ((start, corner), (corner, end)) if math.dist(p, q) > 1e-9]


def _looks(row: Row, children: Sequence[Row], size: float) -> list[Any]:
    """A ball at the joint, rods to each child's joint; a tip's rod is twice as long as its mass centre is away.

    A bar that is held at its middle reaches as far to both sides as its largest moment m l²/12 says, along the axis of
    its smallest one.
    """
    pieces = [piece for child in children for piece in _way((0.0, 0.0, 0.0), child)]
    if row.reach and all(child.a < row.reach for child in children):
        pieces.append(((0.0, 0.0, 0.0), (row.reach, 0.0, 0.0)))
    if not pieces and any(abs(x) > 1e-9 for x in row.com):
        x, y, z = row.com
        pieces = [((0.0, 0.0, 0.0), (2 * x, 2 * y, 2 * z))]
    if not pieces and row.mass:
        half = math.sqrt(3 * max(row.moments) / row.mass)
        along = tuple(half if k == row.moments.index(min(row.moments)) else 0.0 for k in range(3))
        pieces = [(tuple(-x for x in along), along)]
    return [shapes.sphere(1.4 * size), *(shapes.rod(start, end, size) for start, end in pieces)]
