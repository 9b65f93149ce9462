"""A circle run through at constant speed."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar, cos, sin

from .trajectory import Values, keep, plane, positive, same_size, values


@dataclass(frozen=True)
class Circle:
    """About `centre` with `radius`, in the plane of the perpendicular unit vectors u and v; it never ends.

        p = centre + r (u cos α + v sin α),   α = phase + ωt                    (1)

    A negative `omega` (rad/s) runs backwards.
    """

    centre: Any
    radius: float
    omega: float
    phase: float = 0.0
    u: Any = (1.0, 0.0, 0.0)
    v: Any = (0.0, 1.0, 0.0)

    def __post_init__(self) -> None:
        rows = {field: values("Circle", field, getattr(self, field)) for field in ("centre", "u", "v")}
        same_size("Circle", **rows)
        plane("Circle", rows["u"], rows["v"])
        positive("Circle", "radius", self.radius)
        values("Circle", "omega", self.omega)
        values("Circle", "phase", self.phase)
        keep(self, **rows)

    @property
    def size(self) -> int:
        return len(self.centre)

    @property
    def duration(self) -> float:
        return math.inf

    @property
    def period(self) -> float:
        """Time of one round."""
        return 2 * math.pi / abs(self.omega)

    def position(self, t: Scalar) -> Values:
        return tuple(c + x for c, x in zip(self.centre, self._turned(t, self.radius, 0)))  # (1)

    def velocity(self, t: Scalar) -> Values:
        return self._turned(t, self.radius * self.omega, 1)

    def acceleration(self, t: Scalar) -> Values:
        return self._turned(t, self.radius * self.omega * self.omega, 2)

    def _turned(self, t: Scalar, r: Scalar, quarters: int) -> Values:
        """r (u cos α + v sin α), turned on by quarter turns: each rate is a quarter ahead."""
        alpha = self.phase + self.omega * t
        x, y = cos(alpha), sin(alpha)
        for _ in range(quarters):
            x, y = -y, x
        return tuple(r * (u * x + v * y) for u, v in zip(self.u, self.v))
