"""Inertia tensors of uniform shapes about their centre of mass, as three rows (kg m²)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..algebra.parameter import Quantity
from ..errors import DescriptionError
from .values import Triple, number, sequence, triple

Tensor = tuple[Triple, Triple, Triple]


def tensor(xx: Any, yy: Any, zz: Any, xy: Any = 0.0, yz: Any = 0.0, zx: Any = 0.0) -> Tensor:
    """From moments and products; products are the entries of the matrix, I_xy = −∫ x y dm."""
    return ((xx, xy, zx), (xy, yy, yz), (zx, yz, zz))


def rod(mass: Any, length: Any, axis: str = "x") -> Tensor:
    """Slender rod: m l² / 12 across, 0 along."""
    mass, length = _numbers("rod", mass, length)
    across = mass * length * length / 12
    return _about(axis, 0.0, across)


def box(mass: Any, x: Any, y: Any, z: Any) -> Tensor:
    """Cuboid with edges x, y, z: I_xx = m (y² + z²) / 12 and so on."""
    mass, x, y, z = _numbers("box", mass, x, y, z)
    return tensor(mass * (y * y + z * z) / 12, mass * (z * z + x * x) / 12, mass * (x * x + y * y) / 12)


def cylinder(mass: Any, radius: Any, length: Any, axis: str = "z") -> Tensor:
    """Round cylinder: m r² / 2 about its axis, m (3 r² + l²) / 12 across."""
    mass, radius, length = _numbers("cylinder", mass, radius, length)
    return _about(axis, mass * radius * radius / 2, mass * (3 * radius * radius + length * length) / 12)


def tube(mass: Any, outer: Any, inner: Any, length: Any, axis: str = "z") -> Tensor:
    """Hollow cylinder: m (R² + r²) / 2 about its axis, m (3 (R² + r²) + l²) / 12 across."""
    mass, outer, inner, length = _numbers("tube", mass, outer, inner, length)
    both = outer * outer + inner * inner
    return _about(axis, mass * both / 2, mass * (3 * both + length * length) / 12)


def sphere(mass: Any, radius: Any) -> Tensor:
    """Solid ball: 2 m r² / 5."""
    mass, radius = _numbers("sphere", mass, radius)
    moment = 2 * mass * radius * radius / 5
    return tensor(moment, moment, moment)


def shell(mass: Any, radius: Any) -> Tensor:
    """Thin hollow sphere: 2 m r² / 3."""
    mass, radius = _numbers("shell", mass, radius)
    moment = 2 * mass * radius * radius / 3
    return tensor(moment, moment, moment)


def plate(mass: Any, x: Any, y: Any) -> Tensor:
    """Thin rectangular plate in the x-y plane."""
    return box(mass, x, y, 0.0)


def disc(mass: Any, radius: Any, axis: str = "z") -> Tensor:
    """Thin disc: m r² / 2 about its axis, half of that across."""
    return cylinder(mass, radius, 0.0, axis)


def triangle(mass: Any, a: Any, b: Any, c: Any) -> Tensor:
    """Thin triangular plate with corners a, b, c, about their mean: m / 12 times the second moment of the corners."""
    mass = number(mass, "mass of a triangle")
    corners = [triple(p, "corner of a triangle") for p in (a, b, c)]
    return points([mass / 12] * 3, corners)


def points(masses: Sequence[Any], places: Sequence[Any]) -> Tensor:
    """Lumped points about their common centre of mass."""
    weights = [number(m, "mass of a point") for m in sequence(masses, "masses of the points", "a list of numbers")]
    spots = [triple(p, "place of a point") for p in sequence(places, "places of the points", "a list of points")]
    center = com(weights, spots)
    xx = yy = zz = xy = yz = zx = 0.0
    for m, (px, py, pz) in zip(weights, spots, strict=True):
        x, y, z = px - center[0], py - center[1], pz - center[2]
        xx, yy, zz = xx + m * (y * y + z * z), yy + m * (z * z + x * x), zz + m * (x * x + y * y)
        xy, yz, zx = xy - m * x * y, yz - m * y * z, zx - m * z * x
    return tensor(xx, yy, zz, xy, yz, zx)


def com(masses: Sequence[Any], places: Sequence[Any]) -> Triple:
    """Centre of mass of lumped points."""
    if len(masses) != len(places) or not len(masses):
        raise DescriptionError("points", f"have {len(masses)} masses and {len(places)} places", "Give one mass a place")
    total: Any = sum(masses)
    if not isinstance(total, Quantity) and total == 0.0:
        raise DescriptionError("points", "weigh nothing together", "Give one of them a mass")
    x, y, z = (sum(m * p[i] for m, p in zip(masses, places)) / total for i in range(3))
    return (x, y, z)


def _numbers(shape: str, *values: Any) -> list[Any]:
    return [number(x, f"mass or length of a {shape}") for x in values]


def _about(axis: str, along: Any, across: Any) -> Tensor:
    if axis not in ("x", "y", "z"):
        raise DescriptionError("axis of an inertia", f"is {axis!r}", "Use 'x', 'y' or 'z'")
    xx, yy, zz = (along if letter == axis else across for letter in "xyz")
    return tensor(xx, yy, zz)
