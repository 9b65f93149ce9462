"""Helical joint: a screw in its nut."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...algebra.poses import Pose
from ...algebra.steps import Helix
from .axis import Direction, coordinate, placement
from .chain import Chain
from .rows import Level, Parallel, Row, Threaded


@dataclass(frozen=True)
class Helical(Chain):
    """Turn about an axis and slide along it, `pitch` metres per radian.

    X(q) = Rot(axis, q) · Shift(pitch q axis)     (1)
    S    = [axis; pitch axis]                     (2)
    """

    axis: Direction = (0.0, 0.0, 1.0)
    pitch: Any = 0.0
    variables = ("angle",)
    rates = ("angle",)

    @property
    def steps(self) -> tuple[Helix, ...]:
        return (Helix(coordinate(self.axis), self.pitch),)

    @property
    def placement(self) -> Pose:
        return placement(self.axis)

    @property
    def rows(self) -> tuple[Row, ...]:
        k = coordinate(self.axis)
        tilt = (Parallel(i, k) for i in range(3) if i != k)
        return (*tilt, *(Threaded(k, self.pitch) if i == k else Level(i) for i in range(3)))
