"""Lissajous curves in any number of directions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar, cos, sin

from .trajectory import Values, keep, same_size, values


@dataclass(frozen=True)
class Lissajous:
    """One sine for each direction; it never ends.

        p_i = centre_i + A_i sin(ω_i t − δ_i)                                   (1)

    Reference: Sathuluri, thesis on control of parallel manipulators, table A.2 (its 3D curve, with these signs).
    """

    centre: Any
    amplitude: Any
    omega: Any
    delay: Any = None

    def __post_init__(self) -> None:
        centre = values("Lissajous", "centre", self.centre)
        rows = {
            "centre": centre,
            "amplitude": values("Lissajous", "amplitude", self.amplitude),
            "omega": values("Lissajous", "omega", self.omega),
            "delay": (0.0,) * len(centre) if self.delay is None else values("Lissajous", "delay", self.delay),
        }
        same_size("Lissajous", **rows)
        keep(self, **rows)

    @property
    def size(self) -> int:
        return len(self.centre)

    @property
    def duration(self) -> float:
        return math.inf

    def position(self, t: Scalar) -> Values:
        return tuple(c + A * sin(w * t - d) for c, A, w, d in self._rows())  # (1)

    def velocity(self, t: Scalar) -> Values:
        return tuple(A * w * cos(w * t - d) for _, A, w, d in self._rows())

    def acceleration(self, t: Scalar) -> Values:
        return tuple(-A * w * w * sin(w * t - d) for _, A, w, d in self._rows())

    def _rows(self) -> Any:
        return zip(self.centre, self.amplitude, self.omega, self.delay)
