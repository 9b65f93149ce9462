"""Gyroscope, top and a box in free flight."""

from __future__ import annotations

from math import cos, sin
from typing import Any

from ... import inertia, shapes
from ...builder import Mechanism
from ..looks import BLUE, DARK, GOLD, GREEN, ORANGE


def gyroscope(
    radius: float = 0.1,
    mass: float = 1.0,
    *,
    gimbals: tuple[float, float] = (0.3, 0.2),
    load: float = 0.0,
    tilt: float = 0.3,
) -> Mechanism:
    """A disc in two gimbals (masses outer and inner): outer about z, inner about x, spin about y; all dimensions
    assumed.

    `load` is a small mass hung on the inner gimbal one radius out along the spin axis: then it precesses. `tilt` is the
    inner gimbal's starting angle.
    """
    m = Mechanism("gyroscope", gravity=(0.0, 0.0, -9.81))
    outer_r, inner_r = 1.5 * radius, 1.25 * radius
    outer = m.body(
        "outer_gimbal", mass=gimbals[0], inertia=_ring(gimbals[0], outer_r, "y"),
        shapes=shapes.cylinder(outer_r, 0.02 * radius, axis="y"), color=BLUE,
    )  # fmt: skip
    total = gimbals[1] + load
    ring = _ring(gimbals[1], inner_r, "z")
    inner = m.body(
        "inner_gimbal", mass=total, com=(0.0, load * radius / total, 0.0),
        inertia=_with_point(ring, gimbals[1], load, radius), shapes=shapes.cylinder(inner_r, 0.02 * radius),
        color=GREEN,
    )  # fmt: skip
    looks = [
        shapes.cylinder(radius, 0.2 * radius, axis="y"),
        shapes.rod((0, -inner_r, 0), (0, inner_r, 0), 0.03 * radius),
    ]
    rotor = m.body(
        "rotor", mass=mass, inertia=inertia.cylinder(mass, radius, 0.2 * radius, "y"), shapes=looks, color=GOLD
    )
    m.revolute("outer", m.ground, outer, axis="z")
    m.revolute("inner", outer, inner, axis="x")
    m.revolute("spin", inner, rotor, axis="y")
    m.pose(outer=0.0, inner=tilt, spin=0.0)
    m.actuate("spin")
    m.draw_ground(shapes.cylinder(0.1 * radius, 0.3 * radius, (0, 0, -1.65 * radius), color=DARK))
    return m


def spinning_top(
    mass: float = 0.5, height: float = 0.1, radius: float = 0.06, *, tilt: float = 0.4, coordinates: str = "quaternion"
) -> Mechanism:
    """A disc on a stick whose point is held in a ball joint (Lagrange's top); mass centre at `height` along z of the
    top.
    """
    m = Mechanism("spinning top", gravity=(0.0, 0.0, -9.81))
    looks = [shapes.rod((0, 0, 0), (0, 0, 1.4 * height), 0.04 * height), shapes.cylinder(radius, 0.02, (0, 0, height))]
    top = m.body(
        "top", mass=mass, com=(0, 0, height), inertia=inertia.cylinder(mass, radius, 0.02), shapes=looks, color=ORANGE
    )
    m.spherical("point", m.ground, top, coordinates=coordinates)
    angles: Any = {"quaternion": (cos(tilt / 2), sin(tilt / 2), 0.0, 0.0), "ZXZ": (0.0, tilt, 0.0)}
    if coordinates in angles:
        m.pose(point=angles[coordinates])
    return m


def free_box(
    size: tuple[float, float, float] = (0.3, 0.2, 0.1), mass: float = 1.0, *, gravity: float = 0.0
) -> Mechanism:
    """A box in free flight with three different moments: about the middle one it tumbles. Nothing is driven."""
    m = Mechanism("free box", gravity=(0.0, 0.0, -gravity))
    body = m.body("box", mass=mass, inertia=inertia.box(mass, *size), shapes=shapes.box(*size), color=BLUE)
    m.floating("flight", body)
    return m


def _ring(mass: float, radius: float, axis: str) -> inertia.Tensor:
    """A thin hoop: m r² about its axis, half of that across."""
    along, across = mass * radius**2, mass * radius**2 / 2
    xx, yy, zz = (along if letter == axis else across for letter in "xyz")
    return inertia.tensor(xx, yy, zz)


def _with_point(tensor: inertia.Tensor, mass: float, load: float, away: float) -> inertia.Tensor:
    """About the common mass centre of a body and a point `away` along y: x and z gain the reduced mass times the
    distance squared.
    """
    more = mass * load / (mass + load) * away**2
    return inertia.tensor(tensor[0][0] + more, tensor[1][1], tensor[2][2] + more)
