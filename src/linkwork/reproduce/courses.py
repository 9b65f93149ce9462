"""Courses: q, q̇, q̈ of a machine whose joints, or whose body, go along a trajectory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.blueprint.library.experiment import Course, Experiment
from linkwork.motion import TRAJECTORIES, Trajectory, sample
from linkwork.system import System

NEAR = 0.02  # s: poses of a body's course are assembled from poses no longer ago than this


@dataclass(frozen=True)
class States:
    """A motion at instants: `t` of shape (n,), the others (n, n_q) and (n, n_v)."""

    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    vd: np.ndarray


def course_of(run: Experiment) -> Course:
    """The course of an experiment that has one."""
    assert run.course is not None
    return run.course


def trajectory(run: Experiment) -> Trajectory:
    """The trajectory that the experiment names."""
    course = course_of(run)
    return TRAJECTORIES[course.kind](**course.arguments)


def states(system: System, run: Experiment, times: Any) -> States:
    """The motion at rising instants: J q̇ = 0, J q̈ = ψ with the course's own rates and accelerations given."""
    course, t = course_of(run), np.atleast_1d(np.asarray(times, dtype=float))
    asked = sample(trajectory(run), t)
    if course.body:
        return _of_body(system, course, trajectory(run), t)
    paths, rates, accelerations = (_by_name(course, x) for x in (asked.position, asked.velocity, asked.acceleration))
    if not system.closed:
        q, v, vd = np.tile(system.start, (len(t), 1)), np.zeros((len(t), system.n_v)), np.zeros((len(t), system.n_v))
        for name in course.of:
            (k,) = system.rate_indices(name)
            q[:, k], v[:, k], vd[:, k] = paths[name], rates[name], accelerations[name]
        return States(t, q, v, vd)
    q = system.follow(paths)
    v = system.velocity(q, **rates)
    return States(t, q, v, system.acceleration(q, v, **accelerations))


def _by_name(course: Course, values: np.ndarray) -> dict[str, Any]:
    return {name: values[:, k] for k, name in enumerate(course.of)}


def _of_body(system: System, course: Course, law: Trajectory, t: np.ndarray) -> States:
    """The body's origin goes along the course and does not turn, except about z by the course's `angle`.

    [J; J_b] q̇ = [0; (ω, ṗ)],   [J; J_b] q̈ = [ψ; (ω̇, p̈) − J̇_b q̇]                         (1)
    """
    place = _place(system, course.body)
    J_b, J_b_dot = (system.kernel(name, **place) for name in ("jacobian", "jacobian_rate"))
    found = _assembled(system, course, law, t)
    rates, accelerations = (_twists(course, f(t), len(t)) for f in (law.velocity, law.acceleration))
    v, vd = np.zeros((2, len(t), system.n_v))
    for k, q in enumerate(found):
        A = np.concatenate([system.closure_jacobian(q), J_b(q)])
        v[k] = np.linalg.lstsq(A, np.concatenate([np.zeros(system.n_lam), rates[k]]), rcond=None)[0]
        psi, drift = system.closure_rates(q, v[k])[2], J_b_dot(q, v[k]) @ v[k]
        vd[k] = np.linalg.lstsq(A, np.concatenate([psi, accelerations[k] - drift]), rcond=None)[0]  # (1)
    return States(t, found, v, vd)


def _place(system: System, name: str) -> dict[str, Any]:
    """Body and point of a body, or of a named frame."""
    for frame in system.blueprint.frames:
        if frame.name == name:
            at = tuple(float(x) for x in frame.frame.pose.translation)
            return {"body": frame.frame.body, "at": at}
    return {"body": name, "at": (0.0, 0.0, 0.0)}


def _assembled(system: System, course: Course, law: Trajectory, t: np.ndarray) -> np.ndarray:
    """Poses on the course, each assembled from the one before it."""
    q, now, found = _pose(system, course, law, 0.0, system.start), 0.0, []
    for instant in t:
        for s in np.linspace(now, instant, max(1, round(abs(instant - now) / NEAR)) + 1)[1:]:
            q = _pose(system, course, law, float(s), q)
        now = float(instant)
        found.append(q)
    return np.array(found)


def _pose(system: System, course: Course, law: Trajectory, t: float, guess: np.ndarray) -> np.ndarray:
    named = dict(zip(course.of, (float(x) for x in law.position(t))))
    place = tuple(named.get(axis, 0.0) for axis in "xyz")
    return system.assemble(guess, poses={course.body: (*place, ("z", named.get("angle", 0.0)))})


def _twists(course: Course, values: Sequence[Any], n: int) -> np.ndarray:
    """(ω, velocity) in world axes from the rates of x, y, z, angle; the same for accelerations about one axis."""
    found = np.zeros((n, 6))
    for name, x in zip(course.of, values):
        found[:, {"angle": 2, "x": 3, "y": 4, "z": 5}[name]] = x
    return found
