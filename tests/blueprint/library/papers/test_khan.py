"""3-RRR of Khan's thesis."""

from __future__ import annotations

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import khan_three_rrr


def test_the_closed_pose_rounds_to_the_printed_one() -> None:
    posed = PosedMachine(khan_three_rrr())
    x, y, phi = posed.q["platform"]
    assert (x, y, phi) == pytest.approx((0.728, 0.233, 3.916), abs=5.1e-4)
    assert [posed.angle(f"elbow_{k}") for k in (1, 2, 3)] == pytest.approx((-0.865, -2.102, -0.976), abs=5e-4)


def test_the_closed_pose_is_the_one_of_the_digest() -> None:  # [REBUILD]
    posed = PosedMachine(khan_three_rrr())
    assert posed.q["platform"] == pytest.approx((0.72775208, 0.23271116, 3.91552922), abs=1e-8)
    elbows = (-0.86507187, -2.10209656, -0.97587229)
    assert [posed.angle(f"elbow_{k}") for k in (1, 2, 3)] == pytest.approx(elbows, abs=1e-8)


def test_gravity_is_an_argument() -> None:
    assert khan_three_rrr(gravity=0.0).freeze().gravity == (0.0, 0.0, 0.0)
    assert khan_three_rrr().freeze().body("platform").inertia[2][2] == 0.0817
