# ruff: noqa: E501 - one case a line reads as a table
"""What a user reads at the line whose argument can be part of no description."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.parameter import Operation
from linkwork.blueprint.formats.denavit_hartenberg import from_table, to_table
from linkwork.blueprint.joints import Point
from linkwork.errors import DescriptionError, ParameterError


def arm() -> lw.Mechanism:
    m = lw.Mechanism("arm")
    m.body("upper", mass=1.0)
    m.revolute("shoulder", "ground", "upper")
    return m


X = lw.Parameter("x", 1.0)
CASES: list[tuple[Callable[[lw.Mechanism], object], str]] = [
    (lambda m: m.body(""), "body '': has no name. Give a text that is not empty."),
    (lambda m: m.joint(3, "ground", "upper", "revolute"), "joint 3: has no name."),
    (lambda m: m.body("b", mass="heavy"), "mass of body 'b': is 'heavy', which is not a number. Give a number or a Parameter."),
    (lambda m: m.body("b", mass=True), "mass of body 'b': is True, which is not a number."),
    (lambda m: m.body("b", com=(1, 2)), "centre of mass of body 'b': has 2 numbers. Give three, such as (0.1, 0, 0)."),
    (lambda m: m.body("b", com=1), "centre of mass of body 'b': is 1. Give three numbers"),
    (lambda m: m.body("b", inertia=[(1, 0, 0), (0, 1, 0)]), "inertia of body 'b': has 2 rows. Give three rows of three numbers."),
    (lambda m: m.body("b", inertia_about="tip"), "body 'b': has its inertia about 'tip'. Use 'com' or 'origin'."),
    (lambda m: m.body("b", shapes=["box"]), "shapes: hold 'box'. Make them with linkwork.shapes: rod, box"),
    (lambda m: lw.shapes.plate([(0, 0, 0), (1, 0, 0)]), "plate: has 2 corners. Give three or more."),
    (lambda m: lw.inertia.box("1", 2, 3, 4), "mass or length of a box: is '1', which is not a number. Give a number or a Parameter."),
    (lambda m: lw.inertia.points([0, 0], [(0, 0, 0), (1, 0, 0)]), "points: weigh nothing together. Give one of them a mass."),
    (lambda m: lw.shapes.mesh("a.stl", scale="2"), "mesh's scale: is '2', which is not a number."),
    (lambda m: lw.inertia.rod(1, 1, axis="w"), "axis of an inertia: is 'w'. Use 'x', 'y' or 'z'."),
    (lambda m: lw.inertia.points([1, 2], [(0, 0, 0)]), "points: have 2 masses and 1 places. Give one mass a place."),
    (lambda m: m.frame("f", 3), "3: is neither a body nor a frame. Give a body, body.at(x, y, z) or a name."),
    (lambda m: m.ground.at(rotation=("w", 1)), "names the axes 'w'. Use letters of x, y, z, such as 'z' or 'ZYX'."),
    (lambda m: m.ground.at(rotation=("zyx", (1, 2))), "has 2 angles for the axes 'zyx'. Give one angle an axis."),
    (lambda m: m.ground.at(rotation=(1, 1, 0, 0)), "whose length is not 1. Give a unit (w, x, y, z)."),
    (lambda m: m.ground.at(rotation=0.3), "rotation of the point on body 'ground': is 0.3. Give ('z', angle)"),
    (lambda m: m.revolute("j", "ground", "upper", axis="w"), "axis of joint 'j': is 'w'. Use 'x', 'y', 'z', '-x'"),
    (lambda m: m.ground.at(rotation=((1, 1, 0), 0.3)), "rotation axis of the point on body 'ground': is (1.0, 1.0, 0.0), whose length is not 1. Divide it"),
    (lambda m: m.ground.at(rotation=(1, 1, 0, 0)), "rotation of the point on body 'ground': is the quaternion (1.0, 1.0, 0.0, 0.0), whose length is not 1."),
    (lambda m: m.joint("j", "ground", "upper", "revolut"), "joint 'j': is of kind 'revolut', which does not exist. Nearest names: 'revolute'"),
    (lambda m: m.joint("j", "ground", "upper", "distance"), "joint 'j': is of kind 'distance', which only closes loops. Use m.close"),
    (lambda m: m.joint("j", "ground", "upper", Point()), "joint 'j': is of kind Point(). Name a kind: fixed, revolute"),
    (lambda m: m.close("c", "ground", "upper", "distance"), "closure 'c': is distance and needs 'length'. Give the metres"),
    (lambda m: m.close("c", "ground", "upper", "helical"), "closure 'c': is helical and needs 'pitch'. Give the metres per radian"),
    (lambda m: m.close("c", "ground", "upper", "point", axis="z"), "closure 'c': is point and takes no option 'axis'. Its options: none."),
    (lambda m: m.universal("j", "ground", "upper", axes="XX"), "axes of joint 'j': are 'XX'. Use two different letters: XY"),
    (lambda m: m.spherical("j", "ground", "upper", coordinates="XXY"), "coordinates of joint 'j': are 'XXY'. Use 'quaternion' or"),
    (lambda m: m.dh("j", "ground", "upper", kind="helical"), "joint 'j': is of kind 'helical'. A DH row is 'revolute' or 'prismatic'."),
    (lambda m: m.gear("g", "shoulder", "shoulder"), "gear 'g': needs either ratio= or teeth=. Write ratio=-0.5 or teeth=(20, 40)."),
    (lambda m: m.gear("g", "shoulder", "shoulder", teeth=(1, 2, 3)), "teeth of gear 'g': are 3 numbers. Give two"),
    (lambda m: m.gear("g", "shoulder", "elbow", teeth=(20, 0)), "teeth of gear 'g': are 20 and 0. Give two counts: teeth=(20, 40)."),
    (lambda m: m.gear("g", "shoulder", "elbow", "2"), "ratio of gear 'g': is '2', which is not a number."),
    (lambda m: m.rack("g", "shoulder", "elbow", None), "radius of rack 'g': is None, which is not a number."),
    (lambda m: m.screw("g", "shoulder", "elbow", None), "pitch of screw 'g': is None, which is not a number."),
    (lambda m: lw.Mechanism("m", gravity=9.81), "gravity of mechanism 'm': is 9.81. Give three numbers, such as (0, 0, -9.81)."),
    (lambda m: m.belt("g", "shoulder", "shoulder", radii=(1,)), "radii of belt 'g': are 1 numbers. Give two"),
    (lambda m: m.differential("g", "a", "b", "c", shares=(1,)), "shares of differential 'g': are 1 numbers. Give two"),
    (lambda m: m.prescribe(m.ground, lambda t: t, axes="xw"), "has the axes 'xw'. Use some of 'xyz', such as 'xy'."),
    (lambda m: m.edge("e", "upper", across="w"), "edge 'e': has across='w'. Use 'x', 'y' or 'z'."),
    (lambda m: m.wrench("w", "upper", axes="local"), "wrench 'w': has axes='local'. Use 'world' or 'body'."),
    (lambda m: m.wrench("w", "upper", force=(1, 2)), "force of wrench 'w': gives 2 numbers. It must give 3."),
    (lambda m: m.limit("shoulder"), "limit 'limit of shoulder': has neither lower nor upper. Give one of them or both."),
    (lambda m: m.actuate(), "actuate: was given no joint. Name one: m.actuate('O1')."),
    (lambda m: m.actuate("a", "b", name="n"), "actuator 'n': names 2 joints. Leave the name out or name one joint."),
    (lambda m: m.actuate(3), "3: is not a joint. Give the name of a joint or what m.revolute(...) returned."),
    (lambda m: m.relate("r", lambda q: q[0], 3), "joints: is 3. Give a list of joints."),
    (
        lambda m: m.prescribe(m._frame("upper"), lambda t: (math.sin(t), 0, 0)),
        "has a function in which variable 't' has no value yet and cannot be compared or turned into a number.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("act", "message"), CASES, ids=[text[:50] for _, text in CASES])
def test_the_message_names_the_argument_and_the_remedy(act: Callable[[lw.Mechanism], object], message: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        act(arm())
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: lw.Parameter("", 1.0), "parameter '': needs a name that is a text. Write Parameter('l1', 0.4)."),
        (lambda: lw.Parameter("l", math.nan), "parameter 'l': needs a finite number as its value, not nan."),
        (lambda: lw.Parameter("l", "1"), "parameter 'l': needs a finite number as its value, not '1'."),
        (lambda: X < 2, "parameter 'x': has no value yet and cannot be compared or turned into a number."),
        (lambda: bool(X + 1), "expression of 'x': has no value yet and cannot be compared or turned into a number."),
        (lambda: math.sin(X), "parameter 'x': has no value yet and cannot be compared or turned into a number. Use linkwork.where"),
        (lambda: X**0.3, "parameter 'x': cannot be raised to 0.3. Use a whole or a half number, or exp(power * log(x))"),
        (lambda: Operation("sn", X), "operation 'sn': does not exist. Nearest names: 'sin'."),
    ],
)  # fmt: skip
def test_a_parameter_used_as_a_number_says_what_to_do(act: Callable[[], object], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        act()
    assert message in str(caught.value)


def test_a_name_that_does_not_exist_brings_the_nearest_ones() -> None:
    blueprint = arm().freeze()
    for look, message in (
        (lambda: blueprint.body("uper"), "body 'uper': does not exist in mechanism 'arm'. Nearest names: 'upper'."),
        (
            lambda: blueprint.joint("sholder"),
            "joint 'sholder': does not exist in mechanism 'arm'. Nearest names: 'shoulder'.",
        ),
        (lambda: blueprint.closure("pin"), "closure 'pin': does not exist in mechanism 'arm'. There are none yet."),
        (lambda: blueprint.bind(l1=2.0), "parameter 'l1': does not exist in mechanism 'arm'. There are none yet."),
    ):
        with pytest.raises(LookupError) as caught:
            look()
        assert str(caught.value) == message


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (lambda: from_table("t", "a alfa", []), "table 't': has an unknown column 'alfa'. Nearest names: 'alpha'."),
        (lambda: from_table("t", "a", [], theta="now"), "table 't': has theta='now'. Use 'offset' or 'start'."),
        (
            lambda: from_table("t", "a b", [(1,)]),
            "row 1 of table 't': has 1 entries for 2 columns. Its columns are: a, b.",
        ),
        (
            lambda: from_table("t", "parent", [(4,)]),
            "row 1 of table 't': names the parent '4'. There are: '0', 'ground'.",
        ),
        (lambda: from_table("t", "joint", [("H",)]), "row 1 of table 't': has a joint 'H'. Use R, P or F."),
    ],
)
def test_a_table_that_cannot_be_read_names_the_row(act: Callable[[], object], message: str) -> None:
    with pytest.raises(lw.FormatError) as caught:
        act()
    assert str(caught.value) == message


def test_a_machine_that_is_no_table_names_the_joint() -> None:
    m = arm()
    m.body("ball", mass=1.0, inertia=np.eye(3))
    m.spherical("socket", "upper", "ball")
    with pytest.raises(lw.FormatError, match=r"joint 'socket': is spherical\. A DH row holds R, P or F"):
        to_table(m.freeze())
    m = arm()
    m.body("lower", mass=1.0)
    m.revolute("elbow", "upper", "lower", axis="y")
    with pytest.raises(lw.FormatError, match="joint 'elbow': has a frame that no DH row gives"):
        to_table(m.freeze())
