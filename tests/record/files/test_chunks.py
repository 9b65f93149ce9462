from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linkwork.errors import FormatError, OptionError
from linkwork.record import Channel, Ending, Layout, Outcome, load
from linkwork.record.files.chunks import Folder

LAYOUT = Layout((Channel.scalar("t", "s"), Channel.scalar("step", "s")))


def rows(start: int, stop: int) -> np.ndarray:
    return np.stack([np.arange(start, stop), np.arange(start, stop)], axis=1).astype(float)


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    folder = Folder.create(tmp_path / "run", LAYOUT, {"mechanism": "m"})
    folder.append(rows(0, 7))
    folder.append(rows(7, 20))
    return folder


def test_a_run_that_was_killed_can_be_read_as_interrupted(folder: Folder) -> None:
    record = load(folder.path)
    np.testing.assert_array_equal(record.data, rows(0, 20))
    assert record.ending == Ending(Outcome.INTERRUPTED, 19.0)


def test_a_chunk_that_was_not_finished_does_not_count(folder: Folder) -> None:
    (folder.path / "rows-00000002.npy.unfinished").write_bytes(b"half")
    assert len(load(folder.path)) == 20


def test_each_kth_sample_counts_across_chunks(folder: Folder) -> None:
    folder.close(Ending(Outcome.FINISHED, 19.0))
    assert load(folder.path, every=6).t.tolist() == [0, 6, 12, 18, 19]


def test_a_damaged_chunk_is_told_with_its_name(folder: Folder) -> None:
    (folder.path / "rows-00000001.npy").write_bytes(b"\x93NUMPY")
    with pytest.raises(
        FormatError, match="rows-00000001.npy: is damaged or cut off. Delete it and the chunks after it"
    ):
        load(folder.path)


def test_a_folder_of_something_else_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="is not a record of linkwork"):
        load(tmp_path)


def test_a_folder_that_is_in_use_is_not_overwritten(folder: Folder) -> None:
    with pytest.raises(OptionError, match="is already there. Give another name, or continue from the record"):
        Folder.create(folder.path, LAYOUT, {})


def test_a_run_of_another_machine_cannot_go_on_in_the_folder(folder: Folder) -> None:
    other = Layout((Channel.scalar("t", "s"), Channel.owned("q", {"O1": ("",)})))
    with pytest.raises(FormatError, match=r"has other columns: O1.q, step. Continue with the machine"):
        Folder.resume(folder.path, other)
