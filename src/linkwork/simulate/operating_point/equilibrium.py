"""Static equilibrium of a machine with loops, and whether it is stable."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.errors import AssemblyError, SimulationError

from ..closing import close
from ..coordinates import advance
from ..given_state import given_pose
from ..machine import Machine
from ..size import size
from .linear import Linear, forces_there, linearise
from .tangent import Derivatives, Tangent, derivatives, inertia

ROUNDS = 200
LONGEST = 0.3  # radians or metres in one step
KICK = 0.1  # the same, away from an equilibrium that falls when a stable one is looked for
KICKS = 8
NEUTRAL = 1e-10  # a stiffness below this share of the largest counts as none


@dataclass(frozen=True)
class Equilibrium:
    """A pose at rest.

    q           coordinates
    stable      whether every small push grows into no more than a swing
    poles       of the linear equations there
    residual    largest acceleration left, in rad/s² or m/s²
    linear      the linear equations there
    iterations  steps that led to it
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
    """The equilibrium that Newton's iteration leads to from a guess, loops closed; if it sticks, one that lies lower.

        K ξ = M a,   a the accelerations at rest,  K = −M ∂a/∂ξ                                  (1)

    tau        forces of the driven rates, zero if None; or a control law instead
    stable     look for one that attracts: step with |K| in place of K, which only goes downhill
    states     joints whose motion the states of the linear equations are
    tolerance  of the pose, in radians and metres
    """
    search = _Search(system, derivatives(system, control), tau, t, system.parameter_array(p), p)
    q = search.closed(given_pose(system, guess, "equilibrium: guess", t, p))
    found = None if stable else search.follow(q, downhill=False, tolerance=tolerance)
    found = found or search.follow(q, downhill=True, tolerance=tolerance)
    if found is None:
        raise SimulationError(
            f"mechanism {system.blueprint.name!r}",
            f"has no equilibrium near the guess: accelerations of {search.at(q).worst:.3g} rad/s² or m/s² are there",
            "Start nearer to it, or hold it with springs or forces",
        )
    there, iterations = found
    linear = linearise(system, there.q, tau=tau, control=control, states=states, t=t, p=p)
    if stable and not linear.stable:
        raise SimulationError(
            f"mechanism {system.blueprint.name!r}",
            "comes to an equilibrium from the guess, but not to a stable one",
            "Start elsewhere, or leave stable=True out to see it",
        )
    return Equilibrium(there.q, linear.stable, linear.poles, there.worst, linear, iterations)


@dataclass(frozen=True)
class _Here:
    """A pose at rest: motions N, orthonormal; inertia, stiffness and accelerations along them."""

    q: np.ndarray
    N: np.ndarray
    M: np.ndarray
    K: np.ndarray
    a: np.ndarray

    @property
    def worst(self) -> float:
        """Largest acceleration of a rate."""
        return float(np.abs(self.N @ self.a).max(initial=0.0))

    def step(self, downhill: bool) -> np.ndarray:
        """ξ of (1); along each mode towards lower potential where `downhill`."""
        force, symmetric = self.M @ self.a, 0.5 * (self.K + self.K.T)
        if not downhill and np.abs(self.K - symmetric).max(initial=0.0) > 1e-8 * np.abs(self.K).max(initial=0.0):
            return np.linalg.lstsq(self.K, force, rcond=NEUTRAL)[0]
        values, modes = np.linalg.eigh(symmetric)
        small = NEUTRAL * (np.abs(values).max(initial=0.0) or 1.0)
        values = np.abs(values) if downhill else values
        return modes @ ((modes.T @ force) / np.where(np.abs(values) < small, small, values))

    @property
    def falling(self) -> np.ndarray | None:
        """The way in which a push grows fastest, if one grows."""
        values, modes = np.linalg.eigh(0.5 * (self.K + self.K.T))
        grows = len(values) > 0 and values[0] < -1e-9 * np.abs(values).max()
        return modes[:, 0] if grows else None


@dataclass(frozen=True)
class _Search:
    """What stays the same while an equilibrium is looked for."""

    system: Machine
    every: Derivatives
    tau: Any
    t: float
    values: np.ndarray
    p: Any

    def at(self, q: np.ndarray) -> _Here:
        """Motions, inertia, stiffness and accelerations at a closed pose."""
        system = self.system
        tangent = Tangent.orthonormal(system, q, self.t, self.p)
        u = forces_there(self.every, self.tau, self.t)
        c = np.array(self.every.problem.control.start)
        given = {"q": q, "v": np.zeros(system.n_v), "c": c, "u": u, "t": np.array(self.t), "p": self.values}
        found, slope = self.every.at(given)
        N, S, E = tangent.N, tangent.S, system.coordinate_rates(np.tile(q, (system.n_v, 1)), np.eye(system.n_v)).T
        M = N.T @ inertia(system, q, self.values) @ N
        return _Here(q, N, M, -M @ S @ slope["v_dot", "q"] @ E @ N, S @ found["v_dot"])

    def follow(self, q: np.ndarray, *, downhill: bool, tolerance: float) -> tuple[_Here, int] | None:
        """The equilibrium that steps lead to and their number; None if they stick before."""
        here, kicks = self.at(q), 0
        for iteration in range(ROUNDS):
            step = here.step(downhill)
            longest = float(np.abs(here.N @ step).max(initial=0.0))
            there = self._better(here, step, longest, downhill) if longest > tolerance else None
            if there is not None:
                here = there
                continue
            if longest > tolerance and here.worst > 1e-8 * max(1.0, float(np.abs(here.K).max(initial=0.0))):
                return None  # it sticks; with less than that left, rounding stands in the way of more
            way = here.falling if downhill else None
            if way is None or kicks == KICKS:
                return here, iteration
            kicks += 1
            here = self.at(self.closed(advance(self.system.plan, here.q, KICK * here.N @ way)))
        return None

    def _better(self, here: _Here, step: np.ndarray, longest: float, downhill: bool) -> _Here | None:
        """A pose with smaller accelerations (or lower, where `downhill`) along a step; None if there is none."""
        part = min(1.0, LONGEST / longest)
        for _ in range(30):
            try:
                there = self.at(self.closed(advance(self.system.plan, here.q, here.N @ (part * step))))
            except ArithmeticError:
                part *= 0.5
                continue
            way = there.N.T @ here.N @ step
            lower = downhill and there.a @ there.M @ way >= 0 and part * longest > 1e-6
            if there.worst < here.worst or lower:
                return there
            part *= 0.5
        return None

    def closed(self, q: np.ndarray) -> np.ndarray:
        """The nearest pose with closed loops."""
        system = self.system
        if not system.closed:
            return q
        loops, length = system.loops(self.p), size(system.plan)
        found = close(
            lambda x: loops.gaps(x, self.t),
            lambda x, d: advance(system.plan, x, d),
            q,
            np.arange(system.n_v),
            size=length,
        )
        if found.gap > 1e-9 * length:
            raise AssemblyError(
                f"mechanism {system.blueprint.name!r}",
                f"does not close its loops near the guess: a gap of {found.gap:.3g} is left",
                "Start from a pose that assemble() gives",
            )
        return found.q
