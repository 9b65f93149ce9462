"""Agile eye: a spherical 3-RRR that points a camera (after Gosselin and Hamel, 1994)."""

from __future__ import annotations

from math import cos, pi, sin

from ... import inertia, shapes
from ...builder import Mechanism
from ..looks import DARK, GREEN, color

AXES = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


def agile_eye(radius: float = 0.12, *, arc: float = 0.15, camera: float = 0.3) -> Mechanism:
    """Three legs of two quarter arcs (mass `arc` each), all nine axes through one point, base and platform axes at
    right angles.

    Starts in its isotropic pose, all angles zero: base axes x, y, z; elbows z, x, y; platform axes y, z, x. Radius and
    masses assumed.
    """
    m = Mechanism("agile eye", gravity=(0.0, 0.0, -9.81))
    eye = m.body(
        "platform", mass=camera, inertia=inertia.sphere(camera, 0.3 * radius),
        shapes=[shapes.sphere(0.3 * radius), shapes.cylinder(0.12 * radius, 0.9 * radius, axis=(3**-0.5,) * 3)],
        color=GREEN,
    )  # fmt: skip
    for k, (base, elbow, tip) in enumerate((("x", "z", "y"), ("y", "x", "z"), ("z", "y", "x")), 1):
        lower = _arc(m, f"lower_{k}", base, elbow, radius, arc, k)
        upper = _arc(m, f"upper_{k}", elbow, tip, 0.85 * radius, arc, k + 3)
        m.revolute(f"base_{k}", m.ground, lower, axis=base)
        m.revolute(f"elbow_{k}", lower, upper, axis=elbow)
        if k == 1:
            m.revolute("tip_1", upper, eye, axis=tip)
        else:
            m.close(f"tip_{k}", upper, eye, kind="revolute", axis=tip)
        m.actuate(f"base_{k}")
        m.draw_ground(
            shapes.cylinder(0.1 * radius, 0.2 * radius, tuple(1.15 * radius * c for c in AXES[base]), base, DARK)
        )
    return m


def _arc(m: Mechanism, name: str, start: str, end: str, radius: float, mass: float, k: int):
    """A quarter ring from one axis to another, as lumped points."""
    u, w = AXES[start], AXES[end]
    n = 12
    at = [pi / 2 * (i + 0.5) / n for i in range(n)]
    spots = [tuple(radius * (a * cos(t) + b * sin(t)) for a, b in zip(u, w)) for t in at]
    ends = [
        tuple(radius * (a * cos(t) + b * sin(t)) for a, b in zip(u, w)) for t in (pi / 2 * i / n for i in range(n + 1))
    ]
    return m.body(
        name,
        mass=mass,
        com=inertia.com([mass / n] * n, spots),
        inertia=inertia.points([mass / n] * n, spots),
        shapes=[shapes.rod(a, b, 0.04 * radius) for a, b in zip(ends, ends[1:])],
        color=color(k),
    )
