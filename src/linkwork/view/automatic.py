"""Looks of bodies that the description leaves bare: bars and plates between joints, rails and blocks, telescopes.

In a planar machine whose joints all lie in one plane, each body gets a level of its own along the normal, so that
bars pass each other as they do on a bench.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.blueprint.bodies import GROUND, Body
from linkwork.view.pieces import Piece, block, disc, frame, rod, rounded_plate, sphere
from linkwork.view.sites import Site, Sites

BAR = 0.045  # radius of a bar, as a share of a typical link
THICK = 1.1  # thickness of a plate, in radii of a bar
GAP = 1.25  # distance between levels, in thicknesses
NEAR = 1e-6  # what counts as the same place, as a share of a typical link


def levels(sites: Sites, bodies: Sequence[Body]) -> dict[str, int]:
    """A level for each of the bodies, ground 0, different for those that share a joint; empty where none are needed."""
    n = sites.normal
    if n is None:
        return {}
    heights = [float(n @ sites.world(site.body, site.at)) for site in sites.sites]
    if np.ptp(heights) > 1e-3 * sites.unit:
        return {}
    found = {GROUND: 0}
    for body in bodies:
        taken = {found.get(site.other) for site in sites.of(body.name)}
        found[body.name] = next(k for k in range(1, len(taken) + 2) if k not in taken)
    return found


def bare(body: Body, sites: Sites, level: int = 0, width: float = 1.0) -> list[Piece]:
    """Pieces for a body without shapes; `level` shifts them along the normal of a planar machine.

    A `width` of their own keeps the surfaces of bodies that meet apart.
    """
    here = sites.of(body.name)
    com = np.array([float(x) for x in body.com])
    r = width * BAR * sites.unit
    points = _distinct([*(site.at for site in here), *sites.frames(body.name)], NEAR * sites.unit)
    n = None if sites.normal is None else sites.into(body.name, sites.normal)
    pieces: list[Piece] = []
    for site in here:
        if site.slides:
            pieces += slider(site, sites, r)
    telescope = any(site.slides and _telescopic(site, sites) for site in here)
    if not telescope:
        pieces += _between(points, com, n, r, body, sites)
    shift = np.zeros(3) if n is None else n * (level * GAP * THICK * r)
    return [piece.moved(shift) for piece in pieces]


def _between(
    points: np.ndarray, com: np.ndarray, n: np.ndarray | None, r: float, body: Body, sites: Sites
) -> list[Piece]:
    """A bar or plate that holds the joints of a body together."""
    if len(points) == 0:
        return [_lump(com, body)]
    if len(points) == 1 and not any(site.slides for site in sites.of(body.name)):
        reach = 2.0 * (com - points[0])
        if n is not None:
            reach = reach - n * (n @ reach)
        if np.linalg.norm(reach) < 0.1 * sites.unit:
            return [_lump(com, body, n if n is not None else sites.of(body.name)[0].axis)]
        points = np.array([points[0], points[0] + reach])
    if n is not None:
        R = frame(n)
        flat = (points - points[0]) @ R
        return [rounded_plate(R, points[0], flat[:, :2], 1.35 * r, THICK * r)]
    if len(points) == 1:
        return []
    middle = points.mean(axis=0)
    _, spread, axes = np.linalg.svd(points - middle)
    size = spread[0]
    if len(points) == 2 or spread[1] < 1e-3 * size:
        along = (points - middle) @ axes[0]
        a, b = points[np.argmin(along)], points[np.argmax(along)]
        return [rod(a, b, r), sphere(a, r), sphere(b, r)]
    if len(points) == 3 or spread[2] < 1e-3 * size:
        R = np.column_stack([axes[0], axes[1], np.cross(axes[0], axes[1])])
        return [rounded_plate(R, middle, ((points - middle) @ R)[:, :2], 1.6 * r, THICK * r)]
    return [sphere(middle, 1.3 * r), *(rod(middle, p, 0.8 * r) for p in points)]


def _lump(com: np.ndarray, body: Body, axis: np.ndarray | None = None) -> Piece:
    """A disc about an axis, or a box, with the inertia of the body if it were uniform."""
    mass = float(body.mass) or 1.0
    I = np.array([[float(x) for x in row] for row in body.inertia])
    if body.inertia_about == "origin":
        I = I - float(body.mass) * (com @ com * np.eye(3) - np.outer(com, com))
    if axis is not None and axis @ I @ axis > 0.0:
        radius = float(np.sqrt(2.0 * (axis @ I @ axis) / mass))
        return disc(com, axis, radius, 0.25 * radius)
    moments, axes = np.linalg.eigh(I)
    squares = 6.0 / mass * (moments.sum() - 2.0 * moments)  # edges a² = 6 (I_b + I_c − I_a) / m
    size = np.sqrt(np.maximum(squares, 1e-4 * max(float(squares.max()), 1e-12)))
    return block(com, axes * np.sign(np.linalg.det(axes)), size)


# ---- sliders


def slider(site: Site, sites: Sites, r: float) -> list[Piece]:
    """A tube or a rod of a telescope; else a rail on the first body, a block on the second."""
    assert site.axis is not None  # every slider has one
    partner = _partner(site, sites)
    away = sites.into(site.body, sites.world(partner.body, partner.at) - sites.world(site.body, site.at))
    reach = float(away @ site.axis)
    if _telescopic(site, sites):
        start = _anchor(site, sites)
        end = sites.into(site.body, sites.world(partner.body, _anchor(partner, sites)) - sites.positions[site.body])
        if site.side == 0:
            return [rod(start, start + 0.58 * (end - start), 1.5 * r), sphere(start, 1.5 * r)]
        return [rod(start, start + 0.62 * (end - start), 0.8 * r), sphere(start, 0.8 * r)]
    if site.side == 0:
        half = max(0.75 * sites.unit, abs(reach))
        middle = site.at + 0.5 * reach * site.axis
        return [rod(middle - half * site.axis, middle + half * site.axis, 0.45 * r)]
    if site.kind.n_v == 1:
        n = None if sites.normal is None else sites.into(site.body, sites.normal)
        return [block(site.at, frame(site.axis, n), (2.0 * r, 3.2 * r, 5.0 * r))]
    return [disc(site.at, site.axis, 1.6 * r, 4.0 * r)]


def _partner(site: Site, sites: Sites) -> Site:
    return next(other for other in sites.sites if other.joint == site.joint and other.side != site.side)


def _anchor(site: Site, sites: Sites) -> np.ndarray:
    """The joint of the same body that is farthest along the slider; the slider's own place if there is no other."""
    others = [other.at for other in sites.of(site.body) if other is not site] or [site.at]
    return max(others, key=lambda p: float(np.linalg.norm(p - site.at)))


def _telescopic(site: Site, sites: Sites) -> bool:
    """Whether both bodies lie along the slider and are some way apart: a tube and its rod."""
    if site.body == GROUND or site.other == GROUND or site.kind.n_v > 2:
        return False
    partner = _partner(site, sites)
    ends = []
    for one in (site, partner):
        assert one.axis is not None
        for other in sites.of(one.body):
            aside = np.cross(other.at - one.at, one.axis)
            if np.linalg.norm(aside) > 0.05 * sites.unit:
                return False
        ends.append(sites.world(one.body, _anchor(one, sites)))
    return float(np.linalg.norm(ends[1] - ends[0])) > 0.2 * sites.unit


def _distinct(points: list[np.ndarray], tolerance: float) -> np.ndarray:
    """The points without those that lie on an earlier one."""
    kept: list[np.ndarray] = []
    for p in points:
        if all(np.linalg.norm(p - k) > tolerance for k in kept):
            kept.append(p)
    return np.array(kept).reshape(-1, 3)
