"""The two-arm robot of Amirouche's report: exact motion and torques (the report's curves carry no numbers)."""

from __future__ import annotations

import numpy as np
import pytest
from published_runs import close_to

from linkwork.blueprint.library import find_experiment, two_arm_robot


@pytest.mark.parametrize("name", ["amirouche/exact motion", "amirouche/exact motion without gravity"])
def test_torques_along_the_exact_motion(name) -> None:
    run = find_experiment(name)
    system = two_arm_robot(guided=False, **run.arguments).compile()
    position, rate, acceleration = find_experiment("amirouche/exact motion").tables[:3]
    torque = run.tables[-1]
    found = [
        system.inverse_dynamics(*(np.array(row[1:]) for row in now))
        for now in zip(position.rows, rate.rows, acceleration.rows)
    ]
    close_to(torque, found, slack=4.0)  # the state itself is printed to six digits


def test_the_given_motion_is_kept_by_the_conditions_of_the_tip() -> None:
    system = two_arm_robot().compile()
    for row, rates in zip(*(table.rows for table in find_experiment("amirouche/exact motion").tables[:2])):
        gap = system.closure_gap(np.array(row[1:]), t=row[0])
        assert np.abs(gap).max() < 2e-6
        J, drift, _ = system.closure_rates(np.array(row[1:]), np.array(rates[1:]))
        assert np.abs(J @ rates[1:] + drift).max() < 5e-6
