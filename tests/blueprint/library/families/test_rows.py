"""Rows of four-bars and platforms on legs, of any size."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import four_bar_row, legged_platform


@pytest.mark.parametrize("k", [1, 2, 7])
@pytest.mark.parametrize("spread", [0.0, 0.3])
def test_a_row_has_k_loops_in_a_chain_and_one_freedom(k, spread) -> None:
    posed = PosedMachine(four_bar_row(k, spread=spread, angle=1.2))
    assert len(posed.blueprint.closures) == k
    assert posed.freedom() == 1
    assert np.abs(posed.gap()).max() < 1e-13
    ends = [{c.a.body, c.b.body} for c in posed.blueprint.closures]
    assert ends == [{f"coupler_{i}", f"rocker_{i}"} for i in range(1, k + 1)]


@pytest.mark.parametrize("k", [3, 6, 9])
def test_a_platform_keeps_six_freedoms_on_any_number_of_legs(k) -> None:
    posed = PosedMachine(legged_platform(k))
    assert posed.freedom() == 6
    assert len(posed.blueprint.actuators) == k


def test_six_legs_hold_the_platform() -> None:
    machine = legged_platform(6).freeze()
    posed = PosedMachine(machine)
    ends = [machine.closure(f"ball_{k}") for k in range(1, 7)]
    lines = []
    for k, closure in enumerate(ends, 1):
        foot, ball = posed.point(f"cylinder_{k}"), (posed.bodies[closure.a.body])[:3, 3]
        u = (ball - foot) / np.linalg.norm(ball - foot)
        lines.append([*u, *np.cross(foot, u)])
    assert np.linalg.matrix_rank(np.array(lines), tol=1e-3) == 6
