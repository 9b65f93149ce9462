from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.errors import OptionError, ShapeError
from linkwork.record import Channel, Ending, Layout, Outcome, Recorder, load

LAYOUT = Layout((Channel.scalar("t", "s"), Channel.owned("q", {"a": ("",), "b": ("",)})))
END = Ending(Outcome.FINISHED, 1.0)


def rows(start: int, stop: int) -> np.ndarray:
    t = np.arange(start, stop, dtype=float)
    return np.stack([t, 2 * t, -t], axis=1)


def test_a_run_that_is_continued_and_ended_at_once_is_unchanged(tmp_path: Path) -> None:
    first = Recorder(LAYOUT, path=tmp_path / "run", every=3)
    first.append(rows(0, 50))
    first.finish(END)
    Recorder.resume(tmp_path / "run", LAYOUT, every=3).finish(END)
    assert load(tmp_path / "run").t.tolist() == [*range(0, 49, 3), 49]


@given(blocks=st.lists(st.integers(0, 70), max_size=12), every=st.integers(1, 7), most=st.integers(8, 30))
def test_thinning_keeps_an_even_picture_with_the_first_and_the_last(blocks: list[int], every: int, most: int) -> None:
    recorder = Recorder(LAYOUT, every=every, memory=2 * most * 24)
    count = 0
    for block in blocks:
        recorder.append(rows(count, count + block))
        count += block
    data = recorder.finish(END).data
    assert len(data) <= 2 * most + 1
    if count:
        np.testing.assert_array_equal(data[[0, -1]], rows(0, count)[[0, -1]])
        np.testing.assert_array_equal(data[:, 1:], np.stack([2 * data[:, 0], -data[:, 0]], axis=1))
        steps = np.unique(np.diff(data[:-1, 0]))
        assert len(steps) <= 1
        assert all(step % every == 0 for step in steps)
        if count <= most * every:
            assert len(data) >= count // every  # nothing was dropped that there was room for


def test_samples_may_come_by_channel() -> None:
    recorder = Recorder(LAYOUT)
    recorder.append(t=[0.0, 1.0], q=[[1, 2], [3, 4]])
    recorder.append(t=2.0, q=[5, 6])
    assert recorder.finish(END).data.tolist() == [[0, 1, 2], [1, 3, 4], [2, 5, 6]]


def test_a_run_without_samples_has_an_empty_record() -> None:
    assert len(Recorder(LAYOUT).finish(END)) == 0


def test_faults_are_told(tmp_path: Path) -> None:
    with pytest.raises(ShapeError, match=r"samples of a record: have shape \(1, 2\). Give \(samples, 3\)"):
        Recorder(LAYOUT).append([1.0, 2.0])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="every: is 0. Give 1 or more"):
        Recorder(LAYOUT, every=0)


def test_a_run_on_disk_is_whole_while_the_record_in_memory_is_thinned(tmp_path: Path) -> None:
    recorder = Recorder(LAYOUT, about={"mechanism": "m"}, memory=16 * 24, path=tmp_path / "run")
    for k in range(10):
        recorder.append(rows(10 * k, 10 * k + 10))
        recorder.flush()
    kept = recorder.finish(END, wall_time=0.5)
    whole = load(tmp_path / "run")
    assert len(kept) <= 17
    np.testing.assert_array_equal(whole.data, rows(0, 100))
    assert whole.about == kept.about == {"mechanism": "m", "wall_time": 0.5}
    assert whole.ending == END


def test_a_run_can_be_continued_in_its_folder(tmp_path: Path) -> None:
    first = Recorder(LAYOUT, about={"mechanism": "m"}, path=tmp_path / "run")
    first.append(rows(0, 50))
    first.finish(Ending(Outcome.TIME_LIMIT, 49.0, "1 s"))
    second = Recorder.resume(tmp_path / "run", LAYOUT)
    assert second.last is not None
    np.testing.assert_array_equal(second.last, rows(49, 50)[0])
    second.append(rows(49, 80))  # begins with the sample that the first run ended with
    record = second.finish(END)
    np.testing.assert_array_equal(record.data, rows(0, 80))
    np.testing.assert_array_equal(load(tmp_path / "run").data, rows(0, 80))
    assert load(tmp_path / "run").outcome is Outcome.FINISHED


def test_ten_million_samples_stay_below_300_megabytes() -> None:
    """40 columns: 3.2 GB of samples, in chunks as a compiled loop returns them; peak memory of a process of its own."""
    program = """
import resource
from pathlib import Path
import numpy as np
from linkwork.record import Channel, Ending, Layout, Outcome, Recorder
recorder = Recorder(Layout((Channel.scalar("t", "s"), Channel.owned("q", {f"j{k}": ("",) for k in range(39)}))))
block = np.zeros((10_000, 40))
for k in range(1000):
    block[:, 0] = np.arange(10_000) + 10_000 * k
    recorder.append(block)
record = recorder.finish(Ending(Outcome.FINISHED, 1e7))
assert record.t[-1] == 9_999_999 and len(record) > 50_000
status = Path("/proc/self/status")
if status.exists():  # Linux: there ru_maxrss begins at the peak of the process that started this one
    print(float(status.read_text().split("VmHWM:")[1].split()[0]) / 1e3)
else:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 300
