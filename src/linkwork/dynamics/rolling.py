"""Contacts that do not slip: thin wheels on a plane, and edges that do not slide sideways."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.algebra.jets import Jet, coefficients
from linkwork.algebra.scalars import Scalar, sqrt
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.conditions import Edge, Roll
from linkwork.connectivity.plan import Place
from linkwork.dynamics.motion import Motion
from linkwork.dynamics.rows import Row


def roll_rows(condition: Roll, motion: Motion) -> list[Row]:
    """The material point of the wheel at its lowest point c, counted from the centre, does not move against the floor.

        c = −r (n − (n·a) a) / √(1 − (n·a)²),  a axle, n normal of the floor                        (1)
        e_i · [v_w + ω_w × c − v_f − ω_f × (o_w + c − o_f)] = 0  along the floor's axes e_x, e_y, e_z = n    (2)
        h = n · (o_w − o_f) − r √(1 − (n·a)²)  is the gap of the third row, whose rate (2) is       (3)

    The first two rows have no gap: they cannot be integrated. λ are the forces of the floor on the wheel.
    Not for a wheel that lies flat (a = ±n), where its lowest point is not one point.
    """
    W, F = motion.frame(condition.wheel), motion.frame(condition.floor)
    axes, axle = _columns(F), _columns(W)[2]
    c, reach = _lowest(axes[2], axle, condition.radius)  # (1)
    gap = axes[2].dot(W.translation - F.translation) - reach  # (3)
    J = _slip_jacobian(motion, condition.wheel, condition.floor, axes, W.translation + c)
    bias: list[Scalar] = [0.0, 0.0, 0.0]
    if motion.v is not None:
        Wm, Fm = motion.view().moving_frame(condition.wheel), motion.view().moving_frame(condition.floor)
        moving_axes = _columns(Fm)
        cm, _ = _lowest(moving_axes[2], _columns(Wm)[2], condition.radius)
        bias = _slip_rate(motion, condition.wheel, condition.floor, moving_axes, cm)
    names = ("force x", "force y", "force z")
    return [Row(condition.name, names[i], gap if i == 2 else None, J[i], 0.0, bias[i]) for i in range(3)]


def contact(motion: Motion, condition: Roll) -> tuple[tuple[Vec3, Vec3, Vec3], Vec3]:
    """The axes of the floor and the point of contact, in the world: where the forces of the floor act."""
    W, F = motion.frame(condition.wheel), motion.frame(condition.floor)
    axes = _columns(F)
    c, _ = _lowest(axes[2], _columns(W)[2], condition.radius)
    return axes, W.translation + c


def edge_rows(condition: Edge, motion: Motion) -> list[Row]:
    """e · [v_e − v_f − ω_f × (o_e − o_f)] = 0, e the axis across the edge: like (2) of `roll_rows` with c = 0."""
    axis = _columns(motion.frame(condition.edge))[condition.across]
    point = motion.frame(condition.edge).translation
    J = _slip_jacobian(motion, condition.edge, condition.on, [axis], point)[0]
    bias: Scalar = 0.0
    if motion.v is not None:
        moving = _columns(motion.view().moving_frame(condition.edge))[condition.across]
        bias = _slip_rate(motion, condition.edge, condition.on, [moving], Vec3(0.0, 0.0, 0.0))[0]
    return [Row(condition.name, f"force {'xyz'[condition.across]}", None, J, 0.0, bias)]


def _lowest(n: Vec3, a: Vec3, radius: Any) -> tuple[Vec3, Any]:
    """From the centre of a wheel to its lowest point, and how far that is below: (1), r √(1 − (n·a)²)."""
    tilt = n.dot(a)
    height = sqrt(1.0 - tilt * tilt)
    return (a * tilt - n) * (radius / height), radius * height


def _slip_jacobian(motion: Motion, a: Place, b: Place, axes: Sequence[Vec3], point: Vec3) -> list[dict[int, Scalar]]:
    """Along each axis, the velocity of a's body against b's at a point, by rate."""
    on_a, on_b = motion.view().own_columns(a, b, point), motion.view().own_columns(b, a, point)
    found = []
    for e in axes:
        J = {k: e.dot(s.linear) for k, s in on_a.items()}
        for k, s in on_b.items():
            J[k] = J.get(k, 0.0) - e.dot(s.linear)
        found.append(J)
    return found


def _slip_rate(motion: Motion, a: Place, b: Place, axes: Sequence[Vec3], c: Vec3) -> list[Scalar]:
    """Rate at q̈ = 0 of the velocity of a's body against b's at the moving point c beyond a's origin."""
    o_a, o_b = motion.view().moving_frame(a).translation, motion.view().moving_frame(b).translation
    at_a = _rate(o_a) + motion.view().turning(a).cross(c)
    at_b = _rate(o_b) + motion.view().turning(b).cross(o_a + c - o_b)
    return [coefficients(e.dot(at_a - at_b), 1)[1] for e in axes]  # (2)


def _rate(p: Vec3) -> Vec3:
    return Vec3(*(x.rate if isinstance(x, Jet) else 0.0 for x in p))


def _columns(X: Any) -> tuple[Vec3, Vec3, Vec3]:
    """The axes of a frame in the world."""
    a, b, c = X.rotation
    return Vec3(a.x, b.x, c.x), Vec3(a.y, b.y, c.y), Vec3(a.z, b.z, c.z)
