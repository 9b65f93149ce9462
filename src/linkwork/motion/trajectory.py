"""What a trajectory is: values and their first two rates as functions of time, for any kind of scalar."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from linkwork.algebra.scalars import PLAIN, Scalar
from linkwork.errors import DescriptionError

Values = tuple[Scalar, ...]


class Trajectory(Protocol):
    """`size` values as functions of time t, which may be a number, an array of times, or a symbol of a kernel.

    A trajectory is frozen data. After its `duration` (infinite for one that never ends) and before t = 0 it rests at
    its ends, so that it can be asked at any time. No law branches on the value of t.
    """

    @property
    def size(self) -> int: ...

    @property
    def duration(self) -> float: ...

    def position(self, t: Scalar) -> Values: ...

    def velocity(self, t: Scalar) -> Values: ...

    def acceleration(self, t: Scalar) -> Values: ...


@dataclass(frozen=True)
class Samples:
    """A trajectory at given times: `t` of shape (n,), the others (n, size)."""

    t: np.ndarray
    position: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray


def sample(trajectory: Trajectory, t: Any) -> Samples:
    """Values and rates of a trajectory at times t, as arrays."""
    times = np.atleast_1d(np.asarray(t, dtype=float))
    if times.ndim != 1:
        raise DescriptionError("times of a sample", f"have shape {times.shape}", "Give one row of times.")

    def column(values: Values) -> np.ndarray:
        return np.stack([np.broadcast_to(np.asarray(x, dtype=float), times.shape) for x in values], axis=-1)

    return Samples(
        times,
        column(trajectory.position(times)),
        column(trajectory.velocity(times)),
        column(trajectory.acceleration(times)),
    )


# Reading what the user wrote ------------------------------------------------------------------------------------------


def values(owner: str, field: str, x: Any) -> Values:
    """A number or a row of numbers as a tuple; every plain number must be finite."""
    if isinstance(x, np.ndarray):
        x = x.tolist()
    row: Values = tuple(x) if np.iterable(x) and not isinstance(x, str) else (x,)
    for number in row:
        if isinstance(number, str) or number is None:
            raise DescriptionError(f"{owner}: {field}", f"holds {number!r}", "Give a number or a row of numbers.")
        if isinstance(number, PLAIN) and not math.isfinite(number):
            raise DescriptionError(f"{owner}: {field}", f"holds {number}", "Give finite numbers.")
    if not row:
        raise DescriptionError(f"{owner}: {field}", "is empty", "Give at least one number.")
    return row


def same_size(owner: str, **fields: Values) -> None:
    """Raise unless all rows have equally many values."""
    sizes = {field: len(row) for field, row in fields.items()}
    if len(set(sizes.values())) > 1:
        told = ", ".join(f"{field} has {size}" for field, size in sizes.items())
        raise DescriptionError(owner, f"its rows differ in length: {told}", "Give one number per value in each.")


def positive(owner: str, field: str, x: Any) -> None:
    """Raise unless x is a finite number above zero (or is known only later)."""
    if isinstance(x, PLAIN) and not (math.isfinite(x) and x > 0):
        raise DescriptionError(f"{owner}: {field}", f"is {x}", "Give a finite number above zero.")


def between(owner: str, field: str, x: float, low: float, high: float, why: str) -> None:
    """Raise unless low <= x <= high."""
    if not low <= x <= high:
        raise DescriptionError(f"{owner}: {field}", f"is {x}", f"Give {low:g} to {high:g}: {why}.")


def plane(owner: str, u: Values, v: Values) -> None:
    """Raise unless u and v are two perpendicular unit vectors in space."""
    same_size(owner, u=u, v=v)
    products = [sum(a * b for a, b in zip(x, y)) for x, y in ((u, u), (v, v), (u, v))]
    if any(abs(product - wanted) > 1e-9 for product, wanted in zip(products, (1, 1, 0))):
        raise DescriptionError(
            owner, f"its directions u = {u} and v = {v} do not span its plane", "Give two perpendicular unit vectors."
        )


def keep(trajectory: Any, **fields: Any) -> None:
    """Set fields of a frozen trajectory while it is being made."""
    for field, x in fields.items():
        object.__setattr__(trajectory, field, x)
