"""Geometry: unit axes and true rotations."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ...errors import Fault
from ..bodies import GROUND
from ..frames import Orient
from ..joints.axis import Direction
from ..mechanism import Blueprint
from ..shapes import Box, Cylinder, Mesh, Plate, Rod, Shape, Sphere
from ..values import is_tuple
from . import walk

ROUNDING = 1e-8
"""How far a length may be from 1; a vector typed with nine digits passes."""

SIZES: dict[type, tuple[str, ...]] = {
    Rod: ("radius",), Box: ("size",), Cylinder: ("radius", "length"), Sphere: ("radius",), Plate: ("thickness",),
    Mesh: ("scale",),
}  # fmt: skip
"""What of a shape must be positive."""


def axes(blueprint: Blueprint) -> Iterator[Fault]:
    """Axes of joints and drawn cylinders are unit vectors."""
    for record in (*blueprint.joints, *blueprint.closures):
        direction = getattr(record.kind, "axis", None) or getattr(record.kind, "normal", None)
        if direction is not None:
            yield from _axis(walk.subject(record), record.name, "item", direction)
    for body, shape in _shapes(blueprint):
        if isinstance(shape, Cylinder):
            yield from _axis(f"cylinder of body {body!r}", body, "body", shape.axis)


def sizes(blueprint: Blueprint) -> Iterator[Fault]:
    """What is drawn has a size."""
    for body, shape in _shapes(blueprint):
        for name in SIZES[type(shape)]:
            given = getattr(shape, name)
            values = [walk.value(x) for x in (given if is_tuple(given) else (given,))]
            if min(values) <= 0.0:
                subject = f"{type(shape).__name__.lower()} of body {body!r}"
                shown = values[0] if len(values) == 1 else tuple(values)
                yield Fault(subject, f"its {name} is {shown}", "Give positive numbers", about=body, space="body")


def _shapes(blueprint: Blueprint) -> Iterator[tuple[str, Shape]]:
    """Every shape with the name of its body."""
    for body in (*blueprint.bodies, blueprint.body(GROUND)):
        for shape in body.shapes:
            yield body.name, shape


def _axis(subject: str, about: str, space: str, axis: Direction) -> Iterator[Fault]:
    direction = tuple(walk.value(c) for c in axis)
    length = math.sqrt(sum(c * c for c in direction))
    if abs(length - 1.0) <= ROUNDING or not math.isfinite(length):
        return
    unit = ", ".join(repr(c / length) for c in direction) if length > 0.0 else ""
    remedy = f"The unit vector along it is ({unit})" if unit else "Use 'x', 'y', 'z' or a unit vector"
    yield Fault(subject, f"its axis {direction} has the length {length:.9g}, not 1", remedy, about=about, space=space)


def rotations(blueprint: Blueprint) -> Iterator[Fault]:
    """Matrices of frames are rotations: orthogonal, with determinant +1."""
    for record in walk.parts(blueprint):
        for _, frame in walk.frames_of(record):
            for move in frame.moves:
                if isinstance(move, Orient):
                    yield from _rotation(record, move)
    for body, shape in _shapes(blueprint):
        for move in getattr(shape, "turned", ()):
            if isinstance(move, Orient):
                yield from _rotation(blueprint.body(body), move)


def _rotation(record: object, move: Orient) -> Iterator[Fault]:
    rows = np.array([[walk.value(x) for x in row] for row in move.rows])
    if not np.isfinite(rows).all():
        return
    subject, about, space = walk.subject(record), walk.name(record), walk.space(record)
    error = float(np.abs(rows @ np.transpose(rows) - np.eye(3)).max())
    if error > ROUNDING:
        problem = f"a matrix of its frames is no rotation: R Rᵀ differs from 1 by {error:.1e}"
        yield Fault(
            subject, problem, "Give orthogonal unit rows, or angles: ('ZYX', (a, b, c))", about=about, space=space
        )
    elif np.linalg.det(rows) < 0.0:
        problem = "a matrix of its frames mirrors: its determinant is −1"
        yield Fault(subject, problem, "Change the sign of one row", about=about, space=space)
