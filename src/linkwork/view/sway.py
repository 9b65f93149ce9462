"""Sway: a motion of a machine that nobody computed, to see how it moves: its levers turned by hand, loops closed."""

from __future__ import annotations

import numpy as np

from linkwork.simulate.machine import Machine
from linkwork.view.dragging import Dragged, Lever, levers

SAMPLES = 180
SECONDS = 4.0
TURN, SLIDE = 0.35, 0.12  # how far angles sway, in radians, and lengths, in typical links


def sway(m: Machine, unit: float) -> tuple[np.ndarray, np.ndarray] | None:
    """(times, coordinates) of a whole turn of the only lever, or of a sway of all; None without levers.

    Where the loops do not let a lever go on, the machine goes as far as they do.
    """
    found = levers(m, unit)
    if not found:
        return None
    angle = np.linspace(0.0, 2 * np.pi, SAMPLES + 1)
    t = SECONDS * angle / (2 * np.pi)
    if len(found) == 1 and found[0].angle:
        turned = _followed(m, found, angle[:, None])
        if turned is not None:
            return t, turned
    phase = 2 * np.pi * np.arange(len(found)) / len(found)
    size = np.array([TURN if lever.angle else SLIDE * unit for lever in found])
    swayed = _followed(m, found, size * (np.sin(angle[:, None] + phase) - np.sin(phase)), least=True)
    return None if swayed is None else (t, swayed)


def _followed(m: Machine, found: tuple[Lever, ...], change: np.ndarray, least: bool = False) -> np.ndarray | None:
    """Coordinates while levers change (samples, levers); None if the loops do not follow, unless `least` will do."""
    dragged = Dragged(m, found)
    start = [float(dragged.q[lever.q]) for lever in found]
    rows = []
    for row in change:
        there = dragged.move({lever.name: x + d for lever, x, d in zip(found, start, row)})
        if not there and not least:
            return None
        rows.append(dragged.q)
    return np.array(rows)
