"""Gains: as numbers, or as natural frequency and damping of the error."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.errors import OptionError

Values = float | Sequence[float]


@dataclass(frozen=True)
class Gains:
    """Stiffness kp and damping kd of the error, and ki of its integral; one number for all, or one for each.

    `Gains(frequency=20.0, damping=1.0)` stands for kp = ω², kd = 2 ζ ω per unit of inertia: ë + 2ζω ė + ω² e = 0.
    """

    kp: Any = None
    kd: Any = None
    ki: Any = 0.0
    frequency: Any = None
    damping: Any = 1.0

    def __post_init__(self) -> None:
        if (self.kp is None) == (self.frequency is None):
            right = "Give kp and kd, or frequency (rad/s) and damping"
            raise OptionError("gains", "are given by numbers and by frequency, or by neither", right)
        for name in ("kp", "kd", "ki", "frequency", "damping"):
            value = getattr(self, name)
            if value is None:
                continue
            row = np.asarray(value, dtype=float)
            if row.ndim > 1 or not np.isfinite(row).all() or (row < 0).any():
                raise OptionError(f"gains: {name}", f"is {value!r}", "Give a number, or one for each, not below zero")
            object.__setattr__(self, name, tuple(row.tolist()) if row.ndim else float(row))

    def rows(self, size: int, inertia: Sequence[float] | None = None) -> tuple[list[float], list[float], list[float]]:
        """(kp, kd, ki) for `size` errors; gains by frequency are multiplied by the inertia, 1 if none is given."""
        m = np.ones(size) if inertia is None else np.asarray(inertia, dtype=float)
        if self.frequency is not None:
            w, z = _row("frequency", self.frequency, size), _row("damping", self.damping, size)
            kp, kd = m * w * w, 2 * m * z * w
        else:
            kp = _row("kp", self.kp, size)
            kd = _row("kd", 0.0 if self.kd is None else self.kd, size)
        return kp.tolist(), kd.tolist(), _row("ki", self.ki, size).tolist()


def _row(name: str, value: Any, size: int) -> np.ndarray:
    row = np.asarray(value, dtype=float)
    if row.ndim and row.shape != (size,):
        raise OptionError(f"gains: {name}", f"has {row.size} values", f"Give one, or {size}")
    return np.broadcast_to(row, (size,))
