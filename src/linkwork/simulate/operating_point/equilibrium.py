"""Static equilibrium of a machine with loops, and whether it is stable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.errors import SimulationError

from ..closing import close
from ..coordinates import advance
from ..machine import Machine
from ..size import size
from .linear import Linear, linearise

ROUNDS = 200
LONGEST = 0.3  # radians or metres in one step


@dataclass(frozen=True)
class Equilibrium:
    """A pose at rest.

    q          coordinates
    stable     whether every small push grows into no more than a swing
    poles      of the linear equations there
    residual   largest acceleration left, in rad/s² or m/s²
    linear     the linear equations there
    """

    q: np.ndarray
    stable: bool
    poles: np.ndarray
    residual: float
    linear: Linear
    iterations: int


def equilibrium(
    system: Machine,
    guess: Any = None,
    *,
    tau: Any = None,
    control: Any = None,
    stable: bool = False,
    states: Sequence[str] | None = None,
    t: float = 0.0,
    p: Any = None,
    tolerance: float = 1e-11,
) -> Equilibrium:
    """The equilibrium that Newton's iteration leads to from a guess, loops closed.

        K ξ = M a,   a the accelerations at rest,  K = −M ∂a/∂ξ                                  (1)

    tau     forces of the driven rates, zero if None; or a control law instead
    stable  look for one that attracts: step with |K| in place of K, which only goes downhill
    """
    q = np.array((system.closed_start if system.closed else system.start) if guess is None else guess, dtype=float)
    q = _closed(system, q, t, p)
    here = linearise(system, q, tau=tau, control=control, states=states, t=t, p=p)
    worst = _residual(here)
    for iteration in range(ROUNDS):
        if worst <= tolerance * _scale(here):
            return Equilibrium(q, here.stable, here.poles, worst, here, iteration)
        made = _better(system, here, q, worst, stable, tau, control, states, t, p)
        if made is None:
            if worst <= 1e-8 * min(100.0, _scale(here)):  # rounding stands in the way of more
                return Equilibrium(q, here.stable, here.poles, worst, here, iteration)
            break
        q, here, worst = made
    raise SimulationError(
        f"mechanism {system.blueprint.name!r}",
        f"has no equilibrium near the guess: accelerations of {worst:.3g} are left",
        "Start nearer to it, hold it with springs or forces, or look for a stable one: stable=True",
    )


def _better(
    system: Machine,
    here: Linear,
    q: np.ndarray,
    worst: float,
    downhill: bool,
    tau: Any,
    control: Any,
    states: Any,
    t: float,
    p: Any,
) -> tuple[np.ndarray, Linear, float] | None:
    """A pose with smaller accelerations (or lower, when a stable one is looked for); None if there is none."""
    f = here.N.shape[1]
    a = here.drift[f : 2 * f]
    K = -here.M @ here.A[f : 2 * f, :f]
    step = _step(K, here.M, here.M @ a, downhill)
    longest = np.abs(here.N @ step).max(initial=0.0)
    step *= min(1.0, LONGEST / longest) if longest > 0 else 1.0
    part = 1.0
    for _ in range(30):
        try:
            trial = _closed(system, advance(system.plan, q, here.N @ (part * step)), t, p)
            there = linearise(system, trial, tau=tau, control=control, states=states, t=t, p=p)
        except ArithmeticError:
            part *= 0.5
            continue
        now = _residual(there)
        lower = downhill and float(there.drift[f : 2 * f] @ there.M @ (part * step)) >= 0 and part * longest > 1e-3
        if now < worst or lower:
            return trial, there, now
        part *= 0.5
    return None


def _step(K: np.ndarray, M: np.ndarray, force: np.ndarray, downhill: bool) -> np.ndarray:
    """ξ of (1); along each mode towards lower potential where `downhill`."""
    symmetric = 0.5 * (K + K.T)
    if not downhill and np.abs(K - symmetric).max(initial=0.0) > 1e-8 * np.abs(K).max(initial=1.0):
        return np.linalg.lstsq(K, force, rcond=1e-10)[0]
    values, modes = np.linalg.eigh(symmetric)
    small = 1e-10 * np.abs(values).max(initial=1e-300)
    values = np.abs(values) if downhill else values
    values = np.where(np.abs(values) < small, small, values)
    return modes @ ((modes.T @ force) / values)


def _residual(linear: Linear) -> float:
    f = linear.N.shape[1]
    return float(np.abs(linear.N @ linear.drift[f : 2 * f]).max(initial=0.0))


def _scale(linear: Linear) -> float:
    """A size of accelerations: what a unit of motion brings."""
    f = linear.N.shape[1]
    return max(1.0, float(np.abs(linear.A[f : 2 * f, :f]).max(initial=0.0)))


def _closed(system: Machine, q: np.ndarray, t: float, p: Any) -> np.ndarray:
    """The nearest pose with closed loops."""
    if not system.closed:
        return q
    loops = system.loops(p)
    length = size(system.plan)
    found = close(
        lambda x: loops.gaps(x, t), lambda x, d: advance(system.plan, x, d), q, np.arange(system.n_v), size=length
    )
    if found.gap > 1e-9 * length:
        raise ArithmeticError("the loops do not close here")
    return found.q
