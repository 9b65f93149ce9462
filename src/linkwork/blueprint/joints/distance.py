"""Distance: two points held apart by a rod of negligible mass; closes loops only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ...algebra.poses import Pose
from .chain import Closes
from .rows import Apart, Row


@dataclass(frozen=True)
class Distance(Closes):
    """|t| = length: one row, the thrust in the rod."""

    length: Any
    placement = Pose()
    n_v = 5

    @property
    def rows(self) -> tuple[Row, ...]:
        return (Apart(self.length),)
