"""Fixed joint: two bodies that are one."""

from __future__ import annotations

from dataclasses import dataclass

from ...algebra.poses import Pose
from .chain import Chain
from .rows import Aligned, Meet, Row


@dataclass(frozen=True)
class Fixed(Chain):
    """No motion at all.

    X = 1                                (1)
    """

    steps = ()
    placement = Pose()
    variables = rates = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        return (Aligned(0), Aligned(1), Aligned(2), Meet(0), Meet(1), Meet(2))
