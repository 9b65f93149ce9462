"""Each shape of a description is drawn where it was described."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork import shapes
from linkwork.errors import FormatError
from linkwork.view.pieces import DRAWN, described, frame

SHAPES: list[tuple[Any, tuple[float, ...], tuple[float, ...]]] = [
    (shapes.rod((0, 0, 0), (2, 0, 0), 0.1), (0, -0.1, -0.1), (2, 0.1, 0.1)),
    (shapes.box(1, 2, 3, at=(1, 0, 0)), (0.5, -1, -1.5), (1.5, 1, 1.5)),
    (shapes.box(1, 2, 3, at=(1, 0, 0), rotation=("z", np.pi / 2)), (0, -0.5, -1.5), (2, 0.5, 1.5)),
    (shapes.cylinder(0.5, 2.0, axis="x"), (-1, -0.5, -0.5), (1, 0.5, 0.5)),
    (shapes.sphere(0.3, at=(0, 1, 0)), (-0.3, 0.7, -0.3), (0.3, 1.3, 0.3)),
    (shapes.plate([(0, 0, 1), (2, 0, 1), (2, 1, 1), (0, 1, 1)], 0.2), (0, 0, 0.9), (2, 1, 1.1)),
]


@pytest.mark.parametrize(("shape", "low", "high"), SHAPES, ids=lambda x: type(x).__name__)
def test_extent(shape: Any, low: tuple[float, ...], high: tuple[float, ...]) -> None:
    points = described(shape).points
    assert points.min(axis=0) == pytest.approx(low, abs=0.003)  # round solids are polygons
    assert points.max(axis=0) == pytest.approx(high, abs=0.003)


def test_every_shape_can_be_drawn() -> None:
    assert set(DRAWN) == set(shapes.SHAPES.values())


def test_a_mesh_is_read_from_its_file(tmp_path: Path) -> None:
    file = tmp_path / "corner.obj"
    file.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", encoding="utf-8")
    points = described(shapes.mesh(file, scale=2.0, at=(1, 0, 0))).points
    assert points.max(axis=0) == pytest.approx((3.0, 2.0, 2.0))
    points = described(shapes.mesh(file, scale=2.0, at=(1, 0, 0), rotation=("z", np.pi / 2))).points
    assert points.min(axis=0) == pytest.approx((-1.0, 0.0, 0.0))
    assert points.max(axis=0) == pytest.approx((1.0, 2.0, 2.0))


def test_a_missing_mesh_is_named() -> None:
    with pytest.raises(FormatError, match="'gone.stl'.*does not exist"):
        described(shapes.mesh("gone.stl"))


@pytest.mark.parametrize("z", [(0, 0, 1), (0, 0, -2), (1, 1, 1), (1, 0, 0)])
def test_a_frame_is_a_rotation_with_the_axis_asked_for(z: tuple[float, ...]) -> None:
    R = frame(z, (0, 0, 1))
    assert pytest.approx(np.eye(3)) == R @ R.T
    assert np.linalg.det(R) == pytest.approx(1.0)
    assert R[:, 2] == pytest.approx(np.array(z) / np.linalg.norm(z))
