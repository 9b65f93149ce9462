"""Shapes: what a body looks like; they have no part in its motion.

Each lies in the body's frame; `at` is the place of its centre, `axis` its direction, `rotation` as of a frame. Lengths
in metres; colours as "#1a9e77" or a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..errors import DescriptionError
from .colours import colour
from .frames import Move, rotation_moves
from .joints.axis import Direction
from .joints.axis import axis as _axis
from .values import Triple, number, sequence, triple

ORIGIN = (0.0, 0.0, 0.0)


class Shape(Protocol):
    """Something to draw."""

    @property
    def color(self) -> str | None: ...


@dataclass(frozen=True)
class Rod:
    """A straight round bar between two points."""

    start: Triple
    end: Triple
    radius: Any
    color: str | None = None


@dataclass(frozen=True)
class Box:
    """A cuboid with edges along the body's axes, or along those that the moves lead to."""

    size: Triple
    at: Triple = ORIGIN
    color: str | None = None
    turned: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Cylinder:
    """A round cylinder or disc."""

    radius: Any
    length: Any
    at: Triple = ORIGIN
    axis: Direction = (0.0, 0.0, 1.0)
    color: str | None = None


@dataclass(frozen=True)
class Sphere:
    """A ball."""

    radius: Any
    at: Triple = ORIGIN
    color: str | None = None


@dataclass(frozen=True)
class Plate:
    """A flat polygon with the given corners, in order."""

    corners: tuple[Triple, ...]
    thickness: Any
    color: str | None = None


@dataclass(frozen=True)
class Mesh:
    """A file with triangles; the path is kept as it was written."""

    file: str
    scale: Any = 1.0
    at: Triple = ORIGIN
    color: str | None = None
    turned: tuple[Move, ...] = ()


SHAPES: dict[str, type] = {
    "rod": Rod, "box": Box, "cylinder": Cylinder, "sphere": Sphere, "plate": Plate, "mesh": Mesh,
}  # fmt: skip


def rod(start: Any, end: Any, radius: Any = 0.005, color: str | None = None) -> Rod:
    """A straight round bar between two points."""
    ends = triple(start, "rod's start"), triple(end, "rod's end")
    return Rod(*ends, number(radius, "rod's radius"), colour(color, "rod's colour"))


def box(x: Any, y: Any, z: Any, at: Any = ORIGIN, color: str | None = None, rotation: Any = None) -> Box:
    """A cuboid with edges x, y, z along the body's axes, or along turned ones."""
    size, place = triple((x, y, z), "box's size"), triple(at, "box's place")
    return Box(size, place, colour(color, "box's colour"), rotation_moves(rotation, "box"))


def cylinder(radius: Any, length: Any, at: Any = ORIGIN, axis: Any = "z", color: str | None = None) -> Cylinder:
    """A round cylinder; a disc when it is short."""
    r, h = number(radius, "cylinder's radius"), number(length, "cylinder's length")
    place, direction = triple(at, "cylinder's place"), _axis(axis, "a cylinder")
    return Cylinder(r, h, place, direction, colour(color, "cylinder's colour"))


def sphere(radius: Any, at: Any = ORIGIN, color: str | None = None) -> Sphere:
    """A ball."""
    return Sphere(number(radius, "sphere's radius"), triple(at, "sphere's place"), colour(color, "sphere's colour"))


def plate(corners: Sequence[Any], thickness: Any = 0.005, color: str | None = None) -> Plate:
    """A flat polygon."""
    points = tuple(triple(c, "plate's corner") for c in sequence(corners, "plate's corners", "a list of points"))
    if len(points) < 3:
        raise DescriptionError("plate", f"has {len(points)} corners", "Give three or more")
    return Plate(points, number(thickness, "plate's thickness"), colour(color, "plate's colour"))


def mesh(file: Any, scale: Any = 1.0, at: Any = ORIGIN, color: str | None = None, rotation: Any = None) -> Mesh:
    """A file with triangles (STL, OBJ, glTF ...), made larger by `scale`, then turned, then put at its place."""
    place, paint = triple(at, "mesh's place"), colour(color, "mesh's colour")
    return Mesh(str(file), number(scale, "mesh's scale"), place, paint, rotation_moves(rotation, "mesh"))
