"""Chain: what every joint can do because it is a chain of elementary steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ...algebra.poses import Pose
from ...algebra.steps import Ball, Free, Step
from ...algebra.twists import Twist, Wrench
from .rows import Row


class CutKind(Protocol):
    """What is asked of a kind of joint that closes a loop: one row a component that it transmits."""

    @property
    def placement(self) -> Pose: ...
    @property
    def rows(self) -> tuple[Row, ...]: ...
    @property
    def n_v(self) -> int: ...
    @property
    def locked(self) -> tuple[str, ...]: ...
    def residual(self, X: Pose) -> tuple[Any, ...]: ...
    def wrenches(self, X: Pose) -> tuple[Wrench, ...]: ...


class JointKind(CutKind, Protocol):
    """What is asked of a kind of joint that carries a body.

    X(q) = P X_1(q_1) X_2(q_2) … Pᵀ: the steps, with the constant `placement` P that turns their axes to the user's.
    """

    @property
    def steps(self) -> tuple[Step, ...]: ...
    @property
    def variables(self) -> tuple[str, ...]: ...
    @property
    def rates(self) -> tuple[str, ...]: ...
    @property
    def n_q(self) -> int: ...
    def neutral(self) -> tuple[float, ...]: ...
    def pose(self, q: Sequence[Any]) -> Pose: ...
    def motion(self, q: Sequence[Any]) -> tuple[Twist, ...]: ...


class Closes:
    """What every kind that can close a loop does with its rows."""

    __slots__ = ()

    @property
    def locked(self: Any) -> tuple[str, ...]:
        """Names of the components that the joint transmits, in the axes of its first frame: its multipliers."""
        return tuple(row.name for row in self.rows)

    def residual(self: Any, X: Pose) -> tuple[Any, ...]:
        """Zero in each entry when the pose X of the second frame in the first is one that the joint allows."""
        A, B = self.placement, X @ self.placement
        return tuple(row.gap(A, B) for row in self.rows)

    def wrenches(self: Any, X: Pose) -> tuple[Wrench, ...]:
        """What unit multipliers exert on the second frame, about its origin in its coordinates."""
        A, B = self.placement, X @ self.placement
        pairs = (row.wrench(A, B) for row in self.rows)
        return tuple(Wrench(X.rotate_into(w.moment), X.rotate_into(w.force)) for w in pairs)


class Chain(Closes):
    """Pose, motion and counts of a joint from its steps."""

    __slots__ = ()

    @property
    def n_q(self: Any) -> int:
        """Number of coordinates."""
        return sum(step.n_q for step in self.steps)

    @property
    def n_v(self: Any) -> int:
        """Number of rates: the joint's degrees of freedom."""
        return sum(step.n_v for step in self.steps)

    def neutral(self: Any) -> tuple[float, ...]:
        """Coordinates at which both frames of the joint coincide."""
        return tuple(x for step in self.steps for x in _neutral(step))

    def pose(self: Any, q: Sequence[Any]) -> Pose:
        """Pose of the child frame in the parent frame."""
        total, k = self.placement, 0
        for step in self.steps:
            total = total @ step.pose(q[k : k + step.n_q])
            k += step.n_q
        return total @ self.placement.inverse

    def motion(self: Any, q: Sequence[Any]) -> tuple[Twist, ...]:
        """Columns S: the twist of the child against the parent is S v, about the child's origin in its coordinates."""
        later, k = self.placement.inverse, self.n_q
        columns: list[Twist] = []
        for step in reversed(self.steps):
            columns.extend(reversed([later.to_child(S) for S in step.motion()]))
            k -= step.n_q
            later = step.pose(q[k : k + step.n_q]) @ later
        return tuple(reversed(columns))


def _neutral(step: Step) -> tuple[float, ...]:
    if isinstance(step, Ball):
        return (1.0, 0.0, 0.0, 0.0)
    if isinstance(step, Free):
        return (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
    return (0.0,) * step.n_q
