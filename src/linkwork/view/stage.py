"""Stage: where a machine moves, seen from a good place: camera, light, and the floor or wall that carries the grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.view.scene import Scene

LOOKS = 48  # poses of a motion that count for its size
AXES = ((0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 0.0))  # where to look from, the first that is level


@dataclass(frozen=True, eq=False)
class Stage:
    """The room of a scene.

    up, front, side  the view's directions; `front` points to the viewer
    middle           of the room that the motion needs
    half             its half extents along side, up, front
    floor            a point of the grid's plane
    flat             whether a planar machine is seen face on, before a wall
    """

    up: np.ndarray
    front: np.ndarray
    middle: np.ndarray
    half: np.ndarray
    floor: np.ndarray
    flat: bool
    step: float

    @property
    def side(self) -> np.ndarray:
        """To the right."""
        return np.cross(self.up, self.front)

    @property
    def radius(self) -> float:
        """Of a ball that holds everything."""
        return float(np.linalg.norm(self.half))

    @property
    def light(self) -> np.ndarray:
        """Towards the light."""
        d = (
            0.95 * self.front + 0.75 * self.up - 0.5 * self.side
            if self.flat
            else self.up + 0.5 * self.front - 0.45 * self.side
        )
        return d / np.linalg.norm(d)

    def data(self) -> dict[str, Any]:
        """For the player."""
        across, along = self.side, self.up if self.flat else -self.front
        reach = 2.6 * self.radius
        shift = [float(self.floor @ across), float(self.floor @ along)]
        return {
            "camera": {
                "up": self.up.tolist(),
                "front": self.front.tolist(),
                "target": self.middle.tolist(),
                "half": self.half.tolist(),
                "radius": self.radius,
                "flat": self.flat,
            },
            "light": self.light.tolist(),
            "floor": {
                "middle": self.floor.tolist(),
                "across": across.tolist(),
                "along": along.tolist(),
                "reach": reach,
                "step": self.step,
                "shift": [x % (5.0 * self.step) for x in shift],
            },
        }


def stage(scene: Scene, rotations: np.ndarray, positions: np.ndarray) -> Stage:
    """The stage for a motion: rotations (n, bodies, 3, 3), positions (n, bodies, 3)."""
    up = scene.up
    flat = scene.normal is not None and abs(float(scene.normal @ up)) < 0.5
    front = scene.normal if scene.normal is not None and flat else _level(up)
    side = np.cross(up, front)
    frame = np.stack([side, up, front])
    which = np.unique(np.linspace(0, len(rotations) - 1, LOOKS).astype(int))
    corners = np.concatenate([scene.points(rotations[k], positions[k]) for k in which]) @ frame.T
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle = frame.T @ ((low + high) / 2)
    half = np.maximum((high - low) / 2, 0.05 * scene.unit)
    behind = frame.T @ np.array([*((low + high) / 2)[:2], low[2] - 0.12 * scene.unit])
    below = frame.T @ np.array([(low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2])
    return Stage(up, front, middle, half, behind if flat else below, flat, _nice(0.5 * float(half.max()) / 2.0))


def _level(up: np.ndarray) -> np.ndarray:
    """The first of the usual directions, made level."""
    for axis in np.array(AXES):
        if abs(float(axis @ up)) < 0.9:
            level = axis - up * (axis @ up)
            return level / np.linalg.norm(level)
    raise AssertionError("one of three perpendicular axes is always level enough")


def _nice(x: float) -> float:
    """1, 2 or 5 times a power of ten, near x."""
    power = 10.0 ** np.floor(np.log10(x))
    return float(power * (1.0 if x / power < 1.5 else 2.0 if x / power < 3.5 else 5.0))
