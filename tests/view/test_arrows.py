"""Arrows point where forces do, in world axes, with lengths that can be compared."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.record import Record
from linkwork.view.arrows import LONGEST, arrows
from linkwork.view.subject import poses_of, scene_of


@pytest.fixture(scope="module")
def hanging() -> tuple[Any, Record]:
    """A rod that hangs at rest."""
    m = lw.Mechanism("rod", gravity=(0, -9.81, 0))
    m.revolute("hinge", m.ground, m.body("rod", mass=2.0, com=(0.5, 0, 0), inertia=lw.inertia.rod(2.0, 1.0)))
    m.pose(hinge=-np.pi / 2)
    s = m.compile()
    return s, s.simulate(duration=0.1, channels=("reaction",))


def test_the_hinge_of_a_hanging_rod_pulls_up(hanging: tuple[Any, Record]) -> None:
    s, run = hanging
    (arrow,) = arrows(scene_of(s), run, poses_of(s, run.q)[0])
    assert arrow.name == "reaction in hinge"
    up = (0.0, LONGEST * scene_of(s).unit, 0.0)
    assert arrow.vectors == pytest.approx(np.tile(up, (len(run), 1)), abs=1e-6)


def test_a_torque_turns_about_the_axis(four_bar: Any, run: Record) -> None:
    found = {a.name: a for a in arrows(scene_of(four_bar), run, poses_of(four_bar, run.q)[0])}
    drive = found["drive of O1"]
    assert drive.turns
    assert drive.vectors[:, 2] == pytest.approx(LONGEST * scene_of(four_bar).unit)
    assert drive.vectors[:, :2] == pytest.approx(0.0)


def test_no_forces_no_arrows(four_bar: Any) -> None:
    run = four_bar.simulate({"O1": 0.9}, duration=0.1)
    assert arrows(scene_of(four_bar), run, poses_of(four_bar, run.q)[0]) == ()
