"""Over a singular pose in one leap.

Where conditions become dependent for an instant, accelerations stay smooth along the true motion while the equations
that give them become ill-posed, and multipliers go to infinity. The steps of any method that evaluates there crowd
before that instant. So the accelerations just before it are continued as a polynomial, and the equations are taken up
again behind it.
"""

from __future__ import annotations

import numpy as np

from .hard import HardSteps

POINTS = 6  # instants before the leap that the polynomial passes through
CLEAR = 3e-3  # share of the largest singular value that the smallest one must have again behind the leap
SMOOTH = 1e-5  # relative difference of two polynomials beyond which the motion is not smooth enough
LONGEST = 0.05  # seconds


def leap(hard: HardSteps, t: float, y: np.ndarray, u: np.ndarray, h: float) -> tuple[float, np.ndarray] | None:
    """(time, state) behind the singular pose that lies ahead; None if there is none, or no way over it."""
    ahead = _time_to_singular(hard, t, y, u, h)
    if ahead is None:
        return None
    for stretch in (1.0, 2.0, 4.0, 8.0):
        length = ahead.until + stretch * max(ahead.until, ahead.clear)
        if length > LONGEST:
            return None
        made = _continued(hard, t, y, u, length)
        if made is None:
            return None
        if hard.close(t + length, made) and hard.spread(t + length, made, u) >= CLEAR:
            return t + length, made
    return None


class _Ahead:
    def __init__(self, until: float, clear: float) -> None:
        self.until, self.clear = until, clear  # seconds to the singular pose, and from there until it is left behind


def _time_to_singular(hard: HardSteps, t: float, y: np.ndarray, u: np.ndarray, h: float) -> _Ahead | None:
    here = hard.spread(t, y, u)
    if here > 0.1:
        return None
    for back in (0.1 * h, h, 10 * h):
        before = _earlier(hard, t, y, u, back)
        if before is None:
            return None
        slope = (hard.spread(t - back, before, u) - here) / back
        if slope > 0 and here / slope < 100 * back:
            return _Ahead(here / slope, CLEAR / slope)
    return None


def _earlier(hard: HardSteps, t: float, y: np.ndarray, u: np.ndarray, back: float) -> np.ndarray | None:
    """The state some time before, by the same method backwards in time, away from the singular pose."""
    new, _ = hard.attempt(t, y, u, -back)
    return new if np.isfinite(new).all() and hard.close(t - back, new) else None


def _continued(hard: HardSteps, t: float, y: np.ndarray, u: np.ndarray, length: float) -> np.ndarray | None:
    """y moved on with the rates of v, c and the energy flows continued as polynomials; q by Gauss steps on q̇(q, v)."""
    n_q = hard.places.n_q
    gap = 0.5 * length
    times, states = [0.0], [y]
    for k in range(1, POINTS):
        earlier = _earlier(hard, t - (k - 1) * gap, states[-1], u, gap)
        if earlier is None:
            return None
        times.append(-k * gap)
        states.append(earlier)
    rates = np.array([hard.rates(t + s, state, u) for s, state in zip(times, states)])
    # the instant next to the singular pose is the least sure one: leave it to the polynomial
    fine = np.polynomial.polynomial.polyfit(np.array(times[1:]) / length, rates[1:, n_q:], POINTS - 2)
    coarse = np.polynomial.polynomial.polyfit(np.array(times[1:-1]) / length, rates[1:-1, n_q:], POINTS - 3)
    changes = [_integral(c) * length for c in (fine, coarse)]
    scale = np.abs(y[n_q:]).max(initial=1.0)
    if not np.abs(changes[0] - changes[1]).max(initial=0.0) <= SMOOTH * scale:
        return None
    new = y.copy()
    count = 8
    for k in range(count):  # q̇ = E(q) v along the known v(s), by the classical method
        new[:n_q] = _coordinates(hard, t, new[:n_q], y, u, fine, k / count, (k + 1) / count, length)
    new[n_q:] = y[n_q:] + changes[0]
    return new


def _integral(c: np.ndarray, end: float = 1.0) -> np.ndarray:
    return sum(c[k] * end ** (k + 1) / (k + 1) for k in range(len(c)))  # type: ignore[return-value]


def _coordinates(
    hard: HardSteps,
    t: float,
    q: np.ndarray,
    y: np.ndarray,
    u: np.ndarray,
    c: np.ndarray,
    start: float,
    end: float,
    length: float,
) -> np.ndarray:
    n_q, h = hard.places.n_q, (end - start) * length

    def q_dot(where: float, at: np.ndarray) -> np.ndarray:
        state = y.copy()
        state[:n_q] = at
        state[n_q:] += _integral(c, where) * length
        return hard.coordinate_rates(t + where * length, state, u)

    middle = 0.5 * (start + end)
    k1 = q_dot(start, q)
    k2 = q_dot(middle, q + 0.5 * h * k1)
    k3 = q_dot(middle, q + 0.5 * h * k2)
    k4 = q_dot(end, q + h * k3)
    return q + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
