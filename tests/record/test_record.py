from __future__ import annotations

import numpy as np
import pytest

from linkwork.errors import OptionError, ShapeError
from linkwork.record import Channel, Ending, Layout, Outcome, Record


def test_the_last_state_is_where_another_run_can_start(run: Record) -> None:
    t, q, v = run.state()
    assert (t, q.shape, v.shape) == (1.0, (5,), (4,))
    np.testing.assert_array_equal(q, run.q[-1])


def test_a_record_cannot_be_written_to(run: Record) -> None:
    with pytest.raises(ValueError, match="read-only"):
        run.q[0] = 1.0


def test_a_prompt_shows_one_line(run: Record) -> None:
    assert repr(run).startswith("<record of 'leg': 101 samples, t = 0 to 1 s, ")
    assert repr(run).endswith("; finished at t = 1 s.>")
    assert ": 0 samples, empty, " in repr(run.during(2, 3))


def test_names_can_be_asked_for(run: Record) -> None:
    assert "O1.angle" in run
    assert "O1.pose" not in run


def test_data_of_the_wrong_width_are_told(run: Record) -> None:
    with pytest.raises(ShapeError, match=r"data of a record: has shape \(3, 2\)"):
        Record(run.layout, np.zeros((3, 2)))


def test_a_part_in_time_and_each_kth_sample_with_the_last(run: Record) -> None:
    part = run.during(0.25, 0.5)
    assert (part.t[0], part.t[-1], len(part)) == (0.25, 0.5, 26)
    assert run.every(30).t.tolist() == [0.0, 0.3, 0.6, 0.9, 1.0]
    with pytest.raises(OptionError, match="every: is 0"):
        run.every(0)


def test_joining_keeps_the_sample_at_the_seam_once(run: Record) -> None:
    joined = run.during(0, 0.5).joined(run.during(0.5, 1))
    np.testing.assert_array_equal(joined.data, run.data)
    assert joined.outcome is Outcome.FINISHED
    other = Record(Layout((Channel.scalar("t", "s"),)), np.zeros((1, 1)))
    with pytest.raises(ShapeError, match="do not have the same columns"):
        run.joined(other)


def test_a_channel_can_be_added(run: Record) -> None:
    more = run.extended(Channel.owned("power", {"O1": ("",)}, "W"), run["O1.tau"] * run["O1.v"])
    np.testing.assert_array_equal(more["O1.power"], run["O1.tau"] * run["O1.v"])
    with pytest.raises(ShapeError, match="channel 'power' of a record"):
        run.extended(Channel.scalar("power"), [1, 2])


def test_the_outcome_is_a_member_to_compare_with() -> None:
    run = Record(Layout((Channel.scalar("t", "s"),)), np.zeros((0, 1)), Ending(Outcome.LOOPS_OPEN, 0.3, "B"))
    assert run.outcome is Outcome.LOOPS_OPEN
    assert "loop 'B'" in str(run.ending)


def test_a_record_prints_as_its_report(run: Record) -> None:
    assert str(run) == run.report()
