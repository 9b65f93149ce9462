"""Independent loops: one for each cut, around the tree and back."""

from __future__ import annotations

from dataclasses import replace

import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.loops import Loop, Tie, loops, subsystem_of, ties


def test_a_loop_goes_once_around() -> None:
    (loop,) = loops(lay_out(library.four_bar().freeze()))
    assert loop.bodies == ("ground", "crank", "coupler", "rocker", "ground")
    assert len(loop.joints) == 4
    assert loop.joints[2] == loop.name == loop.cut.name
    assert set(loop.nodes) == {0, 1, 2}


@pytest.mark.parametrize("make", [library.excavator, library.carpet_scraper, library.jansen_leg, library.delta])
def test_there_are_as_many_loops_as_joints_beyond_bodies(make) -> None:
    blueprint = make().freeze()
    count = len(blueprint.joints) + len(blueprint.closures) - len(blueprint.bodies)
    assert len(loops(lay_out(blueprint))) == count


def test_joints_of_a_loop_join_its_bodies_in_turn() -> None:
    plan = lay_out(library.excavator().freeze())
    cuts = {cut.name: cut.bodies for cut in plan.cuts}
    for loop in loops(plan):
        for joint, *pair in zip(loop.joints, loop.bodies, loop.bodies[1:]):
            assert set(pair) == set(cuts.get(joint) or plan.joints[joint].bodies)


def test_a_loop_begins_at_the_last_body_that_carries_both_sides() -> None:
    plan = lay_out(library.excavator().freeze())
    (inner,) = (loop for loop in loops(plan) if loop.name == "joint_14")
    assert inner.bodies[0] == "boom"
    assert plan.bodies["boom"].node not in inner.nodes


def test_a_cut_that_the_tree_passes_backwards_gives_the_same_loop() -> None:
    blueprint = replace(library.four_bar().freeze(), actuators=())
    names = [joint.name for joint in blueprint.joints] + [c.name for c in blueprint.closures]
    for name in names:
        (loop,) = loops(lay_out(blueprint, [name]))
        assert set(loop.joints) == set(names)
        assert set(loop.bodies) == {"ground", "crank", "coupler", "rocker"}


def test_welded_bodies_are_passed_by_name() -> None:
    m = lw.Mechanism("welded")
    a, b, c = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "abc")
    m.revolute("hinge", m.ground, a)
    m.fixed("weld", a, b)
    m.revolute("other", m.ground.at(1, 0, 0), c)
    m.close("tip", b, c, kind="spherical")
    plan = lay_out(m.freeze())
    (loop,) = loops(plan)
    assert loop.bodies == ("ground", "a", "b", "c", "ground")
    assert loop.joints == ("hinge", "weld", "tip", "other")
    assert loop.nodes == (0, 1)


def test_relations_and_contacts_are_ties_without_loops() -> None:
    plan = lay_out(library.planetary_gear().freeze())
    found = ties(plan)
    assert not loops(plan)
    assert all(isinstance(tie, Tie) and not tie.driving for tie in found)
    assert {name for tie in found for name in [tie.name]} == {c.name for c in plan.conditions}


def test_prescribed_motions_are_ties_that_drive() -> None:
    m = library.four_bar()
    crank = m.freeze().joints[0].name
    m.prescribe(crank, lambda t: t)
    m.prescribe(m.body("bob", mass=1.0).at(0.1, 0, 0), lambda t: (t, t), axes="xy", name="led")
    m.planar("table", m.ground, "bob")
    plan = lay_out(m.freeze())
    loop, joint, point = ties(plan)
    assert isinstance(loop, Loop) and not loop.driving
    assert joint.driving and joint.nodes == (0,)
    assert point.driving and point.nodes == plan.joints["table"].nodes


def test_subsystems_are_numbered_from_ground() -> None:
    plan = lay_out(library.carpet_scraper().freeze())
    of = subsystem_of(plan)
    assert [of[i] for i in range(7)] == [0, 1, 1, 2, 2, 2, 2]
