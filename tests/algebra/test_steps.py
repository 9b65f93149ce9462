"""Every step: its motion columns are the rate of its pose, and its reverse undoes it."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.algebra.poses import Pose
from linkwork.algebra.steps import Ball, Free, Helix, Slide, Step, Turn, Weld

STEPS = [
    *(Turn(k, offset, sign) for k in range(3) for offset, sign in ((0.0, 1.0), (np.pi / 2, 1.0), (0.3, -1.0))),
    *(Slide(k, offset, sign) for k in range(3) for offset, sign in ((0.0, 1.0), (0.4, -1.0))),
    *(Helix(k, 0.2, 0.1, sign) for k in range(3) for sign in (1.0, -1.0)),
    Ball(),
    Free(),
    Weld(),
]


def coordinates(step: Step, rng: np.random.Generator) -> np.ndarray:
    q = rng.normal(size=step.n_q)
    if step.n_q > step.n_v:
        q[-4:] /= np.linalg.norm(q[-4:])
    return q


def matrix(X: Pose) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = [list(row) for row in X.rotation], list(X.translation)
    return T


@pytest.mark.parametrize("step", STEPS, ids=repr)
def test_motion_is_the_rate_of_the_pose(step: Step) -> None:
    """X⁻¹ Ẋ = [ω~ v; 0 0] for q̇ = E(q) v."""
    rng = np.random.default_rng(0)
    q, v = coordinates(step, rng), rng.normal(size=step.n_v)
    q_dot, h = np.array(step.q_dot(q.tolist(), v.tolist())), 1e-6
    rate = (matrix(step.pose((q + h * q_dot).tolist())) - matrix(step.pose((q - h * q_dot).tolist()))) / (2 * h)
    moving = np.linalg.inv(matrix(step.pose(q.tolist()))) @ rate
    S = np.array([s.six() for s in step.motion()]).reshape(-1, 6)
    w, u = np.split(S.T @ v if len(S) else np.zeros(6), 2)
    expected = np.array([[0, -w[2], w[1], u[0]], [w[2], 0, -w[0], u[1]], [-w[1], w[0], 0, u[2]], [0, 0, 0, 0]])
    np.testing.assert_allclose(moving, expected, atol=1e-8)


@pytest.mark.parametrize("step", [s for s in STEPS if s.n_q == s.n_v], ids=repr)
def test_a_reversed_step_undoes_the_step_at_the_same_coordinate(step: Step) -> None:
    q = coordinates(step, np.random.default_rng(1)).tolist()
    np.testing.assert_allclose(matrix(step.pose(q) @ step.reversed().pose(q)), np.eye(4), atol=1e-12)


def test_quarter_turns_of_offset_are_exact() -> None:
    c, s = np.cos(0.3), np.sin(0.3)
    rotation = Turn(2, np.pi / 2).pose([0.3]).rotation
    assert (rotation[0].x, rotation[1].x) == (-s, c)
