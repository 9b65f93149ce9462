"""`linkwork show`."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def test_the_structure_is_told_in_words_and_tables(linkwork: Any) -> None:
    said = linkwork("show", "robotic_leg")
    assert said.code == 0
    assert "7 moving bodies, 10 joints, 3 independent loops" in said.out
    for title in ("Bodies", "Joints", "Closures", "Loops", "Constraint Jacobian", "GICM", "Operations"):
        assert title in said.out


def test_the_pattern_of_the_scraper_is_a_chain_of_loops(linkwork: Any) -> None:
    """Koul et al., Eq. (30): neighbours couple, the first and the last loop do not."""
    found = linkwork("show", "carpet_scraper", "--json").json
    loops = [loop["cut"] for loop in found["loops"]]
    assert len(loops) == 3
    blocks = {tuple(block) for block in found["gicm_blocks"]}
    assert {(loops[1], loops[0]), (loops[2], loops[1])} <= blocks
    assert (loops[2], loops[0]) not in blocks


def test_the_structure_can_be_drawn(linkwork: Any, tmp_path: Path) -> None:
    assert linkwork("show", "four_bar", "--svg", tmp_path / "four_bar.svg").code == 0
    assert (tmp_path / "four_bar.svg").read_text(encoding="utf-8").startswith("<svg")
    assert ".svg" in linkwork("show", "four_bar", "--svg", tmp_path / "four_bar.png").err


def test_bodies_are_numbers_in_json(linkwork: Any) -> None:
    assert linkwork("show", "four_bar", "--json").json["bodies"][0] == {
        "name": "crank",
        "mass": 1.5,
        "com": [0.019, 0.0, 0.0],
    }


def test_planar_loops_lose_three_rows(linkwork: Any) -> None:
    found = linkwork("show", "four_bar", "--json").json
    assert found["multipliers"] == ["pin.force x", "pin.force y"]
    assert len(found["vanished"]) == 3
    assert found["freedom"] == 1


def test_over_constrained_machines_say_which_rows_follow_from_others(linkwork: Any) -> None:
    assert "Over-constrained" in linkwork("show", "bennett").out


def test_a_tree_has_no_loops(linkwork: Any) -> None:
    said = linkwork("show", "kuka_kr5")
    assert "0 independent loops" in said.out
    assert "GICM" not in said.out
