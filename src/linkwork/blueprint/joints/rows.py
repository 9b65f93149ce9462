"""Rows: what a joint that closes a loop does not allow, one scalar equation a row.

A and B are the poses of the joint's two frames in any common frame; a_i and b_i are their axes there, d leads from a's
origin to b's. `gap(A, B)` is zero when the row is satisfied. `wrench(A, B)` is what its multiplier λ = 1 exerts on b,
about b's origin in the axes of the common frame (and the opposite on a); it is the gradient of the gap:

    d(a_i · b_j)/dt = (ω_b − ω_a) · (b_j × a_i)                                         (1)
    d(a_i · d)/dt   = a_i · (v_b − v_a), v_a the velocity of a's body at b's origin     (2)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ...algebra.poses import Pose
from ...algebra.scalars import atan2
from ...algebra.twists import Wrench
from ...algebra.vectors import AXES, ZERO, Vec3

LETTERS = "xyz"


class Row(Protocol):
    """One scalar constraint between two frames."""

    @property
    def name(self) -> str: ...
    def gap(self, A: Pose, B: Pose) -> Any: ...
    def wrench(self, A: Pose, B: Pose) -> Wrench: ...

    at_own_origin: bool  # whether the reaction acts on a at a's origin; else at b's


def _axis(X: Pose, i: int) -> Vec3:
    """Axis i of a frame in the common frame: column i of its rotation."""
    R = X.rotation
    return Vec3(R[0][i], R[1][i], R[2][i])


def _between(A: Pose, B: Pose) -> Vec3:
    return B.translation - A.translation


@dataclass(frozen=True)
class Meet:
    """b's origin coincides with a's, seen along axis i of the common frame; three of these hold a point."""

    i: int
    at_own_origin = True

    @property
    def name(self) -> str:
        return f"force {LETTERS[self.i]}"

    def gap(self, A: Pose, B: Pose) -> Any:
        return B.translation[self.i] - A.translation[self.i]

    def wrench(self, A: Pose, B: Pose) -> Wrench:
        return Wrench(ZERO, AXES[self.i])


@dataclass(frozen=True)
class Level:
    """b's origin does not leave a's along axis i of a: a_i · d = 0."""

    i: int
    at_own_origin = False

    @property
    def name(self) -> str:
        return f"force {LETTERS[self.i]}"

    def gap(self, A: Pose, B: Pose) -> Any:
        return _axis(A, self.i).dot(_between(A, B))

    def wrench(self, A: Pose, B: Pose) -> Wrench:
        return Wrench(ZERO, _axis(A, self.i))


@dataclass(frozen=True)
class Parallel:
    """Axis k of b stays parallel to axis k of a: the part that stops rotation about axis i ≠ k.

    The gap is −a_j · b_k with (i, j, k) cyclic, a_j · b_k with (j, i, k) cyclic: b_k turns as ω × b_k.
    """

    i: int
    k: int
    at_own_origin = False

    @property
    def name(self) -> str:
        return f"moment {LETTERS[self.i]}"

    def gap(self, A: Pose, B: Pose) -> Any:
        j, sign = self._other()
        return _axis(A, j).dot(_axis(B, self.k)) * sign

    def wrench(self, A: Pose, B: Pose) -> Wrench:
        j, sign = self._other()
        return Wrench(_axis(B, self.k).cross(_axis(A, j)) * sign, ZERO)

    def _other(self) -> tuple[int, float]:
        return 3 - self.i - self.k, -1.0 if (self.i + 2) % 3 == self.k else 1.0


@dataclass(frozen=True)
class Aligned:
    """No rotation about axis i at all: ½ (a_l · b_j − a_j · b_l) = 0 with (i, j, l) cyclic."""

    i: int
    at_own_origin = False

    @property
    def name(self) -> str:
        return f"moment {LETTERS[self.i]}"

    def gap(self, A: Pose, B: Pose) -> Any:
        j, k = (self.i + 1) % 3, (self.i + 2) % 3
        return (_axis(A, k).dot(_axis(B, j)) - _axis(A, j).dot(_axis(B, k))) * 0.5

    def wrench(self, A: Pose, B: Pose) -> Wrench:
        j, k = (self.i + 1) % 3, (self.i + 2) % 3
        return Wrench((_axis(B, j).cross(_axis(A, k)) - _axis(B, k).cross(_axis(A, j))) * 0.5, ZERO)


@dataclass(frozen=True)
class Square:
    """Axis j of b stays perpendicular to axis i of a: −a_i · b_j = 0; the moment is about a_i × b_j."""

    i: int
    j: int
    at_own_origin = False

    @property
    def name(self) -> str:
        return f"moment across {LETTERS[self.i]} and {LETTERS[self.j]}"

    def gap(self, A: Pose, B: Pose) -> Any:
        return -_axis(A, self.i).dot(_axis(B, self.j))

    def wrench(self, A: Pose, B: Pose) -> Wrench:
        return Wrench(_axis(A, self.i).cross(_axis(B, self.j)), ZERO)


@dataclass(frozen=True)
class Threaded:
    """Slide along axis k is `pitch` metres per radian of turn about it (within half a turn of the neutral pose)."""

    k: int
    pitch: Any
    at_own_origin = False

    @property
    def name(self) -> str:
        return f"force {LETTERS[self.k]}"

    def gap(self, A: Pose, B: Pose) -> Any:
        i, j = (self.k + 1) % 3, (self.k + 2) % 3
        angle = atan2(_axis(A, j).dot(_axis(B, i)), _axis(A, i).dot(_axis(B, i)))
        return _axis(A, self.k).dot(_between(A, B)) - angle * self.pitch

    def wrench(self, A: Pose, B: Pose) -> Wrench:
        along = _axis(A, self.k)
        return Wrench(-(along * self.pitch), along)


@dataclass(frozen=True)
class Apart:
    """Two origins at a fixed distance: (d·d − l²) / 2l = 0, a rod of negligible mass; λ is its thrust.

    Its wrench acts at the two origins along d, so that it is the same whichever of them it is taken about.
    """

    length: Any
    at_own_origin = False

    @property
    def name(self) -> str:
        return "force along"

    def gap(self, A: Pose, B: Pose) -> Any:
        d = _between(A, B)
        return (d.dot(d) - self.length * self.length) / (2.0 * self.length)

    def wrench(self, A: Pose, B: Pose) -> Wrench:
        return Wrench(ZERO, _between(A, B) * (1.0 / self.length))
