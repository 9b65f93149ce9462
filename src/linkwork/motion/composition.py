"""Trajectories made of trajectories: sum, hold, scale, sequence, stack, and a path run through in another time law."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from linkwork.algebra.scalars import Scalar, where
from linkwork.errors import DescriptionError

from .timing import clamp, outside
from .trajectory import Trajectory, Values, positive


@dataclass(frozen=True)
class Sum:
    """The sum of trajectories, value by value."""

    terms: tuple[Trajectory, ...]

    def __init__(self, *terms: Trajectory) -> None:
        _equally_wide("Sum", terms)
        object.__setattr__(self, "terms", terms)

    @property
    def size(self) -> int:
        return self.terms[0].size

    @property
    def duration(self) -> float:
        return max(term.duration for term in self.terms)

    def position(self, t: Scalar) -> Values:
        return self._sum([term.position(t) for term in self.terms])

    def velocity(self, t: Scalar) -> Values:
        return self._sum([term.velocity(t) for term in self.terms])

    def acceleration(self, t: Scalar) -> Values:
        return self._sum([term.acceleration(t) for term in self.terms])

    def _sum(self, rows: list[Values]) -> Values:
        return tuple(sum(column[1:], start=column[0]) for column in zip(*rows))


@dataclass(frozen=True)
class Hold:
    """A trajectory until `duration`, and at rest where it was then."""

    trajectory: Trajectory
    duration: float

    def __post_init__(self) -> None:
        positive("Hold", "duration", self.duration)

    @property
    def size(self) -> int:
        return self.trajectory.size

    def position(self, t: Scalar) -> Values:
        return self.trajectory.position(clamp(t, self.duration))

    def velocity(self, t: Scalar) -> Values:
        return self._until(t, self.trajectory.velocity)

    def acceleration(self, t: Scalar) -> Values:
        return self._until(t, self.trajectory.acceleration)

    def _until(self, t: Scalar, rate: Callable[[Scalar], Values]) -> Values:
        away = outside(t, self.duration)
        return tuple(where(away, 0.0, x) for x in rate(clamp(t, self.duration)))


@dataclass(frozen=True)
class Scale:
    """A trajectory with its values times `factor`, `slower` times slower, begun `delay` later.

    q(t) = f p(s),   s = (t − delay)/k,   q̇ = f p'(s)/k,   q̈ = f p''(s)/k²     (1)
    """

    trajectory: Trajectory
    factor: Any = 1.0
    slower: float = 1.0
    delay: float = 0.0

    def __post_init__(self) -> None:
        positive("Scale", "slower", self.slower)

    @property
    def size(self) -> int:
        return self.trajectory.size

    @property
    def duration(self) -> float:
        return self.trajectory.duration * self.slower + self.delay

    def position(self, t: Scalar) -> Values:
        return self._scaled(self.trajectory.position, t, self.factor)  # (1)

    def velocity(self, t: Scalar) -> Values:
        return self._scaled(self.trajectory.velocity, t, self.factor / self.slower)

    def acceleration(self, t: Scalar) -> Values:
        return self._scaled(self.trajectory.acceleration, t, self.factor / self.slower**2)

    def _scaled(self, law: Callable[[Scalar], Values], t: Scalar, factor: Scalar) -> Values:
        return tuple(factor * x for x in law((t - self.delay) / self.slower))


@dataclass(frozen=True)
class Sequence:
    """One trajectory after the other, each with its own time from zero; all but the last must end."""

    pieces: tuple[Trajectory, ...]

    def __init__(self, *pieces: Trajectory) -> None:
        _equally_wide("Sequence", pieces)
        for k, piece in enumerate(pieces[:-1]):
            if math.isinf(piece.duration):
                raise DescriptionError(f"Sequence: piece {k}", "never ends", "End it with Hold(piece, duration).")
        object.__setattr__(self, "pieces", pieces)

    @property
    def size(self) -> int:
        return self.pieces[0].size

    @property
    def duration(self) -> float:
        return sum(piece.duration for piece in self.pieces)

    def position(self, t: Scalar) -> Values:
        return self._pick([piece.position for piece in self.pieces], t)

    def velocity(self, t: Scalar) -> Values:
        return self._pick([piece.velocity for piece in self.pieces], t)

    def acceleration(self, t: Scalar) -> Values:
        return self._pick([piece.acceleration for piece in self.pieces], t)

    def _pick(self, laws: list[Callable[[Scalar], Values]], t: Scalar) -> Values:
        chosen = laws[0](t)
        for law, start in zip(laws[1:], accumulate(piece.duration for piece in self.pieces)):
            chosen = tuple(where(t - start, new, old) for new, old in zip(law(t - start), chosen))
        return chosen


@dataclass(frozen=True)
class Stack:
    """Trajectories side by side: the values of the first, then of the second, …; one for each joint, for example."""

    parts: tuple[Trajectory, ...]

    def __init__(self, *parts: Trajectory) -> None:
        if not parts:
            raise DescriptionError("Stack", "is empty", "Give at least one trajectory.")
        object.__setattr__(self, "parts", parts)

    @property
    def size(self) -> int:
        return sum(part.size for part in self.parts)

    @property
    def duration(self) -> float:
        return max(part.duration for part in self.parts)

    def position(self, t: Scalar) -> Values:
        return tuple(x for part in self.parts for x in part.position(t))

    def velocity(self, t: Scalar) -> Values:
        return tuple(x for part in self.parts for x in part.velocity(t))

    def acceleration(self, t: Scalar) -> Values:
        return tuple(x for part in self.parts for x in part.acceleration(t))


@dataclass(frozen=True)
class Paced:
    """A path run through in the time law of another: `pace` gives the path's own time s as a function of t.

        q = p(s),   q̇ = p'(s) ṡ,   q̈ = p''(s) ṡ² + p'(s) s̈,   s = pace(t)         (1)

    A circle begun and ended at rest: `Paced(Circle(…), Cycloid(0, circle.period, duration))`.
    """

    path: Trajectory
    pace: Trajectory

    def __post_init__(self) -> None:
        if self.pace.size != 1:
            raise DescriptionError("Paced: pace", f"has {self.pace.size} values", "Give a trajectory of one value.")

    @property
    def size(self) -> int:
        return self.path.size

    @property
    def duration(self) -> float:
        return self.pace.duration

    def position(self, t: Scalar) -> Values:
        (s,) = self.pace.position(t)
        return self.path.position(s)  # (1)

    def velocity(self, t: Scalar) -> Values:
        (s,), (s_dot,) = self.pace.position(t), self.pace.velocity(t)
        return tuple(p1 * s_dot for p1 in self.path.velocity(s))

    def acceleration(self, t: Scalar) -> Values:
        (s,), (s_dot,), (s_ddot,) = self.pace.position(t), self.pace.velocity(t), self.pace.acceleration(t)
        first, second = self.path.velocity(s), self.path.acceleration(s)
        return tuple(p2 * s_dot * s_dot + p1 * s_ddot for p1, p2 in zip(first, second))


def _equally_wide(owner: str, parts: tuple[Trajectory, ...]) -> None:
    if not parts:
        raise DescriptionError(owner, "is empty", "Give at least one trajectory.")
    sizes = [part.size for part in parts]
    if len(set(sizes)) > 1:
        raise DescriptionError(owner, f"its trajectories have {sizes} values", "Give equally many in each.")
