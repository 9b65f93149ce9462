"""Steps: the elementary motions that every joint is a chain of.

A step has the pose that its coordinates give, constant motion columns in child coordinates, and the law that turns
its rates into rates of its coordinates.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from typing import Protocol

from . import quaternions
from .poses import Pose, Reorient
from .scalars import PLAIN, Scalar, cos, sin
from .twists import Twist
from .vectors import AXES, ZERO, Vec3


class Step(Protocol):
    """What a law asks of an elementary motion."""

    @property
    def n_q(self) -> int: ...
    @property
    def n_v(self) -> int: ...
    def pose(self, q: Sequence[Scalar]) -> Pose:
        """Pose of the child frame in the parent frame at coordinates q."""
        ...

    def motion(self) -> tuple[Twist, ...]:
        """Columns S: the twist of the child against the parent is S v, in child coordinates."""
        ...

    def q_dot(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> list[Scalar]:
        """Rates of the coordinates from the joint rates."""
        ...

    def reversed(self) -> Step:
        """The step seen from its child: parent and child change places.

        The coordinate keeps its meaning for one-variable steps; quaternions then tell the old parent's attitude.
        """
        ...


@dataclass(frozen=True)
class Turn:
    """Rotation about a coordinate axis by sign · q + offset."""

    axis: int
    offset: Scalar = 0.0
    sign: float = 1.0
    n_q = n_v = 1

    def pose(self, q: Sequence[Scalar]) -> Pose:
        return Pose.turn(self.axis, *_cosine_and_sine(q[0] * self.sign, self.offset))

    def motion(self) -> tuple[Twist, ...]:
        return (Twist(AXES[self.axis] * self.sign, ZERO),)

    def reversed(self) -> Turn:
        return Turn(self.axis, -self.offset, -self.sign)

    def q_dot(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> list[Scalar]:
        return [v[0]]


@dataclass(frozen=True)
class Slide:
    """Translation along a coordinate axis by sign · q + offset."""

    axis: int
    offset: Scalar = 0.0
    sign: float = 1.0
    n_q = n_v = 1

    def pose(self, q: Sequence[Scalar]) -> Pose:
        return Pose.shift(AXES[self.axis] * (q[0] * self.sign + self.offset))

    def motion(self) -> tuple[Twist, ...]:
        return (Twist(ZERO, AXES[self.axis] * self.sign),)

    def reversed(self) -> Slide:
        return Slide(self.axis, -self.offset, -self.sign)

    def q_dot(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> list[Scalar]:
        return [v[0]]


@dataclass(frozen=True)
class Helix:
    """Rotation about a coordinate axis by sign · q + offset and slide along it, `pitch` metres per radian of q."""

    axis: int
    pitch: Scalar
    offset: Scalar = 0.0
    sign: float = 1.0
    n_q = n_v = 1

    def pose(self, q: Sequence[Scalar]) -> Pose:
        angle = q[0] * self.sign
        turn = Pose.turn(self.axis, *_cosine_and_sine(angle, self.offset))
        return Pose.shift(AXES[self.axis] * (angle * self.pitch)) @ turn

    def motion(self) -> tuple[Twist, ...]:
        return (Twist(AXES[self.axis] * self.sign, AXES[self.axis] * (self.pitch * self.sign)),)

    def reversed(self) -> Helix:
        return Helix(self.axis, self.pitch, -self.offset, -self.sign)

    def q_dot(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> list[Scalar]:
        return [v[0]]


@dataclass(frozen=True)
class Weld:
    """No motion: a body that is fixed to another, kept apart to learn what passes between them."""

    n_q = n_v = 0

    def pose(self, q: Sequence[Scalar]) -> Pose:
        return Pose()

    def motion(self) -> tuple[Twist, ...]:
        return ()

    def reversed(self) -> Weld:
        return self

    def q_dot(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> list[Scalar]:
        return []


@dataclass(frozen=True)
class Ball:
    """Rotation by the unit quaternion q; v is the angular velocity in child coordinates."""

    n_q = 4
    n_v = 3

    def pose(self, q: Sequence[Scalar]) -> Pose:
        return Pose((Reorient(quaternions.rotation_rows(q)),))

    def motion(self) -> tuple[Twist, ...]:
        return tuple(Twist(e, ZERO) for e in AXES)

    def q_dot(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> list[Scalar]:
        return quaternions.rates(q, Vec3(*v))

    def reversed(self) -> Ball:
        return self


@dataclass(frozen=True)
class Free:
    """Position (x, y, z) in the parent, then a unit quaternion; v is the twist (ω, v) in child coordinates."""

    n_q = 7
    n_v = 6

    def pose(self, q: Sequence[Scalar]) -> Pose:
        return Pose.shift(q[:3]) @ Pose((Reorient(quaternions.rotation_rows(q[3:])),))

    def motion(self) -> tuple[Twist, ...]:
        return (*(Twist(e, ZERO) for e in AXES), *(Twist(ZERO, e) for e in AXES))

    def q_dot(self, q: Sequence[Scalar], v: Sequence[Scalar]) -> list[Scalar]:
        linear = Reorient(quaternions.rotation_rows(q[3:])).out(Vec3(*v[3:]))
        return [*linear, *quaternions.rates(q[3:], Vec3(*v[:3]))]

    def reversed(self) -> Free:
        return self


def _cosine_and_sine(q: Scalar, offset: Scalar) -> tuple[Scalar, Scalar]:
    """cos and sin of q + offset; an offset of whole quarter turns costs nothing and is exact."""
    if isinstance(offset, PLAIN):
        quarters = round(float(offset) / (pi / 2))
        if float(offset) == quarters * (pi / 2):
            c, s = cos(q), sin(q)
            return ((c, s), (-s, c), (-c, -s), (s, -c))[quarters % 4]
    return cos(q + offset), sin(q + offset)
