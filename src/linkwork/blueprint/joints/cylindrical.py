"""Cylindrical joint: a shaft in a sleeve."""

from __future__ import annotations

from dataclasses import dataclass

from ...algebra.poses import Pose
from ...algebra.steps import Slide, Turn
from .axis import Direction, coordinate, placement
from .chain import Chain
from .rows import Level, Parallel, Row


@dataclass(frozen=True)
class Cylindrical(Chain):
    """Turn about an axis by q_1 and slide along it by q_2.

    X(q) = Rot(axis, q_1) · Shift(q_2 axis)       (1)
    S    = [axis, 0; 0, axis]                     (2)
    """

    axis: Direction = (0.0, 0.0, 1.0)
    variables = ("angle", "slide")
    rates = ("angle", "slide")

    @property
    def steps(self) -> tuple[Turn | Slide, ...]:
        return (Turn(coordinate(self.axis)), Slide(coordinate(self.axis)))

    @property
    def placement(self) -> Pose:
        return placement(self.axis)

    @property
    def rows(self) -> tuple[Row, ...]:
        k = coordinate(self.axis)
        others = [i for i in range(3) if i != k]
        return (*(Parallel(i, k) for i in others), *(Level(i) for i in others))
