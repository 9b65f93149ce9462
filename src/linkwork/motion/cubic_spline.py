"""A cubic spline through given points."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline as Interpolant  # pyright: ignore[reportMissingTypeStubs]

from linkwork.algebra.scalars import Scalar, where
from linkwork.errors import DescriptionError, OptionError

from .timing import clamp, outside
from .trajectory import Values, keep, values

ENDS = ("clamped", "natural", "not-a-knot")


@dataclass(frozen=True)
class CubicSpline:
    """Through `points` (one row a time, or one number) at increasing `times`; two continuous rates between the ends.

        q = c0 + s (c1 + s (c2 + s c3)),   s = t − t_k in segment k             (1)

    `ends`: "clamped" (at rest at both ends), "natural" (no acceleration there) or "not-a-knot". Before and after it
    holds the end points, at rest. The coefficients (SciPy's `CubicSpline`) are data: in a kernel they are constants.
    """

    times: Any
    points: Any
    ends: str = "clamped"
    coefficients: tuple[tuple[Values, ...], ...] = field(
        init=False, repr=False, compare=False
    )  # [power][segment][value]

    def __post_init__(self) -> None:
        times = values("CubicSpline", "times", self.times)
        points = tuple(values("CubicSpline", f"point {k}", row) for k, row in enumerate(self.points))
        if self.ends not in ENDS:
            raise OptionError("CubicSpline: ends", f"is {self.ends!r}", f"Give one of {', '.join(map(repr, ENDS))}.")
        if len(times) != len(points) or len(times) < 2:
            told = f"{len(times)} times and {len(points)} points"
            raise DescriptionError("CubicSpline", f"has {told}", "Give two or more, one point for each time.")
        if len({len(point) for point in points}) > 1:
            raise DescriptionError("CubicSpline: points", "differ in length", "Give equally many values in each.")
        if any(b <= a for a, b in zip(times, times[1:])):
            raise DescriptionError("CubicSpline: times", "do not increase", "Sort them and drop doubles.")
        powers = Interpolant(times, np.array(points, dtype=float), bc_type=self.ends).c[::-1]
        coefficients = tuple(tuple(tuple(row) for row in power.tolist()) for power in powers)
        keep(self, times=times, points=points, coefficients=coefficients)

    @property
    def size(self) -> int:
        return len(self.points[0])

    @property
    def duration(self) -> float:
        return self.times[-1] - self.times[0]

    def position(self, t: Scalar) -> Values:
        s, c = self._segment(t)
        return tuple(c0 + s * (c1 + s * (c2 + s * c3)) for c0, c1, c2, c3 in zip(*c))  # (1)

    def velocity(self, t: Scalar) -> Values:
        s, c = self._segment(t)
        away = outside(t - self.times[0], self.duration)
        return tuple(where(away, 0.0, c1 + s * (2 * c2 + s * (3 * c3))) for _, c1, c2, c3 in zip(*c))

    def acceleration(self, t: Scalar) -> Values:
        s, c = self._segment(t)
        away = outside(t - self.times[0], self.duration)
        return tuple(where(away, 0.0, 2 * c2 + s * (6 * c3)) for _, _, c2, c3 in zip(*c))

    def _segment(self, t: Scalar) -> tuple[Scalar, tuple[Values, ...]]:
        """Time within the segment that t lies in, and its coefficients."""
        t = clamp(t - self.times[0], self.duration) + self.times[0]
        start, c = self.times[0], tuple(power[0] for power in self.coefficients)
        for k in range(1, len(self.times) - 1):
            after = t - self.times[k]
            start = where(after, self.times[k], start)
            c = tuple(
                tuple(where(after, new, old) for new, old in zip(power[k], row))
                for power, row in zip(self.coefficients, c)
            )
        return t - start, c
