"""Point: two points that coincide; closes loops only."""

from __future__ import annotations

from dataclasses import dataclass

from ...algebra.poses import Pose
from .chain import Closes
from .rows import Meet, Row


@dataclass(frozen=True)
class Point(Closes):
    """t = 0: three rows, the forces along the axes of the first frame."""

    placement = Pose()
    n_v = 3

    @property
    def rows(self) -> tuple[Row, ...]:
        return (Meet(0), Meet(1), Meet(2))
