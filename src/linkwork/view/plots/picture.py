"""Picture: a machine as it stands, or several moments of a run on top of each other, with the ways of its points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from linkwork.record import Record
from linkwork.view.plots.style import colors, figure
from linkwork.view.polygons import convex_hull
from linkwork.view.scene import Scene
from linkwork.view.stage import Stage, stage
from linkwork.view.subject import machine as machine_of
from linkwork.view.subject import poses_of, resting, scene_of

MOMENTS = 5  # of a run


def picture(
    subject: Any,
    *,
    machine: Any = None,
    at: Sequence[float] | None = None,
    shapes: str = "described",
    style: str = "light",
) -> Any:
    """The machine drawn flat: a planar one face on, one in space from the side.

    at  times of a run that are drawn, the later the stronger; five from start to end if None
    """
    m = machine_of(subject, machine)
    run = subject if isinstance(subject, Record) and len(subject) else None
    if run is None:
        q, shown = resting(m)[None], np.zeros(1, dtype=int)
    else:
        q = run.q
        times = np.linspace(run.t[0], run.t[-1], MOMENTS) if at is None else np.asarray(at, dtype=float)
        shown = np.array([int(np.argmin(np.abs(run.t - t))) for t in times])
    rotations, positions = poses_of(m, q)
    scene = scene_of(m, q[0], shapes)
    room = stage(scene, rotations, positions)
    half = room.half
    with figure(style, size=_size(float(half[0]), float(half[1]))) as (made, axes):
        ax = axes[0, 0]
        for rank, k in enumerate(shown):
            strength = 1.0 if rank == len(shown) - 1 else 0.12 + 0.35 * rank / max(len(shown) - 1, 1)
            draw(ax, scene, room, rotations[k], positions[k], strength=strength, still=rank == len(shown) - 1, z=rank)
        _ways(ax, scene, room, rotations, positions, style)
        frame(ax, room, scene.name if run is None or at is None else f"{scene.name}, t = {run.t[shown[-1]]:.3g} s")
    return made


def draw(
    ax: Any,
    scene: Scene,
    room: Stage,
    rotations: np.ndarray,
    positions: np.ndarray,
    *,
    strength: float = 1.0,
    still: bool = True,
    z: int = 0,
) -> None:
    """One pose; each solid as the outline of its projection, the nearest last. `still` draws the ground too."""
    view = np.stack([room.side, room.up, room.front] if room.flat else _oblique(room))
    found = []
    for part in scene.parts:
        if part.role == "ground" and not still:
            continue
        k = scene.bodies.index(part.body)
        corners = part.mesh.vertices @ part.place[:3, :3].T + part.place[:3, 3]
        seen = (corners @ rotations[k].T + positions[k]) @ view.T
        found.append((float(seen[:, 2].max()), seen[:, :2], part))
    for depth, (_, flat, part) in enumerate(sorted(found, key=lambda each: each[0])):
        hull = convex_hull(flat)
        if len(hull) > 2:
            shade = _darker(part.color) if strength == 1.0 else "none"
            ax.fill(
                *hull.T,
                facecolor=part.color,
                edgecolor=shade,
                linewidth=0.7,
                alpha=strength,
                zorder=3 + 200 * z + depth,
            )


def frame(ax: Any, room: Stage, title: str) -> None:
    """Equal axes in metres; none in space, where lengths are foreshortened."""
    ax.set_aspect("equal")
    ax.set_title(title)
    ax.margins(0.04)
    if room.flat:
        ax.set_xlabel(f"{_axis(room.side)} / m")
        ax.set_ylabel(f"{_axis(room.up)} / m")
    else:
        ax.set_axis_off()


def _ways(ax: Any, scene: Scene, room: Stage, rotations: np.ndarray, positions: np.ndarray, style: str) -> None:
    if len(rotations) < 2:
        return
    view = np.stack([room.side, room.up] if room.flat else _oblique(room)[:2])
    for tracer in scene.tracers:
        k = scene.bodies.index(tracer.body)
        path = (rotations[:, k] @ tracer.at + positions[:, k]) @ view.T
        ax.plot(*path.T, color=colors(style)["text"], linewidth=1.0, alpha=0.75, zorder=5000, label=tracer.name)


def _oblique(room: Stage) -> list[np.ndarray]:
    """The view's axes in space: from the left and above."""
    front = 0.79 * room.front + 0.45 * room.up - 0.42 * room.side
    front = front / np.linalg.norm(front)
    side = np.cross(room.up, front)
    side = side / np.linalg.norm(side)
    return [side, np.cross(front, side), front]


def _size(wide: float, high: float) -> tuple[float, float]:
    shape = high / wide
    width = 7.0 if shape < 0.9 else 5.2
    return width, float(np.clip(width * shape + 0.7, 2.6, 7.5))


def _axis(direction: np.ndarray) -> str:
    for k, name in enumerate("xyz"):
        if abs(direction[k]) > 0.999:
            return name if direction[k] > 0.0 else f"−{name}"
    return "length"


def _darker(color: str) -> str:
    numbers = (int(color[k : k + 2], 16) for k in (1, 3, 5))
    return "#" + "".join(f"{int(0.62 * x):02x}" for x in numbers)
