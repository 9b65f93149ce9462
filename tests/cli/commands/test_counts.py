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


def test_trees_stand_beside_every_published_count(linkwork: Any) -> None:
    """A chain without special dimensions and a walker need fewer operations than every row of the book's tables."""
    for machine, sources in (("general_tree", 10), ("hexapod", 8)):
        rows = linkwork("counts", machine, "--json").json["published"]
        assert len(rows) == sources
        assert all(row["here / there"] < 1.0 for row in rows)
    assert "φ given" in linkwork("counts", "kuka_kr5").out


def test_machines_that_the_tables_do_not_cover_have_no_such_rows(linkwork: Any) -> None:
    assert linkwork("counts", "four_bar", "--json").json["published"] == []
