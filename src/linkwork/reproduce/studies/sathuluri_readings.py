"""Sathuluri (2019): what the tables can be read to mean; laws of time of the heave; reach of the rectangle."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy.integrate import quad

from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.papers.stewart import hexagon
from linkwork.motion import TRAJECTORIES, sample

from ..findings import Piece, judged
from ..study import study

BASE, PLATFORM = 0.2985, 0.6573  # γ of both


@study("sathuluri/readings of table A.1")
def readings(run: Experiment) -> Iterator[Piece]:
    """When the platform is level with the base, for each way to read the table; inertias against masses."""
    light, heavy = 11.3404, 1.15719
    turn = PLATFORM - BASE
    found = {
        "as printed": (light, heavy, 0.5, 1.5, turn),
        "masses exchanged": (heavy, light, 0.5, 1.5, turn),
        "lengths and moments exchanged": (light, heavy, 1.5, 0.5, turn),
        "masses exchanged, γ of the whole pair": (heavy, light, 0.5, 1.5, turn / 2),
        "masses exchanged, pairs of the base between those of the platform": (
            heavy, light, 0.5, 1.5, np.pi / 3 - PLATFORM - BASE,
        ),
    }  # fmt: skip
    sets = {"corrected": ("masses exchanged", 20.339), "exchanged": ("masses exchanged", 0.20339),
            "printed": ("as printed", 0.20339)}  # fmt: skip
    for theirs in run.numbers:
        words = theirs.quantity.split(", ", 1)
        if words[0].startswith("instant"):
            reading, _, kg = words[1].rpartition(", platform of ")
            reason = "0.48738 with the moment about the leg, see the free fall" if theirs.value == 0.4874 else ""
            yield judged(run, theirs, level_at(float(kg.split()[0]), *found[reading]), reason)
        elif words[0].startswith("the same"):
            reading, kg = sets[words[1].removesuffix(" masses")]
            yield judged(run, theirs, level_at(kg, *found[reading]))
    rods = ((light, 1.5, 0.00173), (heavy, 0.5, 0.00040), (0.5060, 0.82, 2 * 6.325e-6), (0.4320, 0.70, 2 * 5.4e-6))
    words = ("masses exchanged", "masses exchanged", "the last digit cut off", "ten times too large there")
    for theirs, (mass, length, about_itself), reason in zip(run.numbers[-4:], rods, words):
        yield judged(run, theirs, mass * length**2 / 12 + about_itself / 2, reason)


def level_at(top: float, below: float, above: float, first: float, second: float, turn: float) -> float:
    """Instant at which a platform that falls from 1.1 m without turning is level with its base.

    T = ½ [m_t + 6 (m_a z²/l² + D d²/l⁴)] ż²,   D = m_b l_b²/4 + m_a (l − l_a/2)² + I_a + I_b             (1)
    V = g [m_t z + 6 (z/l) (m_b l_b/2 + m_a (l − l_a/2))],   l² = z² + d²                                   (2)
    """
    across = 1.0 + 0.5803**2 - 2 * 0.5803 * np.cos(turn)

    def inertia(z: float) -> float:  # (1)
        l = np.sqrt(z * z + across)
        D = below * (first / 2) ** 2 + above * (l - second / 2) ** 2 + 2.1272 + 0.02431
        return top + 6 * (above * z * z / l**2 + D * across / l**4)

    def height(z: float) -> float:  # (2)
        l = np.sqrt(z * z + across)
        return 9.81 * (top * z + 6 * z / l * (below * first / 2 + above * (l - second / 2)))

    def slowness(s: float) -> float:  # dt/ds with z = 1.1 − s²
        z = 1.1 - s * s
        return 2 * s * np.sqrt(inertia(z) / (2 * (height(1.1) - height(z))))

    return float(quad(slowness, 1e-9, np.sqrt(1.1), epsabs=1e-12, epsrel=1e-12)[0])


@study("sathuluri/6-RSS laws of the heave")
def laws_of_the_heave(run: Experiment) -> Iterator[Piece]:
    """Peak accelerations of a rise by 0.1 m in 0.3 s."""
    rise, duration = 0.1, 0.3
    s = np.linspace(0.0, 1.0, 100_001)
    seventh = np.abs(420 * s**2 - 1680 * s**3 + 2100 * s**4 - 840 * s**5).max()
    cycloid = TRAJECTORIES["Cycloid"](start=(0.3,), end=(0.4,), duration=duration)
    highest = np.abs(sample(cycloid, duration * s[::10]).acceleration).max()
    ours = (highest / 9.81, seventh * rise / duration**2 / 9.81, np.sqrt(6 * rise / (0.8 * 9.81)))
    for theirs, value in zip(run.numbers, ours):
        yield judged(run, theirs, float(value))


def lengths_within(z: float) -> tuple[float, float]:
    """Shortest and longest leg of the upright platform with its middle anywhere in the rectangle."""
    gap = np.array(hexagon(0.5803, PLATFORM)) - np.array(hexagon(1.0, BASE))
    x, y = np.meshgrid(np.linspace(-0.25, 0.25, 201), np.linspace(-0.5, 0.5, 401))
    middle = np.stack([x, y, np.full_like(x, z)], axis=-1)
    lengths = np.linalg.norm(middle[:, :, None] + gap, axis=-1)
    return float(lengths.min()), float(lengths.max())
