"""What is drawn of a machine: solids between its joints, marks on its joints, points to follow."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint.library import CATALOGUE, robotic_leg, slider_crank, stewart_platform
from linkwork.view import colours
from linkwork.view.subject import poses_of, resting, scene_of, sites_of


def test_bodies_are_in_the_order_of_their_poses(four_bar: Any) -> None:
    scene = scene_of(four_bar)
    rotations, positions = poses_of(four_bar, np.tile(four_bar.start, (5, 1)))
    assert scene.bodies == ("ground", "crank", "coupler", "rocker")
    assert rotations.shape == (5, 4, 3, 3) and positions.shape == (5, 4, 3)


def test_a_planar_machine_is_seen_along_its_hinges(four_bar: Any) -> None:
    scene = scene_of(four_bar)
    assert scene.normal == pytest.approx((0, 0, 1))
    assert scene.up == pytest.approx((0, 1, 0))


def test_a_machine_in_space_has_no_normal() -> None:
    scene = scene_of(stewart_platform().compile())
    assert scene.normal is None
    assert scene.up == pytest.approx((0, 0, 1))


def test_bars_that_share_a_joint_pass_each_other(four_bar: Any) -> None:
    sites, scene = sites_of(four_bar), scene_of(four_bar)
    spans = {}
    for part in scene.parts:
        if part.role in ("body", "ground") and len(part.mesh.vertices) > 50:
            z = part.mesh.vertices[:, 2] + part.place[2, 3]
            spans[part.body] = (z.min(), z.max())
    for a, b in sites.pairs():
        (low, high), (other_low, other_high) = spans[a.body], spans[b.body]
        assert high <= other_low + 1e-9 or other_high <= low + 1e-9, (a.body, b.body)


def test_a_bar_reaches_from_joint_to_joint(four_bar: Any) -> None:
    points = np.concatenate(
        [p.mesh.vertices @ p.place[:3, :3].T + p.place[:3, 3] for p in scene_of(four_bar).parts if p.body == "coupler"]
    )
    assert points[:, 0].min() < 0.0 and points[:, 0].max() > 0.1152


def test_cut_and_driven_joints_are_marked(four_bar: Any) -> None:
    scene = scene_of(four_bar)
    cut = [part for part in scene.parts if part.role == "cut"]
    assert cut and all(part.color == colours.CUT for part in cut)
    assert {part.body for part in cut} == {"coupler"}
    assert {part.body for part in scene.parts if part.role == "drive"} == {"ground"}
    assert {spot.joint: spot.cut for spot in scene.spots} == {"O1": False, "A": False, "O2": False, "B": True}


def test_pins_go_through_both_bars(four_bar: Any) -> None:
    scene = scene_of(four_bar)
    pin = next(part for part in scene.parts if part.role == "joint" and part.body == "crank")
    ends = (pin.mesh.vertices @ pin.place[:3, :3].T + pin.place[:3, 3])[:, 2]
    bars = [p for p in scene.parts if p.role == "body" and p.body in ("crank", "coupler")]
    z = np.concatenate([(p.mesh.vertices @ p.place[:3, :3].T + p.place[:3, 3])[:, 2] for p in bars])
    assert ends.min() < z.min() and ends.max() > z.max()


def test_described_shapes_come_first_and_may_be_left_out() -> None:
    s = robotic_leg().compile()
    described, automatic = scene_of(s), scene_of(s, shapes="automatic")
    thick = [max(len(p.mesh.vertices) for p in scene.parts if p.body == "thigh") for scene in (described, automatic)]
    assert thick[0] != thick[1]
    with pytest.raises(lw.OptionError, match="shapes: is 'nice'"):
        scene_of(s, shapes="nice")


def test_named_frames_leave_trails() -> None:
    scene = scene_of(robotic_leg().compile())
    assert [(tracer.name, tracer.body) for tracer in scene.tracers] == [("foot", "shank")]


def test_the_coupler_leaves_a_trail_where_nothing_is_named(four_bar: Any) -> None:
    (tracer,) = scene_of(four_bar).tracers
    assert tracer.body == "coupler"
    assert tracer.at[:2] == pytest.approx((0.0576, 0.0))


def test_the_tip_of_an_arm_leaves_a_trail() -> None:
    m = lw.Mechanism("arm", gravity=(0, -9.81, 0))
    m.revolute("shoulder", m.ground, m.body("arm", mass=1.0, com=(0.5, 0, 0), inertia=lw.inertia.rod(1.0, 1.0)))
    (tracer,) = scene_of(m.compile()).tracers
    assert tracer.at[0] == pytest.approx(1.0, abs=0.1)


def test_telescopes_do_not_reach_through_each_other() -> None:
    s = stewart_platform().compile()
    scene, sites = scene_of(s, shapes="automatic"), sites_of(s)
    for a, b in sites.pairs():
        if a.slides:
            tube = [p for p in scene.parts if p.body == a.body and p.role == "body"]
            rod = [p for p in scene.parts if p.body == b.body and p.role == "body"]
            assert len(tube) == 2 and len(rod) == 2


def test_a_slider_on_the_ground_gets_a_rail_and_a_block() -> None:
    scene = scene_of(slider_crank().compile(), shapes="automatic")
    assert sum(part.body == "ground" and part.role == "ground" for part in scene.parts) > 1


def one_body(**inertial: Any) -> lw.Mechanism:
    m = lw.Mechanism("one", gravity=(0, 0, 0))
    m.floating("base", m.body("box", **inertial))
    return m


def test_a_lonely_body_is_drawn_with_its_inertia() -> None:
    scene = scene_of(one_body(mass=2.0, com=(0.1, 0, 0), inertia=lw.inertia.box(2.0, 0.2, 0.4, 0.6)).compile())
    (part,) = scene.parts
    corners = part.mesh.vertices @ part.place[:3, :3].T + part.place[:3, 3]
    assert np.sort(np.ptp(corners, axis=0)) == pytest.approx((0.2, 0.4, 0.6))
    assert corners.mean(axis=0) == pytest.approx((0.1, 0, 0))


BUILDERS = [pytest.param(entry.machine, id=entry.name) for entry in CATALOGUE]


@pytest.mark.parametrize("shapes", ["described", "automatic"])
@pytest.mark.parametrize("build", BUILDERS[::3])
def test_machines_of_the_library_can_be_drawn(build: Callable[[], lw.Mechanism], shapes: str) -> None:
    s = build().compile()
    scene = scene_of(s, shapes=shapes)
    rotations, positions = poses_of(s, resting(s))
    assert np.isfinite(scene.points(rotations, positions)).all()
    assert {part.body for part in scene.parts if part.role == "body"} == set(s.blueprint.body_names)
    assert np.linalg.norm(scene.up) == pytest.approx(1.0)
