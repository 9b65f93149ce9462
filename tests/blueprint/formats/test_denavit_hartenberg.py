"""Denavit–Hartenberg tables as printed."""

from __future__ import annotations

import math

import pytest

import linkwork as lw
from linkwork.blueprint.formats.denavit_hartenberg import Row, from_table, to_table

# Shah, Saha, Dutt (2013): KUKA KR5, the numbers of its public input file
KUKA = [
    (0, 0, 0.4, 0, 16.038, (0.104667, 0.005077, 0.059035), (0.176938765, 0.266532371, 0.262222375)),
    (90, 0.18, 0, 0, 7.988, (0.267012, 0, 0), (0.271640468, 0.276878849, 0.021894253)),
    (0, 0.6, 0, 0, 12.973, (0.087677, -0.034263, 0.007779), (0.388988085, 0.376583684, 0.10414629)),
    (90, 0.12, 0.62, 0, 2.051, (-3.3e-05, 0.007634, -0.109372), (0.004767354, 0.010122217, 0.01210886)),
    (-90, 0, 0, 0, 0.811, (0, 0.032618, -0.009789), (0.000760688, 0.001783961, 0.001801078)),
    (90, 0, 0, 0, 0.008, (0, 0, 0.111885), (3.113e-06, 1.512e-06, 1.652e-06)),
]


def test_a_table_is_typed_in_as_printed_and_written_out_again() -> None:
    blueprint = from_table("KR5", "alpha a b theta mass com inertia", KUKA, degrees=True).freeze()
    assert blueprint.body_names == tuple(f"link {k}" for k in range(1, 7))
    for row, printed in zip(to_table(blueprint), KUKA):
        assert (row.a, row.b, row.theta, row.joint) == (printed[1], printed[2], 0.0, "R")
        assert row.alpha == pytest.approx(math.radians(printed[0]), abs=1e-16)


def test_right_angles_in_a_table_leave_no_rounding() -> None:
    blueprint = from_table("KR5", "alpha a b theta mass com inertia", KUKA, degrees=True).freeze()
    entries = {abs(x) for j in blueprint.joints for row in j.parent.pose.rotation for x in row}
    assert entries == {0.0, 1.0}


def test_a_tree_names_its_parents_by_number_or_name() -> None:
    rows = [("hip", 0, "R", 0.0), ("thigh", 1, "P", 0.1), ("foot", "hip", "F", 0.2)]
    m = from_table("leg", "link parent joint a", rows)
    table = tuple((j.parent.body, j.child.body, type(j.kind).__name__) for j in m._joints)
    assert table == (("ground", "hip", "Revolute"), ("hip", "thigh", "Prismatic"), ("hip", "foot", "Fixed"))


@pytest.mark.parametrize(("theta", "start"), [("offset", 0.0), ("start", 0.3)])
def test_a_printed_variable_is_an_offset_or_the_start(theta: str, start: float) -> None:
    rows = [("R", 0.3, 0.0, 1.0), ("P", 0.7, 0.3, 1.0)]
    blueprint = from_table("t", "joint theta b mass", rows, theta=theta).freeze()
    assert blueprint.start_of("joint 1") == (start,) and blueprint.start_of("joint 2") == (start,)
    poses = [j.pose(blueprint.start_of(j.name)) for j in blueprint.joints]
    assert math.atan2(poses[0].rotation[1][0], poses[0].rotation[0][0]) == pytest.approx(0.3)
    assert poses[1].translation[2] == pytest.approx(0.3)
    assert math.atan2(poses[1].rotation[1][0], poses[1].rotation[0][0]) == pytest.approx(0.7)


def test_general_rows_come_back() -> None:
    rows = [(0.1, 0.2, 0.3, 0.4, 1.0), (-0.5, -0.6, 0.7, 2.8, 1.0)]
    for row, printed in zip(to_table(from_table("t", "a alpha b theta mass", rows).freeze()), rows):
        assert (row.a, row.alpha, row.b, row.theta) == pytest.approx(printed[:4], abs=1e-15)
    assert to_table(from_table("t", "a mass", [(0.1, 1.0)]).freeze()) == (
        Row("link 1", "ground", "R", 0.1, 0.0, 0.0, 0.0),
    )


def test_a_fault_in_a_table_is_noted_at_the_line_that_reads_it() -> None:
    with pytest.raises(
        lw.MechanismError, match=r"joint 'joint 1': .* is nan\. (.|\n)*written in test_denavit_hartenberg"
    ):
        from_table("t", "a mass", [(math.nan, 1.0)]).check()
