"""Workspace of a planar machine as a map: where a point can go, and how far each place is from a singular pose."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.view.plots.picture import draw, frame
from linkwork.view.plots.style import colors, figure
from linkwork.view.reach import Reach, reach
from linkwork.view.stage import stage
from linkwork.view.subject import machine as machine_of
from linkwork.view.subject import poses_of, resting, scene_of


def workspace(
    subject: Any,
    of: str | None = None,
    *,
    cells: int = 130,
    q: Any = None,
    shapes: str = "described",
    style: str = "light",
) -> Any:
    """The map of a body's or frame's places, in the pose's own assembly mode and, with three freedoms, attitude.

    Colour: the least that the drives feel of a unit motion; at 0 the machine moves although they are locked. Hatched:
    the least that the point moves, below a tenth of the usual.
    """
    m = machine_of(subject)
    start = resting(m) if q is None else np.asarray(q, dtype=float)
    found = reach(m, of, q=start, cells=cells)
    scene = scene_of(m, start, shapes)
    rotations, positions = poses_of(m, start[None])
    room = stage(scene, rotations, positions)
    with figure(style, size=_size(found)) as (made, axes):
        ax = axes[0, 0]
        colours = ax.pcolormesh(
            found.x, found.y, found.gain, shading="nearest", vmin=0.0, cmap="viridis", alpha=0.9, zorder=1
        )
        _lines(ax, found, style)
        draw(ax, scene, room, rotations[0], positions[0])
        frame(ax, room, f"{scene.name}: workspace of {found.of}")
        bar = made.colorbar(colours, ax=ax, pad=0.02, aspect=30)
        bar.set_label("hold of the drives (0: singular)")
        bar.outline.set_visible(False)
    return made


def _lines(ax: Any, found: Reach, style: str) -> None:
    """The rim of what can be reached, and where the point can hardly move."""
    inside = np.isfinite(found.gain)
    ax.contour(
        found.x, found.y, inside.astype(float), levels=[0.5], colors=[colors(style)["text"]], linewidths=0.9, zorder=2
    )
    weak = np.where(inside, found.loss, 1.0)
    if (weak < 0.1).any():
        marks = ax.contourf(found.x, found.y, weak, levels=[-1.0, 0.1], colors="none", hatches=["////"], zorder=2)
        marks.set_edgecolor(colors(style)["faint"])


def _size(found: Reach) -> tuple[float, float]:
    shape = float(np.ptp(found.y) / np.ptp(found.x))
    return 7.0, float(np.clip(5.6 * shape + 0.9, 3.0, 8.0))
