"""Pose: where a frame is, as a sequence of elementary moves.

A pose is kept factored (turn about a coordinate axis, shift, general rotation) and never multiplied out unless asked:
two turns carry a vector with 8 multiplications, their product needs 9, and inertias gain more.
Moves are listed from the parent to the child; R maps child coordinates to parent coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from .inertias import ArticulatedInertia, RigidInertia
from .scalars import Scalar, constant_value, is_one, is_zero
from .twists import Twist, Wrench
from .vectors import AXES, ZERO, Vec3


class Move(Protocol):
    """One elementary change of frame."""

    def out(self, v: Vec3) -> Vec3:
        """A free vector from child to parent coordinates."""
        ...

    def into(self, v: Vec3) -> Vec3:
        """A free vector from parent to child coordinates."""
        ...

    def inverse(self) -> Move:
        """The move back."""
        ...


@dataclass(frozen=True, slots=True)
class Rotate:
    """A turn about coordinate axis 0, 1 or 2 by the angle with cosine c and sine s."""

    axis: int
    c: Scalar
    s: Scalar

    def out(self, v: Vec3) -> Vec3:
        c, s, k = self.c, self.s, self.axis
        if k == 2:
            return Vec3(c * v.x - s * v.y, s * v.x + c * v.y, v.z)
        if k == 0:
            return Vec3(v.x, c * v.y - s * v.z, s * v.y + c * v.z)
        return Vec3(s * v.z + c * v.x, v.y, c * v.z - s * v.x)

    def into(self, v: Vec3) -> Vec3:
        c, s, k = self.c, self.s, self.axis
        if k == 2:
            return Vec3(c * v.x + s * v.y, c * v.y - s * v.x, v.z)
        if k == 0:
            return Vec3(v.x, c * v.y + s * v.z, c * v.z - s * v.y)
        return Vec3(c * v.x - s * v.z, v.y, s * v.x + c * v.z)

    def inverse(self) -> Rotate:
        return Rotate(self.axis, self.c, -self.s)


@dataclass(frozen=True, slots=True)
class Reorient:
    """A general rotation, given by its three rows."""

    rows: tuple[Vec3, Vec3, Vec3]

    def out(self, v: Vec3) -> Vec3:
        return Vec3(self.rows[0].dot(v), self.rows[1].dot(v), self.rows[2].dot(v))

    def into(self, v: Vec3) -> Vec3:
        a, b, c = self.rows
        return Vec3(
            a.x * v.x + b.x * v.y + c.x * v.z, a.y * v.x + b.y * v.y + c.y * v.z, a.z * v.x + b.z * v.y + c.z * v.z
        )

    def inverse(self) -> Reorient:
        a, b, c = self.rows
        return Reorient((Vec3(a.x, b.x, c.x), Vec3(a.y, b.y, c.y), Vec3(a.z, b.z, c.z)))


@dataclass(frozen=True, slots=True)
class Shift:
    """A translation: the child's origin lies at t in the parent."""

    t: Vec3

    def out(self, v: Vec3) -> Vec3:
        return v

    def into(self, v: Vec3) -> Vec3:
        return v

    def inverse(self) -> Shift:
        return Shift(-self.t)


class Pose:
    """X_pc, the pose of a child frame c in its parent p."""

    __slots__ = ("_rows", "_t", "moves")

    def __init__(self, moves: Iterable[Move] = ()) -> None:
        self.moves: tuple[Move, ...] = tuple(moves)
        self._t: Vec3 | None = None
        self._rows: tuple[Vec3, Vec3, Vec3] | None = None

    # ---- making poses

    @staticmethod
    def shift(t: Vec3 | Sequence[Scalar]) -> Pose:
        """Translation by t."""
        t = Vec3.of(t)
        return Pose() if all(is_zero(x) for x in t) else Pose((Shift(t),))

    @staticmethod
    def turn(axis: int, c: Scalar, s: Scalar) -> Pose:
        """Rotation about a coordinate axis by the angle with cosine c and sine s."""
        return Pose() if is_one(c) and is_zero(s) else Pose((Rotate(axis, c, s),))

    @staticmethod
    def of_rows(rows: Sequence[Sequence[Scalar]], t: Sequence[Scalar] = (0.0, 0.0, 0.0)) -> Pose:
        """From a rotation matrix and a translation."""
        a, b, c = (Vec3(*r) for r in rows)
        plain = all(constant_value(rows[i][j]) == float(i == j) for i in range(3) for j in range(3))
        return Pose.shift(t) @ (Pose() if plain else Pose((Reorient((a, b, c)),)))

    def __matmul__(self, other: Pose) -> Pose:
        """X_ab @ X_bc = X_ac."""
        if not self.moves:
            return other
        if not other.moves:
            return self
        last, first = self.moves[-1], other.moves[0]
        if isinstance(last, Shift) and isinstance(first, Shift):
            return Pose((*self.moves[:-1], *Pose.shift(last.t + first.t).moves, *other.moves[1:]))
        return Pose((*self.moves, *other.moves))

    @property
    def inverse(self) -> Pose:
        """X_cp."""
        return Pose(m.inverse() for m in reversed(self.moves))

    # ---- free vectors and points

    def rotate_out(self, v: Vec3) -> Vec3:
        """A free vector from child to parent coordinates, R v."""
        for m in reversed(self.moves):
            v = m.out(v)
        return v

    def rotate_into(self, v: Vec3) -> Vec3:
        """A free vector from parent to child coordinates, Rᵀ v."""
        for m in self.moves:
            v = m.into(v)
        return v

    def point(self, r: Vec3) -> Vec3:
        """A point of the child in parent coordinates, R r + t."""
        for m in reversed(self.moves):
            r = m.t + r if isinstance(m, Shift) else m.out(r)
        return r

    def point_into(self, r: Vec3) -> Vec3:
        """A point of the parent in child coordinates, Rᵀ (r − t)."""
        for m in self.moves:
            r = r - m.t if isinstance(m, Shift) else m.into(r)
        return r

    @property
    def translation(self) -> Vec3:
        """Where the child's origin is in the parent."""
        if self._t is None:
            self._t = self.point(ZERO)
        return self._t

    @property
    def rotation(self) -> tuple[Vec3, Vec3, Vec3]:
        """The three rows of R."""
        if self._rows is None:
            x, y, z = (self.rotate_out(e) for e in AXES)
            self._rows = (Vec3(x.x, y.x, z.x), Vec3(x.y, y.y, z.y), Vec3(x.z, y.z, z.z))
        return self._rows

    @property
    def orientation(self) -> Pose:
        """The same rotation without the translation."""
        return Pose(m for m in self.moves if not isinstance(m, Shift))

    # ---- twists and wrenches

    def to_child(self, t: Twist) -> Twist:
        """The same motion seen from the child: its origin, its coordinates."""
        w, v = t.angular, t.linear
        for m in self.moves:
            if isinstance(m, Shift):
                v = v + w.cross(m.t)
            else:
                w, v = m.into(w), m.into(v)
        return Twist(w, v)

    def to_parent(self, f: Wrench) -> Wrench:
        """The same wrench about the parent's origin, in its coordinates."""
        n, f_ = f.moment, f.force
        for m in reversed(self.moves):
            if isinstance(m, Shift):
                n = n + m.t.cross(f_)
            else:
                n, f_ = m.out(n), m.out(f_)
        return Wrench(n, f_)

    def twist_to_parent(self, t: Twist) -> Twist:
        """The motion of a body about the parent's origin, in parent coordinates."""
        w, v = t.angular, t.linear
        for m in reversed(self.moves):
            if isinstance(m, Shift):
                v = v + m.t.cross(w)
            else:
                w, v = m.out(w), m.out(v)
        return Twist(w, v)

    def wrench_to_child(self, f: Wrench) -> Wrench:
        """The wrench about the child's origin, in child coordinates."""
        n, f_ = f.moment, f.force
        for m in self.moves:
            if isinstance(m, Shift):
                n = n + f_.cross(m.t)
            else:
                n, f_ = m.into(n), m.into(f_)
        return Wrench(n, f_)

    # ---- inertias

    def inertia_to_parent(self, inertia: RigidInertia) -> RigidInertia:
        """A rigid body's inertia about the parent's origin, in parent coordinates."""
        for m in reversed(self.moves):
            if isinstance(m, Rotate):
                inertia = inertia.turned(m.axis, m.c, m.s)
            elif isinstance(m, Shift):
                inertia = inertia.shifted(m.t)
            else:
                inertia = inertia.reoriented(m.out)
        return inertia

    def articulated_to_parent(self, inertia: ArticulatedInertia) -> ArticulatedInertia:
        """An articulated inertia about the parent's origin, in parent coordinates."""
        for m in reversed(self.moves):
            if isinstance(m, Rotate):
                inertia = inertia.turned(m.axis, m.c, m.s)
            elif isinstance(m, Shift):
                inertia = inertia.shifted(m.t)
            else:
                inertia = inertia.reoriented(m.out)
        return inertia

    def __repr__(self) -> str:
        return f"Pose({list(self.moves)!r})"
