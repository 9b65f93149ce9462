"""A machine that nobody drives shows how it moves, its loops closed."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint.library import free_box, klann_leg, stewart_platform
from linkwork.view.sway import SLIDE, TURN, sway


def test_a_crank_goes_all_the_way_round() -> None:
    s = klann_leg().compile()
    _, q = sway(s, 0.1)
    crank = q[:, s.q_names.index(s.driven[0])]
    assert np.ptp(crank) == pytest.approx(2 * np.pi)
    assert np.abs(s.closure_gap(q)).max() < 1e-9


def test_a_rocker_sways_as_far_as_its_loops_let_it() -> None:
    s = double_rocker().compile()
    t, q = sway(s, 0.3)
    stretched = np.arccos((0.3**2 + 0.7**2 - 0.65**2) / (2 * 0.3 * 0.7))  # coupler and right rocker in one line
    assert t[-1] > 0.0
    assert s.closed_start[0] + TURN > stretched  # it would like to go farther
    assert q[:, 0].max() == pytest.approx(stretched, abs=0.02) and q[:, 0].max() < stretched
    assert q[:, 0].min() == pytest.approx(s.closed_start[0] - TURN, abs=1e-3)
    assert np.abs(np.diff(q, axis=0)).max() < 0.2
    assert np.abs(s.closure_gap(q)).max() < 1e-9
    assert q[0] == pytest.approx(q[-1], abs=1e-9)


def double_rocker() -> lw.Mechanism:
    """Two rockers of 0.3 m on a base of 0.7 m: the longest and the shortest link exceed the other two."""
    m = lw.Mechanism("double rocker", gravity=(0, -9.81, 0))
    left, coupler, right = (
        m.body(name, mass=1.0, com=(length / 2, 0, 0), inertia=lw.inertia.rod(1.0, length))
        for name, length in (("left", 0.3), ("coupler", 0.35), ("right", 0.3))
    )
    m.revolute("A", m.ground, left)
    m.revolute("B", left.at(0.3, 0, 0), coupler)
    m.revolute("C", m.ground.at(0.7, 0, 0), right)
    m.close("D", coupler.at(0.35, 0, 0), right.at(0.3, 0, 0))
    m.pose(A=0.9, B=-0.8, C=2.2)
    m.actuate("A")
    return m


def test_legs_of_a_platform_go_in_and_out_one_after_the_other() -> None:
    s = stewart_platform().compile()
    _, q = sway(s, 0.5)
    legs = q[:, [s.q_names.index(name) for name in s.driven]]
    assert np.ptp(legs, axis=0) == pytest.approx(2 * SLIDE * 0.5, rel=0.02)
    assert len(set(legs.argmax(axis=0))) == 6
    assert np.abs(s.closure_gap(q)).max() < 1e-9


def test_what_has_no_joints_stays() -> None:
    assert sway(free_box().compile(), 1.0) is None
