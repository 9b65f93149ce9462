"""Planar joint: a plate on a table."""

from __future__ import annotations

from dataclasses import dataclass

from ...algebra.poses import Pose
from ...algebra.steps import Slide, Turn
from .axis import Direction, coordinate, placement
from .chain import Chain
from .rows import Level, Parallel, Row


@dataclass(frozen=True)
class Planar(Chain):
    """Slide by q_1, q_2 in a plane of the parent and turn by q_3 about its normal.

    X(q) = Shift(q_1 a + q_2 b) · Rot(normal, q_3)     with a × b = normal        (1)
    v    = q̇                                                                      (2)

    For the normal z the slides are along x and y; for x along y and z; for y along z and x.
    """

    normal: Direction = (0.0, 0.0, 1.0)
    variables = ("x", "y", "angle")
    rates = ("x", "y", "angle")

    @property
    def steps(self) -> tuple[Slide | Turn, ...]:
        k = coordinate(self.normal)
        return (Slide((k + 1) % 3), Slide((k + 2) % 3), Turn(k))

    @property
    def placement(self) -> Pose:
        return placement(self.normal)

    @property
    def rows(self) -> tuple[Row, ...]:
        k = coordinate(self.normal)
        return (*(Parallel(i, k) for i in range(3) if i != k), Level(k))
