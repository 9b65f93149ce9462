"""Frame: where something is on a body, as the moves that the user wrote."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ..algebra.parameter import Quantity, default
from ..algebra.poses import Pose
from ..algebra.scalars import cos, sin, sqrt
from ..errors import DescriptionError
from .values import Triple, matrix, number, sequence, triple

Letter = Literal["x", "y", "z"]
LETTERS: tuple[Letter, ...] = ("x", "y", "z")


class Move(Protocol):
    """One constant change of frame."""

    @property
    def pose(self) -> Pose:
        """Pose of the frame after the move in the frame before it."""
        ...


@dataclass(frozen=True)
class Shift:
    """Translation by `by`, in the coordinates reached so far."""

    by: Triple

    @property
    def pose(self) -> Pose:
        return Pose.shift(self.by)


@dataclass(frozen=True)
class TurnBy:
    """Rotation about a coordinate axis by a constant angle; whole quarter turns are exact."""

    axis: Letter
    angle: Any

    @property
    def pose(self) -> Pose:
        return Pose.turn(LETTERS.index(self.axis), *cosine_and_sine(self.angle))


@dataclass(frozen=True)
class Orient:
    """Rotation by a matrix whose columns are the new axes in the old coordinates."""

    rows: tuple[Triple, Triple, Triple]

    @property
    def pose(self) -> Pose:
        return Pose.of_rows(self.rows)


MOVES: dict[str, type] = {"shift": Shift, "turn": TurnBy, "orient": Orient}


@dataclass(frozen=True)
class Frame:
    """A frame fixed on a body: the moves lead from the body's own frame to it."""

    body: str
    moves: tuple[Move, ...] = ()

    @property
    def pose(self) -> Pose:
        """Pose of the frame in the body."""
        total = Pose()
        for move in self.moves:
            total = total @ move.pose
        return total

    def at(self, x: Any = 0.0, y: Any = 0.0, z: Any = 0.0, rotation: Any = None) -> Frame:
        """A frame with its origin at (x, y, z) of this one; `rotation` as in `rotation_moves`."""
        what = f"point on body {self.body!r}"
        by = triple((x, y, z), what)
        moves: list[Move] = [] if all(not isinstance(v, Quantity) and v == 0 for v in by) else [Shift(by)]
        return Frame(self.body, (*self.moves, *moves, *rotation_moves(rotation, what)))

    def dh(self, a: Any = 0.0, alpha: Any = 0.0, b: Any = 0.0, theta: Any = 0.0) -> Frame:
        """By a row of modified Denavit–Hartenberg parameters: Shift_x(a) Rot_x(α) Shift_z(b) Rot_z(θ)."""
        a, alpha, b, theta = (number(x, f"DH parameter on body {self.body!r}") for x in (a, alpha, b, theta))
        row = (
            (a, Shift((a, 0.0, 0.0))),
            (alpha, TurnBy("x", alpha)),
            (b, Shift((0.0, 0.0, b))),
            (theta, TurnBy("z", theta)),
        )
        moves = (move for x, move in row if isinstance(x, Quantity) or x != 0)
        return Frame(self.body, (*self.moves, *moves))


def rotation_moves(rotation: Any, what: str) -> tuple[Move, ...]:
    """The moves of ("z", angle), ("ZYX", (a, b, c)), ((1, 0, 0), angle), a unit (w, x, y, z), a matrix, or None.

    It may also be a pose, or a rotation of SciPy.
    """
    if rotation is None:
        return ()
    if hasattr(rotation, "as_matrix"):
        rotation = rotation.as_matrix()
    elif hasattr(rotation, "rotation") and not isinstance(rotation, Quantity):
        rotation = rotation.rotation
    items = sequence(
        rotation, f"rotation of the {what}", "('z', angle), ('ZYX', (a, b, c)), a quaternion or a 3×3 matrix"
    )
    if len(items) == 2 and isinstance(items[0], str):
        return _turns(items[0], items[1], what)
    if len(items) == 2:
        axis, angle = triple(items[0], f"rotation axis of the {what}"), number(items[1], f"angle of the {what}")
        unit = _unit(axis, f"rotation axis of the {what}", "is", "Divide it by its length")
        return (Orient(about(unit, angle)),)
    if len(items) == 4:
        quaternion = [number(x, f"rotation of the {what}") for x in items]
        unit = _unit(quaternion, f"rotation of the {what}", "is the quaternion", "Give a unit (w, x, y, z)")
        return (Orient(_quaternion_rows(unit)),)
    return (Orient(matrix(rotation, f"rotation of the {what}")),)


def cosine_and_sine(angle: Any) -> tuple[Any, Any]:
    """cos and sin of a constant; whole numbers of quarter turns (to rounding) give exact 0 and ±1."""
    if not isinstance(angle, (int, float)):
        return cos(angle), sin(angle)
    quarters = round(angle / (math.pi / 2))
    if abs(angle - quarters * (math.pi / 2)) <= 4e-16 * max(1.0, abs(angle)):
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[quarters % 4]
    return math.cos(angle), math.sin(angle)


def about(axis: Sequence[Any], angle: Any) -> tuple[Triple, Triple, Triple]:
    """Rows of the rotation about a unit axis: cos θ 1 + (1 − cos θ) a aᵀ + sin θ ã."""
    c, s = cosine_and_sine(angle)
    x, y, z = axis
    k = 1.0 - c
    return (
        (c + k * x * x, k * x * y - s * z, k * x * z + s * y),
        (k * x * y + s * z, c + k * y * y, k * y * z - s * x),
        (k * x * z - s * y, k * y * z + s * x, c + k * z * z),
    )


def _turns(letters: str, angles: Any, what: str) -> tuple[Move, ...]:
    word = letters.lower()
    if not word or any(c not in LETTERS for c in word):
        raise DescriptionError(
            f"rotation of the {what}", f"names the axes {letters!r}", "Use letters of x, y, z, such as 'z' or 'ZYX'"
        )
    values = [angles] if len(word) == 1 and not isinstance(angles, (tuple, list)) else sequence(angles, what, "angles")
    if len(values) != len(word):
        raise DescriptionError(
            f"rotation of the {what}", f"has {len(values)} angles for the axes {letters!r}", "Give one angle an axis"
        )
    return tuple(TurnBy(LETTERS["xyz".index(c)], number(v, f"angle of the {what}")) for c, v in zip(word, values))


def _unit(numbers: Sequence[Any], what: str, verb: str, remedy: str) -> Sequence[Any]:
    """The numbers, whose length must be 1; parameters may leave it later, so that they are divided by it."""
    values = tuple(default(x) for x in numbers)
    if not abs(sum(x * x for x in values) - 1.0) <= 1e-8:
        raise DescriptionError(what, f"{verb} {values}, whose length is not 1", remedy)
    if not any(isinstance(x, Quantity) for x in numbers):
        return numbers
    length = sqrt(sum(x * x for x in numbers))
    return [x / length for x in numbers]


def _quaternion_rows(q: Sequence[Any]) -> tuple[Triple, Triple, Triple]:
    w, x, y, z = q
    return (
        (1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)),
        (2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)),
        (2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)),
    )
