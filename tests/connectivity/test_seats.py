"""The frame in which a cut is written keeps planes flat and leaves out what carries both sides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.poses import Pose
from linkwork.blueprint import library
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import GROUND
from linkwork.connectivity.seats import seat_of, tidy


def ring(base: str, rotation: Any = None, shoulder_axis: Any = "z") -> lw.Mechanism:
    """A planar four-bar on ground, on a body that turns about z, or on one that tumbles."""
    m = lw.Mechanism("ring")
    seat: Any = m.ground
    if base != "ground":
        seat = m.body("base", mass=1.0, inertia=(0.1, 0.1, 0.1))
        if base == "turning":
            m.revolute("shoulder", m.ground, seat, axis=shoulder_axis)
        else:
            m.spherical("shoulder", m.ground, seat)
    crank, coupler, rocker = (m.body(n, mass=1.0) for n in ("crank", "coupler", "rocker"))
    m.revolute("O1", seat.at(0, 0, 0, rotation=rotation), crank)
    m.revolute("A", crank.at(0.1, 0, 0), coupler)
    m.revolute("O2", seat.at(0, 0, 0, rotation=rotation).at(0.3, 0, 0), rocker)
    m.close("B", coupler.at(0.3, 0, 0), rocker.at(0.2, 0, 0))
    return m


def seat(m: lw.Mechanism) -> Any:
    plan = lay_out(m.freeze())
    return seat_of(plan, plan.cuts[0]), plan


def test_on_ground_the_seat_is_the_world() -> None:
    found, _ = seat(ring("ground"))
    assert found.at_rest


def test_a_plane_that_lies_askew_is_turned_flat() -> None:
    found, _ = seat(ring("ground", ("XYZ", (0.3, -0.4, 0.9))))
    assert (found.node, found.at_rest) == (GROUND, False)
    for start in found.starts.values():
        normal = np.array([list(row) for row in start.rotation])[:, 2]
        np.testing.assert_array_equal(np.abs(normal), [0.0, 0.0, 1.0])


def test_quarter_turns_need_no_seat_of_their_own() -> None:
    found, _ = seat(ring("ground", ("y", np.pi / 2)))
    assert found.at_rest


def test_on_a_body_that_tumbles_the_seat_rides_along() -> None:
    found, plan = seat(ring("tumbling"))
    assert found.node == plan.bodies["base"].node
    assert set(found.starts) == {plan.bodies["crank"].node, plan.bodies["rocker"].node}


def test_where_all_turns_are_about_one_axis_the_world_is_cheaper() -> None:
    assert seat(ring("turning"))[0].at_rest
    assert not seat(ring("turning", shoulder_axis="x"))[0].at_rest


def test_a_frame_on_the_carrying_body_is_seen_from_the_seat() -> None:
    m = lw.Mechanism("pinned")
    base, arm = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("base", "arm"))
    m.spherical("shoulder", m.ground, base)
    m.revolute("hinge", base.at(0.1, 0, 0, rotation=("ZYX", (0.3, 0.2, 0.1))), arm)
    m.close("pin", base.at(0.4, 0.1, 0.2), arm.at(0.2, 0, 0), kind="point")
    found, plan = seat(m)
    assert found.a.node == found.node == plan.bodies["base"].node
    here = found.axes @ found.a.pose
    np.testing.assert_allclose(list(here.translation), [0.4, 0.1, 0.2], atol=1e-15)


@pytest.mark.parametrize("value", [1e-17, -3e-17])
def test_tidy_poses_have_exact_zeros(value: float) -> None:
    R = np.eye(3)
    R[0, 1], R[1, 0] = value, -value
    pose = tidy(Pose.of_rows(R.tolist(), (0.5, value, 0.0)))
    assert list(pose.translation) == [0.5, 0.0, 0.0]
    assert [list(row) for row in pose.rotation] == np.eye(3).tolist()


def rod(kind: str = "spherical", tip: tuple[float, float, float] = (0.0, 0.0, 0.5), joint: str = "universal") -> Any:
    """A rod on a crank and a plate that it holds; the seat of the joint between them."""
    m = lw.Mechanism("rod")
    plate, crank, link = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("plate", "crank", "rod"))
    m.floating("plate", plate)
    if joint == "universal":
        m.revolute("crank", m.ground, crank)
        m.universal("elbow", crank.at(0.2, 0, 0), link, axes="YX")
    else:
        m.fixed("crank", m.ground, crank)
        m.revolute("elbow", crank.at(0.2, 0, 0), link)
    m.close("tip", plate.at(0.1, 0.1, 0.1), link.at(*tip), kind=kind)
    return seat(m)[0]


def test_a_point_on_a_rod_is_eliminated_in_the_axes_of_the_rod() -> None:
    assert rod().link == rod("point").link == "b"


def test_a_point_beside_the_axes_stays_in_those_of_the_seat() -> None:
    assert rod(tip=(0.1, 0.0, 0.5)).link == ""


def test_a_rod_on_a_single_joint_has_nothing_to_gain() -> None:
    assert rod(joint="revolute").link == ""


def test_joints_that_hold_axes_as_well_keep_their_pivots() -> None:
    assert rod("universal").link == rod("fixed").link == ""


def test_of_two_bodies_on_which_joints_end_the_rod_is_the_one_with_fewer() -> None:
    plan = lay_out(library.six_rss().freeze())
    assert all(
        (cut.seat.a if cut.seat.link == "a" else cut.seat.b).node != plan.bodies["platform"].node for cut in plan.cuts
    )
