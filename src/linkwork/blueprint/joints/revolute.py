"""Revolute joint: a hinge."""

from __future__ import annotations

from dataclasses import dataclass

from ...algebra.poses import Pose
from ...algebra.steps import Turn
from .axis import Direction, coordinate, placement
from .chain import Chain
from .rows import Meet, Parallel, Row


@dataclass(frozen=True)
class Revolute(Chain):
    """Turn about an axis.

    X(q) = Rot(axis, q)                  (1)
    S    = [axis; 0]                     (2)
    """

    axis: Direction = (0.0, 0.0, 1.0)
    variables = ("angle",)
    rates = ("angle",)

    @property
    def steps(self) -> tuple[Turn, ...]:
        return (Turn(coordinate(self.axis)),)

    @property
    def placement(self) -> Pose:
        return placement(self.axis)

    @property
    def rows(self) -> tuple[Row, ...]:
        k = coordinate(self.axis)
        return (*(Parallel(i, k) for i in range(3) if i != k), Meet(0), Meet(1), Meet(2))
