"""Axis: the direction of a joint, exact when it is a coordinate axis."""

from __future__ import annotations

import math
from typing import Any

from ...algebra.poses import Pose, Reorient, Rotate
from ...algebra.vectors import Vec3
from ...errors import DescriptionError
from ..values import Triple, triple

Direction = tuple[float, float, float]
NAMES: dict[str, Direction] = {
    "x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0),
    "-x": (-1.0, 0.0, 0.0), "-y": (0.0, -1.0, 0.0), "-z": (0.0, 0.0, -1.0),
}  # fmt: skip


def axis(value: Any, what: str) -> Direction:
    """The three numbers of "x", "-z" ... or of a vector as it was written (its length is checked later)."""
    if isinstance(value, str):
        key = value.lower().removeprefix("+")
        if key not in NAMES:
            raise DescriptionError(
                f"axis of {what}", f"is {value!r}", "Use 'x', 'y', 'z', '-x', '-y', '-z' or a unit vector"
            )
        return NAMES[key]
    x, y, z = triple(value, f"axis of {what}")
    if not all(isinstance(c, (int, float)) for c in (x, y, z)):
        raise DescriptionError(
            f"axis of {what}",
            "holds a parameter",
            "Turn the joint's frames with .at(rotation=('z', parameter)) instead",
        )
    return (float(x), float(y), float(z))


def coordinate(direction: Triple) -> int:
    """Which coordinate axis the steps of a joint with this direction use: its own if it is one, else z."""
    size = [abs(c) for c in direction]
    return size.index(1.0) if sorted(size) == [0.0, 0.0, 1.0] else 2


def placement(direction: Triple) -> Pose:
    """The rotation that takes axis `coordinate(direction)` to the direction; exact if that is ± a coordinate axis."""
    k = coordinate(direction)
    if direction[k] == 1.0 and sum(abs(c) for c in direction) == 1.0:
        return Pose()
    if direction[k] == -1.0 and sum(abs(c) for c in direction) == 1.0:
        return Pose((Rotate((k + 1) % 3, -1.0, 0.0),))
    return Pose((Reorient(_from_z(direction)),))


def _from_z(direction: Triple) -> tuple[Vec3, Vec3, Vec3]:
    """Rows of a rotation that takes z to the direction, the shortest one if z ≥ 0: 1 + ã + ã² / (1 + z)."""
    length = math.sqrt(sum(c * c for c in direction)) or 1.0
    x, y, z = (c / length for c in direction)
    side = 1.0 if z >= 0.0 else -1.0
    k = 1.0 / (1.0 + side * z)
    return (
        Vec3(1.0 - k * x * x, -side * k * x * y, x),
        Vec3(-k * x * y, side * (1.0 - k * y * y), y),
        Vec3(-side * x, -y, z),
    )
