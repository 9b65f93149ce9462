"""Mesh: triangles with normals; the unit solids that pictures are made of, and slabs with any outline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from linkwork.view.polygons import area, triangles

AROUND = 32  # sides of a round solid


@dataclass(frozen=True, eq=False)
class Mesh:
    """Corners (n, 3), their unit normals (n, 3), and triangles (m, 3) that turn counter-clockwise seen from outside."""

    vertices: np.ndarray
    normals: np.ndarray
    faces: np.ndarray

    def placed(self, place: np.ndarray) -> Mesh:
        """The mesh moved by an affine map (4, 4)."""
        A = place[:3, :3]
        normals = self.normals @ np.linalg.inv(A)
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        faces = self.faces if np.linalg.det(A) > 0.0 else self.faces[:, ::-1]
        return Mesh(self.vertices @ A.T + place[:3, 3], normals, faces)


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one."""
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        np.concatenate([mesh.normals for mesh in meshes]),
        np.concatenate([mesh.faces + start for mesh, start in zip(meshes, starts)]),
    )


@cache
def cylinder() -> Mesh:
    """Radius 1, from z = −½ to ½."""
    return _turned([(0.0, -0.5), (1.0, -0.5), (1.0, 0.5), (0.0, 0.5)])


@cache
def cone() -> Mesh:
    """Radius 1 at z = 0, its tip at z = 1."""
    return _turned([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)])


@cache
def ring() -> Mesh:
    """A flat ring between the radii 0.72 and 1, from z = −½ to ½."""
    return _turned([(0.72, -0.5), (1.0, -0.5), (1.0, 0.5), (0.72, 0.5), (0.72, -0.5)])


@cache
def box() -> Mesh:
    """The cube from −½ to ½."""
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    return slab(corners, 1.0)


@cache
def ball() -> Mesh:
    """Radius 1."""
    rings = AROUND // 2
    polar = np.pi * np.arange(rings + 1) / rings
    around = 2 * np.pi * np.arange(AROUND + 1) / AROUND
    p, a = np.meshgrid(polar, around, indexing="ij")
    vertices = np.stack([np.sin(p) * np.cos(a), np.sin(p) * np.sin(a), np.cos(p)], axis=-1)
    i, j = (k.ravel() for k in np.meshgrid(np.arange(rings), np.arange(AROUND), indexing="ij"))
    here, below = i * (AROUND + 1) + j, (i + 1) * (AROUND + 1) + j
    quads = np.stack([here, below, below + 1, here + 1], axis=1)
    upper, lower = quads[i < rings - 1][:, [0, 1, 2]], quads[i > 0][:, [0, 2, 3]]
    flat = vertices.reshape(-1, 3)
    return Mesh(flat, flat, np.concatenate([upper, lower]))


def slab(outline: np.ndarray, thickness: float, inner: np.ndarray | None = None, smooth: float = 0.5) -> Mesh:
    """A plate in the xy plane with the given outline (n, 2), from z = −½ to ½ of its thickness.

    `inner` (n, 2) is a smaller outline for the top and bottom: the edge between is bevelled at 45 degrees.
    Sides that meet at an angle below `smooth` (radians) are shaded as one round surface.
    """
    outline = np.asarray(outline, dtype=float)
    inner = outline if inner is None else np.asarray(inner, dtype=float)
    if area(outline) < 0.0:
        outline, inner = outline[::-1], inner[::-1]
    h = thickness / 2
    bevel = float(np.linalg.norm(outline - inner, axis=1).max())
    caps, n = triangles(inner), len(outline)
    up = np.tile([0.0, 0.0, 1.0], (n, 1))
    flat = [
        Mesh(np.column_stack([inner, np.full(n, h)]), up, caps),
        Mesh(np.column_stack([inner, np.full(n, -h)]), -up, caps[:, ::-1]),
    ]
    out = _outward(outline, smooth)
    walls = [_wall(outline, outline, bevel - h, h - bevel, out, 0.0)]
    if bevel > 0.0:
        walls += [_wall(outline, inner, h - bevel, h, out, 1.0), _wall(inner, outline, -h, bevel - h, out, -1.0)]
    return joined([*flat, *walls])


def _outward(outline: np.ndarray, smooth: float) -> tuple[np.ndarray, np.ndarray]:
    """Normals in the plane at the start and at the end of every side."""
    side = np.roll(outline, -1, axis=0) - outline
    out = np.column_stack([side[:, 1], -side[:, 0]])
    out /= np.linalg.norm(out, axis=1, keepdims=True)
    before = np.roll(out, 1, axis=0)
    turns = (out * before).sum(axis=1, keepdims=True) > np.cos(smooth)
    mean = (out + before) / np.maximum(np.linalg.norm(out + before, axis=1, keepdims=True), 1e-12)
    return np.where(turns, mean, out), np.where(np.roll(turns, -1, axis=0), np.roll(mean, -1, axis=0), out)


def _wall(
    low: np.ndarray, high: np.ndarray, z1: float, z2: float, out: tuple[np.ndarray, np.ndarray], slope: float
) -> Mesh:
    """The band between two outlines at two heights; its normals lean up by `slope`."""
    n = len(low)
    bottom, top = np.column_stack([low, np.full(n, z1)]), np.column_stack([high, np.full(n, z2)])
    first, last = (np.column_stack([x, np.full(n, slope)]) / np.hypot(1.0, slope) for x in out)
    k, after = np.arange(n), (np.arange(n) + 1) % n
    faces = np.concatenate([np.stack([k, n + k, 2 * n + k], 1), np.stack([k, 2 * n + k, 3 * n + k], 1)])
    return Mesh(
        np.concatenate([bottom, bottom[after], top[after], top]), np.concatenate([first, last, last, first]), faces
    )


def _turned(profile: Sequence[tuple[float, float]]) -> Mesh:
    """The solid that a profile of (radius, z) sweeps about z; each straight piece is shaded on its own."""
    around = 2 * np.pi * np.arange(AROUND + 1) / AROUND
    c, s = np.cos(around), np.sin(around)
    vertices, normals, faces, start = [], [], [], 0
    k = np.arange(AROUND)
    for (r1, z1), (r2, z2) in zip(profile, profile[1:]):
        length = np.hypot(r2 - r1, z2 - z1)
        nr, nz = (z2 - z1) / length, (r1 - r2) / length
        for r, z in ((r1, z1), (r2, z2)):
            vertices.append(np.column_stack([r * c, r * s, np.full_like(c, z)]))
            normals.append(np.column_stack([nr * c, nr * s, np.full_like(c, nz)]))
        low, high = start + k, start + AROUND + 1 + k
        if r1 > 0.0:
            faces.append(np.column_stack([low, low + 1, high + 1]))
        if r2 > 0.0:
            faces.append(np.column_stack([low, high + 1, high]))
        start += 2 * (AROUND + 1)
    return Mesh(np.concatenate(vertices), np.concatenate(normals), np.concatenate(faces))
