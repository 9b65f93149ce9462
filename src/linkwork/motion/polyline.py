"""Straight lines from point to point at constant speed, with rounded corners."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from linkwork.algebra.scalars import Scalar
from linkwork.errors import DescriptionError

from .timing import area, clamp, ramp, slope
from .trajectory import Values, between, keep, positive, values


@dataclass(frozen=True)
class Polyline:
    """Through `points` at constant speed, from rest to rest; `corner_time` c is the time for each change of velocity.

        T_0 = c/2,  T_k = T_{k−1} + time of side k                              (1)
        p = p_0 + Σ_k (v_{k+1} − v_k) area(t − T_k),   v_0 = v_{n+1} = 0        (2)
        ṗ = Σ_k (v_{k+1} − v_k) ramp(t − T_k)                                   (3)
        p̈ = Σ_k (v_{k+1} − v_k) slope(t − T_k)                                  (4)

    with the ramp of width c of `timing` (parabolic blends). The first and the last point are reached exactly; a corner
    between them is cut by c |v_{k+1} − v_k|/8. With c = 0 the corners are sharp: the velocity jumps there. The sides
    share the `duration`, less c, by their lengths.
    """

    points: Any
    duration: float
    corner_time: float = 0.0

    def __post_init__(self) -> None:
        points = tuple(values("Polyline", f"point {k}", point) for k, point in enumerate(self.points))
        if len(points) < 2 or len({len(point) for point in points}) > 1:
            raise DescriptionError("Polyline: points", "do not make a line", "Give two or more, equally long.")
        positive("Polyline", "duration", self.duration)
        for k, (a, b) in enumerate(zip(points, points[1:])):
            if a == b:
                raise DescriptionError(f"Polyline: side {k}", "has no length", "Leave out the doubled point.")
        keep(self, points=points)
        lengths = [math.dist(a, b) for a, b in zip(points, points[1:])]
        limit = self.duration * min(lengths) / (min(lengths) + sum(lengths))
        between("Polyline", "corner_time", self.corner_time, 0, limit, "no longer than the shortest side takes")

    @property
    def size(self) -> int:
        return len(self.points[0])

    def position(self, t: Scalar) -> Values:
        return tuple(p + x for p, x in zip(self.points[0], self._sum(area, clamp(t, self.duration))))  # (2)

    def velocity(self, t: Scalar) -> Values:
        return self._sum(ramp, t)  # (3)

    def acceleration(self, t: Scalar) -> Values:
        return self._sum(slope, t)  # (4)

    def _sum(self, law: Any, t: Scalar) -> Values:
        c = self.corner_time
        lengths = [math.dist(a, b) for a, b in zip(self.points, self.points[1:])]
        times = [(self.duration - c) * length / sum(lengths) for length in lengths]
        rest = (0.0,) * self.size
        lines = [tuple((y - x) / time for x, y in zip(a, b)) for a, b, time in zip(self.points, self.points[1:], times)]
        corners = accumulate(times, initial=c / 2)  # (1)
        total: list[Scalar] = [0.0] * self.size
        for before, after, T in zip([rest, *lines], [*lines, rest], corners):
            weight = law(t - T, c)
            total = [x + (v1 - v0) * weight for x, v0, v1 in zip(total, before, after)]
        return tuple(total)
