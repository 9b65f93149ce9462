"""`linkwork counts`."""

from __future__ import annotations

from typing import Any

from linkwork.cli.machines import compiled


def test_counts_are_those_of_the_system(linkwork: Any) -> None:
    found = linkwork("counts", "four_bar", "--json").json
    assert (
        found["forward"]["reduced"]["multiplications"]
        == compiled("four_bar").counts("forward_dynamics").multiplications
    )
    assert found["laws"]["inverse_dynamics"]["additions"] > 0


def test_the_order_that_is_taken_is_marked(linkwork: Any) -> None:
    assert "taken by auto" in linkwork("counts", "four_bar").out


def test_all_laws_are_more(linkwork: Any) -> None:
    few, many = (linkwork("counts", "two_link_arm", "--json", *more).json["laws"] for more in ([], ["--all"]))
    assert set(few) < set(many)
