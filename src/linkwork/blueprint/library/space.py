"""Space geometry of starting poses: rotation matrices as three rows, vectors as triples, plain numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence

Vector = tuple[float, float, float]
Rows = tuple[Vector, Vector, Vector]

IDENTITY: Rows = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def about(axis: str, angle: float) -> Rows:
    """Rotation about a coordinate axis."""
    c, s = math.cos(angle), math.sin(angle)
    if axis.lower() == "x":
        return ((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c))
    if axis.lower() == "y":
        return ((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c))
    return ((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0))


def times(A: Rows, B: Rows) -> Rows:
    """A B."""
    a, b, c = (tuple(sum(r[k] * B[k][j] for k in range(3)) for j in range(3)) for r in A)
    return (_triple(a), _triple(b), _triple(c))


def transposed(A: Rows) -> Rows:
    """Aᵀ."""
    a, b, c = zip(*A)
    return (_triple(a), _triple(b), _triple(c))


def apply(A: Rows, v: Sequence[float]) -> Vector:
    """A v."""
    return _triple([sum(r[k] * v[k] for k in range(3)) for r in A])


def add(*vectors: Sequence[float]) -> Vector:
    """Sum."""
    return _triple([sum(c) for c in zip(*vectors)])


def less(a: Sequence[float], b: Sequence[float]) -> Vector:
    """a − b."""
    return _triple([x - y for x, y in zip(a, b)])


def size(v: Sequence[float]) -> float:
    """Length."""
    return math.hypot(*v)


def quaternion(A: Rows) -> tuple[float, float, float, float]:
    """Unit quaternion (w, x, y, z), w ≥ 0, by the largest of its four numbers (Shepperd)."""
    (xx, xy, xz), (yx, yy, yz), (zx, zy, zz) = A
    choices = (xx + yy + zz, xx - yy - zz, yy - xx - zz, zz - xx - yy)
    k = max(range(4), key=lambda i: choices[i])
    big = 0.5 * math.sqrt(1.0 + choices[k])
    d = 0.25 / big
    rows = (
        (big, (zy - yz) * d, (xz - zx) * d, (yx - xy) * d),
        ((zy - yz) * d, big, (xy + yx) * d, (xz + zx) * d),
        ((xz - zx) * d, (xy + yx) * d, big, (yz + zy) * d),
        ((yx - xy) * d, (xz + zx) * d, (yz + zy) * d, big),
    )
    w, x, y, z = rows[k]
    sign = -1.0 if w < 0.0 else 1.0
    return (sign * w, sign * x, sign * y, sign * z)


def of_rodrigues(c: Sequence[float]) -> Rows:
    """R = [(1 − cᵀc) 1 + 2 c cᵀ + 2 c~] / (1 + cᵀc), c = tan(angle/2) · axis."""
    x, y, z = c
    n = x * x + y * y + z * z
    k = 1.0 / (1.0 + n)
    return (
        (k * (1 - n + 2 * x * x), k * (2 * x * y - 2 * z), k * (2 * x * z + 2 * y)),
        (k * (2 * x * y + 2 * z), k * (1 - n + 2 * y * y), k * (2 * y * z - 2 * x)),
        (k * (2 * x * z - 2 * y), k * (2 * y * z + 2 * x), k * (1 - n + 2 * z * z)),
    )


def swing_yx(d: Sequence[float]) -> tuple[float, float]:
    """(φ, ψ) of the universal joint Rot_y(φ) Rot_x(ψ) that takes z to the direction d."""
    x, y, z = d
    return math.atan2(x, z), -math.asin(y / size(d))


def _triple(v: Sequence[float]) -> Vector:
    x, y, z = v
    return (x, y, z)
