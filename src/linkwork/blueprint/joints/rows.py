"""Rows: what a joint that closes a loop does not allow, one scalar equation a row.

X is the pose of frame b in frame a, R its rotation, t its translation, e_i a coordinate axis, r_i row i of R (e_i of a, seen from b).
`gap(X)` is zero when the row is satisfied. `wrench(X)` is what its multiplier λ = 1 exerts on b, about b's origin in b's coordinates;
where the joint is closed, the rate of the gap is the power of that wrench on the twist of b against a:

    ṫ = R v,  Ṙ = R ω~   ⇒   d(R_ij)/dt = ω · (e_j × r_i),   d(t_i)/dt = v · r_i            (1)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from ...algebra.poses import Pose
from ...algebra.scalars import atan2
from ...algebra.twists import Wrench
from ...algebra.vectors import AXES, ZERO

LETTERS = "xyz"


class Row(Protocol):
    """One scalar constraint between two frames."""

    @property
    def name(self) -> str: ...
    def gap(self, X: Pose) -> Any: ...
    def wrench(self, X: Pose) -> Wrench: ...


@dataclass(frozen=True)
class Level:
    """b's origin does not leave a's along axis i: t_i = 0."""

    i: int

    @property
    def name(self) -> str:
        return f"force {LETTERS[self.i]}"

    def gap(self, X: Pose) -> Any:
        return X.translation[self.i]

    def wrench(self, X: Pose) -> Wrench:
        return Wrench(ZERO, X.rotation[self.i])


@dataclass(frozen=True)
class Parallel:
    """Axis k of b stays parallel to axis k of a: the part that stops rotation about axis i ≠ k.

    With (i, j, k) cyclic the gap is −R_jk, with (j, i, k) cyclic it is R_jk: R e_k turns as ω × e_k.
    """

    i: int
    k: int

    @property
    def name(self) -> str:
        return f"moment {LETTERS[self.i]}"

    def gap(self, X: Pose) -> Any:
        j, sign = self._other()
        entry = X.rotation[j][self.k]
        return -entry if sign < 0 else entry

    def wrench(self, X: Pose) -> Wrench:
        j, sign = self._other()
        moment = AXES[self.k].cross(X.rotation[j])
        return Wrench(-moment if sign < 0 else moment, ZERO)

    def _other(self) -> tuple[int, int]:
        return 3 - self.i - self.k, -1 if (self.i + 2) % 3 == self.k else 1


@dataclass(frozen=True)
class Aligned:
    """No rotation about axis i at all: ½ (R_lj − R_jl) = 0 with (i, j, l) cyclic."""

    i: int

    @property
    def name(self) -> str:
        return f"moment {LETTERS[self.i]}"

    def gap(self, X: Pose) -> Any:
        j, l = (self.i + 1) % 3, (self.i + 2) % 3  # noqa: E741
        return 0.5 * (X.rotation[l][j] - X.rotation[j][l])

    def wrench(self, X: Pose) -> Wrench:
        j, l = (self.i + 1) % 3, (self.i + 2) % 3  # noqa: E741
        return Wrench((AXES[j].cross(X.rotation[l]) - AXES[l].cross(X.rotation[j])) * 0.5, ZERO)


@dataclass(frozen=True)
class Square:
    """Axis j of b stays perpendicular to axis i of a: R_ij = 0; the moment is about e_i × e_j."""

    i: int
    j: int

    @property
    def name(self) -> str:
        return f"moment across {LETTERS[self.i]} and {LETTERS[self.j]}"

    def gap(self, X: Pose) -> Any:
        return -X.rotation[self.i][self.j]

    def wrench(self, X: Pose) -> Wrench:
        return Wrench(X.rotation[self.i].cross(AXES[self.j]), ZERO)


@dataclass(frozen=True)
class Threaded:
    """Slide along axis k is `pitch` metres per radian of turn about it (within half a turn of the neutral pose)."""

    k: int
    pitch: Any

    @property
    def name(self) -> str:
        return f"force {LETTERS[self.k]}"

    def gap(self, X: Pose) -> Any:
        i, j, R = (self.k + 1) % 3, (self.k + 2) % 3, X.rotation
        return X.translation[self.k] - atan2(R[j][i], R[i][i]) * self.pitch

    def wrench(self, X: Pose) -> Wrench:
        return Wrench(-(X.rotation[self.k] * self.pitch), X.rotation[self.k])


@dataclass(frozen=True)
class Apart:
    """Two origins at a fixed distance: (t·t − l²) / 2l = 0, a rod of negligible mass; λ is its thrust."""

    length: Any

    @property
    def name(self) -> str:
        return "force along"

    def gap(self, X: Pose) -> Any:
        t = X.translation
        return (t.dot(t) - self.length * self.length) / (2.0 * self.length)

    def wrench(self, X: Pose) -> Wrench:
        return Wrench(ZERO, X.rotate_into(X.translation) * (1.0 / self.length))
