"""What commands write."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from linkwork.cli.console import number, plain, progress, show_json, show_table
from linkwork.expression.counts import Counts


def test_json_has_no_number_that_json_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    show_json({"a": math.nan, "b": np.array([1.0, math.inf]), "c": np.int64(3), "d": Counts(1, 2)})
    found = json.loads(capsys.readouterr().out)
    assert found["a"] is None
    assert found["b"] == [1.0, None]
    assert found["c"] == 3
    assert found["d"]["additions"] == 2


def test_what_json_does_not_know_is_told_in_words() -> None:
    assert plain({1: ("x", {2})}) == {"1": ["x", [2]]}
    assert plain(complex(1, 2)) == "(1+2j)"


def test_a_table_keeps_its_words_whole_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    show_table("numbers", ("name", "value"), [("first", 1.23456789), ("second", None)], note="that is all")
    text = capsys.readouterr().out
    assert "numbers" in text
    assert "1.235" in text
    assert "that is all" in text


def test_progress_is_silent_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("working") as step:
        step(0.5, "half")
    assert capsys.readouterr() == ("", "")


def test_numbers_are_short() -> None:
    assert number(0.000123456) == "0.0001235"
