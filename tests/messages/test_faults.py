# ruff: noqa: E501 - one case a line reads as a table
"""What a user reads who describes a machine that cannot be: the object by name, the fault, and what would be right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import linkwork as lw
from linkwork.algebra.parameter import Variable
from linkwork.blueprint import checks
from linkwork.blueprint.formula import Formula
from linkwork.blueprint.frames import Frame

Spoil = Callable[[lw.Mechanism], object]


def good() -> lw.Mechanism:
    """A two-bar arm without faults, a loose plate and a fixed tool."""
    m = lw.Mechanism("arm")
    m.body("upper", mass=1.0, inertia=(0.1, 0.2, 0.2))
    m.body("lower", mass=1.0, inertia=(0.1, 0.2, 0.2))
    m.body("tool", mass=0.1)
    m.revolute("shoulder", "ground", "upper")
    m.revolute("elbow", Frame("upper").at(0.3), "lower")
    m.fixed("flange", "lower", "tool")
    return m


def ball(m: lw.Mechanism) -> None:
    """A joint with quaternion coordinates."""
    m.body("ball", mass=1.0, inertia=(1, 1, 1))
    m.spherical("socket", "tool", "ball")


def with_ball(spoil: Spoil) -> Spoil:
    def both(m: lw.Mechanism) -> None:
        ball(m)
        spoil(m)

    return both


def screwed(m: lw.Mechanism) -> None:
    m.body("nut", mass=1.0)
    m.cylindrical("sleeve", "tool", "nut")
    m.spring("coil", "sleeve", stiffness=1.0)


def ring(m: lw.Mechanism) -> None:
    m.body("a", mass=1.0)
    m.body("b", mass=1.0)
    m.revolute("ab", "a", "b")
    m.revolute("ba", "b", "a")


def upside_down(m: lw.Mechanism) -> None:
    m.body("plate", mass=1.0)
    m.revolute("hinge", "plate", "ground")


def massless(m: lw.Mechanism) -> None:
    m.body("feather")
    m.revolute("quill", "tool", "feather")


def massless_pair(m: lw.Mechanism) -> None:
    m.body("feather")
    m.body("tip")
    m.revolute("quill", "tool", "feather")
    m.fixed("glue", "feather", "tip")


def loose_but_closed(m: lw.Mechanism) -> None:
    m.body("plate", mass=1.0)
    m.close("pin", "plate", "tool")


def loose_parent(m: lw.Mechanism) -> None:
    m.body("plate", mass=1.0)
    m.body("arm", mass=1.0)
    m.revolute("hinge", "plate", "arm")


def foreign(m: lw.Mechanism) -> None:
    other = lw.Mechanism("other")
    m.close("pin", other.body("upper"), "tool")


def foreign_joint(m: lw.Mechanism) -> None:
    other = lw.Mechanism("other")
    other.body("b")
    m.actuate(other.revolute("shoulder", "ground", "b"))


NAN, INF = float("nan"), float("inf")
BODY = {"mass": 1.0}

FAULTS: list[tuple[str, Spoil, str]] = [
    # names
    ("two bodies", lambda m: m.body("upper", **BODY), "body 'upper': is described twice. Rename all but one."),
    (
        "two joints",
        lambda m: m.close("elbow", "upper", "tool"),
        "joint 'elbow': is described twice (as joint and closure)",
    ),
    ("three frames", lambda m: [m.frame("tip", "tool") for _ in range(3)], "frame 'tip': is described 3 times"),
    (
        "a second ground",
        lambda m: m.body("ground"),
        "body 'ground': has the name of the ground, which every mechanism has",
    ),
    (
        "no such body",
        lambda m: m.close("pin", "uper", "tool"),
        "closure 'pin': body 'uper' does not exist. Nearest names: 'upper'",
    ),
    (
        "no such joint",
        lambda m: m.actuate("elbo"),
        "actuator 'actuator of elbo': joint 'elbo' does not exist. Nearest names: 'elbow'.",
    ),
    (
        "no such joint in a relation",
        lambda m: m.relate("law", lambda q: q[0], ["elbov"]),
        "relation 'law': joint 'elbov' does not exist.",
    ),
    (
        "no such joint in a gear",
        lambda m: m.gear("gears", "shoulder", "elbov", 2.0),
        "gear 'gears': joint 'elbov' does not exist.",
    ),
    (
        "a joint geared to itself",
        lambda m: m.gear("gears", "shoulder", "shoulder", 2.0),
        "gear 'gears': relates joint 'shoulder' to itself. Name two joints.",
    ),
    (
        "a gear that turns nothing",
        lambda m: m.gear("gears", "shoulder", "elbow", lw.Parameter("n", 0.0)),
        "gear 'gears': its factor of joint 'shoulder' is 0. Give a ratio that is not 0.",
    ),
    (
        "a relation of nothing",
        lambda m: m.linear("sum", {}),
        "linear 'sum': relates nothing. Give at least one joint a factor that is not 0.",
    ),
    (
        "no such joint in the pose",
        lambda m: m.pose(elbov=1),
        "starting pose of joint 'elbov': joint 'elbov' does not exist.",
    ),
    (
        "coordinates of a closure",
        lambda m: (m.close("pin", "upper", "tool"), m.friction("pin", viscous=1)),
        "friction 'friction of pin': joint 'pin' closes a loop and has no coordinates. Let it carry a body",
    ),
    (
        "no such joint to cut",
        lambda m: m.cut("elbov"),
        "cut 'elbov': names a joint that does not exist. Nearest names: 'elbow'.",
    ),
    ("another mechanism's body", foreign, "body 'upper': belongs to another mechanism, 'other'. Use a body of 'arm'."),
    (
        "another mechanism's joint",
        foreign_joint,
        "joint 'shoulder': belongs to another mechanism, 'other'. Use a joint of 'arm'.",
    ),
    # topology
    (
        "ground as child",
        upside_down,
        "joint 'hinge': its child is the ground, which nothing carries. Swap its ends: m.revolute('hinge'",
    ),
    ("a joint on one body", lambda m: m.revolute("self", "tool", "tool"), "joint 'self': joins body 'tool' to itself."),
    (
        "second parent",
        lambda m: m.revolute("knee", "ground", "lower"),
        "joint 'knee': its child 'lower' already has the parent joint 'elbow'. Make one of them a closure: m.cut('knee')",
    ),
    ("closed tree", ring, "joint 'ba': closes the tree on itself: 'a' on 'b' on 'a'. Make it a closure, m.cut('ba')"),
    (
        "nothing holds it",
        lambda m: m.body("plate", **BODY),
        "body 'plate': hangs on nothing: no joint names it. Add a joint",
    ),
    ("held by a closure", loose_but_closed, "body 'plate': hangs on nothing but closure 'pin'. Make that a joint"),
    (
        "joint the wrong way",
        loose_parent,
        "body 'plate': hangs on nothing: it is the parent in joint 'hinge', but the child in none.",
    ),
    (
        "closure on one body",
        lambda m: m.close("pin", "tool", "tool"),
        "closure 'pin': joins body 'tool' to itself. Name two different",
    ),
    (
        "spring on one body",
        lambda m: m.spring("coil", "tool", "tool"),
        "spring 'coil': joins body 'tool' to itself. Name two different",
    ),
    (
        "force on the ground",
        lambda m: m.wrench("push", m.ground, force=(1, 0, 0)),
        "wrench 'push': acts on the ground, which does not",
    ),
    # quantities
    ("NaN", lambda m: m.body("bad", mass=NAN), "body 'bad': its mass is nan. Give a finite number."),
    (
        "infinity",
        lambda m: m.body("bad", mass=1, com=(0, INF, 0)),
        "body 'bad': its com[1] is inf. Give a finite number.",
    ),
    (
        "NaN in a frame",
        lambda m: m.frame("tip", Frame("tool").at(NAN)),
        "frame 'tip': a number of its frame 'frame' is nan.",
    ),
    ("NaN in the pose", lambda m: m.pose(elbow=NAN), "starting pose of joint 'elbow': its q[0] is nan."),
    (
        "division by nothing",
        lambda m: m.body("bad", mass=1 / (lw.Parameter("a", 1.0) - lw.Parameter("b", 1.0))),
        "body 'bad': its mass is an expression of 'a', 'b' that has no finite value.",
    ),
    (
        "two values",
        lambda m: m.pose(elbow=lw.Parameter("a", 1.0), shoulder=lw.Parameter("a", 2.0)),
        "parameter 'a': has the values 1.0 and 2.0. Make it once and use that object everywhere.",
    ),
    (
        "no length",
        lambda m: m.distance("rod", "upper", "tool", 0.0),
        "closure 'rod': its length is 0.0. Give a positive length",
    ),
    ("no radius", lambda m: m.roll("wheel", "tool", 0.0), "rolling 'wheel': its radius is 0.0. Give a positive radius"),
    (
        "no smoothing",
        lambda m: m.friction("elbow", coulomb=1, smoothing=0),
        "friction 'friction of elbow': its smoothing is 0.0.",
    ),
    (
        "negative friction",
        lambda m: m.friction("elbow", coulomb=-1),
        "friction 'friction of elbow': its Coulomb friction is -1.0.",
    ),
    ("soft stop", lambda m: m.limit("elbow", upper=1, stiffness=0), "limit 'limit of elbow': its stiffness is 0.0."),
    (
        "crossed stops",
        lambda m: m.limit("elbow", lower=2, upper=1),
        "limit 'limit of elbow': its lower bound 2.0 is above its upper",
    ),
    (
        "crossed limits",
        lambda m: m.actuate("elbow", lower=2, upper=1),
        "actuator 'actuator of elbow': its lower bound 2.0 is above",
    ),
    (
        "negative rotor",
        lambda m: m.rotor("elbow", inertia=-1),
        "rotor 'rotor of elbow': its inertia is -1.0. Give the rotor's",
    ),
    # bodies
    ("negative mass", lambda m: m.body("bad", mass=-1), "body 'bad': its mass is -1.0. Give a mass in kg, 0 or more."),
    (
        "massless leaf",
        massless,
        "body 'feather': has no mass, but joint 'quill' moves it and nothing hangs on it. Give it a mass",
    ),
    ("massless leaf of two", massless_pair, "body 'feather': has no mass, but joint 'quill' moves it"),
    (
        "lopsided tensor",
        lambda m: m.body("bad", inertia=[[1, 1, 0], [0, 1, 0], [0, 0, 1]]),
        "body 'bad': its inertia is not symmetric.",
    ),
    (
        "triangle",
        lambda m: m.body("bad", inertia=(1, 1, 3)),
        "body 'bad': its inertia breaks the triangle inequality: the principal",
    ),
    (
        "negative moment",
        lambda m: m.body("bad", inertia=(1, 1, -1)),
        "body 'bad': its principal moments of inertia about its centre",
    ),
    (
        "moments about the wrong point",
        lambda m: m.body("bad", mass=3, com=(1, 0, 0), inertia=(0, 1, 1), inertia_about="origin"),
        "about its centre of mass (moved there from its origin) are -2, -2, 0. Check the numbers",
    ),
    # geometry
    (
        "long axis",
        lambda m: m.close("pin", "upper", "tool", axis=(1, 1, 0)),
        "closure 'pin': its axis (1.0, 1.0, 0.0) has the length 1.41421356, not 1. The unit vector along it is (0.7071",
    ),
    (
        "no axis",
        lambda m: m.close("pin", "upper", "tool", axis=(0, 0, 0)),
        "has the length 0, not 1. Use 'x', 'y', 'z' or a unit",
    ),
    (
        "long axis of a drawing",
        lambda m: m.body("bad", shapes=lw.shapes.cylinder(1, 1, axis=(2, 0, 0))),
        "cylinder of body 'bad': its axis (2.0, 0.0, 0.0) has the length 2, not 1.",
    ),
    (
        "a ball turned inside out",
        lambda m: m.body("bad", shapes=lw.shapes.sphere(-0.1)),
        "sphere of body 'bad': its radius is -0.1. Give positive numbers.",
    ),
    (
        "a flat box",
        lambda m: m.draw_ground(lw.shapes.box(1, 0, 2)),
        "box of body 'ground': its size is (1.0, 0.0, 2.0). Give positive numbers.",
    ),
    (
        "a mesh that is no rotation",
        lambda m: m.body("bad", shapes=lw.shapes.mesh("a.stl", rotation=[[1, 0, 0], [0, 2, 0], [0, 0, 1]])),
        "body 'bad': a matrix of its frames is no rotation",
    ),
    (
        "no rotation",
        lambda m: m.frame("tip", Frame("tool").at(rotation=[[1, 0, 0], [0, 2, 0], [0, 0, 1]])),
        "frame 'tip': a matrix of its frames is no rotation: R Rᵀ differs from 1 by 3.0e+00. Give orthogonal unit rows",
    ),
    (
        "mirror",
        lambda m: m.frame("tip", Frame("tool").at(rotation=[[1, 0, 0], [0, 1, 0], [0, 0, -1]])),
        "frame 'tip': a matrix of its frames mirrors: its determinant is −1. Change the sign of one row.",
    ),
    # references
    (
        "spring in a fixed joint",
        lambda m: m.spring("coil", "flange"),
        "spring 'coil': joint 'flange' is fixed and has no coordinates.",
    ),
    (
        "driven fixed joint",
        lambda m: m.actuate("flange"),
        "actuator 'actuator of flange': joint 'flange' is fixed and cannot be driven.",
    ),
    (
        "driven twice",
        lambda m: (m.actuate("elbow"), m.actuate("elbow", name="again")),
        "actuator 'again': 'angle' of joint 'elbow' is already driven by 'actuator of elbow'. Keep one of them.",
    ),
    (
        "part of a quaternion",
        with_ball(lambda m: m.limit("socket", variable="w", upper=1)),
        "limit 'limit of socket': joint 'socket' has quaternion coordinates, which do not stand alone. Give the",
    ),
    (
        "pose of the wrong size",
        lambda m: m.pose(elbow=(1, 2)),
        "starting pose of joint 'elbow': has 2 numbers. Give 1: angle.",
    ),
    (
        "long quaternion",
        with_ball(lambda m: m.pose(socket=(2, 0, 0, 0))),
        "starting pose of joint 'socket': its quaternion has the length 2, not 1. Divide it by its length.",
    ),
    (
        "which coordinate",
        screwed,
        "spring 'coil': does not say which coordinate of joint 'sleeve' it means. Add variable=, one of: angle",
    ),
    (
        "no such coordinate",
        lambda m: m.actuate("elbow", variables="slide"),
        "actuator 'actuator of elbow': names the variable 'slide' of joint 'elbow', which does not exist. There are:",
    ),
    # functions
    (
        "a function that asks",
        lambda m: m.relate("law", lambda q: q[0] if q[0] > 0 else 1, "elbow"),
        "relation 'law': has a function in which variable 'q0' has no value yet and cannot be compared",
    ),
    (
        "a function that fails",
        lambda m: m.relate("law", lambda q: q[3], "elbow"),
        "relation 'law': has a function that fails: IndexError",
    ),
    (
        "a function that divides by nothing",
        lambda m: m.prescribe("elbow", lambda t: 1 / 0, name="law"),
        "prescribed motion 'law': has a function that fails: ZeroDivisionError: division by zero.",
    ),
    (
        "a motion of a joint that has none",
        lambda m: m.prescribe("flange", lambda t: t, name="law"),
        "prescribed motion 'law': joint 'flange' is fixed and has no coordinates. Name a joint that moves.",
    ),
    (
        "a motion of too many numbers",
        lambda m: m.prescribe("elbow", lambda t: (t, t), name="law"),
        "prescribed motion 'law': gives 2 numbers. It must give 1.",
    ),
    (
        "a motion of the wrong size",
        lambda m: m.prescribe("elbow", lambda t: (t, t)),
        "prescribed motion 'motion of elbow': gives 2 numbers. It must give 1.",
    ),
    (
        "no function",
        lambda m: m.velocity_relation("law", 3, "elbow"),
        "velocity relation 'law': needs a function. Write function(q, t)",
    ),
    (
        "no pair",
        lambda m: m.velocity_relation("law", lambda q: [1], "elbow"),
        "velocity relation 'law': does not give a pair.",
    ),
    (
        "A and b do not fit",
        lambda m: m.velocity_relation("law", lambda q: ([1, 2], [1, 2, 3]), "elbow"),
        "velocity relation 'law': gives 2 numbers for A and 3 for b. A needs 1 a row, one for each rate",
    ),
]


@pytest.mark.parametrize(("spoil", "message"), [(s, t) for _, s, t in FAULTS], ids=[name for name, _, _ in FAULTS])
def test_the_message_names_the_object_the_fault_and_the_remedy(spoil: Spoil, message: str) -> None:
    m = good()
    m.check()
    spoil(m)
    with pytest.raises(lw.MechanismError) as caught:
        m.check()
    text = str(caught.value)
    assert message in text
    assert text.startswith("mechanism 'arm' has ")


def test_an_empty_mechanism_says_how_to_begin() -> None:
    with pytest.raises(
        lw.TopologyError, match=r"mechanism 'nothing': has no body\. Add one: m\.body\('crank', mass=1\.0\)"
    ):
        lw.Mechanism("nothing").check()


def test_gravity_that_is_no_number_is_named() -> None:
    m = good()
    m.gravity = (0.0, NAN, 0.0)
    with pytest.raises(lw.MechanismError, match=r"gravity of mechanism 'arm': is nan\. Give a finite number"):
        m.check()


def test_all_faults_come_at_once_with_the_lines_where_they_were_written() -> None:
    m = good()
    m.body("plate", mass=-1.0)
    line = here() - 1
    m.actuate("elbo")
    with pytest.raises(lw.MechanismError) as caught:
        m.check()
    lines = str(caught.value).splitlines()
    assert lines[0] == "mechanism 'arm' has 3 faults"
    assert f"  note: 'plate' was written in {Path(__file__).name}, line {line}" in lines
    assert f"  note: 'actuator of elbo' was written in {Path(__file__).name}, line {line + 2}" in lines
    assert len(caught.value.faults) == 3


def test_faults_of_the_topology_alone_have_their_own_exception() -> None:
    m = good()
    m.revolute("knee", "ground", "lower")
    with pytest.raises(lw.TopologyError, match="mechanism 'arm' has 1 fault\n"):
        m.check()


def test_freezing_compiling_and_saving_check_first(tmp_path: Path) -> None:
    m = good()
    m.actuate("elbo")
    for action in (m.freeze, lambda: m.save(tmp_path / "arm.json")):
        with pytest.raises(lw.MechanismError):
            action()
    assert list(tmp_path.iterdir()) == []


def test_laws_that_were_edited_by_hand_are_checked() -> None:
    m = good()
    m.actuate("elbow")
    m.prescribe("shoulder", lambda t: t)
    m.wrench("push", "tool", force=(1, 0, 0))
    blueprint = m.freeze()
    motion, push, actuator = blueprint.motions[0], blueprint.loads[0], blueprint.actuators[0]
    broken = replace(
        blueprint,
        motions=(replace(motion, law=Formula(("t", "u"), (Variable("w"),)), variables=(3,)),),
        loads=(replace(push, force=Formula(("t",), (0.0,))),),
        actuators=(replace(actuator, variables=(7,)),),
        start=(*m_pose(blueprint), *m_pose(blueprint)),
    )
    text = "\n".join(line for fault in checks.faults(broken) for line in fault.lines())
    assert "prescribed motion 'motion of shoulder': its law takes 2 numbers. It must take 1." in text
    assert "its law depends on variable 'w', which is no input." in text
    assert "prescribed motion 'motion of shoulder': joint 'shoulder' has no variable 3. It has: angle." in text
    assert "wrench 'push': its law gives 1 number. It must give 3." in text
    assert "actuator 'actuator of elbow': joint 'elbow' has no variable 7. It has: angle." in text
    assert "starting pose of joint 'elbow': is given twice. Keep one." in text


def m_pose(blueprint: lw.Blueprint) -> tuple:
    m = lw.Mechanism.of(blueprint)
    m.pose(elbow=0.1)
    return m.freeze().start


def here() -> int:
    """The line of the caller."""
    import sys

    return sys._getframe(1).f_lineno
