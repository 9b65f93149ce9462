from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from linkwork.record import Channel, Record
from linkwork.record.balance import energy_scale


def test_loop_errors_are_the_largest_of_all_loops(run: Record) -> None:
    np.testing.assert_allclose(run.e1, 1e-13)
    np.testing.assert_allclose(run.e2, 2e-13 * run.t)
    np.testing.assert_allclose(run.e3, 1e-12 * run.t)


def test_energy_from_nowhere_is_what_is_there_and_lost_less_what_was_put_in(run: Record) -> None:
    np.testing.assert_allclose(run.energy_balance, 1e-9 * run.t, atol=2e-15)
    np.testing.assert_allclose(run.e4, 100 * 1e-9 * run.t / 5, atol=1e-13)
    assert energy_scale(run) == pytest.approx(4.0)


def test_torque_correction_is_in_per_cent_of_the_largest_given_torque(run: Record) -> None:
    corrected = run.extended(Channel.owned("correction", {"O1": ("",)}), 0.1 * run["O1.tau"])
    assert corrected.torque_correction == {"O1": pytest.approx(100 / 9)}


def test_a_machine_without_loops_has_no_loop_error(run: Record) -> None:
    channels = tuple(
        Channel("loop_error", ()) if channel.name == "loop_error" else channel for channel in run.layout.channels
    )
    layout = replace(run.layout, channels=channels)
    data = np.delete(run.data, run.layout.slices["loop_error"], axis=1)
    np.testing.assert_array_equal(Record(layout, data).e1, 0.0)
