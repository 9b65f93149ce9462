"""A rectangle run through at constant speed, with rounded corners."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar

from .polyline import Polyline
from .trajectory import Values, keep, plane, positive, same_size, values


@dataclass(frozen=True)
class Rectangle:
    """One round about `centre`, `width` along u and `height` along v, from rest to rest in `duration`.

    It starts at the corner −u −v and runs along u first; `corner_time` as in `Polyline`.
    """

    centre: Any
    width: float
    height: float
    duration: float
    corner_time: float = 0.0
    u: Any = (1.0, 0.0, 0.0)
    v: Any = (0.0, 1.0, 0.0)

    def __post_init__(self) -> None:
        rows = {field: values("Rectangle", field, getattr(self, field)) for field in ("centre", "u", "v")}
        same_size("Rectangle", **rows)
        plane("Rectangle", rows["u"], rows["v"])
        for field in ("width", "height", "duration"):
            positive("Rectangle", field, getattr(self, field))
        keep(self, **rows)
        _ = self.path  # a corner time that does not fit is told now

    @property
    def path(self) -> Polyline:
        """The rectangle as a line through its corners."""
        signs = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5))
        corners = tuple(
            tuple(c + a * self.width * u + b * self.height * v for c, u, v in zip(self.centre, self.u, self.v))
            for a, b in signs
        )
        return Polyline(corners, self.duration, self.corner_time)

    @property
    def size(self) -> int:
        return len(self.centre)

    def position(self, t: Scalar) -> Values:
        return self.path.position(t)

    def velocity(self, t: Scalar) -> Values:
        return self.path.velocity(t)

    def acceleration(self, t: Scalar) -> Values:
        return self.path.acceleration(t)
