"""Records of runs on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from linkwork.cli.console import plain
from linkwork.cli.machines import UsageError, compiled
from linkwork.cli.runs import PICTURES, is_record, summary, writable


def test_the_summary_is_json() -> None:
    found = json.loads(json.dumps(plain(summary(compiled("four_bar").simulate(duration=0.1)))))
    assert found["complete"] is True
    assert found["loop error"]["e1"] < 1e-12
    assert found["mechanism"] == "four-bar"


def test_records_are_known_by_their_ending(tmp_path: Path) -> None:
    assert is_record(Path("run.npz"))
    assert is_record(tmp_path)
    assert not is_record(Path("machine.json"))


def test_what_cannot_be_written_is_told_before_a_run() -> None:
    assert writable("--plot", Path("a.svg"), PICTURES) == Path("a.svg")
    assert writable("--plot", None, PICTURES) is None
    with pytest.raises(UsageError, match=r"--plot a.bmp: has the ending '.bmp'.*\.png"):
        writable("--plot", Path("a.bmp"), PICTURES)
    with pytest.raises(UsageError, match="has no folder to go to"):
        writable("--plot", Path("nowhere/a.svg"), PICTURES)
