"""Rest."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar

from .trajectory import Values, keep, values


@dataclass(frozen=True)
class Constant:
    """`value` at all times."""

    value: Any

    def __post_init__(self) -> None:
        keep(self, value=values("Constant", "value", self.value))

    @property
    def size(self) -> int:
        return len(self.value)

    @property
    def duration(self) -> float:
        return math.inf

    def position(self, t: Scalar) -> Values:
        return self.value

    def velocity(self, t: Scalar) -> Values:
        return (0.0,) * self.size

    def acceleration(self, t: Scalar) -> Values:
        return (0.0,) * self.size
