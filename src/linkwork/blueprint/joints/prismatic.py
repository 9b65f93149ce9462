"""Prismatic joint: a slider."""

from __future__ import annotations

from dataclasses import dataclass

from ...algebra.poses import Pose
from ...algebra.steps import Slide
from .axis import Direction, coordinate, placement
from .chain import Chain
from .rows import Aligned, Level, Row


@dataclass(frozen=True)
class Prismatic(Chain):
    """Slide along an axis.

    X(q) = Shift(q axis)                 (1)
    S    = [0; axis]                     (2)
    """

    axis: Direction = (0.0, 0.0, 1.0)
    variables = ("slide",)
    rates = ("slide",)

    @property
    def steps(self) -> tuple[Slide, ...]:
        return (Slide(coordinate(self.axis)),)

    @property
    def placement(self) -> Pose:
        return placement(self.axis)

    @property
    def rows(self) -> tuple[Row, ...]:
        k = coordinate(self.axis)
        return (Aligned(0), Aligned(1), Aligned(2), *(Level(i) for i in range(3) if i != k))
