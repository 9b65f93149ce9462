"""Table: piecewise polynomials of time that the kernel looks up, for data too long to be written into an expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.interpolate import CubicSpline

from linkwork.errors import DescriptionError


@dataclass(frozen=True, eq=False)
class Table:
    """Values at times; `kind` "linear" or "cubic" between them, held before and after.

    t      (n,) rising
    value  (n,) or (n, size)
    """

    t: np.ndarray
    value: np.ndarray
    kind: str = "cubic"

    def __post_init__(self) -> None:
        t = np.array(self.t, dtype=float)
        value = np.array(self.value, dtype=float)
        if t.ndim != 1 or len(t) < 2 or not np.all(np.diff(t) > 0) or not np.isfinite(t).all():
            raise DescriptionError("Table: t", f"has shape {t.shape}", "Give two or more finite, rising times.")
        value = value[:, None] if value.ndim == 1 else value
        if value.ndim != 2 or len(value) != len(t) or not np.isfinite(value).all():
            told, right = f"has shape {value.shape}", f"Give {len(t)} rows of finite numbers, one for each time."
            raise DescriptionError("Table: value", told, right)
        if self.kind not in ("linear", "cubic"):
            raise DescriptionError("Table: kind", f"is {self.kind!r}", "Give 'linear' or 'cubic'.")
        object.__setattr__(self, "t", t)
        object.__setattr__(self, "value", value)

    @property
    def size(self) -> int:
        """Values at a time."""
        return self.value.shape[1]

    @property
    def coefficients(self) -> np.ndarray:
        """(n − 1, 4, size): c₀ + c₁ s + c₂ s² + c₃ s³ with s the time since the piece's start."""
        n = len(self.t)
        found = np.zeros((n - 1, 4, self.size))
        if self.kind == "linear" or n == 2:
            found[:, 0] = self.value[:-1]
            found[:, 1] = np.diff(self.value, axis=0) / np.diff(self.t)[:, None]
        else:
            found[:] = CubicSpline(self.t, self.value).c.transpose(1, 0, 2)[:, ::-1]
        return found

    def __call__(self, t: Any) -> np.ndarray:
        """Values at a time, (size,), or at times, (m, size)."""
        clamped = np.clip(t, self.t[0], self.t[-1])
        piece = np.clip(np.searchsorted(self.t, clamped, side="right") - 1, 0, len(self.t) - 2)
        s = np.asarray(clamped - self.t[piece])[..., None]
        c = self.coefficients[piece]
        return c[..., 0, :] + s * (c[..., 1, :] + s * (c[..., 2, :] + s * c[..., 3, :]))
