"""`linkwork reproduce`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from linkwork.blueprint.library.published import experiments
from linkwork.reproduce import chosen


def test_an_experiment_is_told_beside_its_source(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("reproduce", "amirouche/exact motion", "--all", "--out", tmp_path)
    assert said.code == 0
    assert "coordinate" in said.out
    assert "agrees" in said.out
    text = (tmp_path / "published-numbers.md").read_text(encoding="utf-8")
    assert "| 1.429222, 3.483552 (recomputed) | 1.429222, 3.483552 | agrees |" in text
    page = (tmp_path / "published-numbers.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<svg" in page


def test_numbers_that_agree_are_left_out_unless_asked_for(linkwork: Any) -> None:
    said = linkwork("reproduce", "koul/scraper at the start")
    assert said.code == 0
    assert re.search(r"(\d+) numbers of 1 experiment in \d+ s: \1 agree", said.out)
    assert "potential" not in said.out


def test_scripts_get_every_row(linkwork: Any) -> None:
    rows = linkwork("reproduce", "koul/scraper at the start", "--json").json
    assert {row["verdict"] for row in rows} == {"agrees"}


def test_a_source_writes_its_page_where_it_is_run_and_an_experiment_writes_none(
    linkwork: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("linkwork.reproduce.run.experiments", lambda *_: experiments("amirouche")[:1])
    assert linkwork("reproduce", "amirouche/start").code == 0
    assert not list(tmp_path.iterdir())
    said = linkwork("reproduce")
    assert said.code == 0
    assert "published-numbers.html" in said.out
    assert (tmp_path / "published-numbers" / "published-numbers.md").exists()


def test_experiments_are_listed_with_their_machines(linkwork: Any) -> None:
    said = linkwork("reproduce", "amirouche", "--list")
    assert said.code == 0
    assert "amirouche/exact motion" in said.out
    assert "two_arm_robot" in said.out


def test_sources_are_named(linkwork: Any) -> None:
    said = linkwork("reproduce", "kuol")
    assert said.code == 2
    assert "'koul'" in said.err
    assert {each.name.split("/")[0] for each in chosen()} >= {"book", "koul", "khan", "sathuluri", "amirouche"}
