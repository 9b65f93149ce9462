"""Published experiments on a compiled machine: states on a course, motion by SciPy, cut forces in ground axes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from posed_machine import PosedMachine, matrix
from scipy.integrate import solve_ivp

from linkwork.blueprint.library.experiment import Experiment, Table
from linkwork.motion import TRAJECTORIES
from linkwork.system import System

Follower = Callable[[float], np.ndarray]
STENCIL = np.array([-3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0])
FIRST = np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / 60.0
SECOND = np.array([2.0, -27.0, 270.0, -490.0, 270.0, -27.0, 2.0]) / 180.0


def trajectory(run: Experiment) -> Any:
    """The trajectory that the experiment names."""
    assert run.course is not None
    return TRAJECTORIES[run.course.kind](**run.course.arguments)


def follower(system: System, run: Experiment) -> Follower:
    """q(t) on the course, by assembly from the nearest instant that is known."""
    course, law = run.course, trajectory(run)
    assert course is not None
    known = {0.0: _assembled(system, course, law, 0.0, system.start)}

    def q(t: float) -> np.ndarray:
        while t not in known:
            last = min(known, key=lambda s: abs(s - t))
            ahead = last + np.clip(t - last, -0.05, 0.05)
            ahead = t if abs(t - ahead) < 1e-12 else ahead
            known[ahead] = _assembled(system, course, law, ahead, known[last])
        return known[t]

    return q


def _assembled(system: System, course: Any, law: Any, t: float, guess: np.ndarray) -> np.ndarray:
    values = [float(x) for x in law.position(t)]
    if course.body:
        named = dict(zip(course.of, values))
        place = tuple(named.get(axis, 0.0) for axis in "xyz")
        return system.assemble(guess, poses={course.body: (*place, ("z", named.get("angle", 0.0)))})
    if not system.closed:
        return system.q(**dict(zip(course.of, values)))
    at, q = _rates(system, course.of), np.array(guess)
    for _ in range(20):
        gap, J = system.closure(q)
        wrong = np.concatenate([gap, q[at] - values])
        if np.abs(wrong).max() < 1e-15:
            break
        q = q - np.linalg.solve(_stacked(J, at), wrong)
    return q


def _rates(system: System, joints: Sequence[str]) -> list[int]:
    return [system.rate_indices(joint)[0] for joint in joints]


def _stacked(J: np.ndarray, at: Sequence[int]) -> np.ndarray:
    """J above the rows that pick the independent rates."""
    return np.concatenate([J, np.eye(J.shape[1])[list(at)]])


def states(system: System, run: Experiment, times: Sequence[float]) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """q, q̇, q̈ at instants of a course in joint space (J q̇ = 0, J q̈ = ψ), or of a body (differences of sixth order)."""
    course, law, q = run.course, trajectory(run), follower(system, run)
    assert course is not None
    if course.body or not system.closed:
        return [_by_differences(system, q, t) for t in times]
    at, found = _rates(system, course.of), []
    for t in times:
        here, n = q(t), system.n_lam
        A = _stacked(np.asarray(system.closure_jacobian(here)), at)
        v = np.linalg.solve(A, np.concatenate([np.zeros(n), law.velocity(t)]))
        psi = np.asarray(system.closure_rates(here, v)[2])
        found.append((here, v, np.linalg.solve(A, np.concatenate([psi, law.acceleration(t)]))))
    return found


def _by_differences(
    system: System, q: Follower, t: float, h: float = 2e-3
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, q̇, q̈ by differences; of quaternions only those that stand still are needed here."""
    around = np.array([q(t + s * h) for s in STENCIL])
    E = np.column_stack([system.coordinate_rates(around[3], e) for e in np.eye(system.n_v)])  # coordinates' rates E v
    back = np.linalg.pinv(E)
    return around[3], back @ (FIRST @ around) / h, back @ (SECOND @ around) / h**2


def torques(system: System, tau: np.ndarray, joints: Sequence[str]) -> np.ndarray:
    """Forces of named joints out of all."""
    return np.array([tau[..., system.rate_indices(joint)[0]] for joint in joints])


def pose_of(system: System, q: np.ndarray) -> PosedMachine:
    """The machine in a pose, in plain matrices."""
    places = {name: list(q[place.q]) for name, place in system.plan.joints.items()}
    return PosedMachine(system.blueprint, places)


def cut_forces(system: System, q: np.ndarray, lam: np.ndarray) -> dict[str, np.ndarray]:
    """Forces on the second bodies of the cuts of a planar machine, in ground axes: F with J_gᵀ F = Jᵀ λ.

    J_g is the rate of the way from the first to the second point in ground axes, by central differences.
    """
    h, cuts = 1e-6, system.blueprint.closures

    def ways(at: np.ndarray) -> np.ndarray:
        posed = pose_of(system, at)
        ends = [[(posed.bodies[f.body] @ matrix(f))[:2, 3] for f in (c.a, c.b)] for c in cuts]
        return np.concatenate([b - a for a, b in ends])

    J_g = np.column_stack([(ways(q + h * e) - ways(q - h * e)) / (2 * h) for e in np.eye(system.n_v)])
    J = np.asarray(system.closure_jacobian(q))
    F, _, rank, _ = np.linalg.lstsq(J_g.T, J.T @ lam, rcond=1e-9)
    assert rank == len(F)
    assert np.allclose(J_g.T @ F, J.T @ lam, atol=1e-6 * (1 + np.abs(lam).max()))
    return {c.name: F[2 * k : 2 * k + 2] for k, c in enumerate(cuts)}


def free_motion(
    system: System,
    run: Experiment,
    times: Sequence[float],
    tau: Callable[..., np.ndarray] | None = None,
    method: str = "DOP853",
) -> tuple[np.ndarray, np.ndarray]:
    """q and v at instants, by SciPy at 1e-11 on the compiled accelerations, from the experiment's start."""
    q0 = np.asarray(system.start, dtype=float)
    v0 = consistent(system, q0, run) if run.rates else np.zeros(system.n_v)
    zero = np.zeros(system.n_v)

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        q, v = y[: system.n_q], y[system.n_q :]
        force = zero if tau is None else tau(t, q, v)
        answer = system.forward_dynamics(q, v, force)
        qdd = answer[0] if isinstance(answer, tuple) else answer
        return np.concatenate([system.coordinate_rates(q, v), qdd])

    found = solve_ivp(
        rates, (0.0, max(times)), np.concatenate([q0, v0]), method, t_eval=np.array(times), rtol=1e-11, atol=1e-12
    )
    assert found.success
    return found.y[: system.n_q].T, found.y[system.n_q :].T


def consistent(system: System, q: np.ndarray, run: Experiment) -> np.ndarray:
    """Rates that the loops allow, with the named ones as given."""
    J = np.asarray(system.closure_jacobian(q)) if system.closed else np.zeros((0, system.n_v))
    rows, right = [J], [np.zeros(len(J))]
    for joint, values in run.rates.items():
        for k, value in zip(system.rate_indices(joint), values):
            rows.append(np.eye(system.n_v)[[k]])
            right.append(np.array([value]))
    return np.linalg.lstsq(np.concatenate(rows), np.concatenate(right), rcond=None)[0]


def close_to(table: Table, found: Sequence[Sequence[float]], slack: float = 1.0) -> None:
    """Raise unless every number agrees with the table to the last digit that it prints (times `slack`)."""
    expected = np.array([row[1:] for row in table.rows])
    np.testing.assert_array_less(np.abs(np.array(found) - expected), 1.0001 * slack * np.array(table.allowed))


def angles_close_to(table: Table, found: Sequence[Sequence[float]]) -> None:
    """The same for angles, whole turns apart."""
    expected = np.array([row[1:] for row in table.rows])
    apart = np.abs(np.angle(np.exp(1j * (np.array(found) - expected))))
    np.testing.assert_array_less(apart, 1.0001 * np.array(table.allowed))
