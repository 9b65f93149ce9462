"""Walks: the ground's law, the exchange of the legs, and a flight that keeps momentum."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.blueprint.library.gait import GAITS
from linkwork.blueprint.library.published import find_experiment
from linkwork.reproduce.studies.book_walking import LENGTHS, links_of, walker
from linkwork.reproduce.walking import Ground, Steps

GROUND = Ground(2500.0, 0.7, 1500.0, 12.0)


def test_the_ground_pushes_only_from_below_and_never_pulls() -> None:
    assert not GROUND.force(np.array([0.0, 1e-9, 0.0]), np.array([1.0, -1.0, 0.0])).any()
    rising = GROUND.force(np.array([0.0, -0.01, 0.0]), np.array([0.0, 2.0, 0.0]))
    assert rising == pytest.approx([0.0, 25.0, 0.0])  # the spring alone
    sinking = GROUND.force(np.array([0.0, -0.01, 0.0]), np.array([0.0, -0.1, 0.0]))
    assert sinking[1] == pytest.approx(25.0 + 0.1 * 20 * (2500 * 12) ** 0.5)


def test_friction_is_viscous_at_rest_and_limited_when_sliding() -> None:
    place = np.array([0.0, -0.01, 0.0])
    slow, fast = (GROUND.force(place, np.array([v, 0.0, 0.0]))[0] for v in (1e-7, 1e4))
    assert slow == pytest.approx(-1500.0 * 1e-7, rel=1e-6)
    assert fast == pytest.approx(-0.7 * 25.0, rel=1e-4)


@pytest.mark.parametrize("name", ["planar biped", "quadruped", "hexapod"])
def test_legs_are_exchanged_without_a_jump_of_angles_or_rates(name: str) -> None:
    steps = Steps(GAITS[name], LENGTHS[name], links_of(name))
    before, after = (steps(GAITS[name].period + dt) for dt in (-1e-9, 1e-9))
    assert before[0] == pytest.approx(after[0], abs=1e-7)
    assert before[1] == pytest.approx(after[1], abs=1e-6)


@pytest.mark.parametrize("name", ["planar biped", "quadruped"])
def test_a_flight_needs_no_force_on_the_trunk_and_a_step_needs_one_on_the_feet(name: str) -> None:
    run = find_experiment(f"book/{name} walking")
    flying, speed = walker(run, flying=True)
    flown = flying.walk(speed, 0.05)
    assert np.abs(flown.tau[:, flying.base]).max() < 1e-9
    assert not flown.feet.any()
    standing, speed = walker(run)
    stood = standing.walk(speed, 0.05)
    weight = 9.81 * sum(float(body.mass) for body in standing.system.blueprint.bodies)
    # a twentieth of a second after the start the feet carry the trunk, not yet evenly
    assert stood.feet[-1, :, 1].sum() == pytest.approx(weight, rel=0.3)
