# ruff: noqa: E501 - one case a line reads as a table
"""What a user reads who loads a file that is no mechanism."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import linkwork as lw
from linkwork.blueprint.document import from_text, save, to_text


def text() -> str:
    m = lw.Mechanism("arm")
    m.body("upper", mass=lw.Parameter("m", 1.0), shapes=lw.shapes.sphere(0.1))
    m.body("lower", mass=1.0)
    m.revolute("shoulder", m.ground.at(1, rotation=("z", 0.3)), "upper")
    m.revolute("elbow", "upper", "lower")
    m.prescribe("elbow", lambda t: lw.sin(t) ** 2)
    return to_text(m.freeze())


def spoiled(*path: Any, value: Any = None, drop: bool = False) -> str:
    """The file with one entry changed."""
    data = json.loads(text())
    at = data
    for key in path[:-1]:
        at = at[key]
    if drop:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return json.dumps(data)


CASES: list[tuple[str, Callable[[], str], str]] = [
    ("truncated", lambda: text()[:-30], "ends in the middle, at line"),
    ("truncated in a word", lambda: text()[: text().index('"shoulder"') + 4], "The file is truncated: save or copy it again."),
    ("empty", lambda: " \n", "is empty. Load a file that Mechanism.save wrote."),
    ("XML", lambda: "<robot name='arm'/>", "is XML, not a linkwork mechanism. Load a file that Mechanism.save wrote."),
    ("one entry twice", lambda: text().replace('"version"', '"version": 1, "version"'), "gives the entry 'version' twice in one object. Keep one of them."),
    ("no JSON", lambda: "hello", "is not JSON: Expecting value at line 1. Load a file that Mechanism.save wrote."),
    ("another kind of JSON", lambda: "[1, 2]", "is JSON of another kind, not a linkwork mechanism."),
    ("another document", lambda: '{"document": "linkwork record"}', "is a 'linkwork record', not a linkwork mechanism."),
    ("newer", lambda: spoiled("version", value=2), "was written by a newer linkwork: its version is 2, this one reads up to 1. Update linkwork."),
    ("no version", lambda: spoiled("version", drop=True), "has the version None. It must be a whole number from 1 to 1."),
    ("version of another kind", lambda: spoiled("version", value=True), "has the version True."),
    ("NaN", lambda: text().replace("0.3", "NaN"), "holds NaN, which is no number. Every number in the file must be finite."),
    ("too large a number", lambda: text().replace("0.3", "1e999"), "joints[0].parent.moves[1].angle: is inf. It must be a number, a"),
    ("more digits than a double", lambda: text().replace("0.3", "1" + "0" * 400), "joints[0].parent.moves[1].angle: is 1000000"),
    ("a truth value for a number", lambda: spoiled("gravity", value=[0, 0, True]), "gravity[2]: is True. It must be a number"),
    ("missing entry", lambda: spoiled("joints", 0, "child", drop=True), "joints[0]: has no entry 'child'. The file is incomplete or was"),
    ("unknown entry", lambda: spoiled("joints", 0, "chld", value=1), "joints[0]: has an unknown entry 'chld'. Nearest names: 'child'."),
    ("unknown kind", lambda: spoiled("joints", 0, "kind", "type", value="revolut"), "joints[0].kind: has the type 'revolut', which does not"),
    ("a kind that is no text", lambda: spoiled("joints", 0, "kind", "type", value=["revolute"]), "joints[0].kind: has the type ['revolute'], which does"),
    ("more after the end", lambda: text() + "more", "is not JSON: Extra data at line"),
    ("no kind", lambda: spoiled("joints", 0, "kind", "type", drop=True), "joints[0].kind: has the type None, which does not exist."),
    ("no list", lambda: spoiled("joints", value=3), "joints: is 3. It must be a list."),
    ("no object", lambda: spoiled("joints", 0, value=3), "joints[0]: is 3. It must be an object."),
    ("no text", lambda: spoiled("name", value=3), "name: is 3. It must be a text."),
    ("no whole number", lambda: spoiled("motions", 0, "variables", value=[0.5]), "motions[0].variables[0]: is 0.5. It must be a whole"),
    ("true is no number", lambda: spoiled("bodies", 1, "mass", value=True), "bodies[1].mass: is True. It must be a number, a"),
    ("too short a vector", lambda: spoiled("gravity", value=[0, 1]), "gravity: has 2 items. It must have 3."),
    ("no such word", lambda: spoiled("bodies", 1, "inertia_about", value="tip"), "bodies[1].inertia_about: is 'tip'. It must be one of 'com'"),
    ("broken parameter", lambda: spoiled("bodies", 0, "mass", value={"parameter": "", "value": 1}), "A parameter is {\"parameter\": name"),
    ("no quantity", lambda: spoiled("bodies", 0, "mass", value={"size": 1}), "bodies[0].mass: is {'size': 1}. It must be a number, a"),
    ("no such operation", lambda: spoiled("bodies", 0, "mass", value={"expression": ["sn", 1]}), "has the operation 'sn', which does not exist."),
    ("wrong arguments", lambda: spoiled("bodies", 0, "mass", value={"expression": ["add", 1]}), "gives 1 arguments to 'add'. It takes 2."),
    ("broken power", lambda: spoiled("bodies", 0, "mass", value={"expression": ["pow", 1, 0.5]}), "has the exponent 0.5. It must be a whole"),
    ("empty list of operations", lambda: spoiled("bodies", 0, "mass", value={"nodes": []}), "bodies[0].mass: is {'nodes': []}. It must be a number"),
    ("broken list of operations", lambda: spoiled("bodies", 0, "mass", value={"nodes": [["add", 1, {"node": 0}]]}), "bodies[0].mass.nodes[0][2]: is {'node': 0}."),
    ("no formula", lambda: spoiled("motions", 0, "law", "nodes", drop=True), "motions[0].law: is not a formula. It must have the lists"),
    ("no node", lambda: spoiled("motions", 0, "law", "nodes", 0, value=7), "motions[0].law.nodes[0]: is 7. It must be a list of an operation"),
    ("a node of the future", lambda: spoiled("motions", 0, "law", "nodes", 0, value=["sin", {"node": 1}]), "nodes[0][1]: is {'node': 1}."),
    ("too deep", lambda: "[" * 100000, "is nested too deeply. Load a file that Mechanism.save wrote."),
    ("too deep an expression", lambda: text().replace("0.3", '{"expression": ["neg", ' * 450 + "1" + "]}" * 450), "is nested too deeply. Load a file that Mechanism.save wrote."),
]  # fmt: skip


@pytest.mark.parametrize(("make", "message"), [(m, t) for _, m, t in CASES], ids=[name for name, _, _ in CASES])
def test_the_message_names_the_file_the_place_and_the_fault(make: Callable[[], str], message: str) -> None:
    with pytest.raises(lw.FormatError) as caught:
        from_text(make(), "file 'arm.json'")
    assert message in str(caught.value)
    assert str(caught.value).startswith("file 'arm.json'")


def test_a_text_cut_short_anywhere_is_said_to_be_truncated() -> None:
    whole = text().rstrip()
    for end in range(1, len(whole)):
        with pytest.raises(lw.FormatError, match=r"ends in the middle, at line \d+\. The file is truncated"):
            from_text(whole[:end])


def test_a_file_cut_inside_a_letter_is_said_to_be_truncated(tmp_path: Path) -> None:
    path = tmp_path / "arm.json"
    path.write_bytes(text().encode().split(b"1")[0] + "é".encode()[:1])
    with pytest.raises(lw.FormatError, match="ends in the middle of a letter. The file is truncated"):
        lw.load(path)


def test_a_folder_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"arm\.json' cannot be written: there is no folder '.*nowhere'"):
        save(from_text(text()), tmp_path / "nowhere" / "arm.json")


def test_a_file_that_is_no_text_says_so(tmp_path: Path) -> None:
    path = tmp_path / "arm.json"
    path.write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(lw.FormatError, match=r"arm\.json': is not a text file\. Load a file with a linkwork mechanism"):
        lw.load(path)


def test_a_file_with_a_machine_that_cannot_be_names_its_faults(tmp_path: Path) -> None:
    path = tmp_path / "arm.json"
    path.write_text(spoiled("joints", 1, "child", "body", value="lowr"), encoding="utf-8")
    with pytest.raises(lw.MechanismError, match=r"joint 'elbow': body 'lowr' does not exist\. Nearest names: 'lower'"):
        lw.load(path)
