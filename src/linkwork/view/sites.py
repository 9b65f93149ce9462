"""Sites: where the joints of a machine sit on its bodies, and how large it is; what every drawing starts from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.blueprint.bodies import GROUND
from linkwork.blueprint.joints import Cylindrical, Helical, Planar, Prismatic, Revolute, Universal
from linkwork.blueprint.mechanism import Blueprint

SLIDERS = (Prismatic, Cylindrical, Helical)
PARALLEL = 1e-6


@dataclass(frozen=True, eq=False)
class Site:
    """One side of a joint: its frame on one of its two bodies.

    side   0 on the first body (parent), 1 on the second (child)
    axis   of hinge, slider or cross pin, in the body's frame; None for joints without one
    """

    joint: str
    kind: Any
    side: int
    body: str
    other: str
    R: np.ndarray
    at: np.ndarray
    axis: np.ndarray | None
    cut: bool

    @property
    def slides(self) -> bool:
        """Whether the joint slides along its axis."""
        return isinstance(self.kind, SLIDERS)


@dataclass(frozen=True, eq=False)
class Sites:
    """All sites of a machine, and the poses of its bodies where it is drawn: rotations (3, 3) and positions by name."""

    blueprint: Blueprint
    sites: tuple[Site, ...]
    rotations: dict[str, np.ndarray]
    positions: dict[str, np.ndarray]

    def of(self, body: str) -> tuple[Site, ...]:
        """The sites on a body."""
        return tuple(site for site in self.sites if site.body == body)

    def frames(self, body: str) -> list[np.ndarray]:
        """Places of the frames that the user named on a body."""
        return [_numbers(f.frame.pose)[1] for f in self.blueprint.frames if f.frame.body == body]

    def pairs(self) -> Iterator[tuple[Site, Site]]:
        """(first side, second side) of every joint."""
        return zip(self.sites[::2], self.sites[1::2])

    def world(self, body: str, point: np.ndarray) -> np.ndarray:
        """Where points of a body are."""
        return point @ self.rotations[body].T + self.positions[body]

    def turned(self, body: str, direction: np.ndarray) -> np.ndarray:
        """A direction of a body in the world."""
        return self.rotations[body] @ direction

    def into(self, body: str, direction: np.ndarray) -> np.ndarray:
        """A direction of the world in a body."""
        return self.rotations[body].T @ direction

    @cached_property
    def unit(self) -> float:
        """A typical length of a link: the median over the bodies."""
        found = []
        for body in self.blueprint.bodies:
            points = np.array([site.at for site in self.of(body.name)] + [[float(x) for x in body.com]])
            found.append(float(np.linalg.norm(points[:, None] - points, axis=-1).max()))
        spans = [x for x in found if x > 1e-9]
        if spans:
            return float(np.median(spans))
        rolls = [_gyration(body) for body in self.blueprint.bodies]
        return 2.0 * max([*rolls, 0.0]) or 1.0

    @cached_property
    def normal(self) -> np.ndarray | None:
        """The direction that all hinges share and all slides lack, for a planar machine; None for one in space."""
        hinges, slides = [], []
        for a, _ in self.pairs():
            if isinstance(a.kind, Revolute) and a.axis is not None:
                hinges.append(self.turned(a.body, a.axis))
            elif isinstance(a.kind, Prismatic) and a.axis is not None:
                slides.append(self.turned(a.body, a.axis))
            elif isinstance(a.kind, Planar) and a.axis is not None:
                hinges.append(self.turned(a.body, a.axis))
            elif a.kind.n_v:
                return None
        if not hinges:
            return None
        n = hinges[0]
        across = all(np.linalg.norm(np.cross(n, h)) < PARALLEL for h in hinges)
        along = all(abs(n @ s) < PARALLEL for s in slides)
        if not (across and along):
            return None
        return n * (1.0 if n[np.argmax(np.abs(n))] > 0.0 else -1.0)

    @cached_property
    def up(self) -> np.ndarray:
        """Against gravity; without gravity, or with a machine that lies flat, y or z."""
        g = -np.array([float(x) for x in self.blueprint.gravity])
        n = self.normal
        if np.linalg.norm(g) > 0.0:
            g = g / np.linalg.norm(g)
            if n is None or abs(g @ n) < 0.9:
                return g
        if n is None:
            return np.array([0.0, 0.0, 1.0])
        return np.array([0.0, 1.0, 0.0]) if abs(n[1]) < 0.9 else np.array([0.0, 0.0, 1.0])


def find(blueprint: Blueprint, rotations: np.ndarray, positions: np.ndarray, bodies: Any, cuts: Any) -> Sites:
    """The sites of a machine whose parameters are bound, with the poses of the named bodies."""
    bodies = list(bodies)
    sites: list[Site] = []
    for joint in blueprint.joints:
        sites += _sides(joint.name, joint.kind, joint.parent, joint.child, joint.name in cuts)
    for closure in blueprint.closures:
        sites += _sides(closure.name, closure.kind, closure.a, closure.b, closure.name in cuts)
    return Sites(
        blueprint,
        tuple(site for site in sites if site.kind.n_v < 6),  # a free joint is nowhere
        {name: np.asarray(R, dtype=float) for name, R in zip(bodies, rotations)},
        {name: np.asarray(t, dtype=float) for name, t in zip(bodies, positions)},
    )


def _sides(name: str, kind: Any, a: Any, b: Any, cut: bool) -> tuple[Site, Site]:
    first, second = (
        Site(name, kind, side, here.body, there.body, *_numbers(here.pose), None, cut)
        for side, (here, there) in enumerate(((a, b), (b, a)))
    )
    return _with_axis(first), _with_axis(second)


def _numbers(pose: Any) -> tuple[np.ndarray, np.ndarray]:
    R = np.array([[float(x) for x in row] for row in pose.rotation])
    return R, np.array([float(x) for x in pose.translation])


def _with_axis(site: Site) -> Site:
    kind = site.kind
    local = getattr(kind, "axis", None) or getattr(kind, "normal", None)
    if isinstance(kind, Universal):
        local = np.eye(3)["XYZ".index(kind.sequence[site.side].upper())]
    if local is None:
        return site
    axis = site.R @ np.array(local, dtype=float)
    axis = axis / np.linalg.norm(axis)
    return Site(site.joint, kind, site.side, site.body, site.other, site.R, site.at, axis, site.cut)


def _gyration(body: Any) -> float:
    """Radius of gyration."""
    mass = float(body.mass)
    return float(np.sqrt(abs(sum(float(body.inertia[k][k]) for k in range(3))) / (2 * mass))) if mass > 0.0 else 0.0


__all__ = ["GROUND", "Site", "Sites", "find"]
