"""What `explain` says, and that it says it in the form of the papers."""

from __future__ import annotations

from pathlib import Path

import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.connectivity.explain import Explanation, explain
from linkwork.connectivity.layout import lay_out


def test_the_excavator_is_explained_as_in_the_paper() -> None:
    """Koul et al., Fig. 1 and Eq. (13)."""
    text = str(library.excavator().explain())
    assert "Mechanism 'excavator': 11 moving bodies, 15 joints, 4 independent loops." in text
    assert "11 rates − 8 rows = 3. Grübler and Kutzbach (planar): 3·11 − 15·2 = 3." in text
    assert "3 driven rates, as many as its freedoms." in text
    assert _block(text, "Constraint Jacobian J") == [
        "       I     II   III",
        "  L1 [J1,1  J1,2   O  ]",
        "  L2 [ O    J2,2   O  ]",
        "  L3 [J3,1  J3,2   O  ]",
        "  L4 [J4,1   O    J4,3]",
    ]
    assert _block(text, "GICM Ī = J I⁻¹ Jᵀ, lower triangle") == [
        "       L1    L2    L3    L4",
        "  L1 [Ī1,1                  ]",
        "  L2 [Ī2,1  Ī2,2            ]",
        "  L3 [Ī3,1  Ī3,2  Ī3,3      ]",
        "  L4 [Ī4,1   +    Ī4,3  Ī4,4]",
        "Elimination in the declared order fills in 1 block (+); in the order L2 L1 L3 L4, none.",
    ]
    assert (
        "  L1  joint_15  revolute  I+II   planar  2 rows of 5; moment x, moment y, force z hold by themselves" in text
    )


def _block(text: str, title: str) -> list[str]:
    lines = text.splitlines()
    start = lines.index(title) + 1
    end = next((k for k in range(start, len(lines)) if not lines[k]), len(lines))
    return lines[start:end]


def test_inverse_dynamics_by_subsystems_is_a_table() -> None:
    text = str(explain(library.carpet_scraper().freeze()))
    assert _block(text, "Inverse dynamics by subsystems") == [
        "  1.  III  4 equations  4 unknowns (L2 + L3)   determinate",
        "  2.  II   2 equations  2 unknowns (L1)        determinate",
        "  3.  I    1 equation   1 unknown (1 driving)  determinate",
    ]


def test_each_loop_is_walked_around() -> None:
    m = lw.Mechanism("triangle")
    a, b = m.body("a", mass=1.0), m.body("b", mass=1.0)
    m.revolute("left", m.ground, a)
    m.prismatic("right", m.ground.at(1, 0, 0), b)
    m.close("top", a.at(1, 0, 0), b, kind="revolute")
    assert "  L1: ground ─left─ a ─✂top─ b ─right─ ground" in str(m.explain()).splitlines()


def test_a_loop_in_another_group_than_the_whole_is_said() -> None:
    text = str(library.five_bar_scara().explain())
    assert "6 rates − 2 rows = 4." in text
    assert "with one dimension, turning about one direction, would say 4·5 − 5·3 − 1·2 = 3;" in text
    assert "each loop counts in its own group of motion here: planar" in text


def test_what_cannot_move_by_count_is_said() -> None:
    text = str(library.bennett().explain())
    assert "By count it cannot move: either it is a structure, or special dimensions make it move." in text


def test_rows_that_follow_from_others_are_counted() -> None:
    """Five rows of a hinge in a spherical loop whose pins lie off its centre: two remain, the others follow."""
    m = lw.Mechanism("doubled")
    a, b, c = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "abc")
    m.revolute("1", m.ground, a, axis="z")
    m.revolute("2", a, b, axis="x")
    m.revolute("3", m.ground, c, axis="y")
    m.close("4", b.at(0, 0, 0.3), c.at(0, 0, 0.3), kind="revolute", axis="z")
    assert "2 rows of 5; force z holds by itself; 2 of the others follow from the rest" in str(m.explain())


def test_driving_and_prescribing_are_compared_with_the_freedoms() -> None:
    m = library.redysim_four_bar()
    m.actuate(m.freeze().joints[-1].name)
    assert "2 driven rates, more than its freedoms." in str(m.explain())
    m = library.delta()
    m.prescribe(m.freeze().joints[0].name, lambda t: t)
    text = str(m.explain())
    assert "1 freedom led by prescribed motions." in text
    assert "1 tie besides (motion of" in text


def test_a_tree_has_neither_loops_nor_patterns() -> None:
    text = str(library.gripper().explain())
    assert "4 moving bodies, 4 joints, 0 independent loops." in text
    assert "Constraint Jacobian" not in text and "Loops" not in text and "Inverse dynamics" not in text
    assert "Modules: {palm}" in text or "Modules: {" in text


def test_relations_are_called_by_their_names() -> None:
    text = str(library.planetary_gear().explain())
    assert "0 independent loops, 4 ties besides" in text
    assert "  T1  " in text


def test_large_machines_are_shown_in_part() -> None:
    text = str(library.scissor_grid(8).explain())
    assert "Ī1,1" not in text and "×" in text
    assert "more rows" in text
    assert max(map(len, text.splitlines())) < 6000


def test_a_description_a_plan_and_a_mechanism_are_explained_alike() -> None:
    m = library.stewart_platform()
    texts = {str(m.explain()), str(explain(m.freeze())), str(explain(lay_out(m.freeze())))}
    assert len(texts) == 1


def test_cuts_may_be_named() -> None:
    found = library.koul_three_rrr().explain(cuts=["corner_2", "corner_3"])
    assert [loop.name for loop in found.structure.loops] == ["corner_2", "corner_3"]


def test_it_is_saved_as_text_or_drawing(tmp_path: Path) -> None:
    found = library.four_bar().explain()
    assert isinstance(found, Explanation)
    assert found.save(tmp_path / "f.svg").read_text(encoding="utf-8") == found.svg() == found._repr_svg_()
    assert found.save(tmp_path / "f.txt").read_text(encoding="utf-8") == f"{found}\n"


@pytest.mark.parametrize("entry", library.CATALOGUE, ids=lambda entry: entry.name)
def test_every_machine_can_be_explained(entry) -> None:
    text = str(entry.machine().explain())
    assert text.startswith("Mechanism ")
    assert "nan" not in text.split()


def test_a_prompt_shows_what_print_shows() -> None:
    told = library.excavator().explain()
    assert repr(told) == str(told)
