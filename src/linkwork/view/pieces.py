"""Pieces: a mesh and where it sits in its body; rods, discs, balls, boxes and plates made of unit solids.

`place` is the affine map (4, 4) from the mesh to the body, scale included, so that pieces share their meshes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.blueprint import shapes
from linkwork.blueprint.frames import Frame, Move
from linkwork.errors import FormatError, MissingExtra
from linkwork.view import meshes
from linkwork.view.meshes import Mesh
from linkwork.view.polygons import rounded


@dataclass(frozen=True, eq=False)
class Piece:
    """One solid on a body; `color` is None where the body's own is meant."""

    mesh: Mesh
    place: np.ndarray
    color: str | None = None

    @property
    def points(self) -> np.ndarray:
        """Its corners in the body's frame."""
        return self.mesh.vertices @ self.place[:3, :3].T + self.place[:3, 3]

    def moved(self, by: np.ndarray) -> Piece:
        """The piece shifted in the body's frame."""
        place = self.place.copy()
        place[:3, 3] += by
        return Piece(self.mesh, place, self.color)


def frame(z: Any, x: Any = None) -> np.ndarray:
    """A rotation (3, 3) whose third column is along z; the first is as near to x as it can be."""
    z = np.asarray(z, dtype=float)
    z = z / np.linalg.norm(z)
    hint = np.eye(3)[np.argmin(np.abs(z))] if x is None else np.asarray(x, dtype=float)
    y = np.cross(z, hint)
    if np.linalg.norm(y) < 1e-9 * max(1.0, float(np.linalg.norm(hint))):
        return frame(z)
    y /= np.linalg.norm(y)
    return np.column_stack([np.cross(y, z), y, z])


def affine(R: np.ndarray, at: Any, scale: Any = 1.0) -> np.ndarray:
    """The map x -> R (scale x) + at as a matrix (4, 4)."""
    place = np.eye(4)
    place[:3, :3] = R * np.broadcast_to(np.asarray(scale, dtype=float), (3,))
    place[:3, 3] = at
    return place


def rod(start: Any, end: Any, radius: float, color: str | None = None) -> Piece:
    """A round bar between two points."""
    a, b = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
    length = float(np.linalg.norm(b - a))
    R = frame(b - a) if length > 0.0 else np.eye(3)
    return Piece(meshes.cylinder(), affine(R, (a + b) / 2, (radius, radius, max(length, 1e-9))), color)


def disc(at: Any, axis: Any, radius: float, length: float, color: str | None = None, mesh: Mesh | None = None) -> Piece:
    """A cylinder, or another solid of revolution, around an axis."""
    return Piece(mesh or meshes.cylinder(), affine(frame(axis), at, (radius, radius, length)), color)


def sphere(at: Any, radius: float, color: str | None = None) -> Piece:
    """A ball."""
    return Piece(meshes.ball(), affine(np.eye(3), at, radius), color)


def block(at: Any, R: np.ndarray, size: Any, color: str | None = None) -> Piece:
    """A cuboid."""
    return Piece(meshes.box(), affine(R, at, size), color)


def plate(R: np.ndarray, at: Any, outline: np.ndarray, thickness: float, color: str | None = None) -> Piece:
    """A slab in the xy plane of a frame."""
    return Piece(meshes.slab(outline, thickness), affine(R, at), color)


def rounded_plate(R: np.ndarray, at: Any, points: np.ndarray, radius: float, thickness: float) -> Piece:
    """A slab around points in the xy plane of a frame, with round corners and a bevelled edge."""
    bevel = 0.16 * thickness
    return Piece(meshes.slab(rounded(points, radius), thickness, rounded(points, radius - bevel)), affine(R, at))


# ---- the shapes of the description; numbers only, parameters are bound before


def described(shape: Any) -> Piece:
    """The piece for a shape of the description."""
    return DRAWN[type(shape)](shape)


def _plate(shape: shapes.Plate) -> Piece:
    corners = np.array(shape.corners, dtype=float)
    middle = corners.mean(axis=0)
    _, _, axes = np.linalg.svd(corners - middle)
    R = np.column_stack([axes[0], axes[1], np.cross(axes[0], axes[1])])
    return plate(R, middle, ((corners - middle) @ R)[:, :2], float(shape.thickness), shape.color)


def _mesh(shape: shapes.Mesh) -> Piece:
    return Piece(_read(shape.file), affine(_rotation(shape.turned), shape.at, float(shape.scale)), shape.color)


def _rotation(moves: Sequence[Move]) -> np.ndarray:
    return np.array([list(row) for row in Frame("", tuple(moves)).pose.rotation], dtype=float)


def _read(file: str) -> Mesh:
    try:
        import trimesh
    except ImportError:
        raise MissingExtra("trimesh", "formats", "the mesh of a body") from None
    if not Path(file).is_file():
        raise FormatError(f"mesh {file!r}", "does not exist", "Give its path from the folder where you run")
    loaded: Any = trimesh.load(file, force="mesh")
    return Mesh(np.array(loaded.vertices), np.array(loaded.vertex_normals), np.array(loaded.faces))


DRAWN: dict[type, Callable[[Any], Piece]] = {
    shapes.Rod: lambda s: rod(s.start, s.end, float(s.radius), s.color),
    shapes.Box: lambda s: block(s.at, _rotation(s.turned), s.size, s.color),
    shapes.Cylinder: lambda s: disc(s.at, s.axis, float(s.radius), float(s.length), s.color),
    shapes.Sphere: lambda s: sphere(s.at, float(s.radius), s.color),
    shapes.Plate: _plate,
    shapes.Mesh: _mesh,
}
"""How each shape of a description becomes a piece."""


def extent(pieces: Sequence[Piece]) -> np.ndarray:
    """All corners of some pieces, (n, 3)."""
    return np.concatenate([piece.points for piece in pieces]) if pieces else np.zeros((0, 3))
