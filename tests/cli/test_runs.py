"""Records of runs on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from linkwork.cli.console import plain
from linkwork.cli.machines import UsageError, compiled
from linkwork.cli.runs import is_record, picture, read, summary, write


def test_a_record_keeps_its_machine(tmp_path: Path) -> None:
    record = compiled("four_bar").simulate(duration=0.1)
    write(record, tmp_path / "run.npz")
    again = read(tmp_path / "run.npz")
    assert again.machine.blueprint == record.machine.blueprint
    assert np.array_equal(again.data, record.data)


def test_the_summary_is_json() -> None:
    found = json.loads(json.dumps(plain(summary(compiled("four_bar").simulate(duration=0.1)))))
    assert found["complete"] is True
    assert found["loop error"]["e1"] < 1e-12
    assert found["mechanism"] == "four-bar"


def test_records_are_known_by_their_ending(tmp_path: Path) -> None:
    assert is_record(Path("run.npz"))
    assert is_record(tmp_path)
    assert not is_record(Path("machine.json"))


def test_a_picture_has_an_ending_that_can_be_drawn() -> None:
    assert picture(Path("a.svg")) == Path("a.svg")
    with pytest.raises(UsageError, match=r"\.png"):
        picture(Path("a.bmp"))
