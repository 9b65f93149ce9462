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
    for machine, sources in (("general_tree", 10), ("hexapod", 8 + 5)):
        rows = linkwork("counts", machine, "--json").json["published"]
        assert len(rows) == sources
        assert all(row["here / there"] < 1.0 for row in rows)
    assert "φ given" in linkwork("counts", "kuka_kr5").out


def test_what_a_row_leaves_out_of_a_floating_base_is_counted_both_ways(linkwork: Any) -> None:
    """Of a small walker without special dimensions the base is a third: rows without it are not always above ours."""
    rows = linkwork("counts", "general_tree:floating=true", "--json").json["published"]
    whole = [row for row in rows if row["source"].endswith(", with the base")]
    bare = {(row["law"], row["source"] + ", with the base"): row for row in rows}
    assert len(whole) == 5
    for row in whole:
        assert row["here / there"] < min(1.0, bare[row["law"], row["source"]]["here / there"])
    assert all(row["regrouped / there"] < row["here / there"] for row in rows)


def test_machines_that_the_tables_do_not_cover_have_no_such_rows(linkwork: Any) -> None:
    assert linkwork("counts", "four_bar", "--json").json["published"] == []
