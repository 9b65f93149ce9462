"""Determinate subsystems: the orders of solution that the papers print."""

from __future__ import annotations

from dataclasses import replace

import pytest

from linkwork.blueprint import library
from linkwork.connectivity.block_pattern import BlockPattern
from linkwork.connectivity.determinacy import Solved, inverse_order
from linkwork.connectivity.structure import structure


def counts(steps: tuple[Solved, ...]) -> list[tuple[tuple[int, ...], int, int, str]]:
    return [(s.subsystems, s.equations, s.unknowns, s.verdict) for s in steps]


def test_the_carpet_scraper_is_solved_from_the_tool_to_the_motor() -> None:
    """Koul et al., section 2.2: III (4 equations, λ2 and λ3), then II, then I."""
    steps = structure(library.carpet_scraper().freeze()).inverse
    assert counts(steps) == [((2,), 4, 4, "determinate"), ((1,), 2, 2, "determinate"), ((0,), 1, 1, "determinate")]
    assert [step.ties for step in steps] == [(1, 2), (0,), ()]
    assert [step.driven for step in steps] == [0, 0, 1]


def test_the_three_legs_are_solved_from_the_platform() -> None:
    steps = structure(library.koul_three_rrr().freeze()).inverse
    assert counts(steps) == [((0,), 5, 5, "determinate"), ((1,), 1, 1, "determinate"), ((2,), 1, 1, "determinate")]


def test_the_four_bar_is_determinate_or_not_by_its_cut() -> None:
    """Shah et al., section 8.3: cut at the crank's tip, the dyad comes first; at the rocker's, both are joined."""
    assert counts(structure(library.redysim_four_bar().freeze()).inverse) == [
        ((1,), 2, 2, "determinate"),
        ((0,), 1, 1, "determinate"),
    ]
    blueprint = library.redysim_four_bar().freeze()
    joined = structure(blueprint, [blueprint.joints[-1].name]).inverse
    assert counts(joined) == [((0, 1), 3, 3, "determinate")]


def test_without_motors_a_machine_is_underdriven() -> None:
    blueprint = replace(library.four_bar().freeze(), actuators=())
    assert "underdriven" in [step.verdict for step in structure(blueprint).inverse]


def test_with_a_motor_too_many_a_machine_is_overdriven() -> None:
    m = library.redysim_four_bar()
    m.actuate(m.freeze().joints[-1].name)
    assert [s.verdict for s in structure(m.freeze()).inverse if not s.determinate] == ["overdriven"]


@pytest.mark.parametrize("make", [library.stewart_platform, library.delta, library.excavator, library.jansen_leg])
def test_every_loop_is_solved_once(make) -> None:
    s = structure(make().freeze())
    assert sorted(r for step in s.inverse for r in step.ties) == list(range(len(s.ties)))
    assert sorted(k for step in s.inverse for k in step.subsystems) == list(range(len(s.subsystems)))
    assert sum(step.equations for step in s.inverse) == s.plan.n_v


def test_only_subsystems_that_share_unknowns_are_joined() -> None:
    J = BlockPattern(("a", "b"), ("1", "2", "3", "4"), frozenset({(0, 0), (0, 1), (1, 2), (1, 3)}))
    steps = inverse_order(J, [2, 2, 1, 1], [1, 1, 0, 0], [2, 2])
    assert [step.subsystems for step in steps] == [(0, 1), (2, 3)]
