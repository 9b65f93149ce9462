"""Scene: everything that is needed to draw a machine in any pose, as plain data."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from linkwork.blueprint.bodies import GROUND
from linkwork.view import automatic, colours, markers
from linkwork.view.meshes import Mesh
from linkwork.view.pieces import Piece, described, extent
from linkwork.view.sites import Site, Sites

Role = Literal["body", "joint", "cut", "drive", "ground"]
SHAPES = ("described", "automatic")


@dataclass(frozen=True, eq=False)
class Part:
    """One solid: a mesh, its place on the body as an affine map (4, 4), its colour and what it stands for."""

    body: str
    mesh: Mesh
    place: np.ndarray
    color: str
    role: Role


@dataclass(frozen=True, eq=False)
class Spot:
    """A joint as a place: where it is on its second body, and its axis there if it has one."""

    joint: str
    body: str
    at: np.ndarray
    R: np.ndarray
    axis: np.ndarray | None
    cut: bool
    slides: bool
    first: str


@dataclass(frozen=True, eq=False)
class Tracer:
    """A point of a body that leaves a trail."""

    name: str
    body: str
    at: np.ndarray
    color: str


@dataclass(frozen=True, eq=False)
class Scene:
    """A machine ready to be drawn.

    bodies   in the order of the poses, ground first
    parts    solids that move with their bodies
    spots    one for each joint
    tracers  points worth following
    up       against gravity
    normal   of a planar machine, towards the viewer; None in space
    unit     a typical length of a link
    """

    name: str
    bodies: tuple[str, ...]
    parts: tuple[Part, ...]
    spots: tuple[Spot, ...]
    tracers: tuple[Tracer, ...]
    up: np.ndarray
    normal: np.ndarray | None
    unit: float

    def body_color(self, body: str) -> str:
        """The colour of a body's first solid."""
        found = (part.color for part in self.parts if part.body == body and part.role in ("body", "ground"))
        return next(found, colours.GROUND)

    def points(self, rotations: np.ndarray, positions: np.ndarray) -> np.ndarray:
        """Corners of all solids, and the tracers, in the world for poses (bodies, 3, 3), (bodies, 3): (n, 3)."""
        places = ((self.bodies.index(t.body), t.at) for t in self.tracers)
        found = [(rotations[k] @ at + positions[k])[None] for k, at in places]
        for part in self.parts:
            k = self.bodies.index(part.body)
            corners = part.mesh.vertices @ part.place[:3, :3].T + part.place[:3, 3]
            found.append(corners @ rotations[k].T + positions[k])
        return np.concatenate(found) if found else np.zeros((1, 3))


def scene(sites: Sites, *, driven: Collection[str] = (), shapes: str = "described") -> Scene:
    """The scene of a machine; with shapes="automatic" the shapes of the description are left out."""
    blueprint = sites.blueprint
    bare = [body for body in blueprint.bodies if not body.shapes or shapes == "automatic"]
    level = automatic.levels(sites, bare)
    solids: dict[str, list[Piece]] = {}
    paint: dict[str, str] = {GROUND: colours.GROUND}
    for k, body in enumerate(blueprint.bodies):
        paint[body.name] = body.color or colours.colour(k)
        if body in bare:
            solids[body.name] = automatic.bare(body, sites, level.get(body.name, 0), 1.0 + 0.03 * (k % 3))
        else:
            solids[body.name] = [described(shape) for shape in body.shapes]
    ground = [described(shape) for shape in blueprint.ground_shapes] if shapes == "described" else []
    solids[GROUND] = ground or [*markers.on_ground(sites), *_rails(sites)]
    parts = [
        Part(body, piece.mesh, piece.place, piece.color or paint[body], "ground" if body == GROUND else "body")
        for body, pieces in solids.items()
        for piece in pieces
    ]
    for k, (a, b) in enumerate(sites.pairs()):
        for body, piece in markers.joint(a, b, sites, solids, a.joint in driven, k):
            role: Role = "cut" if a.cut else "drive" if piece.color == colours.TORQUE else "joint"
            parts.append(Part(body, piece.mesh, piece.place, piece.color or colours.PIN, role))
    return Scene(
        name=blueprint.name,
        bodies=tuple(sites.rotations),
        parts=tuple(parts),
        spots=tuple(_spot(a, b) for a, b in sites.pairs()),
        tracers=_tracers(sites, paint, solids),
        up=sites.up,
        normal=sites.normal,
        unit=sites.unit,
    )


def _spot(a: Site, b: Site) -> Spot:
    return Spot(b.joint, b.body, b.at, b.R, b.axis, b.cut, b.slides, a.body)


def _rails(sites: Sites) -> list[Piece]:
    r = automatic.BAR * sites.unit
    return [piece for site in sites.of(GROUND) if site.slides for piece in automatic.slider(site, sites, r)]


def _tracers(sites: Sites, paint: dict[str, str], solids: dict[str, list[Piece]]) -> tuple[Tracer, ...]:
    """Points worth following: the first of these that a machine has.

    The frames that the user named; the middles of bodies with three joints and more away from the ground; joints
    between bodies away from the ground; the middles of such bodies; the tips of the last bodies.
    """
    blueprint = sites.blueprint
    named = [
        Tracer(named.name, named.frame.body, _place(named.frame), paint[named.frame.body])
        for named in blueprint.frames
        if named.frame.body != GROUND
    ]
    if named:
        return tuple(named[:6])
    near = {site.body for site in sites.sites if site.other == GROUND}
    away = [b.name for b in blueprint.bodies if len(sites.of(b.name)) > 1 and b.name not in near]
    meeting = [b for a, b in sites.pairs() if a.cut and a.body in away and b.body in away]
    if wide := [name for name in away if len(sites.of(name)) > 2]:
        return tuple(Tracer(name, name, _middle(sites, name, solids[name]), paint[name]) for name in wide[:3])
    if meeting:
        return tuple(Tracer(b.joint, b.body, _forward(sites, b.body, b.at, solids), paint[b.body]) for b in meeting[:3])
    if away:
        return tuple(Tracer(name, name, _middle(sites, name, solids[name]), paint[name]) for name in away[:3])
    tips = [body.name for body in blueprint.bodies if len(sites.of(body.name)) < 2]
    return tuple(Tracer(name, name, _tip(sites, name, solids[name]), paint[name]) for name in tips[:4])


def _middle(sites: Sites, body: str, solids: list[Piece]) -> np.ndarray:
    """The middle of a body's joints."""
    return _forward(sites, body, np.mean([site.at for site in sites.of(body)], axis=0), {body: solids})


def _forward(sites: Sites, body: str, point: np.ndarray, solids: dict[str, list[Piece]]) -> np.ndarray:
    """A point brought in front of the body's solids in a planar machine, where it is seen."""
    if sites.normal is None or not solids[body]:
        return point
    n = sites.into(body, sites.normal)
    return point + n * (float((extent(solids[body]) @ n).max()) - float(point @ n))


def _tip(sites: Sites, body: str, solids: list[Piece]) -> np.ndarray:
    """The middle of what lies farthest from the body's only joint."""
    points = extent(solids)
    if not sites.of(body) or not len(points):
        return np.array([float(x) for x in sites.blueprint.body(body).com])
    start = sites.of(body)[0].at
    far = np.linalg.norm(points - start, axis=1)
    return points[far > 0.97 * far.max()].mean(axis=0)


def _place(frame: Any) -> np.ndarray:
    return np.array([float(x) for x in frame.pose.translation])
