"""Handles: what the methods of a mechanism return; each stands wherever its name may."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..frames import Frame

if TYPE_CHECKING:
    from .desk import Desk


@dataclass(frozen=True, eq=False)
class BodyHandle:
    """A body of a mechanism under construction."""

    mechanism: Desk
    name: str

    def at(self, x: Any = 0.0, y: Any = 0.0, z: Any = 0.0, rotation: Any = None, name: str | None = None) -> Frame:
        """A frame on the body with its origin at (x, y, z) of the body's own.

        `rotation`: ("z", angle), ("ZYX", (a, b, c)), ((1, 0, 0), angle), a quaternion (w, x, y, z), a 3×3 matrix or a
        rotation of SciPy.
        With a `name` the frame can be used by that name from then on.
        """
        frame = Frame(self.name).at(x, y, z, rotation)
        if name is not None:
            self.mechanism.frame(name, frame)
        return frame

    def dh(self, a: Any = 0.0, alpha: Any = 0.0, b: Any = 0.0, theta: Any = 0.0) -> Frame:
        """A frame on the body by a row of modified Denavit–Hartenberg parameters."""
        return Frame(self.name).dh(a, alpha, b, theta)

    def __repr__(self) -> str:
        return f"<body {self.name!r} of {self.mechanism.name!r}>"


@dataclass(frozen=True, eq=False)
class Handle:
    """A joint, closure, relation, load ... of a mechanism under construction."""

    mechanism: Desk
    name: str

    def __repr__(self) -> str:
        return f"<{self.name!r} of {self.mechanism.name!r}>"
