"""Unit quaternions (w, x, y, z) that rotate child vectors into the parent."""

from __future__ import annotations

from collections.abc import Sequence

from .scalars import Scalar
from .vectors import Vec3


def rotation_rows(q: Sequence[Scalar]) -> tuple[Vec3, Vec3, Vec3]:
    """The rotation matrix R(q).

    R = 1 + 2 w ũ + 2 ũ ũ, u = (x, y, z), for unit q; off the unit sphere it is not a rotation.
    """
    w, x, y, z = q
    x2, y2, z2 = x + x, y + y, z + z
    wx, wy, wz = w * x2, w * y2, w * z2
    xx, yy, zz, xy, xz, yz = x * x2, y * y2, z * z2, x * y2, x * z2, y * z2
    return (
        Vec3(1.0 - (yy + zz), xy - wz, xz + wy),
        Vec3(xy + wz, 1.0 - (xx + zz), yz - wx),
        Vec3(xz - wy, yz + wx, 1.0 - (xx + yy)),
    )


def rates(q: Sequence[Scalar], w: Vec3) -> list[Scalar]:
    """q̇ = ½ q ⊗ (0, ω), ω the angular velocity in child coordinates."""
    a, x, y, z = q
    p = w * 0.5
    return [
        -(x * p.x + y * p.y + z * p.z),
        a * p.x + y * p.z - z * p.y,
        a * p.y + z * p.x - x * p.z,
        a * p.z + x * p.y - y * p.x,
    ]


def product(p: Sequence[Scalar], q: Sequence[Scalar]) -> list[Scalar]:
    """p ⊗ q: first q, then p."""
    a, b, c, d = p
    e, f, g, h = q
    return [
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    ]
