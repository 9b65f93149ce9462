"""Motion at constant speed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar

from .trajectory import Values, keep, same_size, values


@dataclass(frozen=True)
class Uniform:
    """From `start` at the constant rates `rate`, before and after t = 0; it never ends: q = start + rate · t."""

    start: Any
    rate: Any

    def __post_init__(self) -> None:
        start, rate = values("Uniform", "start", self.start), values("Uniform", "rate", self.rate)
        same_size("Uniform", start=start, rate=rate)
        keep(self, start=start, rate=rate)

    @property
    def size(self) -> int:
        return len(self.start)

    @property
    def duration(self) -> float:
        return math.inf

    def position(self, t: Scalar) -> Values:
        return tuple(a + b * t for a, b in zip(self.start, self.rate))

    def velocity(self, t: Scalar) -> Values:
        return tuple(self.rate)

    def acceleration(self, t: Scalar) -> Values:
        return (0.0,) * self.size
