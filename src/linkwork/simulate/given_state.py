"""Poses and rates as the user gives them: by name, as rows, or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.errors import ShapeError, SimulationError

from .coordinates import normalised, quaternion_starts
from .machine import Machine


def given_pose(system: Machine, q: Any, what: str, t: float = 0.0, p: Any = None) -> np.ndarray:
    """Coordinates: the starting pose if None; the rest assembled if joints are named; quaternions of unit length."""
    if q is None:
        q = system.closed_start if system.closed else system.start
    elif isinstance(q, Mapping):
        q = system.assemble(q, t=t, p=p) if system.closed else system.q(q)
    row = checked_row(what, q, system.q_names)
    for start in quaternion_starts(system.plan):
        if abs(np.linalg.norm(row[start : start + 4]) - 1) > 1e-2:
            told = f"has the quaternion {row[start : start + 4]} at {system.q_names[start]!r}, which has not length 1"
            raise SimulationError(what, told, "Give a unit quaternion (w, x, y, z).")
    return normalised(system.plan, row)


def given_rates(system: Machine, q: np.ndarray, v: Any, what: str, t: float = 0.0, p: Any = None) -> np.ndarray:
    """Rates at a pose: rest if None; the rest from the loops if joints are named."""
    if v is None:
        return np.zeros(system.n_v)
    if isinstance(v, Mapping):
        v = system.velocity(q, v, t=t, p=p) if system.closed else system.v(v)
    return checked_row(what, v, system.v_names)


def checked_row(what: str, x: Any, names: Sequence[str]) -> np.ndarray:
    """Coordinates or rates as a row of finite numbers."""
    right = f"Give {len(names)} numbers: {', '.join(names)}"
    try:
        row = np.array(x, dtype=float)
    except (TypeError, ValueError):
        raise ShapeError(what, "is not a row of numbers", right) from None
    if row.shape != (len(names),):
        raise ShapeError(what, f"has shape {row.shape}", right)
    if not np.isfinite(row).all():
        wrong = [n for n, ok in zip(names, np.isfinite(row)) if not ok]
        raise ShapeError(what, f"is not finite at {', '.join(wrong)}", "Give finite numbers.")
    return row
