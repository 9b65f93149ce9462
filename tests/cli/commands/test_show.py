"""`linkwork show`."""

from __future__ import annotations

from typing import Any

from linkwork.cli.commands.show import pattern
from linkwork.cli.machines import compiled


def test_the_structure_is_told_in_words_and_tables(linkwork: Any) -> None:
    said = linkwork("show", "robotic_leg")
    assert said.code == 0
    assert "7 bodies on 7 joints, opened at 3 cuts; 7 rates under 6 conditions, 1 degree of freedom" in said.out
    for title in ("Bodies", "Joints", "Closures", "Loops × subsystems", "Operations"):
        assert title in said.out


def test_the_pattern_of_the_excavator_is_the_papers() -> None:
    """Koul et al., Fig. 1 and Eq. (13): four loops; neighbours couple only where they share a subsystem."""
    found = pattern(compiled("excavator"))
    touched = [{name for name, joints in parts.items() if joints} for parts in found.values()]
    assert len(touched) == 4
    coupled = {(r, s) for r in range(4) for s in range(r) if touched[r] & touched[s]}
    assert coupled, "loops of one machine that share nothing would be two machines"


def test_planar_loops_lose_three_rows(linkwork: Any) -> None:
    found = linkwork("show", "four_bar", "--json").json
    assert found["multipliers"] == ["pin.force x", "pin.force y"]
    assert len(found["vanished"]) == 3
    assert found["freedom"] == 1


def test_over_constrained_machines_say_which_rows_follow_from_others(linkwork: Any) -> None:
    assert "Over-constrained" in linkwork("show", "bennett").out


def test_a_tree_has_no_loops(linkwork: Any) -> None:
    said = linkwork("show", "kuka_kr5")
    assert "no loop" in said.out
    assert "Loops ×" not in said.out
