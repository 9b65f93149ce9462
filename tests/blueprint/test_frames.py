"""Frames: where they are, and that quarter turns are exact."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from linkwork.algebra.parameter import Parameter, bind
from linkwork.algebra.poses import Pose
from linkwork.blueprint.frames import Frame, Orient, Shift, TurnBy, cosine_and_sine


def rotation(X: Pose) -> np.ndarray:
    return np.array([list(r) for r in X.rotation], dtype=float)


@pytest.mark.parametrize("k", range(-9, 10))
def test_quarter_turns_are_exact(k: int) -> None:
    c, s = cosine_and_sine(k * math.pi / 2)
    assert (c, s) == [(1, 0), (0, 1), (-1, 0), (0, -1)][k % 4]
    assert cosine_and_sine(math.radians(90 * k)) == (c, s)


def test_other_angles_are_not_touched() -> None:
    assert cosine_and_sine(1.5708) == (math.cos(1.5708), math.sin(1.5708))
    assert cosine_and_sine(math.pi / 2 + 1e-12)[0] != 0.0


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (("z", 0.3), Rotation.from_euler("Z", 0.3)),
        (("ZYX", (0.1, 0.2, 0.3)), Rotation.from_euler("ZYX", [0.1, 0.2, 0.3])),
        (("xy", (0.1, 0.2)), Rotation.from_euler("XY", [0.1, 0.2])),
        (((0.6, 0.0, 0.8), 0.7), Rotation.from_rotvec(0.7 * np.array([0.6, 0.0, 0.8]))),
        ((0.5, 0.5, -0.5, 0.5), Rotation.from_quat([0.5, -0.5, 0.5, 0.5])),
        ([[0, -1, 0], [1, 0, 0], [0, 0, 1]], Rotation.from_euler("Z", math.pi / 2)),
        (np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]]), Rotation.from_euler("Z", math.pi / 2)),
        (Pose.turn(0, math.cos(0.4), math.sin(0.4)), Rotation.from_euler("X", 0.4)),
        (None, Rotation.identity()),
    ],
)
def test_a_rotation_can_be_written_in_many_ways(given: object, expected: Rotation) -> None:
    X = Frame("b").at(rotation=given).pose
    np.testing.assert_allclose(rotation(X), expected.as_matrix(), atol=1e-15)


def test_moves_follow_each_other_in_the_axes_reached_so_far() -> None:
    frame = Frame("b").at(1, 0, 0, rotation=("z", math.pi / 2)).at(1, 0, 0)
    assert tuple(frame.pose.translation) == (1.0, 1.0, 0.0)
    assert frame.moves == (Shift((1, 0, 0)), TurnBy("z", math.pi / 2), Shift((1, 0, 0)))


def test_a_point_at_the_origin_leaves_no_move() -> None:
    assert Frame("b").at(0, 0.0, 0) == Frame("b")
    assert Frame("b").dh() == Frame("b")


def test_a_row_of_denavit_and_hartenberg_gives_the_matrix_of_the_book() -> None:
    a, alpha, b, theta = 0.3, 0.4, 0.5, 0.6
    X = Frame("b").dh(a, alpha, b, theta).pose
    ca, sa, ct, st = math.cos(alpha), math.sin(alpha), math.cos(theta), math.sin(theta)
    expected = [[ct, -st, 0], [st * ca, ct * ca, -sa], [st * sa, ct * sa, ca]]  # Shah, Saha, Dutt (2013), Eq. (3.3)
    np.testing.assert_allclose(rotation(X), expected, atol=1e-15)
    np.testing.assert_allclose(list(X.translation), [a, -b * sa, b * ca], atol=1e-15)


def test_parameters_stay_open_in_a_frame() -> None:
    length = Parameter("l", 2.0)
    frame = Frame("b").at(length, 0, 0)
    assert frame.pose.translation.x == length
    assert Frame("b").dh(theta=length).moves == (TurnBy("z", length),)


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        (((0.6, 0.0, 0.8), Parameter("a", 0.7)), ((0.6, 0.0, 0.8), 0.7)),
        (((Parameter("x", 0.6), 0.0, Parameter("z", 0.8)), 0.7), ((0.6, 0.0, 0.8), 0.7)),
        ((Parameter("w", 0.6), 0.0, 0.0, Parameter("z", 0.8)), (0.6, 0.0, 0.0, 0.8)),
    ],
)
def test_axes_angles_and_quaternions_may_hold_parameters(given: Any, numbers: Any) -> None:
    turned = Frame("b").at(rotation=given)
    np.testing.assert_allclose(
        rotation(bind(turned, {}).pose), rotation(Frame("b").at(rotation=numbers).pose), atol=1e-15
    )
    R = rotation(bind(turned, {"x": 3.0, "w": 2.0}).pose)  # of any length
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-15)


def test_a_rotation_of_scipy_is_taken() -> None:
    turn = Rotation.from_euler("ZYX", [0.1, 0.2, 0.3])
    np.testing.assert_allclose(rotation(Frame("b").at(rotation=turn).pose), turn.as_matrix(), atol=1e-15)


def test_a_quaternion_with_exact_parts_gives_an_exact_matrix() -> None:
    move = Frame("b").at(rotation=(0, 1, 0, 0)).moves[0]
    assert isinstance(move, Orient)
    assert move.rows == ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
