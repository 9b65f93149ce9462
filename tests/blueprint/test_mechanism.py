"""The finished description: equality, differences, parameters."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

import linkwork as lw


def arm(length: object = 0.3, **more: object) -> lw.Mechanism:
    m = lw.Mechanism("arm")
    m.body("upper", mass=1.0, com=(length, 0, 0), **more)
    m.body("lower", mass=1.0)
    m.revolute("shoulder", "ground", "upper")
    m.revolute("elbow", "upper", "lower")
    return m


def test_equal_descriptions_are_equal() -> None:
    assert arm().freeze() == arm().freeze() and hash(arm().freeze()) == hash(arm().freeze())
    assert arm().freeze() != arm(0.4).freeze()


def test_differences_are_sentences() -> None:
    one, two = arm(), arm(0.4, color="red")
    two.body("tool", mass=1.0)
    two.revolute("wrist", "lower", "tool", axis="y")
    two.gravity = (0, 0, 0)
    assert one.freeze().diff(two.freeze()) == (
        "gravity[2]: -9.81 became 0",
        "bodies 'upper'.com[0]: 0.3 became 0.4",
        "bodies 'upper'.color: None became '#ff0000'",
        "bodies: 'tool' was added",
        "joints: 'wrist' was added",
    )
    assert two.freeze().diff(one.freeze())[1] == "bodies: 'tool' was removed"
    assert one.freeze().diff(one.freeze()) == ()


def test_a_change_of_order_is_a_difference() -> None:
    one, two = arm().freeze(), arm()
    two._bodies.reverse()
    assert one.diff(two.freeze()) == ("bodies: the order changed",)


def test_another_kind_of_joint_and_another_parameter_are_differences() -> None:
    one, two = arm(lw.Parameter("l", 0.3)), arm(lw.Parameter("l", 0.4))
    two._joints[1:] = []
    two.prismatic("elbow", "upper", "lower")
    first, second = one.freeze().diff(two.freeze())
    assert first == "bodies 'upper'.com[0]: parameter 'l' = 0.3 became parameter 'l' = 0.4"
    assert second.startswith("joints 'elbow'.kind: Revolute(")


def test_parameters_are_found_and_bound() -> None:
    m = arm(2 * lw.Parameter("l", 0.15))
    m.limit("elbow", upper=lw.Parameter("stop", 2.0))
    blueprint = m.freeze()
    assert list(blueprint.parameters) == ["l", "stop"]
    bound = blueprint.bind(l=0.2)
    assert bound.body("upper").com[0] == 0.4 and bound.loads[0].upper == 2.0
    assert bound.parameters == {} and blueprint.body("upper").com[0] != 0.4


def test_functions_of_time_survive_the_binding_of_parameters() -> None:
    m = arm()
    m.prescribe("elbow", lambda t: lw.Parameter("w", 2.0) * t)
    bound = m.freeze().bind(w=5.0)
    assert bound.motions[0].law(3.0) == (15.0,)


def test_the_start_is_neutral_where_nothing_else_was_said() -> None:
    m = arm()
    m.body("ball", mass=1.0)
    m.spherical("socket", "lower", "ball")
    m.pose(elbow=0.5)
    blueprint = m.freeze()
    assert blueprint.start_of("elbow") == (0.5,) and blueprint.start_of("shoulder") == (0.0,)
    assert blueprint.start_of("socket") == (1.0, 0.0, 0.0, 0.0)


def test_the_ground_is_a_body_without_mass() -> None:
    m = arm()
    m.draw_ground(lw.shapes.box(1, 1, 1))
    ground = m.freeze().body("ground")
    assert ground.mass == 0.0 and ground.shapes == (lw.shapes.box(1, 1, 1),)


def test_a_description_does_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        arm().freeze().name = "leg"  # type: ignore[misc]
