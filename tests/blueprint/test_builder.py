"""The language in which machines are written down."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint.actuators import Actuator
from linkwork.blueprint.frames import Frame, Shift
from linkwork.blueprint.joints import KINDS, Prismatic, Revolute
from linkwork.blueprint.loads import Friction, JointSpring, Limit, Rotor
from linkwork.blueprint.motions import JointMotion, PointMotion
from linkwork.blueprint.relations import LinearRelation
from linkwork.errors import DescriptionError


def two_bars() -> lw.Mechanism:
    m = lw.Mechanism("two bars")
    m.body("a", mass=1.0)
    m.body("b", mass=1.0)
    m.revolute("O", m.ground, "a")
    m.prismatic("A", "a", "b")
    return m


def test_names_stand_wherever_handles_do() -> None:
    m = lw.Mechanism("m")
    a, b = m.body("a", mass=1.0), m.body("b", mass=1.0)
    joint = m.revolute("O", m.ground, a)
    m.prismatic("A", a.at(1), b)
    m.actuate(joint)
    m.pose({joint: 0.1})
    n = lw.Mechanism("m")
    n.body("a", mass=1.0)
    n.body("b", mass=1.0)
    n.revolute("O", "ground", "a")
    n.frame("end", Frame("a").at(1))
    n.prismatic("A", "end", "b")
    n.actuate("O")
    n.pose(O=0.1)
    assert m.freeze().diff(n.freeze()) == ("frames: 'end' was added",)


def test_the_four_bar_of_the_design_reads_as_it_was_written() -> None:
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
    crank = m.body("crank", mass=1.5, com=(0.019, 0, 0), inertia=lw.inertia.rod(1.5, 0.038))
    coupler = m.body("coupler", mass=3.0, com=(0.0576, 0, 0), inertia=lw.inertia.rod(3.0, 0.1152))
    rocker = m.body("rocker", mass=5.0, com=(0.0576, 0, 0), inertia=lw.inertia.rod(5.0, 0.1152))
    m.revolute("O1", m.ground, crank, axis="z")
    m.revolute("A", crank.at(0.038, 0, 0), coupler, axis="z")
    m.revolute("O2", m.ground.at(0.0895, 0, 0), rocker, axis="z")
    m.close("B", coupler.at(0.1152, 0, 0), rocker.at(0.1152, 0, 0), kind="revolute", axis="z")
    m.actuate("O1")
    blueprint = m.freeze()
    assert blueprint.body_names == ("crank", "coupler", "rocker") and blueprint.joint_names == ("O1", "A", "O2")
    assert blueprint.joint("A").parent == Frame("crank", (Shift((0.038, 0, 0)),))
    assert blueprint.closure("B").kind == Revolute()
    assert blueprint.actuators == (Actuator("actuator of O1", "O1", (0,)),)
    assert repr(m) == "<mechanism 'four-bar': 3 bodies, 3 joints, 1 closures>"
    assert repr(crank) == "<body 'crank' of 'four-bar'>"


def test_every_kind_of_joint_has_a_method() -> None:
    m = lw.Mechanism("m")
    for k, kind in enumerate(KINDS):
        m.body(f"b{k}", mass=1.0)
        method = getattr(m, kind)
        if kind == "floating":
            method(kind, f"b{k}")
        else:
            method(kind, m.ground, f"b{k}", **({"pitch": 0.1} if kind == "helical" else {}))
    assert [type(j.kind) for j in m.freeze().joints] == list(KINDS.values())


def test_a_kind_can_be_given_as_an_object() -> None:
    m = two_bars()
    m.body("c", mass=1.0)
    m.joint("C", "b", "c", Prismatic((1.0, 0.0, 0.0)))
    assert m.freeze().joint("C").kind.variables == ("slide",)


def test_a_cut_joint_closes_a_loop() -> None:
    m = two_bars()
    m.body("c", mass=1.0)
    m.revolute("C", "b", "c")
    m.revolute("P", "ground", "c")
    m.cut("P")
    assert [c.name for c in m.freeze().closures] == ["P"]
    assert m.freeze().joint_names == ("O", "A", "C")


def test_a_row_of_denavit_and_hartenberg_places_the_joint() -> None:
    m = lw.Mechanism("m")
    m.body("a", mass=1.0)
    m.dh("j", m.ground, "a", a=0.1, alpha=math.pi / 2, b=0.2, theta=0.3)
    X = m.freeze().joint("j").pose((0.5,))
    assert list(X.translation) == pytest.approx([0.1, -0.2, 0.0])
    assert X.rotation[0][0] == pytest.approx(math.cos(0.8)) and X.rotation[1][2] == -1.0


def test_relations_say_what_they_mean() -> None:
    m = two_bars()
    m.body("c", mass=1.0)
    m.cylindrical("C", "b", "c")
    m.gear("ratio", "O", ("C", "angle"), ratio=3.0, offset=0.5)
    m.gear("outside", "O", ("C", 0), teeth=(20, 40))
    m.gear("inside", "O", ("C", 0), teeth=(20, 40), internal=True)
    m.rack("rack", "O", "A", 0.1)
    m.belt("belt", "O", ("C", 0), radii=(1.0, 2.0))
    m.belt("crossed", "O", ("C", 0), radii=(1.0, 2.0), crossed=True)
    m.differential("differential", "O", ("C", "angle"), ("C", "slide"))
    m.screw("screw", "O", "A", 0.01)
    m.linear("free", [("O", 2.0), ("A", 3.0)], offset=1.0)
    q = {"O": (0.7,), "A": (0.2,), "C": (0.3, 0.4)}
    values = {r.name: r.residual(q, 0.0)[0] for r in m.freeze().relations}
    expected = {
        "ratio": 0.3 - 3 * 0.7 - 0.5, "outside": 0.3 + 0.35, "inside": 0.3 - 0.35, "rack": 0.2 - 0.07,
        "belt": 0.6 - 0.7, "crossed": 0.6 + 0.7, "differential": 0.7 - 0.35, "screw": 0.2 - 0.007,
        "free": 1.4 + 0.6 - 1.0,
    }  # fmt: skip
    assert values == pytest.approx(expected)
    assert m.freeze().relations[0].joints == ("C", "O")
    assert all(isinstance(r, LinearRelation) for r in m.freeze().relations)


def test_a_users_own_relation_runs_on_numbers() -> None:
    m = two_bars()
    m.relate("own", lambda q, t: (q[0] * q[1] - t, q[0] + q[1]), ["O", "A"])
    relation = m.freeze().relations[0]
    assert relation.residual({"O": (2.0,), "A": (3.0,)}, 1.0) == (5.0, 5.0)
    assert m.freeze() == m.freeze()


def test_velocity_relations_give_their_matrix_and_their_drift() -> None:
    m = two_bars()
    m.velocity_relation("one", lambda q, t: ((q[0], 2.0), t), ["O", "A"])
    m.velocity_relation("two", lambda q: (np.array([[q[0], 2.0], [0.0, q[1]]]), 0), ["O", "A"])
    one, two = m.freeze().velocity_relations
    q = {"O": (5.0,), "A": (6.0,)}
    assert one.matrix(q, 7.0) == (((5.0, 2.0),), (7.0,))
    assert two.matrix(q) == (((5.0, 2.0), (0.0, 6.0)), (0, 0))


def test_motions_are_of_joints_or_of_points() -> None:
    m = two_bars()
    m.frame("tip", Frame("b").at(0.1))
    m.prescribe("O", lambda t: t**2)
    m.prescribe("tip", lambda t: (t, 1.0), axes="xy")
    m.prescribe("A", 0.3, name="held")
    first, second, third = m.freeze().motions
    assert isinstance(first, JointMotion) and first.law(3.0) == (9.0,)
    assert isinstance(second, PointMotion) and second.law(3.0) == (3.0, 1.0) and second.indices() == (0, 1)
    assert third.name == "held" and third.law(3.0) == (0.3,)


def test_loads_keep_what_was_given() -> None:
    m = two_bars()
    m.spring("coil", "A", stiffness=2.0, damping=0.1, rest=0.3)
    m.friction("O", viscous=1.0)
    m.limit("A", lower=0.0)
    m.rotor("O", inertia=1e-4, ratio=50)
    m.wrench("push", "b", force=lambda t: (t, 0, 0))
    spring, friction, limit, rotor, push = m.freeze().loads
    assert spring == JointSpring("coil", "A", 0, 2.0, 0.1, 0.3)
    assert friction == Friction("friction of O", "O", (0,), 1.0)
    assert limit == Limit("limit of A", "A", 0, 0.0)
    assert rotor == Rotor("rotor of O", "O", 0, 1e-4, 50)
    assert push.force(2.0) == (2.0, 0, 0) and push.moment(2.0) == (0.0, 0.0, 0.0)


def test_some_or_all_rates_of_a_joint_are_driven() -> None:
    m = two_bars()
    m.body("c", mass=1.0)
    m.planar("C", "b", "c")
    m.actuate("C", variables=["x", "angle"], lower=-1, upper=1)
    m.actuate("O", "A")
    assert [a.variables for a in m.freeze().actuators] == [(0, 2), (0,), (0,)]


def test_the_order_of_writing_does_not_matter_for_what_is_named() -> None:
    m = lw.Mechanism("m")
    m.actuate("O")
    m.relate("law", lambda q: q[0], "O")
    m.revolute("O", "ground", "a")
    m.body("a", mass=1.0)
    assert m.freeze().relations[0].joints == ("O",)


def test_numbers_are_kept_as_they_were_written() -> None:
    m = lw.Mechanism("m")
    m.body("a", mass=2, com=np.array([0.1, 0.0, 1.0]), inertia=np.eye(3, dtype=np.float32))
    m.revolute("O", "ground", "a")
    body = m.freeze().body("a")
    assert type(body.mass) is int and all(type(x) is float for x in body.com)
    assert body.inertia == ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def test_principal_moments_are_the_diagonal() -> None:
    m = lw.Mechanism("m")
    m.body("a", mass=2, inertia=(1, 2, 3))
    m.revolute("O", "ground", "a")
    assert m.freeze().body("a").inertia == ((1, 0.0, 0.0), (0.0, 2, 0.0), (0.0, 0.0, 3))


def test_a_finished_machine_can_be_written_on(everything: lw.Mechanism) -> None:
    blueprint = everything.freeze()
    again = lw.Mechanism.of(blueprint)
    assert again.freeze() == blueprint
    again.body("more", mass=1.0)
    again.revolute("more", "b9", "more")
    assert again.freeze() != blueprint and everything.freeze() == blueprint


def test_a_motor_makes_up_for_a_massless_leaf() -> None:
    m = two_bars()
    m.body("shaft")
    m.revolute("S", "b", "shaft")
    m.rotor("S", inertia=1e-4, ratio=10)
    m.check()


def test_a_spring_says_which_of_length_and_rest_belongs_to_it() -> None:
    m = lw.Mechanism("springs")
    a = m.body("a", mass=1.0, inertia=(1, 1, 1))
    m.prismatic("slide", m.ground, a, axis="x")
    with pytest.raises(DescriptionError, match="spring 'coil': is one on a joint. Give rest"):
        m.spring("coil", "slide", stiffness=1.0, length=0.2)
    with pytest.raises(DescriptionError, match="spring 'rope': is one between points. Give its unstretched length"):
        m.spring("rope", m.ground, a, stiffness=1.0, rest=0.2)
