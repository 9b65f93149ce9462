"""Motion between two rests with a trapezoidal velocity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar

from .timing import area, clamp, ramp, slope
from .trajectory import Values, between, keep, positive, same_size, values


@dataclass(frozen=True)
class Trapezoidal:
    """From `start` to `end` in `duration`: a time c of constant acceleration, cruise, and c of braking.

        V = (q1 − q0)/(T − c)                                               (1)
        q = q0 + V [area(t − c/2) − area(t − T + c/2)]                      (2)
        q̇ = V [ramp(t − c/2) − ramp(t − T + c/2)]                           (3)
        q̈ = V [slope(t − c/2) − slope(t − T + c/2)]                         (4)

    with the ramp of width c of `timing`. c is `acceleration_time`, a third of T unless given; c = T/2 needs the least
    acceleration.
    """

    start: Any
    end: Any
    duration: float
    acceleration_time: Any = None

    def __post_init__(self) -> None:
        start, end = values("Trapezoidal", "start", self.start), values("Trapezoidal", "end", self.end)
        same_size("Trapezoidal", start=start, end=end)
        positive("Trapezoidal", "duration", self.duration)
        c = self.duration / 3 if self.acceleration_time is None else self.acceleration_time
        positive("Trapezoidal", "acceleration_time", c)
        between("Trapezoidal", "acceleration_time", c, 0, self.duration / 2, "half of the duration at most")
        keep(self, start=start, end=end, acceleration_time=c)

    @property
    def size(self) -> int:
        return len(self.start)

    def position(self, t: Scalar) -> Values:
        s = self._law(area, clamp(t, self.duration))
        return tuple(a + (b - a) * s for a, b in zip(self.start, self.end))  # (2)

    def velocity(self, t: Scalar) -> Values:
        s = self._law(ramp, t)
        return tuple((b - a) * s for a, b in zip(self.start, self.end))  # (3)

    def acceleration(self, t: Scalar) -> Values:
        s = self._law(slope, t)
        return tuple((b - a) * s for a, b in zip(self.start, self.end))  # (4)

    def _law(self, law: Any, t: Scalar) -> Scalar:
        T, c = self.duration, self.acceleration_time
        return (law(t - c / 2, c) - law(t - T + c / 2, c)) / (T - c)  # (1)
