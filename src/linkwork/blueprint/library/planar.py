"""Planar linkages by ruler and compass, for starting poses: points are complex numbers x + i y, bars are lengths.

Everything is a plain number here: an open quantity stands for its own value.
"""

from __future__ import annotations

import cmath
import math
from typing import Any

from ...algebra.parameter import default
from ...errors import AssemblyError


def point(x: Any, y: Any = 0.0) -> complex:
    """The point (x, y)."""
    return complex(default(x), default(y))


def polar(length: Any, angle: Any) -> complex:
    """A bar of that length in that direction."""
    return cmath.rect(default(length), default(angle))


def heading(a: complex, b: complex) -> float:
    """Direction from a to b, in (−π, π]."""
    return cmath.phase(b - a)


def meet(a: complex, to_a: Any, b: complex, to_b: Any, left: bool = True) -> complex:
    """The point at distance `to_a` from a and `to_b` from b, on the left or the right of the way from a to b."""
    ra, rb, d = default(to_a), default(to_b), abs(b - a)
    if d == 0.0 or d > ra + rb or d < abs(ra - rb):
        raise AssemblyError(
            "linkage",
            f"has two bars of {ra:g} m and {rb:g} m that cannot meet over a distance of {d:g} m",
            "Change its lengths or its starting angle",
        )
    along = (ra * ra - rb * rb + d * d) / (2.0 * d)
    across = math.sqrt(max(ra * ra - along * along, 0.0))
    unit = (b - a) / d
    return a + unit * complex(along, across if left else -across)


def meet_line(a: complex, to_a: Any, through: complex, direction: complex, ahead: bool = True) -> complex:
    """The point at distance `to_a` from a on a line; of the two, the one further ahead along it or the one behind."""
    r, unit = default(to_a), direction / abs(direction)
    foot = through + unit * ((a - through) * unit.conjugate()).real
    height = abs(a - foot)
    if height > r:
        raise AssemblyError(
            "linkage",
            f"has a bar of {r:g} m that cannot reach a line {height:g} m away",
            "Change its lengths or its starting angle",
        )
    half = math.sqrt(r * r - height * height)
    return foot + unit * (half if ahead else -half)


def third(a: complex, b: complex, from_a: Any, from_b: Any, left: bool = True) -> complex:
    """The third corner of a rigid triangle on the side from a to b."""
    return meet(a, from_a, b, from_b, left)


def local(origin: complex, toward: complex, p: complex) -> complex:
    """Coordinates of p in a bar's frame: origin at its first pin, x axis toward its second."""
    unit = (toward - origin) / abs(toward - origin)
    return (p - origin) * unit.conjugate()


def turn(angle: float) -> float:
    """The same direction in (−π, π]."""
    return math.remainder(angle, 2.0 * math.pi)


def solve_crank(c: float, s: float, rest: float, first: bool = True) -> float:
    """The angle β of c cos β + s sin β = rest; the two answers lie on both sides of the direction (c, s)."""
    size = math.hypot(c, s)
    if abs(rest) > size * (1.0 + 1e-12):
        raise AssemblyError(
            "linkage", f"has a crank that would need a cosine of {rest / size:g}", "Change its lengths or its pose"
        )
    middle, half = math.atan2(s, c), math.acos(min(1.0, max(-1.0, rest / size)))
    return turn(middle + half if first else middle - half)


def near(angle: float, to: float) -> float:
    """The same direction with the number of whole turns that brings it nearest to another angle."""
    return to + turn(angle - to)
