"""Planetary gear and Cardan shafts."""

from __future__ import annotations

from math import atan2, cos, sin

import numpy as np
import pytest
from posed_machine import PosedMachine
from scipy.optimize import least_squares

from linkwork.blueprint.library import cardan_joint, cardan_shaft, planetary_gear


def closed(machine, held: str, angle: float) -> PosedMachine:
    """The machine with one joint turned and the loops closed again, along small steps."""
    posed = PosedMachine(machine)
    for part in np.linspace(0.0, angle, 15)[1:]:
        names = [(j, k) for j in posed.q for k in range(len(posed.q[j])) if j != held]

        def at(x, posed=posed, names=names, part=part) -> PosedMachine:
            q = {j: list(v) for j, v in posed.q.items()}
            q[held] = [part]
            for (j, k), value in zip(names, x):
                q[j][k] = value
            return PosedMachine(posed.blueprint, q)

        start = [posed.q[j][k] for j, k in names]
        found = least_squares(lambda x, at=at: at(x).gap(), start, xtol=1e-15, ftol=1e-15, gtol=1e-15)
        posed = at(found.x)
    assert np.abs(posed.gap()).max() < 1e-10
    return posed


def test_the_sun_turns_as_willis_says() -> None:
    posed = closed(planetary_gear(0.02, 0.015), "sun", 2.0)
    ratio = 1 + (0.02 + 2 * 0.015) / 0.02
    assert posed.angle("carrier") == pytest.approx(2.0 / ratio)
    assert all(posed.angle(f"planet_{k}") == pytest.approx(-posed.angle("carrier") * 0.05 / 0.015) for k in (1, 2, 3))


@pytest.mark.parametrize("turn", [0.7, 1.4])
def test_one_cross_turns_unevenly(turn) -> None:
    posed = closed(cardan_joint(0.5), "input", turn)
    assert posed.angle("output") == pytest.approx(atan2(sin(turn) * cos(0.5), cos(turn)), abs=1e-9)


def test_two_crosses_in_phase_turn_evenly_and_crossed_ones_twice_as_unevenly() -> None:
    lean = atan2(0.15, 0.5)
    even = closed(cardan_shaft(), "input", 0.7)
    assert even.angle("output") == pytest.approx(0.7, abs=1e-9)
    crossed = closed(cardan_shaft(forks="crossed"), "input", 0.7)
    middle = np.tan(0.7) / cos(lean), np.tan(0.7) * cos(lean)
    twice = [np.arctan(middle[0] / cos(lean)), np.arctan(middle[1] * cos(lean))]
    assert min(abs(crossed.angle("output") - x) for x in twice) < 1e-9
