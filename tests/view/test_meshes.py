"""Solids are closed, have the volume of their formula, and normals that point outward."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from linkwork.view import meshes
from linkwork.view.meshes import Mesh, joined, slab
from linkwork.view.pieces import affine, frame
from linkwork.view.polygons import area, rounded

HEXAGON = rounded(np.array([(0.0, 0.0), (1.0, 0.0), (0.6, 0.8)]), 0.2)
SMALLER = rounded(np.array([(0.0, 0.0), (1.0, 0.0), (0.6, 0.8)]), 0.17)
N = meshes.AROUND
POLYGON = N / 2 * np.sin(2 * np.pi / N)  # area of the polygon that stands for the unit disc

SOLIDS = {
    "cylinder": (meshes.cylinder(), POLYGON),
    "cone": (meshes.cone(), POLYGON / 3),
    "ring": (meshes.ring(), POLYGON * (1 - 0.72**2)),
    "box": (meshes.box(), 1.0),
    "slab": (slab(HEXAGON, 0.3), 0.3 * area(HEXAGON)),
}


def volume(mesh: Mesh) -> float:
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6.0


def directed_edges(mesh: Mesh) -> Counter[tuple[tuple[float, ...], tuple[float, ...]]]:
    corners = [tuple(np.round(v, 9) + 0.0) for v in mesh.vertices]
    return Counter((corners[f[i]], corners[f[i - 2]]) for f in mesh.faces for i in range(3))


@pytest.mark.parametrize("name", SOLIDS)
def test_volume(name: str) -> None:
    mesh, expected = SOLIDS[name]
    assert volume(mesh) == pytest.approx(expected, rel=1e-9)


def test_a_ball_comes_near_to_its_volume() -> None:
    assert volume(meshes.ball()) == pytest.approx(4 / 3 * np.pi, rel=0.03)


def test_a_bevel_takes_little_away() -> None:
    bevelled = slab(HEXAGON, 0.3, SMALLER)
    assert 0.95 * volume(SOLIDS["slab"][0]) < volume(bevelled) < volume(SOLIDS["slab"][0])


@pytest.mark.parametrize("mesh", [*(m for m, _ in SOLIDS.values()), meshes.ball(), slab(HEXAGON, 0.3, SMALLER)])
def test_every_edge_is_shared_by_two_faces_that_turn_alike(mesh: Mesh) -> None:
    edges = directed_edges(mesh)
    assert all(edges[b, a] == count for (a, b), count in edges.items() if a != b)


@pytest.mark.parametrize("mesh", [*(m for m, _ in SOLIDS.values()), meshes.ball(), slab(HEXAGON, 0.3, SMALLER)])
def test_normals_have_unit_length_and_the_side_of_their_faces(mesh: Mesh) -> None:
    assert np.linalg.norm(mesh.normals, axis=1) == pytest.approx(1.0)
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    face = np.cross(b - a, c - a)
    for k in range(3):
        assert (np.einsum("ij,ij->i", face, mesh.normals[mesh.faces[:, k]]) > -1e-12).all()


def test_an_outline_may_go_either_way_round() -> None:
    assert volume(slab(HEXAGON[::-1], 0.3)) == pytest.approx(0.3 * area(HEXAGON))


@pytest.mark.parametrize("scale", [(2.0, 2.0, 0.5), (1.0, 1.0, -1.0)])
def test_a_placed_solid_keeps_its_outside(scale: tuple[float, float, float]) -> None:
    placed = meshes.cylinder().placed(affine(frame((1.0, 2.0, -1.0)), (0.3, 0.1, 0.2), scale))
    assert volume(placed) == pytest.approx(POLYGON * abs(np.prod(scale)))
    assert np.linalg.norm(placed.normals, axis=1) == pytest.approx(1.0)


def test_joined_solids_add_up() -> None:
    both = joined([meshes.box(), meshes.cylinder()])
    assert volume(both) == pytest.approx(1.0 + POLYGON)
