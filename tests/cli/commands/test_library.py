"""`linkwork list`."""

from __future__ import annotations

from typing import Any

from linkwork.blueprint.library import catalogue


def test_every_machine_is_listed(linkwork: Any) -> None:
    said = linkwork("list", "--json")
    assert said.code == 0
    assert [row["name"] for row in said.json] == [entry.name for entry in catalogue()]


def test_a_word_that_no_machine_has_is_told(linkwork: Any) -> None:
    said = linkwork("list", "jansn")
    assert said.code == 2
    assert "machine 'jansn': does not exist in the library" in said.err


def test_a_word_narrows_the_list(linkwork: Any) -> None:
    said = linkwork("list", "koul")
    assert "carpet_scraper" in said.out
    assert "kuka_kr5" not in said.out
