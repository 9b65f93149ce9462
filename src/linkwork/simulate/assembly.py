"""Closing the loops: the coordinates nearest to a guess for which every gap is zero."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Closure = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
Move = Callable[[np.ndarray, np.ndarray], np.ndarray]


@dataclass(frozen=True)
class Assembly:
    """Where the iteration ended: coordinates, largest gap left, iterations used."""

    q: np.ndarray
    gap: float
    iterations: int


def close(closure: Closure, move: Move, q: np.ndarray, free: np.ndarray, *, tolerance: float, limit: int = 100) -> Assembly:
    """Levenberg–Marquardt on the gaps over the free rates; ends where the largest gap is below `tolerance` or no step helps.

        (Jᵀ J + μ 1) δ = −Jᵀ h,  q ← q ⊕ δ                                (1)

    The step is the least-norm one for redundant rows. `closure(q)` gives (h, J); `move(q, δ)` goes along rates δ for
    unit time, so that quaternions stay unit.
    """
    h, J = closure(q)
    mu, best = 0.0, float(np.abs(h).max(initial=0.0))
    for iteration in range(limit):
        if best <= tolerance:
            return Assembly(q, best, iteration)
        step = np.zeros(J.shape[1])
        step[free] = _damped(J[:, free], -h, mu)  # (1)
        longest = np.abs(step).max(initial=0.0)
        trial = move(q, step * min(1.0, 1.0 / longest) if longest > 0.0 else step)
        h_new, J_new = closure(trial)
        if np.linalg.norm(h_new) < np.linalg.norm(h) * (1.0 - 1e-4):
            q, h, J, mu = trial, h_new, J_new, mu * 0.2 if mu > 1e-12 else 0.0
        elif longest < 1e-14 * max(1.0, float(np.abs(q).max(initial=0.0))) or mu > 1e12:
            return Assembly(q, best, iteration)
        else:
            mu = max(mu * 10.0, 1e-8 * float(np.abs(J).max(initial=1.0)) ** 2)
        best = float(np.abs(h).max(initial=0.0))
    return Assembly(q, best, limit)


def _damped(J: np.ndarray, b: np.ndarray, mu: float) -> np.ndarray:
    if mu == 0.0:
        return np.linalg.lstsq(J, b, rcond=1e-12)[0]
    stacked = np.vstack([J, np.sqrt(mu) * np.eye(J.shape[1])])
    return np.linalg.lstsq(stacked, np.concatenate([b, np.zeros(J.shape[1])]), rcond=None)[0]
