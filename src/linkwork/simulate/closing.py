"""Closing the loops: the coordinates nearest to a guess for which every gap is zero."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Closure = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
Move = Callable[[np.ndarray, np.ndarray], np.ndarray]

CLOSED = 1e-11  # a gap below this share of the machine's size counts as closed
EXACT = 1e-15  # where the iteration stops trying
MOST = 1e6  # damping (over the machine's size squared) at which the iteration gives up
LONGEST = 1.0  # radians or metres in one step
DENSE = 80  # from so many rows on, steps are found by sparse elimination


@dataclass(frozen=True)
class Assembly:
    """Where the iteration ended: coordinates, gaps left, iterations used."""

    q: np.ndarray
    gaps: np.ndarray
    iterations: int

    @property
    def gap(self) -> float:
        """The largest gap left."""
        return float(np.abs(self.gaps).max(initial=0.0))


def close(
    closure: Closure,
    move: Move,
    q: np.ndarray,
    free: np.ndarray,
    *,
    size: float = 1.0,
    tolerance: float = EXACT,
    limit: int = 100,
) -> Assembly:
    """Levenberg–Marquardt on the gaps over the free rates; ends at rounding or where no step helps any more.

        (Jᵀ J + μ 1) δ = −Jᵀ h,  μ = ν h·h,  q ← q ⊕ δ                    (1)

    `closure(q)` gives (h, J); `move(q, δ)` goes along rates δ for unit time, so that quaternions stay unit. With this μ
    directions that an open pose hardly holds, and the closed one perhaps not at all (redundant rows), are not taken for
    ways out, and convergence is quadratic even to singular poses (Yamashita & Fukushima 2001). A step that does not
    help is damped more (ν), which also shortens it.
    """
    h, J = closure(q)
    nu, stall = 1.0, CLOSED * size
    for iteration in range(limit):
        worst, norm = np.abs(h).max(initial=0.0), np.linalg.norm(h)
        if not worst > tolerance * size:
            return Assembly(q, h, iteration)
        step, mu = np.zeros(J.shape[-1]), nu * norm * norm
        step[free] = _damped(J[:, free], -h, mu)  # (1)
        longest = np.abs(step).max(initial=0.0)
        trial = move(q, step * min(1.0, LONGEST / longest) if longest > 0.0 else step)
        h_new, J_new = closure(trial)
        if np.linalg.norm(h_new) < norm * (1.0 - 1e-4):
            q, h, J, nu = trial, h_new, J_new, max(1.0, 0.1 * nu)
        elif worst <= stall or longest <= 1e-14 * max(1.0, np.abs(q).max(initial=0.0)) or mu > MOST * size * size:
            return Assembly(q, h, iteration)
        else:
            nu *= 10.0
    return Assembly(q, h, limit)


def _damped(J: np.ndarray, b: np.ndarray, mu: float) -> np.ndarray:
    """The δ of (1); for vanishing μ the shortest δ with the least |J δ − b|."""
    if not J.size:
        return np.zeros(J.shape[1])
    if len(J) > DENSE:
        from scipy.sparse import csr_matrix, identity
        from scipy.sparse.linalg import spsolve

        S = csr_matrix(J)
        normal = S @ S.T
        weight = max(mu, 1e-13 * float(normal.diagonal().max(initial=1.0)))
        return S.T @ spsolve((normal + weight * identity(len(J))).tocsc(), b)
    if mu < 1e-14 * float(np.square(J).max()):
        return np.linalg.lstsq(J, b, rcond=1e-12)[0]
    m, n = J.shape
    if m <= n:
        return J.T @ np.linalg.solve(J @ J.T + mu * np.eye(m), b)
    return np.linalg.solve(J.T @ J + mu * np.eye(n), J.T @ b)
