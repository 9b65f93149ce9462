"""Poses as sequences of moves do what their rotation matrix and translation do."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.algebra.inertias import ArticulatedInertia, RigidInertia
from linkwork.algebra.matrices import Mat3
from linkwork.algebra.poses import Pose, Reorient
from linkwork.algebra.quaternions import rotation_rows
from linkwork.algebra.symmetric import Sym3
from linkwork.algebra.twists import Twist, Wrench
from linkwork.algebra.vectors import Vec3

seeds = st.integers(0, 10**6)


def random_pose(rng: np.random.Generator) -> Pose:
    """Up to five moves of all kinds."""
    pose = Pose()
    for _ in range(rng.integers(0, 6)):
        kind = rng.integers(3)
        if kind == 0:
            angle = rng.uniform(-3, 3)
            pose = pose @ Pose.turn(int(rng.integers(3)), float(np.cos(angle)), float(np.sin(angle)))
        elif kind == 1:
            pose = pose @ Pose.shift(rng.normal(size=3).tolist())
        else:
            q = rng.normal(size=4)
            pose = pose @ Pose((Reorient(rotation_rows((q / np.linalg.norm(q)).tolist())),))
    return pose


def homogeneous(X: Pose) -> np.ndarray:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = [list(row) for row in X.rotation], list(X.translation)
    return T


def motion_matrix(X: Pose) -> np.ndarray:
    """6×6 matrix that carries a twist (angular, linear) from the parent to the child."""
    R, p = homogeneous(X)[:3, :3], list(X.translation)
    cross = np.array([[0, -p[2], p[1]], [p[2], 0, -p[0]], [-p[1], p[0], 0]])
    return np.block([[R.T, np.zeros((3, 3))], [-R.T @ cross, R.T]])


def vector(rng: np.random.Generator) -> Vec3:
    return Vec3(*rng.normal(size=3).tolist())


@given(seed=seeds)
def test_vectors_and_points(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X, v = random_pose(rng), vector(rng)
    T = homogeneous(X)
    np.testing.assert_allclose(T[:3, :3] @ T[:3, :3].T, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(list(X.rotate_out(v)), T[:3, :3] @ list(v), atol=1e-12)
    np.testing.assert_allclose(list(X.rotate_into(v)), T[:3, :3].T @ list(v), atol=1e-12)
    np.testing.assert_allclose(list(X.point(v)), (T @ [*v, 1.0])[:3], atol=1e-12)
    np.testing.assert_allclose(list(X.point_into(v)), (np.linalg.inv(T) @ [*v, 1.0])[:3], atol=1e-12)
    np.testing.assert_allclose(homogeneous(X.orientation)[:3, :3], T[:3, :3], atol=1e-12)


@given(seed=seeds)
def test_products_and_inverses(seed: int) -> None:
    rng = np.random.default_rng(seed)
    A, B = random_pose(rng), random_pose(rng)
    np.testing.assert_allclose(homogeneous(A @ B), homogeneous(A) @ homogeneous(B), atol=1e-12)
    np.testing.assert_allclose(homogeneous(A.inverse), np.linalg.inv(homogeneous(A)), atol=1e-12)


@given(seed=seeds)
def test_twists_and_wrenches(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = random_pose(rng)
    A = motion_matrix(X)
    t, f = Twist(vector(rng), vector(rng)), Wrench(vector(rng), vector(rng))
    np.testing.assert_allclose(X.to_child(t).six(), A @ t.six(), atol=1e-12)
    np.testing.assert_allclose(X.twist_to_parent(t).six(), np.linalg.solve(A, t.six()), atol=1e-11)
    np.testing.assert_allclose(X.to_parent(f).six(), A.T @ f.six(), atol=1e-12)
    np.testing.assert_allclose(X.wrench_to_child(f).six(), np.linalg.solve(A.T, f.six()), atol=1e-11)
    assert X.to_child(t).dot(f) == pytest.approx(t.dot(X.to_parent(f)), abs=1e-11)


@given(seed=seeds)
def test_inertias(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = random_pose(rng)
    A = motion_matrix(X)
    B = rng.normal(size=(3, 3))
    rigid = RigidInertia.about_com(float(rng.uniform(1, 2)), vector(rng), Sym3.of_rows((B @ B.T).tolist()))
    M = np.array(rigid.articulated().rows())
    moved = np.array(X.inertia_to_parent(rigid).articulated().rows())
    np.testing.assert_allclose(moved, A.T @ M @ A, atol=1e-10)
    C = rng.normal(size=(6, 6))
    S = C + C.T
    free = ArticulatedInertia(
        Sym3.of_rows(S[:3, :3].tolist()), Mat3(S[:3, 3:].tolist()), Sym3.of_rows(S[3:, 3:].tolist())
    )
    np.testing.assert_allclose(np.array(X.articulated_to_parent(free).rows()), A.T @ S @ A, atol=1e-10)


def test_moves_that_change_nothing_are_left_out() -> None:
    assert Pose.shift((0.0, 0.0, 0.0)).moves == ()
    assert Pose.turn(1, 1.0, 0.0).moves == ()
    assert Pose.of_rows(np.eye(3).tolist()).moves == ()
    two = Pose.shift((1.0, 0.0, 0.0)) @ Pose.shift((0.0, 2.0, 0.0))
    assert len(two.moves) == 1
    assert list(two.translation) == [1.0, 2.0, 0.0]
