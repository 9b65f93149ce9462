"""The quintic polynomial between two states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar, where

from .timing import clamp, outside
from .trajectory import Values, keep, positive, same_size, values


@dataclass(frozen=True)
class Quintic:
    """From `start` to `end` in `duration`, with given velocities and accelerations at both ends (zero by default).

        q = Σ c_k x^k, k = 0…5,   x = t/T within [0, 1]                                     (1)
        c0 = q0,  c1 = T v0,  c2 = T² a0/2                                                  (2)
        d = q1 − c0 − c1 − c2,   e = T v1 − c1 − 2 c2,   f = T² a1 − 2 c2
        c3 = 10 d − 4 e + f/2,   c4 = −15 d + 7 e − f,   c5 = 6 d − 3 e + f/2               (3)

    At rest at both ends this is q0 + (q1 − q0)(10 x³ − 15 x⁴ + 6 x⁵), the curve of least mean square jerk.
    Before and after it holds the end positions, at rest.
    """

    start: Any
    end: Any
    duration: float
    start_velocity: Any = None
    end_velocity: Any = None
    start_acceleration: Any = None
    end_acceleration: Any = None

    def __post_init__(self) -> None:
        start = values("Quintic", "start", self.start)
        rows = {"start": start, "end": values("Quintic", "end", self.end)}
        for field in ("start_velocity", "end_velocity", "start_acceleration", "end_acceleration"):
            given = getattr(self, field)
            rows[field] = (0.0,) * len(start) if given is None else values("Quintic", field, given)
        same_size("Quintic", **rows)
        positive("Quintic", "duration", self.duration)
        keep(self, **rows)

    @property
    def size(self) -> int:
        return len(self.start)

    def coefficients(self) -> tuple[Values, ...]:
        """(c0, ..., c5) of every value."""
        return tuple(map(self._coefficients, range(self.size)))

    def _coefficients(self, k: int) -> Values:
        T = self.duration
        c0, c1, c2 = self.start[k], T * self.start_velocity[k], T * T * self.start_acceleration[k] / 2  # (2)
        d = self.end[k] - c0 - c1 - c2
        e = T * self.end_velocity[k] - c1 - 2 * c2
        f = T * T * self.end_acceleration[k] - 2 * c2
        return c0, c1, c2, 10 * d - 4 * e + f / 2, -15 * d + 7 * e - f, 6 * d - 3 * e + f / 2  # (3)

    def position(self, t: Scalar) -> Values:
        x = clamp(t, self.duration) / self.duration
        return tuple(_polynomial(c, x) for c in self.coefficients())  # (1)

    def velocity(self, t: Scalar) -> Values:
        return self._rate(t, 1)

    def acceleration(self, t: Scalar) -> Values:
        return self._rate(t, 2)

    def _rate(self, t: Scalar, order: int) -> Values:
        x, away = clamp(t, self.duration) / self.duration, outside(t, self.duration)
        rates: list[Scalar] = []
        for c in self.coefficients():
            for _ in range(order):
                c = tuple(k * c[k] / self.duration for k in range(1, len(c)))
            rates.append(where(away, 0.0, _polynomial(c, x)))
        return tuple(rates)


def _polynomial(c: Values, x: Scalar) -> Scalar:
    total = c[-1]
    for coefficient in reversed(c[:-1]):
        total = total * x + coefficient
    return total
