"""Polygons in a plane: area, convex hull, a rounded outline around points, and triangles that fill an outline."""

from __future__ import annotations

from typing import Any

import numpy as np


def area(outline: np.ndarray) -> float:
    """Signed area, positive for corners that go counter-clockwise."""
    x, y = outline.T
    return 0.5 * float(x @ np.roll(y, -1) - y @ np.roll(x, -1))


def convex_hull(points: np.ndarray) -> np.ndarray:
    """The corners of the convex hull, counter-clockwise; two for points on a line.

    Coordinates are rounded to whole numbers of a very small unit, so that turns are computed without error.
    """
    small = max(float(np.abs(points).max()), 1e-300) * 2.0**-30
    whole = {(int(x), int(y)): p for p in points for x, y in [np.round(p / small)]}
    distinct = sorted(whole)
    if len(distinct) < 3:
        return np.array([whole[key] for key in distinct])
    lower, upper = _chain(distinct), _chain(distinct[::-1])
    return np.array([whole[key] for key in (*lower[:-1], *upper[:-1])])


def _chain(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    chain: list[tuple[int, int]] = []
    for p in points:
        while len(chain) > 1 and _turn(chain[-2], chain[-1], p) <= 0:
            chain.pop()
        chain.append(p)
    return chain


def _turn(a: Any, b: Any, c: Any) -> Any:
    """Twice the area of the triangle a, b, c."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def rounded(points: np.ndarray, radius: float, arc: float = 0.2) -> np.ndarray:
    """The outline at a distance around the convex hull of the points: a disc, a stadium, a polygon with round corners.

    `arc` is the largest angle from one corner of the outline to the next.
    """
    hull = convex_hull(np.asarray(points, dtype=float))
    if len(hull) == 1:
        turns = np.linspace(0.0, 2 * np.pi, int(np.ceil(2 * np.pi / arc)), endpoint=False)
        return hull[0] + radius * np.column_stack([np.cos(turns), np.sin(turns)])
    side = np.roll(hull, -1, axis=0) - hull
    heading = np.arctan2(side[:, 1], side[:, 0]) - np.pi / 2
    pieces = []
    for k, corner in enumerate(hull):
        start = heading[k - 1]
        turned = (heading[k] - start + 1e-9) % (2 * np.pi)
        angles = start + np.linspace(0.0, turned, int(np.ceil(turned / arc)) + 1 if turned > 1e-6 else 1)
        pieces.append(corner + radius * np.column_stack([np.cos(angles), np.sin(angles)]))
    return np.concatenate(pieces)


def triangles(outline: np.ndarray) -> np.ndarray:
    """Triangles (m, 3) that fill a simple polygon whose corners go counter-clockwise, by cutting off ears."""
    left, found = list(range(len(outline))), []
    while len(left) > 3:
        ear = next((k for k in range(len(left)) if _is_ear(outline, left, k)), 0)  # 0: an outline that crosses itself
        found.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return np.array([*found, tuple(left)], dtype=int)


def _is_ear(outline: np.ndarray, left: list[int], k: int) -> bool:
    a, b, c = (outline[left[i % len(left)]] for i in (k - 1, k, k + 1))
    if _turn(a, b, c) <= 0.0:
        return False
    p = outline[[i for i in left if i not in (left[k - 1], left[k], left[(k + 1) % len(left)])]]
    inside = np.ones(len(p), dtype=bool)
    for u, v in ((a, b), (b, c), (c, a)):
        inside &= (v[0] - u[0]) * (p[:, 1] - u[1]) - (v[1] - u[1]) * (p[:, 0] - u[0]) >= 0.0
    return not inside.any()
