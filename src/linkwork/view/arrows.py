"""Arrows: joint reactions and actuator forces of a run, as vectors in the world, scaled to the machine's size."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from linkwork.record import Record
from linkwork.view import colours
from linkwork.view.scene import Scene, Spot

NOTHING = 1e-9  # forces below this, in N or N m, are not worth an arrow
LONGEST = 0.8  # the longest arrow, as a share of a typical link


@dataclass(frozen=True, eq=False)
class Arrow:
    """A vector (samples, 3) in world axes, at a point of a body; `turns` if it is a torque about its direction."""

    name: str
    body: str
    at: np.ndarray
    color: str
    vectors: np.ndarray
    turns: bool = False


def arrows(scene: Scene, run: Record, rotations: np.ndarray) -> tuple[Arrow, ...]:
    """Those that the run recorded; `rotations` (samples, bodies, 3, 3) are the bodies' attitudes."""
    drives = [a for spot in scene.spots if (a := _torque(scene, spot, run, rotations)) is not None]
    reactions = [a for spot in scene.spots if (a := _reaction(scene, spot, run, rotations)) is not None]
    kinds = (reactions, [a for a in drives if not a.turns], [a for a in drives if a.turns])
    return tuple(arrow for kind in kinds for arrow in _scaled(kind, scene.unit))


def _reaction(scene: Scene, spot: Spot, run: Record, rotations: np.ndarray) -> Arrow | None:
    """Force of the first body on the second, in the axes of the joint's frame on the second."""
    if f"{spot.joint}.reaction.force.x" not in run:
        return None
    force = np.column_stack([run[f"{spot.joint}.reaction.force.{axis}"] for axis in "xyz"])
    world = np.einsum("nij,nj->ni", rotations[:, scene.bodies.index(spot.body)] @ spot.R, force)
    return Arrow(f"reaction in {spot.joint}", spot.body, spot.at, colours.FORCE, world)


def _torque(scene: Scene, spot: Spot, run: Record, rotations: np.ndarray) -> Arrow | None:
    """Torque or force of an actuator along the joint's axis."""
    if spot.axis is None or f"{spot.joint}.tau" not in run or run[f"{spot.joint}.tau"].ndim > 1:
        return None
    world = rotations[:, scene.bodies.index(spot.body)] @ spot.axis
    vectors = run[f"{spot.joint}.tau"][:, None] * world
    return Arrow(f"drive of {spot.joint}", spot.body, spot.at, colours.TORQUE, vectors, not spot.slides)


def _scaled(found: list[Arrow], unit: float) -> list[Arrow]:
    """Arrows of one kind with lengths that can be compared; the highest percentile is as long as allowed."""
    if not found:
        return []
    sizes = np.concatenate([np.linalg.norm(a.vectors, axis=1) for a in found])
    largest = float(np.percentile(sizes, 99.0))
    if not largest > NOTHING:
        return []
    factor = LONGEST * unit / largest
    return [replace(a, vectors=_limited(factor * a.vectors, 1.3 * LONGEST * unit)) for a in found]


def _limited(vectors: np.ndarray, most: float) -> np.ndarray:
    size = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors * np.minimum(1.0, most / np.maximum(size, 1e-300))
