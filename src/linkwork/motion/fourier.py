"""A finite Fourier series."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from linkwork.algebra.scalars import Scalar, cos, sin
from linkwork.errors import DescriptionError

from .trajectory import Values, keep, positive, values


@dataclass(frozen=True)
class Fourier:
    """Periodic motion about `mean`, with base frequency `omega` in rad/s; it never ends.

        q = a0 + Σ_k a_k cos(kωt) + b_k sin(kωt),   k = 1, 2, …                 (1)

    `cosines` and `sines` hold one row of harmonics (a_1, a_2, …) for each value; an empty row is none.
    """

    mean: Any
    cosines: Any = ()
    sines: Any = ()
    omega: float = 2 * math.pi

    def __post_init__(self) -> None:
        mean = values("Fourier", "mean", self.mean)
        positive("Fourier", "omega", self.omega)
        keep(self, mean=mean, cosines=self._rows("cosines", len(mean)), sines=self._rows("sines", len(mean)))

    def _rows(self, field: str, size: int) -> tuple[Values, ...]:
        given = getattr(self, field)
        if len(given) == 0:
            return ((),) * size
        rows = tuple(values("Fourier", f"{field} of value {k}", row) if len(row) else () for k, row in enumerate(given))
        if len(rows) != size:
            told = f"has {len(rows)} rows for {size} values"
            raise DescriptionError(f"Fourier: {field}", told, "Give one row of harmonics for each value.")
        return rows

    @property
    def size(self) -> int:
        return len(self.mean)

    @property
    def duration(self) -> float:
        return math.inf

    @property
    def period(self) -> float:
        """Time after which the motion repeats."""
        return 2 * math.pi / self.omega

    def position(self, t: Scalar) -> Values:
        return tuple(a0 + series for a0, series in zip(self.mean, self._series(t, 0)))  # (1)

    def velocity(self, t: Scalar) -> Values:
        return self._series(t, 1)

    def acceleration(self, t: Scalar) -> Values:
        return self._series(t, 2)

    def _series(self, t: Scalar, order: int) -> Values:
        """The sum of (1) without its mean, differentiated `order` times: each turns (a, b) into kω (b, −a)."""
        sums: list[Scalar] = []
        for a_row, b_row in zip(self.cosines, self.sines):
            total = 0.0 * t
            for k in range(1, max(len(a_row), len(b_row)) + 1):
                a = a_row[k - 1] if k <= len(a_row) else 0.0
                b = b_row[k - 1] if k <= len(b_row) else 0.0
                for _ in range(order):
                    a, b = k * self.omega * b, -k * self.omega * a
                total = total + a * cos(k * self.omega * t) + b * sin(k * self.omega * t)
            sums.append(total)
        return tuple(sums)
