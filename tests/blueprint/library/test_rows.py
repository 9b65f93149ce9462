"""Trees from Denavit-Hartenberg rows."""

from __future__ import annotations

from math import cos, pi, sin

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.builder import Mechanism
from linkwork.blueprint.library.rows import Row, add_rows, rod


def test_a_row_is_shift_twist_lift_turn() -> None:
    m = Mechanism("row")
    add_rows(
        m, [Row("link", "", 1.0, moments=(1.0, 1.0, 1.0), a=0.3, alpha=0.7, b=0.2, theta=0.1, start=0.5)], size=0.01
    )
    X = PosedMachine(m).frame("link")
    ca, sa, c, s = cos(0.7), sin(0.7), cos(0.6), sin(0.6)
    assert np.allclose(X[:3, 3], (0.3, -0.2 * sa, 0.2 * ca))
    assert np.allclose(X[:3, :3], [[c, -s, 0], [s * ca, c * ca, -sa], [s * sa, c * sa, ca]])


def test_a_prismatic_row_slides_along_its_z() -> None:
    m = Mechanism("row")
    add_rows(m, [Row("slider", "", 1.0, moments=(1, 1, 1), alpha=pi / 2, kind="prismatic", start=0.4)], size=0.01)
    assert PosedMachine(m).point("slider") == pytest.approx((0.0, -0.4, 0.0))


def test_a_rod_has_the_moments_of_a_uniform_bar() -> None:
    row = rod("bar", "", 0.4, 3.0, thickness=0.01)
    assert row.com == (0.2, 0.0, 0.0)
    assert row.moments == pytest.approx((2.5e-5, 0.04, 0.04))


def test_joints_are_driven_if_wanted() -> None:
    for actuated in (True, False):
        m = Mechanism("two links")
        add_rows(m, [rod("a", "", 1.0, 1.0), rod("b", "a", 1.0, 1.0, a=1.0)], size=0.01, actuated=actuated)
        assert [a.joint for a in m.freeze().actuators] == (["a", "b"] if actuated else [])
