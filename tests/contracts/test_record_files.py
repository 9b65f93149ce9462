"""What every file format for records keeps to."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linkwork.errors import FormatError, OptionError
from linkwork.record import Channel, Ending, Layout, Outcome, Record, load
from linkwork.record.files import FORMATS

LAYOUT = Layout(
    (
        Channel.scalar("t", "s"),
        Channel.owned("q", {"Gelenk α": ("w", "x"), "b": ("",)}),
        Channel("lam", ()),
        Channel.parts("energy", ("kinetic",), "J"),
    )
)
rng = np.random.default_rng(3)
RECORD = Record(
    LAYOUT,
    np.column_stack([np.arange(50.0), rng.normal(size=(50, 4))]),
    Ending(Outcome.LOOPS_OPEN, 0.1 + 0.2, "B"),
    {"mechanism": "leg", "settings": {"step": 1e-3, "names": ["a", "b"]}},
)

every_format = pytest.mark.parametrize("ending", FORMATS)


@every_format
def test_a_record_comes_back_to_the_last_bit(ending: str, tmp_path: Path) -> None:
    data = RECORD.data.copy()
    data[3, 2], data[4, 2], data[5, 2] = np.nan, np.inf, -0.0
    path = tmp_path / f"run{ending}"
    replace(RECORD, data=data).save(path)
    again = load(path)
    assert again.data.tobytes() == data.tobytes()
    assert (again.layout, again.ending, again.about) == (RECORD.layout, RECORD.ending, RECORD.about)


@every_format
def test_an_empty_record_comes_back(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"run{ending}"
    replace(RECORD, data=RECORD.data[:0]).save(path)
    assert load(path).data.shape == (0, 5)


@every_format
def test_each_kth_sample_can_be_asked_for(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"run{ending}"
    RECORD.save(path)
    assert load(path, every=20).t.tolist() == [0.0, 20.0, 40.0, 49.0]


@every_format
@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_a_file_that_is_cut_off_is_told(ending: str, share: float, tmp_path: Path) -> None:
    path = tmp_path / f"run{ending}"
    RECORD.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    with pytest.raises(FormatError, match=re.escape(f"record file '{path}': is damaged or cut off.")):
        load(path)


@every_format
@pytest.mark.parametrize("content", [b"", b"time,angle\n0,1\n", b"\x80\x04K\x01.", b"PAR0CDEPL" * 20])
def test_a_file_of_something_else_is_told(ending: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"run{ending}"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="is not a record of linkwork. Give a file that Record.save wrote"):
        load(path)


@every_format
def test_a_file_of_a_newer_version_is_told(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / f"run{ending}"
    monkeypatch.setattr("linkwork.record.files.header.VERSION", 7)
    RECORD.save(path)
    monkeypatch.undo()
    told = "was written in version 7 of the format; this linkwork reads up to 1. Update linkwork"
    with pytest.raises(FormatError, match=told):
        load(path)


@every_format
def test_what_a_run_is_about_must_be_plain_data(ending: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="about of a record: cannot be written as JSON"):
        replace(RECORD, about={"machine": object()}).save(tmp_path / f"run{ending}")


def test_an_unknown_ending_is_told(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"has the ending '.csv'. Give one of .npz, .nc, .parquet"):
        RECORD.save(tmp_path / "run.csv")


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="has no folder to go to. Make '.*runs' first"):
        RECORD.save(tmp_path / "runs" / "run.npz")


@every_format
def test_a_write_that_fails_leaves_the_file_before_it(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"run{ending}"
    RECORD.save(path)
    with pytest.raises(FormatError):
        replace(RECORD, about={"machine": object()}).save(path)
    assert load(path).data.tobytes() == RECORD.data.tobytes()
    assert list(tmp_path.iterdir()) == [path]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="does not exist"):
        load(tmp_path / "run.npz")


def test_a_header_that_was_altered_is_told() -> None:
    from linkwork.record.files import header

    good = json.loads(header.written(LAYOUT, RECORD.ending, {}))
    assert header.read("file", json.dumps(good))["layout"] == LAYOUT
    for broken in ({**good, "channels": 3}, {**good, "ending": {"outcome": "LOST"}}, {**good, "about": None}):
        with pytest.raises(FormatError, match="file: is damaged or cut off"):
            header.read("file", json.dumps(broken))
    for other in ("{", "[]", json.dumps({**good, "kind": "mechanism"})):
        with pytest.raises(FormatError, match="file: is not a record of linkwork"):
            header.read("file", other)
