"""Joint and Closure: how two bodies hang together, as a part of the tree or closing a loop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..algebra.poses import Pose
from .frames import Frame
from .joints import CutKind, JointKind


@dataclass(frozen=True)
class Joint:
    """Carries the body of frame `child` on the body of frame `parent`."""

    name: str
    parent: Frame
    child: Frame
    kind: JointKind

    def pose(self, q: Sequence[Any]) -> Pose:
        """Pose of the child body in the parent body: X_parent · X_J(q) · X_child⁻¹."""
        return self.parent.pose @ self.kind.pose(q) @ self.child.pose.inverse


@dataclass(frozen=True)
class Closure:
    """Joins frames a and b of two bodies that the tree already connects."""

    name: str
    a: Frame
    b: Frame
    kind: CutKind
