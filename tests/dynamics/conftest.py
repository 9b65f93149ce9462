"""What the tests of rows share: random states, and derivatives of rows by finite differences along a motion."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, Row, coordinate_rates, dense, rows
from linkwork.dynamics.equations import equations

STENCIL = (-2.0, -1.0, 1.0, 2.0)


def random_state(plan: Plan, seed: int = 1, size: float = 0.4) -> tuple[np.ndarray, np.ndarray]:
    """Coordinates near zero, unit quaternions anywhere, and rates."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(-size, size, plan.n_q)
    for node in plan.nodes:
        if node.step.n_q > node.step.n_v:
            turn = rng.normal(size=4)
            q[node.q + node.step.n_q - 4 : node.q + node.step.n_q] = turn / np.linalg.norm(turn)
    return q, rng.uniform(-1.0, 1.0, plan.n_v)


def moved(plan: Plan, q: np.ndarray, v: np.ndarray, s: float, steps: int = 4) -> np.ndarray:
    """q after a time s at constant rates: q̇ = E(q) v by Runge and Kutta."""
    f = lambda x: np.array(coordinate_rates(plan, list(x), list(v)))  # noqa: E731
    h = s / steps
    for _ in range(steps):
        a = f(q)
        b = f(q + h / 2 * a)
        c = f(q + h / 2 * b)
        d = f(q + h * c)
        q = q + h / 6 * (a + 2 * b + 2 * c + d)
    return q


def differences(f: Callable[[float], np.ndarray], h: float = 2e-3) -> tuple[np.ndarray, np.ndarray]:
    """First and second derivative of f at 0, exact to fourth order in h."""
    a, b, c, d = (f(k * h) for k in STENCIL)
    return (a - 8 * b + 8 * c - d) / (12 * h), (-a + 16 * b - 30 * f(0.0) + 16 * c - d) / (12 * h * h)


def rate_of(row: Row, v: Sequence[float]) -> float:
    """J v + drift."""
    return sum(x * v[k] for k, x in row.J.items()) + row.drift


def check_rows(plan: Plan, seed: int = 1, t: float = 0.3, size: float = 0.4) -> list[Row]:
    """Every row's J and drift against differences of its gap, every bias against differences of ḣ; returns the rows."""
    q, v = random_state(plan, seed, size)
    here = rows(Motion(plan, list(q), list(v), t))

    def along(direction: np.ndarray, pick: Callable[[Row], float], time: float = 1.0) -> Callable[[float], np.ndarray]:
        def at(s: float) -> np.ndarray:
            motion = Motion(plan, list(moved(plan, q, direction, s)), list(v), t + time * s)
            return np.array([pick(row) for row in rows(motion)])

        return at

    gap = lambda row: 0.0 if row.gap is None else row.gap  # noqa: E731
    holonomic = np.array([row.gap is not None for row in here])
    first, second = differences(along(v, gap))
    bias = np.array([row.bias for row in here])
    np.testing.assert_allclose(first[holonomic], [rate_of(r, v) for r in here if r.gap is not None], atol=1e-9)
    np.testing.assert_allclose(second[holonomic], bias[holonomic], atol=1e-7)
    np.testing.assert_allclose(differences(along(v, lambda row: rate_of(row, v)))[0], bias, atol=1e-8)
    for k in range(plan.n_v):
        unit = np.eye(plan.n_v)[k]
        column = differences(along(unit, gap, time=0.0))[0]
        np.testing.assert_allclose(
            column[holonomic], [r.J.get(k, 0.0) for r in here if r.gap is not None], atol=1e-9, err_msg=f"rate {k}"
        )
    return here


@pytest.fixture(name="check_rows")
def _check_rows() -> Callable[..., list[Row]]:
    return check_rows


@pytest.fixture(name="random_state")
def _random_state() -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    return random_state


@pytest.fixture(name="moved")
def _moved() -> Callable[..., np.ndarray]:
    return moved


def accelerate(plan: Plan, q: Sequence[float], v: Sequence[float], tau: Sequence[float] | None = None, t: float = 0.0):
    """q̈ and λ by one dense solve of [M Jᵀ; J 0]: slow, plain, and independent of any elimination order."""
    eq = equations(plan, Motion(plan, list(q), list(v), t), [0.0] * plan.n_v if tau is None else list(tau))
    M, J = np.array(eq.M, dtype=float), np.array(dense(plan, eq.rows), dtype=float).reshape(len(eq.rows), plan.n_v)
    K = np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]])
    x = np.linalg.lstsq(K, np.array([*eq.phi, *eq.psi], dtype=float), rcond=1e-12)[0]
    return x[: plan.n_v], dict(zip(((r.name, r.component) for r in eq.rows), -x[plan.n_v :]))


def run(plan: Plan, q: np.ndarray, v: np.ndarray, duration: float, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """The state after some time, by Runge and Kutta without projection."""
    n = plan.n_q

    def f(t: float, x: np.ndarray) -> np.ndarray:
        qd = coordinate_rates(plan, list(x[:n]), list(x[n:]))
        return np.array([*qd, *accelerate(plan, x[:n], x[n:], t=t)[0]])

    x, h = np.array([*q, *v], dtype=float), duration / steps
    for i in range(steps):
        t = i * h
        a = f(t, x)
        b = f(t + h / 2, x + h / 2 * a)
        c = f(t + h / 2, x + h / 2 * b)
        d = f(t + h, x + h * c)
        x = x + h / 6 * (a + 2 * b + 2 * c + d)
    return x[:n], x[n:]


@pytest.fixture(name="accelerate")
def _accelerate() -> Callable[..., tuple[np.ndarray, dict[tuple[str, str], float]]]:
    return accelerate


@pytest.fixture(name="run")
def _run() -> Callable[..., tuple[np.ndarray, np.ndarray]]:
    return run
