"""Outlines keep their distance, and triangles fill exactly what an outline encloses."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.view.polygons import area, convex_hull, rounded, triangles

POINTS = st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1)), min_size=1, max_size=12)
STAR = np.array(
    [
        ((1.0 if k % 2 else 0.4) * np.cos(k * np.pi / 5), (1.0 if k % 2 else 0.4) * np.sin(k * np.pi / 5))
        for k in range(10)
    ]
)


@given(POINTS)
def test_every_point_is_in_its_hull(points: list[tuple[float, float]]) -> None:
    hull = convex_hull(np.array(points))
    for a, b in zip(hull, np.roll(hull, -1, axis=0)):
        sides = (b[0] - a[0]) * (np.array(points)[:, 1] - a[1]) - (b[1] - a[1]) * (np.array(points)[:, 0] - a[0])
        assert sides.min() >= -1e-8 or len(hull) < 3  # corners are rounded to 30 bits


@given(POINTS, st.floats(0.05, 0.5))
def test_a_rounded_outline_keeps_its_distance(points: list[tuple[float, float]], radius: float) -> None:
    outline = rounded(np.array(points), radius)
    gaps = np.linalg.norm(outline[:, None] - convex_hull(np.array(points)), axis=-1).min(axis=1)
    assert gaps == pytest.approx(radius, abs=1e-9)  # corners of the outline lie on arcs about the hull's corners
    assert area(outline) > 0.0


def test_a_round_outline_encloses_a_disc() -> None:
    assert area(rounded(np.zeros((1, 2)), 1.0, arc=0.02)) == pytest.approx(np.pi, rel=1e-3)


@pytest.mark.parametrize("outline", [STAR, rounded(STAR, 0.1), np.array([(0, 0), (2, 0), (2, 2), (1, 0.5), (0, 2.0)])])
def test_triangles_fill_the_outline(outline: np.ndarray) -> None:
    found = triangles(outline)
    areas = [area(outline[list(corners)]) for corners in found]
    assert len(found) == len(outline) - 2
    assert min(areas) >= 0.0
    assert sum(areas) == pytest.approx(area(outline))
