"""A machine that nobody drives shows how it moves, its loops closed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.blueprint.library import free_box, klann_leg, stewart_platform
from linkwork.view.sway import SLIDE, TURN, sway


def test_a_crank_goes_all_the_way_round() -> None:
    s = klann_leg().compile()
    _, q = sway(s, 0.1)
    crank = q[:, s.q_names.index(s.driven[0])]
    assert np.ptp(crank) == pytest.approx(2 * np.pi)
    assert np.abs(s.closure_gap(q)).max() < 1e-9


def test_a_rocker_sways_as_far_as_its_loops_let_it(double_rocker: Any) -> None:
    s = double_rocker
    t, q = sway(s, 0.3)
    stretched = np.arccos((0.3**2 + 0.7**2 - 0.65**2) / (2 * 0.3 * 0.7))  # coupler and right rocker in one line
    assert t[-1] > 0.0
    assert s.closed_start[0] + TURN > stretched  # it would like to go farther
    assert q[:, 0].max() == pytest.approx(stretched, abs=0.02) and q[:, 0].max() < stretched
    assert q[:, 0].min() == pytest.approx(s.closed_start[0] - TURN, abs=1e-3)
    assert np.abs(np.diff(q, axis=0)).max() < 0.2
    assert np.abs(s.closure_gap(q)).max() < 1e-9
    assert q[0] == pytest.approx(q[-1], abs=1e-9)


def test_legs_of_a_platform_go_in_and_out_one_after_the_other() -> None:
    s = stewart_platform().compile()
    _, q = sway(s, 0.5)
    legs = q[:, [s.q_names.index(name) for name in s.driven]]
    assert np.ptp(legs, axis=0) == pytest.approx(2 * SLIDE * 0.5, rel=0.02)
    assert len(set(legs.argmax(axis=0))) == 6
    assert np.abs(s.closure_gap(q)).max() < 1e-9


def test_what_has_no_joints_stays() -> None:
    assert sway(free_box().compile(), 1.0) is None
