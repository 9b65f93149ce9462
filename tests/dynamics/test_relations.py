"""Gears, racks, belts, differentials, screws and the user's own laws: their rows, and machines worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, rows
from linkwork.dynamics.kinematics import twists
from linkwork.dynamics.relations import joint_coordinates, joint_rates


def spinning(m: lw.Mechanism, name: str, inertia: float, parent: object = None) -> None:
    """A body that turns about z, on ground or on another body, with no moment of gravity."""
    m.body(name, mass=1e-9, inertia=(inertia, inertia, inertia))
    m.revolute(f"{name} turns", m.ground if parent is None else parent, name)


def test_a_rack_is_driven_by_its_pinion(accelerate: Callable, check_rows: Callable) -> None:
    """α = τ / (I + m r²): the rack's mass is felt at the pinion's radius; λ is the force at the teeth."""
    m = lw.Mechanism("rack and pinion", gravity=(0, 0, 0))
    spinning(m, "pinion", 0.3)
    m.body("rack", mass=2.0)
    m.prismatic("slide", m.ground.at(0.0, 0.1, 0.0), "rack", axis="x")
    m.rack("teeth", "pinion turns", "slide", radius=0.1)
    plan = lay_out(m.freeze())
    check_rows(plan)
    qdd, lam = accelerate(plan, [0.0, 0.0], [0.0, 0.0], [0.7, 0.0])
    alpha = 0.7 / (0.3 + 2.0 * 0.1**2)
    assert qdd == pytest.approx([alpha, 0.1 * alpha])
    assert lam["teeth", "rack"] == pytest.approx(2.0 * 0.1 * alpha)


def planetary_gear() -> lw.Mechanism:
    r_sun, r_planet = 0.2, 0.1
    r_ring = r_sun + 2 * r_planet
    m = lw.Mechanism("planetary gear", gravity=(0, 0, 0))
    spinning(m, "sun", 0.02)
    carrier = m.body("carrier", mass=1e-9, inertia=(0.05, 0.05, 0.05))
    m.revolute("arm", m.ground, carrier)
    m.body("planet", mass=0.5, inertia=(0.002, 0.002, 0.004))
    m.revolute("pin", carrier.at(r_sun + r_planet, 0, 0), "planet")
    m.linear("sun on planet", {"sun turns": r_sun, "arm": -r_sun, "pin": r_planet})
    m.linear("planet in ring", {"arm": r_ring, "pin": r_planet})
    return m


def test_a_planetary_gear_follows_willis(accelerate: Callable, check_rows: Callable) -> None:
    """With the ring held, sun : carrier = 1 + r_ring / r_sun = 3; the sun feels Σ I (rate / its rate)²."""
    plan = lay_out(planetary_gear().freeze())
    check_rows(plan)
    tau = np.zeros(3)
    sun, arm, pin = (plan.joints[j].v.start for j in ("sun turns", "arm", "pin"))
    tau[sun] = 0.9
    qdd, _ = accelerate(plan, np.zeros(3), np.zeros(3), tau)
    ratio_arm, ratio_pin = 1 / 3, -1 / 3 * 0.4 / 0.1
    felt = 0.02 + (0.05 + 0.5 * 0.3**2) * ratio_arm**2 + 0.004 * (ratio_arm + ratio_pin) ** 2
    assert qdd[sun] == pytest.approx(0.9 / felt, rel=1e-6)
    assert qdd[arm] == pytest.approx(qdd[sun] * ratio_arm)
    assert qdd[pin] == pytest.approx(qdd[sun] * ratio_pin)


def test_a_differential_splits_the_torque_evenly(accelerate: Callable, check_rows: Callable) -> None:
    """carrier = ½ left + ½ right: both wheels get the same torque whatever their inertias."""
    m = lw.Mechanism("differential", gravity=(0, 0, 0))
    for name, inertia in (("carrier", 0.1), ("left", 0.4), ("right", 0.9)):
        spinning(m, name, inertia)
    m.differential("axle", "carrier turns", "left turns", "right turns")
    plan = lay_out(m.freeze())
    check_rows(plan)
    qdd, lam = accelerate(plan, np.zeros(3), np.zeros(3), [1.0, 0.0, 0.0])
    side = -0.5 * lam["axle", "differential"]
    assert qdd == pytest.approx([0.5 * (qdd[1] + qdd[2]), side / 0.4, side / 0.9])
    assert 1.0 - 2 * side == pytest.approx(0.1 * qdd[0])


def test_a_screw_lifts_its_nut(accelerate: Callable, check_rows: Callable) -> None:
    """α = (τ − m g p) / (I + m p²) for a pitch of p metres per radian."""
    m = lw.Mechanism("jack", gravity=(0, 0, -9.81))
    spinning(m, "spindle", 0.02)
    m.body("nut", mass=3.0)
    m.prismatic("lift", m.ground, "nut", axis="z")
    m.screw("thread", "spindle turns", "lift", pitch=0.01)
    plan = lay_out(m.freeze())
    check_rows(plan)
    qdd, _ = accelerate(plan, np.zeros(2), np.zeros(2), [0.5, 0.0])
    assert qdd[0] == pytest.approx((0.5 - 3.0 * 9.81 * 0.01) / (0.02 + 3.0 * 0.01**2), rel=1e-6)


@pytest.mark.parametrize("crossed", [False, True])
def test_a_belt_turns_the_other_way_when_crossed(crossed: bool) -> None:
    m = lw.Mechanism("belt")
    spinning(m, "motor", 0.1)
    spinning(m, "drum", 0.1)
    m.belt("belt", "motor turns", "drum turns", radii=(0.02, 0.06), crossed=crossed, offset=0.3)
    (row,) = rows(Motion(lay_out(m.freeze()), [3.0, 1.0]))
    sign = 1.0 if crossed else -1.0
    assert row.gap == pytest.approx(0.06 * 1.0 + sign * 0.02 * 3.0 - 0.3)
    assert {1: 0.06, 0: sign * 0.02} == row.J


def test_a_gear_between_three_meshes_adds_up_equal_coordinates() -> None:
    m = lw.Mechanism("twice")
    spinning(m, "a", 0.1)
    m.linear("sum", [("a turns", 1.0), ("a turns", 2.0)], offset=0.5)
    (row,) = rows(Motion(lay_out(m.freeze()), [0.2]))
    assert (row.J, row.gap) == ({0: 3.0}, pytest.approx(0.1))


def test_a_users_relation_is_differentiated_in_place_and_time(check_rows: Callable) -> None:
    m = lw.Mechanism("cam")
    spinning(m, "cam", 0.1)
    m.body("follower", mass=1.0)
    m.cylindrical("guide", m.ground, "follower")
    m.relate(
        "profile", lambda q, t: [q[2] - lw.sin(q[0]) * lw.exp(-0.3 * t), q[1] * q[0] - t**2], ["cam turns", "guide"]
    )
    found = check_rows(lay_out(m.freeze()))
    assert [(row.name, row.component) for row in found] == [("profile", "relation 1"), ("profile", "relation 2")]
    assert found[1].drift == pytest.approx(-2 * 0.3)


def ball(cuts: list[str] | None, law: Callable) -> Plan:
    """Two floating bodies with a ball and a free joint between them; cut joints make the tree pass them backwards."""
    m = lw.Mechanism("ball")
    a, b, c = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "abc")
    m.revolute("hinge", m.ground, a, axis="y")
    m.spherical("ball", a.at(0.1, 0, 0), b.at(0, 0.2, 0))
    m.floating("free", c, parent=b.at(0, 0, 0.3))
    m.close("foot", m.ground.at(0, 0, 1), c.at(0, 0.1, 0), kind="spherical")
    law(m)
    return lay_out(m.freeze(), cuts)


@pytest.mark.parametrize("cuts", [None, ["hinge"]], ids=["as written", "passed backwards"])
def test_quaternion_coordinates_keep_their_meaning(cuts: list[str] | None, check_rows: Callable) -> None:
    """A relation sees the coordinates and rates of the description whichever way the tree passes the joint."""

    def law(m: lw.Mechanism) -> None:
        m.relate(
            "attitude", lambda q: [q[0] * q[1] + q[6], q[2] * q[7] - q[3] * q[4], q[10] - q[5] ** 2], ["ball", "free"]
        )
        m.velocity_relation(
            "spin", lambda q, t: ([[q[0], q[4], t, *[0.0] * 3, q[3], q[1], 1.0]], q[5]), ["ball", "free"]
        )

    plan = ball(cuts, law)
    assert plan.joints["ball"].reversed == (cuts is not None)
    found = [row for row in check_rows(plan) if row.name in ("attitude", "spin")]
    assert len(found) == 4


@pytest.mark.parametrize("cuts", [None, ["hinge"]], ids=["as written", "passed backwards"])
@pytest.mark.parametrize("name", ["ball", "free"])
def test_joint_coordinates_and_rates_are_those_of_child_against_parent(
    name: str, cuts: list[str] | None, random_state: Callable
) -> None:
    plan = ball(cuts, lambda m: None)
    q, v = random_state(plan)
    joint, motion = plan.joints[name], Motion(plan, q, list(v))
    assert joint.a is not None and joint.b is not None
    A, B = motion.frame(joint.a), motion.frame(joint.b)
    X = A.inverse @ B
    pose = joint.kind.pose(joint_coordinates(joint, list(q)))
    np.testing.assert_allclose([list(r) for r in pose.rotation], [list(r) for r in X.rotation], atol=1e-12)
    np.testing.assert_allclose(list(pose.translation), list(X.translation), atol=1e-12)
    t = twists(plan, motion.X, list(v))
    at_a = joint.a.pose.to_child(t[joint.a.node])
    at_b = joint.b.pose.to_child(t[joint.b.node])
    relative = at_b - X.to_child(at_a)
    u = joint_rates(joint, list(q), list(v))
    np.testing.assert_allclose(u, relative.six()[: len(u)], atol=1e-12)


def test_velocity_relations_have_no_gap_and_keep_their_right_hand_side(check_rows: Callable) -> None:
    m = lw.Mechanism("sledge")
    m.body("sledge", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.planar("plane", m.ground, "sledge")
    m.velocity_relation("edge", lambda q, t: ([-lw.sin(q[2]), lw.cos(q[2]), 0.0], 0.2 * t), ["plane"])
    (row,) = check_rows(lay_out(m.freeze()), t=0.5)
    assert row.gap is None
    assert row.drift == pytest.approx(-0.1)
