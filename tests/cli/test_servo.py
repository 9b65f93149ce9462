"""The controller of the demonstration."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.cli.machines import compiled
from linkwork.cli.servo import Servo, Waves, coordinate_of


def test_a_wave_begins_at_its_centre_and_its_rates_are_its_derivatives() -> None:
    waves = Waves((0.5, 1.0, -2.0), (0.1, 0.2, 0.3), 1.5)
    step = 1e-5
    for k in range(3):
        assert float(waves.at(0.0, k)[0]) == pytest.approx(waves.centre[k])
        (before, _, _), (_, rate, _), (after, _, _) = (waves.at(0.7 + d * step, k) for d in (-1, 0, 1))
        assert rate == pytest.approx((after - before) / (2 * step), rel=1e-8)
        assert waves.at(0.7, k)[2] == pytest.approx(
            (waves.at(0.7 + step, k)[1] - waves.at(0.7 - step, k)[1]) / (2 * step)
        )


@pytest.mark.parametrize("machine", ["four_bar", "book_three_rrr", "two_link_arm"])
def test_the_error_dies_out_as_its_frequency_says(machine: str) -> None:
    """ë + 2 ω ė + ω² e = 0 from rest at e(0) = 0, ė(0) = −ẋ_d(0): e = ė(0) t exp(−ω t)."""
    system = compiled(machine)
    q = system.closed_start
    driven = system.plan.actuated
    waves = Waves(tuple(float(q[coordinate_of(system, k)]) for k in driven), (0.1,) * len(driven), 2.0)
    run = system.simulate(q, duration=0.5, control=Servo(waves, 10.0), tolerance=1e-11)
    for k, rate in enumerate(driven):
        error = np.asarray(waves.at(run.t, k)[0]) - run.q[:, coordinate_of(system, rate)]
        begin = float(waves.at(0.0, k)[1])
        assert np.allclose(error, begin * run.t * np.exp(-10.0 * run.t), atol=1e-8)
