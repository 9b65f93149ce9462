"""Rows: when a number agrees, differs, or is only shown beside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.blueprint.library import gripper
from linkwork.blueprint.library.experiment import Experiment, Number, Table
from linkwork.reproduce import Row, Sheet, Verdict
from linkwork.reproduce.findings import beside, cannot, differing, judged, largest, tabled

TABLE = Table("torque", ("palm", "finger"), ((0.0, 1.25, 2.0), (0.5, 1.5, -3.25)), 0.005, "table 1")
RUN = Experiment("book/a run", gripper, "inverse dynamics", "section 1", tables=(TABLE,), note="told")


def a_number(value: Any, tolerance: float = 0.005) -> Number:
    return Number("length in m", value, tolerance, "table 2", note="a misprint")


@pytest.mark.parametrize(
    ("theirs", "ours", "verdict"),
    [
        (1.23, 1.2349, Verdict.AGREES), (1.23, 1.2351, Verdict.DIFFERS), ((1.0, 2.0), (1.0, 2.004), Verdict.AGREES),
        ((1.0, 2.0), (1.1, 2.0), Verdict.DIFFERS), (1.0, np.nan, Verdict.DIFFERS), (True, True, Verdict.AGREES),
        ("upward", "downward", Verdict.DIFFERS),
    ],
)  # fmt: skip
def test_a_number_agrees_within_half_a_unit_of_its_last_digit(theirs: Any, ours: Any, verdict: Verdict) -> None:
    row = judged(RUN, a_number(theirs), ours, "measured")
    assert row.verdict is verdict
    assert (row.source, row.where, row.reason) == ("book", "table 2", "a misprint; measured")


def test_what_depends_on_a_computer_has_no_verdict_and_what_cannot_be_had_says_why() -> None:
    assert beside(RUN, a_number(3.0), 0.1).verdict is Verdict.BESIDE
    assert differing(RUN, a_number(3.0), 0.1, "wrong there").reason == "a misprint; wrong there"
    row = cannot(RUN, a_number(3.0), "not given")
    assert row.verdict is Verdict.CANNOT
    assert row.ours is None


def test_a_table_agrees_if_every_number_does_and_shows_its_worst_instant() -> None:
    row, sheet = tabled(RUN, TABLE, [[1.25, 2.0], [1.504, -3.25]])
    assert isinstance(row, Row)
    assert row.verdict is Verdict.AGREES
    assert "t = 0.5 s" in row.what
    assert row.difference == pytest.approx(0.004)
    assert isinstance(sheet, Sheet)
    assert sheet.rows[1] == (0.5, 1.504, -3.25, 1.5, -3.25)
    (row, _) = tabled(RUN, TABLE, [[1.25, 2.0], [1.506, -3.25]])
    assert isinstance(row, Row)
    assert row.verdict is Verdict.DIFFERS


def test_angles_are_compared_up_to_whole_turns() -> None:
    (row, _) = tabled(RUN, TABLE, np.array([[1.25, 2.0], [1.5, -3.25]]) + 2 * np.pi, turns=True)
    assert isinstance(row, Row)
    assert row.verdict is Verdict.AGREES


def test_what_is_not_a_number_counts_as_infinitely_wrong() -> None:
    assert largest([1.0, np.nan]) == np.inf
