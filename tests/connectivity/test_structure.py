"""Structure: what the topology tells, from a description or a plan."""

from __future__ import annotations

import pytest

from linkwork.blueprint import library
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.structure import roman, structure


def test_the_excavator_has_the_subsystems_of_the_paper() -> None:
    """Koul et al., Fig. 1: I serial, II tree-type, III serial; bodies #1, #2 in I, #5, #6, #8, #9 in II."""
    parts = structure(library.excavator().freeze()).subsystems
    assert [(p.name, p.shape, p.rates, p.driven) for p in parts] == [
        ("I", "serial", 4, 1), ("II", "tree-type", 5, 1), ("III", "serial", 2, 1),
    ]  # fmt: skip
    assert set(parts[0].bodies) >= {"link", "triangle"}
    assert set(parts[1].bodies) >= {"stick", "boom", "stick_cylinder", "stick_piston"}


def test_a_plan_and_its_description_have_the_same_structure() -> None:
    blueprint = library.stewart_platform().freeze()
    a, b = structure(blueprint), structure(lay_out(blueprint))
    assert (a.J, a.gicm, a.order, a.inverse) == (b.J, b.gicm, b.order, b.inverse)


def test_cuts_change_the_structure_but_not_the_freedoms() -> None:
    blueprint = library.koul_three_rrr().freeze()
    plain, other = structure(blueprint), structure(blueprint, ["corner_1", "corner_2"])
    assert len(other.subsystems) == 3
    assert other.mobility.freedoms == plain.mobility.freedoms == 3
    assert [loop.name for loop in other.loops] == ["corner_1", "corner_2"]
    assert [s.name for s in other.subsystems_of(0)] == ["I", "III"]


@pytest.mark.parametrize(
    ("number", "word"), [(1, "I"), (4, "IV"), (9, "IX"), (14, "XIV"), (49, "XLIX"), (2026, "MMXXVI")]
)
def test_roman_numbers(number: int, word: str) -> None:
    assert roman(number) == word
