"""The page of published numbers is the one that the command writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from linkwork.blueprint.library.published import experiments
from linkwork.reproduce import Verdict, reproduce
from linkwork.reproduce.markdown import WRITTEN, markdown

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "published-numbers.md"
AGAIN = "write it again: linkwork reproduce --out docs"


@pytest.fixture(scope="module")
def text() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_every_experiment_is_on_the_page(text: str) -> None:
    names = {line.split(" | ")[0].removeprefix("| ") for line in text.splitlines()}
    missing = [run.name for run in experiments() if run.numbers and run.name.split("/", 1)[1] not in names]
    assert not missing, AGAIN
    assert WRITTEN in text, AGAIN


def test_rows_of_the_page_are_those_of_the_command(text: str) -> None:
    """Of a source that takes no time; what each experiment finds is tested with the studies."""
    report = reproduce("amirouche")
    cells = [line.split(" | ")[:4] for line in markdown(report).splitlines() if line.startswith("| ")]
    told = [line.split(" | ")[:4] for line in text.splitlines() if line.startswith("| ")]
    rows = [row for row in cells if len(row) == 4 and row[0] not in ("| source", "| ---", "| amirouche")]
    assert len(rows) > sum(row.verdict is Verdict.AGREES for row in report.rows)
    assert [row for row in rows if row not in told] == [], AGAIN
