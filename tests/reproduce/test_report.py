"""Reports: the same rows as a page and as Markdown."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest

from linkwork.blueprint.library import gripper
from linkwork.blueprint.library.experiment import Experiment, Number
from linkwork.errors import UnknownName
from linkwork.reproduce import Curve, Figure, Findings, Report, Sheet, Verdict, chosen, reproduce
from linkwork.reproduce.chart import chart
from linkwork.reproduce.findings import cannot, judged
from linkwork.reproduce.words import value


@pytest.fixture(scope="module")
def report() -> Report:
    run = Experiment("book/a <run>", gripper, "inverse dynamics", "section 1", note="told | so")
    good, bad = Number("length in m", 1.5, 0.05, "table 2"), Number("width in m", 2.0, 0.0, "table 3")
    curve = Curve("arm", np.linspace(0.0, 1.0, 5), np.array([1.0, 10.0, np.nan, 100.0, 1e3]))
    found = Findings(
        run,
        (judged(run, good, 1.52), cannot(run, bad, "not given | anywhere")),
        (Sheet("details", ("a", "b"), ((1, np.nan), ("x", 2.5e-7))),),
        (Figure("Torque <1>", "t in s", "Nm", (curve,), log=True),),
    )
    return Report((found,), 2.0)


def test_a_report_counts_its_verdicts(report: Report) -> None:
    assert report.counts("book")[Verdict.AGREES] == 1
    assert report.confirmed("book")["printed"] == 1
    assert str(report) == "2 numbers of 1 experiment in 2 s: 1 agrees, 1 cannot be reproduced"
    assert not report.unexplained


def test_the_page_holds_rows_figures_and_sheets_and_escapes_them(report: Report, tmp_path: Path) -> None:
    page, text = report.save(tmp_path / "new folder")
    html = page.read_text(encoding="utf-8")
    assert "a &lt;run&gt;" in html
    assert "<svg" in html
    assert "not finite" in html
    assert html.count('<tr data-told="agrees">') == 1
    assert 'id="book/a-run-"' in html
    assert "not given \\| anywhere" in text.read_text(encoding="utf-8")
    assert "| a &lt;run> | table 2 | length in m |" in text.read_text(encoding="utf-8")


def test_a_chart_is_drawn_without_what_is_not_a_number(report: Report) -> None:
    svg = chart(report.findings[0].figures[0])
    ET.fromstring(svg)
    (line,) = (each for each in svg.split("<path") if 'class="line"' in each)
    assert line.count("L") == 3  # four of the five points
    empty = Figure("nothing", "", "", (Curve("", np.array([0.0]), np.array([-1.0])),), log=True)
    assert chart(empty) == ""


@pytest.mark.parametrize(
    ("x", "tolerance", "text"),
    [
        (1.63307, 5e-5, "1.6331"), (1.663072, 2e-6, "1.663072"), (166132, 0.0, "166 132"), (True, 0.0, "yes"),
        (-0.00012, 0.0, "−0.00012"), ((1, 2.5), 0.0, "1, 2.5"), (float("inf"), 0.0, "not finite"), (None, 0.0, "–"),
    ],
)  # fmt: skip
def test_values_are_written_to_the_digits_that_their_tolerance_means(x: object, tolerance: float, text: str) -> None:
    assert value(x, tolerance) == text


def test_sources_and_experiments_are_chosen_by_name() -> None:
    assert {run.name.split("/")[0] for run in chosen()} == {"book", "koul", "khan", "sathuluri", "amirouche"}
    assert [run.name for run in chosen(["koul/3-RRR forced"])] == ["koul/3-RRR forced"]
    with pytest.raises(UnknownName, match="Nearest names: 'khan'"):
        chosen("kahn")
    told: list[str] = []
    found = reproduce("koul/structure of scraper", progress=lambda share, words: told.append(words))
    assert told == ["koul/structure of scraper", ""]
    assert {row.verdict for row in found.rows} == {Verdict.AGREES}
