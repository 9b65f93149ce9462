"""Markers: pins of hinges, balls, crosses and motors; cut joints in their own colour; the ground's brackets."""

from __future__ import annotations

import numpy as np

from linkwork.blueprint.bodies import GROUND
from linkwork.blueprint.joints import Revolute, Spherical, Universal
from linkwork.view import colours, meshes
from linkwork.view.automatic import BAR, THICK
from linkwork.view.pieces import Piece, affine, block, disc, extent, frame, plate, sphere
from linkwork.view.polygons import rounded
from linkwork.view.sites import Site, Sites

NEAR = 2.6  # how far around a pin the solids of its bodies count for its length, in radii of a bar


def joint(
    a: Site, b: Site, sites: Sites, solids: dict[str, list[Piece]], driven: bool, k: int = 0
) -> list[tuple[str, Piece]]:
    """(body, piece) of what marks joint number k; its number keeps the ends of pins on one axis apart."""
    r = BAR * sites.unit
    proud = 0.03 * r * (k % 10)
    color = colours.CUT if a.cut else colours.PIN
    if isinstance(a.kind, Revolute):
        assert a.axis is not None
        low, high = _span(a, b, sites, solids, r)
        middle, length = a.at + 0.5 * (low + high) * a.axis, high - low
        marks = [disc(middle, a.axis, 0.55 * r, length + 0.5 * r + proud, color)]
        if a.cut or driven:
            wide = colours.CUT if a.cut else colours.TORQUE
            marks.append(disc(middle, a.axis, 1.15 * r, length + 0.3 * r + proud, wide, meshes.ring()))
        return [(a.body, mark) for mark in marks]
    if isinstance(a.kind, Universal):
        return [(s.body, disc(s.at, s.axis, 0.5 * r, 3.4 * r, color)) for s in (a, b)]
    if isinstance(a.kind, Spherical) or (a.kind.n_v == 3 and a.axis is None):
        return [(b.body, sphere(b.at, 1.35 * r, color))]
    if a.cut:
        return [(b.body, sphere(b.at, 0.9 * r, color))]
    if driven and a.slides:
        assert a.axis is not None
        return [(b.body, disc(b.at, b.axis, 1.9 * r, 0.9 * r, colours.TORQUE, meshes.ring()))]
    return []


def _span(a: Site, b: Site, sites: Sites, solids: dict[str, list[Piece]], r: float) -> tuple[float, float]:
    """From where to where along the axis the solids around a hinge reach."""
    low, high = -0.5 * THICK * r, 0.5 * THICK * r
    for site in (a, b):
        assert site.axis is not None
        points = extent(solids.get(site.body, [])) - site.at
        if not len(points):
            continue
        along = points @ site.axis
        aside = np.linalg.norm(points - np.outer(along, site.axis), axis=1)
        close = along[(aside < NEAR * r) & (np.abs(along) < 8.0 * r)]
        if len(close):
            low, high = min(low, float(close.min())), max(high, float(close.max()))
    return low, high


def bracket(site: Site, sites: Sites) -> list[Piece]:
    """What holds a joint on the ground: in a planar machine a triangle over a hatched line, in space a pedestal."""
    r = BAR * sites.unit
    down = -sites.up
    if sites.normal is None:
        if not site.kind.n_v or site.kind.n_v > 3 or site.slides:
            return []
        return [
            disc(site.at + 1.9 * r * down, down, 0.9 * r, 2.4 * r),
            disc(site.at + 3.3 * r * down, down, 2.4 * r, 0.5 * r),
        ]
    if not isinstance(site.kind, Revolute):
        return []
    n = sites.normal
    x = np.cross(down, n)
    R = np.column_stack([x, -down, n])
    base, half = -3.4 * r, 2.2 * r
    outline = rounded(np.array([(0.0, 0.0), (-0.75 * half, base), (0.75 * half, base)]), 0.9 * r)
    outline[:, 1] = np.maximum(outline[:, 1], base)
    outline = outline[np.concatenate([[True], np.linalg.norm(np.diff(outline, axis=0), axis=1) > 1e-6 * r])]
    line = block(site.at + R @ (0.0, base, 0.0), R, (2.9 * half, 0.25 * r, THICK * r))
    slant = frame(n, R @ (1.0, 1.0, 0.0))
    strokes = [
        Piece(
            meshes.box(),
            affine(slant, site.at + R @ (k * 0.52 * half, base - 0.55 * r, 0.0), (1.25 * r, 0.16 * r, 0.5 * r)),
        )
        for k in range(-2, 3)
    ]
    return [plate(R, site.at, outline, THICK * r), line, *strokes]


def on_ground(sites: Sites) -> list[Piece]:
    """Brackets for all joints on the ground."""
    return [piece for site in sites.of(GROUND) for piece in bracket(site, sites)]
