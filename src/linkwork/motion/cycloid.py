"""Cycloidal motion between two rests."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar, cos, sin

from .timing import clamp
from .trajectory import Values, keep, positive, same_size, values


@dataclass(frozen=True)
class Cycloid:
    """From `start` to `end` in `duration`, at rest and without acceleration at both ends.

        q   = q0 + (q1 − q0) (x − sin(2πx)/2π),   x = t/T within [0, 1]      (1)
        q̇   = (q1 − q0)/T (1 − cos(2πx))                                     (2)
        q̈   = (q1 − q0)/T² 2π sin(2πx)                                       (3)

    Reference: Shah, Saha, Dutt (2013), Dynamics of Tree-Type Robotic Systems, eq. 6.14.
    """

    start: Any
    end: Any
    duration: float

    def __post_init__(self) -> None:
        start, end = values("Cycloid", "start", self.start), values("Cycloid", "end", self.end)
        same_size("Cycloid", start=start, end=end)
        positive("Cycloid", "duration", self.duration)
        keep(self, start=start, end=end)

    @property
    def size(self) -> int:
        return len(self.start)

    def position(self, t: Scalar) -> Values:
        x = clamp(t, self.duration) / self.duration
        s = x - sin(2 * math.pi * x) / (2 * math.pi)
        return tuple(a + (b - a) * s for a, b in zip(self.start, self.end))  # (1)

    def velocity(self, t: Scalar) -> Values:
        x = clamp(t, self.duration) / self.duration
        s = (1 - cos(2 * math.pi * x)) / self.duration
        return tuple((b - a) * s for a, b in zip(self.start, self.end))  # (2)

    def acceleration(self, t: Scalar) -> Values:
        x = clamp(t, self.duration) / self.duration
        s = 2 * math.pi * sin(2 * math.pi * x) / self.duration**2
        return tuple((b - a) * s for a, b in zip(self.start, self.end))  # (3)
