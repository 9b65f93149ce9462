"""Sathuluri (2019): the passive angles lose their rank when the falling platform is level with its base."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.papers.stewart import hexagon
from linkwork.system import System

from ..findings import Piece, beside, judged
from ..runs import TIGHT

LEGS = tuple(f"leg_{k}" for k in range(1, 7))


def rank(run: Experiment, system: System) -> Iterator[Piece]:
    """The determinant of the passive angles' Jacobian, which vanishes when the platform is level with the base."""
    numbers = [theirs for theirs in run.numbers if theirs.quantity.startswith("determinant")]
    record = system.simulate(duration=0.5, tolerance=TIGHT, record_every=1e-4)
    near = record.t > 0.47
    t, values = record.t[near], np.array([passive_determinant(system, q) for q in record.q[near]])
    at_048 = float(values[np.argmin(np.abs(t - 0.48))])
    reason = "its conditions are not given; here squared distances and triple products, in m"
    for theirs in numbers:
        if theirs.quantity.endswith("in s"):
            before = t < t[np.argmin(values)]
            yield judged(run, theirs, float(np.interp(-3.44e-9, -values[before], t[before])), reason)
        elif theirs.origin == "derived":
            yield judged(run, theirs, at_048, reason)
        else:
            yield beside(run, theirs, at_048, f"at 0.48 s; {reason}")


PAIRS = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 2), (2, 4), (4, 0))


def passive_determinant(system: System, q: np.ndarray) -> float:
    """|det ∂η/∂(φ, ψ)| of twelve conditions on the platform's corners: nine squared distances, three in one plane."""
    foot = np.array([[q[system.q_names.index(name)] for name in system.q_names if name.startswith(f"foot_{k}")]
                     for k in range(1, 7)])  # fmt: skip
    length = np.array([q[system.q_names.index(leg)] for leg in LEGS])
    base, J = np.array(hexagon(1.0, 0.2985)), np.zeros((12, 12))
    for k in range(12):
        angles = foot.astype(complex)
        angles[k // 2, k % 2] += 1e-30j
        J[:, k] = np.imag(conditions(base, length, angles)) / 1e-30
    return float(abs(np.linalg.det(J)))


def conditions(base: np.ndarray, length: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """The twelve conditions, up to constants."""
    phi, psi = angles.T
    way = np.stack([np.sin(phi) * np.cos(psi), -np.sin(psi), np.cos(phi) * np.cos(psi)], axis=1)
    a = base + length[:, None] * way
    distances = [((a[i] - a[j]) ** 2).sum() for i, j in PAIRS]
    normal = np.cross(a[2] - a[0], a[4] - a[0])
    return np.array([*distances, *(normal @ (a[k] - a[0]) for k in (1, 3, 5))])
