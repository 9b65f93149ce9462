"""Walking: a free trunk whose leg joints follow a gait, in flight or on the ground of the book's program.

    I₀₀ q̈₀ = −h₀ − I₀θ q̈_θ + Σ J₀ᵀ f,   τ = I q̈ + h − Σ Jᵀ f                                       (1)

Only the book's experiments use this: machines of linkwork meet no ground, and nothing here is compiled into a run.

Reference: Shah, Saha, Dutt (2013), Eqs (7.1), (7.2) and appendix D; the law of the ground as its program has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import atan, pi, sqrt
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.interpolate import make_interp_spline

from linkwork.blueprint.library.gait import Gait, leg
from linkwork.system import System

UP, ALONG = 1, (0, 2)  # axes of the ground
ACCURACY = (1e-6, 1e-8)
LONGEST = 2e-3  # s: of a step, so that no touch-down is stepped over
Link = tuple[str, tuple[float, float, float, float], float]
"""A joint, the shares of (support lean, support bend, swing lean, swing bend) in its angle, and a constant."""


@dataclass(frozen=True)
class Ground:
    """A point y < 0 below the ground, at velocity v:

    N = −K y − C min(ẏ, 0),   C = 2 · 10 √(K Σm)                                                 (1)
    F = −(2 μ N / π) atan(π C_h v / (2 μ N)) along each level axis                                (2)
    """

    stiffness: float
    friction: float
    slip: float
    mass: float

    def force(self, place: np.ndarray, velocity: np.ndarray) -> np.ndarray:
        """The force on the point; none above the ground."""
        f = np.zeros(3)
        if place[UP] >= 0.0:
            return f
        damping = 20.0 * sqrt(self.stiffness * self.mass)
        f[UP] = -self.stiffness * place[UP] - damping * min(float(velocity[UP]), 0.0)  # (1)
        most = self.friction * f[UP]
        for k in ALONG:
            f[k] = -2 * most / pi * atan(pi * self.slip * float(velocity[k]) / (2 * most))  # (2)
        return f


class Steps:
    """Joint angles of step after step, the legs' parts exchanged each time; `links` says what each joint does."""

    def __init__(self, gait: Gait, length: float, links: Sequence[Link]) -> None:
        t = np.linspace(0.0, gait.period, 401)
        hip, foot, rise = path(gait, t)
        support = [leg(x, gait.height, length, length) for x in hip]
        swing = [leg(x - f, gait.height - h, length, length) for x, f, h in zip(hip, foot, rise)]
        self.period, self.of = gait.period, make_interp_spline(t, np.column_stack([support, swing]), k=7)
        self.shares, self.constants = np.array([link[1] for link in links]), np.array([link[2] for link in links])

    def __call__(self, t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Angles, rates, accelerations."""
        step = int(np.floor(t / self.period + 1e-12))
        order = [2, 3, 0, 1] if step % 2 else [0, 1, 2, 3]
        q, v, vd = (self.shares @ self.of(t - step * self.period, d)[order] for d in range(3))
        return q + self.constants, v, vd


def path(gait: Gait, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Forward place of the hip and of the swinging foot, height of that foot."""
    hip = gait.x0 * np.cosh(gait.w * t) + gait.speed[0] / gait.w * np.sinh(gait.w * t)
    foot = -gait.stride * np.cos(np.pi * t / gait.period)
    return hip, foot, gait.lift / 2 * (1 - np.cos(2 * np.pi * t / gait.period))


@dataclass(frozen=True)
class Walked:
    """A walk at instants: states, joint forces, forces on the feet (n, feet, 3), work of joints and of the ground."""

    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    vd: np.ndarray
    tau: np.ndarray
    feet: np.ndarray
    work: np.ndarray


class Walker:
    """A machine with a floating base, its steps and, if there is one, its ground; its named frames touch it."""

    def __init__(self, system: System, steps: Steps, links: Sequence[Link], ground: Ground | None) -> None:
        self.system, self.steps, self.ground = system, steps, ground
        names = list(system.v_names)
        self.joints = [names.index(link[0]) for link in links]
        self.base = [k for k, name in enumerate(names) if name.startswith("base")]
        self.carriers = [named.frame.body for named in system.blueprint.frames]
        at = [tuple(float(x) for x in named.frame.pose.translation) for named in system.blueprint.frames]
        self.feet = [
            (system.kernel("point", body=body, at=place), system.kernel("jacobian", body=body, at=place))
            for body, place in zip(self.carriers, at)
        ]

    def state(self, t: float, base: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """q, v and the joints' accelerations, from the base's coordinates and rates."""
        q, v, vd = np.array(self.system.start), np.zeros(self.system.n_v), np.zeros(self.system.n_v)
        q[self.joints], v[self.joints], vd[self.joints] = self.steps(t)
        q[self.base], v[self.base] = np.split(base[: 2 * len(self.base)], 2)
        return q, v, vd

    def pushed(self, q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
        """Σ Jᵀ f, its power, and the forces on the feet."""
        total, power, forces = np.zeros(self.system.n_v), 0.0, np.zeros((len(self.feet), 3))
        if self.ground is None:
            return total, power, forces
        for f, (place, jacobian) in zip(forces, self.feet):
            J = np.asarray(jacobian.call(q))[3:6]
            f[:] = self.ground.force(np.asarray(place.call(q)), J @ v)
            total, power = total + J.T @ f, power + float(f @ (J @ v))
        return total, power, forces

    def moving(self, t: float, base: np.ndarray) -> tuple[Any, ...]:
        """q, v, q̈, τ of (1), forces on the feet, powers of joints and ground."""
        q, v, vd = self.state(t, base)
        M, h = np.asarray(self.system.mass_matrix(q)), np.asarray(self.system.kernel("bias").call(q, v))
        push, power, forces = self.pushed(q, v)
        b = self.base
        vd[b] = np.linalg.solve(M[np.ix_(b, b)], push[b] - h[b] - M[b] @ vd)
        tau = M @ vd + h - push
        return q, v, vd, tau, forces, (float(tau @ v), power)

    def walk(self, speed: np.ndarray, duration: float, every: float = 0.01) -> Walked:
        """From the machine's starting pose, its base at `speed`."""
        n = len(self.base)

        def rates(t: float, y: np.ndarray) -> np.ndarray:
            _, v, vd, _, _, powers = self.moving(t, y)
            return np.concatenate([v[self.base], vd[self.base], powers])

        begin = np.concatenate([np.array(self.system.start)[self.base], speed, np.zeros(2)])
        t = np.linspace(0.0, duration, round(duration / every) + 1)
        found = solve_ivp(
            rates, (0.0, duration), begin, "LSODA", t_eval=t, rtol=ACCURACY[0], atol=ACCURACY[1], max_step=LONGEST
        )
        rows = [self.moving(now, y) for now, y in zip(t, found.y.T)]
        q, v, vd, tau, forces = (np.array([row[k] for row in rows]) for k in range(5))
        return Walked(t, q, v, vd, tau, forces, found.y[2 * n :].T)

    def driven(self, walked: Walked, speed: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The same joint forces given to the free machine without feedback, straight between instants: t and q."""
        n = self.system.n_v
        start, rates, _ = self.state(0.0, np.concatenate([np.array(self.system.start)[self.base], speed]))

        def moving(t: float, y: np.ndarray) -> np.ndarray:
            q, v = np.ascontiguousarray(y[:n]), np.ascontiguousarray(y[n:])
            tau = np.array([np.interp(t, walked.t, one) for one in walked.tau.T])
            return np.concatenate([v, self.system.forward_dynamics(q, v, tau + self.pushed(q, v)[0])])

        def fallen(t: float, y: np.ndarray) -> float:
            return 1.0 - float(np.abs(y[self.joints] - self.steps(t)[0]).max())

        fallen.terminal = True  # type: ignore[attr-defined]
        found = solve_ivp(
            moving, (0.0, float(walked.t[-1])), np.concatenate([start, rates]), "LSODA", rtol=ACCURACY[0],
            atol=ACCURACY[1], max_step=LONGEST, events=fallen, dense_output=False,
        )  # fmt: skip
        return found.t, found.y[:n].T
