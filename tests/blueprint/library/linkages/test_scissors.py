"""Pantograph, scissor lift and grid."""

from __future__ import annotations

from math import sin

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import pantograph, scissor_grid, scissor_lift


def test_the_pen_enlarges_what_the_tracer_draws() -> None:
    for tracer in (0.2 + 0.1j, 0.15 - 0.05j):
        posed = PosedMachine(pantograph(tracer=tracer))
        assert np.allclose(posed.point("tracer")[:2], (tracer.real, tracer.imag))
        assert np.allclose(posed.point("pen"), 3 * posed.point("tracer"))


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_lift_is_n_arms_high_and_level(n) -> None:
    posed = PosedMachine(scissor_lift(n, length=1.2, angle=0.4))
    assert posed.point("platform") == pytest.approx((0, n * 1.2 * sin(0.4), 0), abs=1e-12)
    assert np.allclose(posed.frame("platform")[:3, :3], np.eye(3), atol=1e-12)
    assert posed.freedom() == 1
    assert len(posed.blueprint.closures) == n + 1


@pytest.mark.parametrize("k", [1, 2, 4])
def test_the_grid_has_k_squared_loops_and_one_freedom(k) -> None:
    posed = PosedMachine(scissor_grid(k))
    assert len(posed.blueprint.closures) == k * k
    assert len(posed.blueprint.bodies) == 2 * k * k + 1
    assert posed.freedom() == 1


def test_the_pins_that_may_be_left_out_close_by_themselves() -> None:
    posed = PosedMachine(scissor_grid(3, redundant=True))
    assert len(posed.blueprint.closures) == 9 + 4
    assert np.abs(posed.gap()).max() < 1e-12
    assert posed.freedom() == 1
