"""The drawing of a structure is well-formed, complete, and follows the page."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.connectivity.drawing import COLORS, draw
from linkwork.connectivity.structure import structure

SVG = "{http://www.w3.org/2000/svg}"


def drawn(m: lw.Mechanism) -> ElementTree.Element:
    return ElementTree.fromstring(draw(structure(m.freeze())))


def of_class(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    return [e for e in root.iter() if name in e.get("class", "").split()]


def test_every_body_joint_and_cut_is_drawn_once() -> None:
    root = drawn(library.excavator())
    assert len(of_class(root, "body")) == 11
    assert {e.text for e in of_class(root, "name")} == {"ground", *library.excavator().freeze().body_names}
    assert len(of_class(root, "joint")) == 11
    assert len(of_class(root, "driven")) == 3
    assert [e.text for e in of_class(root, "part")] == ["I", "II", "III"]
    assert {e.text for e in of_class(root, "cutname")} == {"L1 joint_15", "L2 joint_14", "L3 joint_5", "L4 joint_11"}


def test_a_joint_shows_the_colour_of_every_loop_that_goes_through() -> None:
    root = drawn(library.excavator())
    used = [e.get("stroke") for e in of_class(root, "loop")]
    assert {c: used.count(c) for c in COLORS[:4]} == {c: len(k) for c, k in zip(COLORS, LOOPS)}


LOOPS = (
    ("link", "triangle", "boom"),
    ("stick_cylinder", "stick_piston", "stick"),
    ("link", "triangle", "bucket_cylinder", "bucket_piston", "boom", "stick", "bucket"),
    ("boom_cylinder", "boom_piston", "triangle", "link"),
)


def test_bodies_do_not_overlap() -> None:
    for make in (library.excavator, library.stewart_platform, library.scissor_grid, library.abstract_tree):
        boxes = [
            tuple(float(e.get(k, "0")) for k in ("x", "y", "width", "height")) for e in of_class(drawn(make()), "body")
        ]
        for i, (x, y, w, h) in enumerate(boxes):
            for x2, y2, w2, h2 in boxes[:i]:
                assert x + w <= x2 or x2 + w2 <= x or y + h <= y2 or y2 + h2 <= y


def test_everything_lies_on_the_page() -> None:
    root = drawn(library.stewart_platform())
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    for e in root.iter():
        if e.get("x"):
            assert 0 <= float(e.get("x", "0")) <= width
            assert 0 <= float(e.get("y", "0")) <= height


def test_names_are_escaped() -> None:
    m = lw.Mechanism("<&>")
    m.body("a<b", mass=1.0)
    m.revolute('"j"&', m.ground, "a<b")
    assert {e.text for e in of_class(drawn(m), "name")} == {"ground", "a<b"}


def test_a_loop_back_to_ground_ends_in_a_sign_of_the_ground() -> None:
    m = lw.Mechanism("grounded")
    a, b = m.body("a", mass=1.0), m.body("b", mass=1.0)
    m.revolute("1", m.ground, a)
    m.revolute("2", a.at(1, 0, 0), b)
    m.close("tip", b.at(1, 0, 0), m.ground.at(1, 1, 0), kind="point")
    m.close("middle", m.ground, a.at(0.5, 0, 0), kind="distance", length=0.5)
    assert {"L1 tip", "L2 middle"} <= {e.text for e in of_class(drawn(m), "label")}


def test_the_style_sheet_knows_light_and_dark_pages() -> None:
    text = draw(structure(library.four_bar().freeze()))
    assert "prefers-color-scheme:dark" in text


@pytest.mark.parametrize("entry", library.CATALOGUE, ids=lambda entry: entry.name)
def test_every_machine_can_be_drawn(entry) -> None:
    root = drawn(entry.machine())
    assert root.tag == f"{SVG}svg"
    assert "nan" not in ElementTree.tostring(root, encoding="unicode").lower().split('"')
