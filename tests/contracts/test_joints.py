"""What every kind of joint promises; a new kind is found here by its line in the registry."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
import pytest

from linkwork.algebra.euler_angles import PAIRS, TRIPLES
from linkwork.algebra.poses import Pose
from linkwork.algebra.vectors import Vec3
from linkwork.blueprint import codec
from linkwork.blueprint.joints import CUTS, KINDS, CutKind, Distance, Helical, JointKind
from linkwork.blueprint.joints.choose import OPTIONS, choose
from linkwork.blueprint.joints.rows import Threaded

SLANTED = (2 / 7, 3 / 7, 6 / 7)
DIRECTIONS = ["x", "y", "z", "-x", "-y", "-z", SLANTED, (-2 / 7, 3 / 7, -6 / 7)]
VALUES: dict[str, list[Any]] = {
    "axis": DIRECTIONS,
    "normal": DIRECTIONS,
    "axes": list(PAIRS),
    "coordinates": ["quaternion", *TRIPLES],
    "pitch": [0.02],
    "length": [0.7],
}


def variants(word: str) -> list[dict[str, Any]]:
    """Options of a kind, each value of each option once."""
    base = {option: VALUES[option][0] for option in OPTIONS[word]}
    return [{**base, option: value} for option in base for value in VALUES[option]] or [{}]


CARRYING = [choose(word, options, "joint") for word in KINDS for options in variants(word)]
CLOSING = [choose(word, options, "closure", carries=False) for word in CUTS for options in variants(word)]


def state(kind: Any, seed: int = 1) -> np.ndarray:
    """Some coordinates, small enough to be on the neutral side of every row; quaternions of unit length."""
    q = np.random.default_rng(seed).uniform(-0.6, 0.6, kind.n_q)
    if kind.n_q != kind.n_v:
        q[-4] = 1.0
        q[-4:] /= np.linalg.norm(q[-4:])
    return q


def matrix(X: Pose) -> np.ndarray:
    total = np.eye(4)
    total[:3, :3], total[:3, 3] = [list(r) for r in X.rotation], list(X.translation)
    return total


def moved(kind: Any, q: np.ndarray, v: np.ndarray, h: float) -> np.ndarray:
    """Coordinates after a short time h."""
    rates: list[float] = []
    a = b = 0
    for step in kind.steps:
        rates += step.q_dot(q[a : a + step.n_q], v[b : b + step.n_v])
        a, b = a + step.n_q, b + step.n_v
    return q + h * np.array(rates)


def twist(before: np.ndarray, after: np.ndarray, h: float) -> tuple[np.ndarray, np.ndarray]:
    """(ω, v) of the child in its own coordinates from two poses 2h apart, central."""
    rate = (after - before) / (2 * h)
    middle = (after + before) / 2
    w = middle[:3, :3].T @ rate[:3, :3]
    return np.array([w[2, 1] - w[1, 2], w[0, 2] - w[2, 0], w[1, 0] - w[0, 1]]) / 2, middle[:3, :3].T @ rate[:3, 3]


@pytest.mark.parametrize("kind", CARRYING, ids=repr)
def test_counts_agree_with_the_names(kind: JointKind) -> None:
    assert kind.n_q == len(kind.variables) == len(kind.neutral())
    assert kind.n_v == len(kind.rates) == len(kind.motion(kind.neutral()))
    assert kind.n_v + len(kind.rows) == 6
    assert len(set(kind.variables)) == kind.n_q and len(set(kind.rates)) == kind.n_v


@pytest.mark.parametrize("kind", CARRYING, ids=repr)
def test_frames_coincide_at_the_neutral_coordinates(kind: JointKind) -> None:
    np.testing.assert_allclose(matrix(kind.pose(kind.neutral())), np.eye(4), atol=4e-16)


@pytest.mark.parametrize("kind", CARRYING, ids=repr)
def test_motion_is_the_rate_of_the_pose(kind: JointKind) -> None:
    q, h = state(kind), 1e-5
    columns = [np.array(S.six()) for S in kind.motion(tuple(q))]
    for k, column in enumerate(columns):
        v = np.eye(kind.n_v)[k]
        before, after = (matrix(kind.pose(tuple(moved(kind, q, v, s * h)))) for s in (-1, 1))
        angular, linear = twist(before, after, h)
        np.testing.assert_allclose(column, [*angular, *linear], atol=1e-9)  # central difference: h² = 1e-10


@pytest.mark.parametrize("kind", CARRYING, ids=repr)
def test_what_a_joint_locks_and_what_it_frees_are_complements(kind: JointKind) -> None:
    q = tuple(state(kind))
    X = kind.pose(q)
    S = np.array([column.six() for column in kind.motion(q)]).reshape(-1, 6)
    W = np.array([w.six() for w in kind.wrenches(X)]).reshape(-1, 6)
    np.testing.assert_allclose(W @ S.T, 0.0, atol=1e-15)
    rank = np.linalg.matrix_rank(W) if len(W) else 0  # NumPy before 2.3 has no rank of an empty matrix
    assert rank == 6 - kind.n_v
    np.testing.assert_allclose(kind.residual(X), 0.0, atol=1e-15)


@pytest.mark.parametrize("kind", CLOSING, ids=repr)
def test_the_residual_changes_with_the_power_of_the_wrenches(kind: CutKind) -> None:
    X, h = closed_pose(kind), 1e-6
    power = np.array([w.six() for w in kind.wrenches(X)]).reshape(-1, 6)
    for k in range(6):
        before, after = (kind.residual(X @ small_move(k, s * h)) for s in (-1, 1))
        rate = (np.array(after) - np.array(before)) / (2 * h)
        np.testing.assert_allclose(rate, power[:, k], atol=1e-9)


@pytest.mark.parametrize("kind", CLOSING, ids=repr)
def test_the_residual_sees_every_motion_that_the_joint_forbids(kind: CutKind) -> None:
    X = closed_pose(kind)
    W = np.array([w.six() for w in kind.wrenches(X)]).reshape(-1, 6)
    assert len(kind.locked) == len(kind.rows) == 6 - kind.n_v
    for row in W:
        twisted = X
        for k in range(6):
            twisted = twisted @ small_move(k, 1e-3 * row[k])
        assert np.abs(kind.residual(twisted)).max() > 1e-4


@pytest.mark.parametrize("kind", CLOSING, ids=repr)
def test_a_kind_survives_the_file_format(kind: CutKind) -> None:
    text = json.dumps(codec.encode(kind, CutKind))
    assert codec.decode(CutKind, json.loads(text), "kind") == kind


@pytest.mark.parametrize("word", CUTS)
def test_the_docstring_states_the_law(word: str) -> None:
    text = CUTS[word].__doc__ or ""
    assert "(1)" in text or "=" in text


@pytest.mark.parametrize("kind", CARRYING, ids=repr)
def test_coordinate_axes_leave_no_trace_of_rounding(kind: JointKind) -> None:
    direction = getattr(kind, "axis", None) or getattr(kind, "normal", (0.0, 0.0, 1.0))
    if max(map(abs, direction)) == 1.0:
        entries = {abs(x) for row in kind.placement.rotation for x in row}
        assert entries <= {0.0, 1.0}


def closed_pose(kind: Any) -> Pose:
    """A pose that the closure allows."""
    if isinstance(kind, Distance):
        t = np.array([0.3, -0.5, 0.8])
        return Pose.shift(Vec3(*(t / np.linalg.norm(t) * kind.length))) @ turn(2, 0.7) @ turn(0, 0.4)
    return kind.pose(tuple(state(kind))) if hasattr(kind, "pose") else turn(1, 0.8) @ turn(2, -0.3)


def turn(axis: int, angle: float) -> Pose:
    return Pose.turn(axis, math.cos(angle), math.sin(angle))


def small_move(k: int, size: float) -> Pose:
    """A small motion along direction k of (ω, v)."""
    return turn(k, size) if k < 3 else Pose.shift([size * (i == k - 3) for i in range(3)])


def test_a_screw_that_closes_a_loop_couples_slide_and_turn() -> None:
    row = next(r for r in Helical((0.0, 0.0, 1.0), 0.02).rows if isinstance(r, Threaded))
    assert row.gap(Pose(), Pose.shift((0.0, 0.0, 0.01)) @ turn(2, 0.5)) == pytest.approx(0.0, abs=1e-17)
