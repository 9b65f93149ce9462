from __future__ import annotations

import numpy as np
import pytest

from linkwork.motion import Quintic, sample


def test_at_rest_at_both_ends_it_is_the_10_15_6_polynomial() -> None:
    (c,) = Quintic(0.0, 1.0, 1.0).coefficients()
    assert c == (0.0, 0.0, 0.0, 10.0, -15.0, 6.0)


def test_the_peak_acceleration_of_a_rest_to_rest_move() -> None:
    """0.1 m in 0.3 s: 0.654 g, the digest's figure for the heave of the 6-RSS platform."""
    peak = sample(Quintic(0.3, 0.4, 0.3), np.linspace(0, 0.3, 3001)).acceleration.max()
    assert peak / 9.81 == pytest.approx(0.654, abs=5e-4)


def test_it_meets_the_given_states_at_both_ends() -> None:
    move = Quintic((1, 2), (3, -1), 0.7, (0.1, -0.2), (0.3, 0.4), (-1, 2), (3, -4))
    for t, q, v, a in ((0.0, (1, 2), (0.1, -0.2), (-1, 2)), (0.7, (3, -1), (0.3, 0.4), (3, -4))):
        assert move.position(t) == pytest.approx(q)
        assert move.velocity(t) == pytest.approx(v)
        assert move.acceleration(t) == pytest.approx(a)
