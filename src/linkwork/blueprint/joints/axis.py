"""Axis: the direction of a joint, exact when it is a coordinate axis. One with parameters is divided by its length."""

from __future__ import annotations

import math
from typing import Any

from ...algebra.poses import Pose, Reorient, Rotate
from ...algebra.scalars import constant_value, is_zero, sqrt, where
from ...algebra.vectors import Vec3
from ...errors import DescriptionError
from ..values import Triple, triple

Direction = Triple
NAMES: dict[str, tuple[float, float, float]] = {
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
    x, y, z = (float(c) if isinstance(c, (int, float)) else c for c in triple(value, f"axis of {what}"))
    return (x, y, z)


def coordinate(direction: Direction) -> int:
    """Which coordinate axis the steps of a joint with this direction use: its own if it is one, else z."""
    size = [abs(c) for c in _numbers(direction)]
    return size.index(1.0) if sorted(size) == [0.0, 0.0, 1.0] else 2


def placement(direction: Direction) -> Pose:
    """The rotation that takes axis `coordinate(direction)` to the direction; exact if that is ± a coordinate axis."""
    k, numbers = coordinate(direction), _numbers(direction)
    if sum(abs(c) for c in numbers) == 1.0 and abs(numbers[k]) == 1.0:
        return Pose() if numbers[k] > 0.0 else Pose((Rotate((k + 1) % 3, -1.0, 0.0),))
    return Pose((Reorient(_from_z(direction)),))


def _numbers(direction: Direction) -> tuple[float, ...]:
    """The components if all are known, else NaN: no coordinate axis."""
    return tuple(math.nan if c is None else c for c in map(constant_value, direction))


def _from_z(direction: Direction) -> tuple[Vec3, Vec3, Vec3]:
    """Rows of a rotation that takes z to the direction, the shortest one if z ≥ 0: 1 + ã + ã² / (1 + z)."""
    length = sqrt(sum(c * c for c in direction))
    x, y, z = (c if is_zero(length) else c / length for c in direction)
    side = where(-z, -1.0, 1.0)
    k = 1.0 / (1.0 + side * z)
    return (
        Vec3(1.0 - k * x * x, -side * k * x * y, x),
        Vec3(-k * x * y, side * (1.0 - k * y * y), y),
        Vec3(-side * x, -y, z),
    )
