"""Numbers recomputed from the parameters of Khan's thesis (its curves carry none)."""

from __future__ import annotations

import numpy as np
import pytest
from published_runs import close_to, pose_of, states, torques

from linkwork.blueprint.library import find_experiment


@pytest.mark.parametrize("name", ["khan/inverse", "khan/inverse without gravity"])
def test_motor_torques_of_the_prescribed_motion(name) -> None:
    run = find_experiment(name)
    system, table = run.build().compile(), run.tables[0]
    found = [torques(system, system.inverse_dynamics(*now)[0], table.of) for now in states(system, run, table.times)]
    close_to(table, found)


def test_path_of_the_platform() -> None:
    run = find_experiment("khan/inverse")
    system, table = run.build().compile(), run.tables[1]
    found = []
    for q, *_ in states(system, run, table.times):
        X = pose_of(system, q).frame("middle")
        found.append([X[0, 3], X[1, 3], np.arctan2(X[1, 0], X[0, 0]) % (2 * np.pi)])
    close_to(table, found)


def test_work_of_the_motors_is_the_change_of_energy() -> None:
    run = find_experiment("khan/inverse")
    system, (work, first, last, *_) = run.build().compile(), run.numbers
    times = np.linspace(0.0, 3.0, 401)
    power, energies = [], []
    for q, v, vd in states(system, run, times):
        power.append(system.inverse_dynamics(q, v, vd)[0] @ v)
        energies.append(sum(system.energies(q, v)))
    weights = np.ones(401)
    weights[1:-1:2], weights[2:-1:2] = 4.0, 2.0  # Simpson's rule
    assert weights @ power * (3.0 / 400) / 3.0 == pytest.approx(work.value, abs=1e-6)
    raised = 7.0 * 9.81 * np.sqrt(0.75)  # the digest counts leg 3 from its own base hinge
    assert (energies[0] - raised, energies[-1] - raised) == pytest.approx((first.value, last.value), abs=1e-6)


def test_snapshot_of_rates_and_accelerations_half_way() -> None:  # [REBUILD], t = 1.5 s
    run = find_experiment("khan/inverse")
    system = run.build().compile()
    ((q, v, vd),) = states(system, run, [1.5])
    x, y, angle = system.rate_indices("platform")
    assert (v[angle], v[x], v[y]) == pytest.approx((0.92527868, -0.08328980, -0.08321114), abs=1e-8)
    assert (vd[angle], vd[x], vd[y]) == pytest.approx((0.20695144, -0.08294855, -0.05498908), abs=1e-8)
    tau = torques(system, system.inverse_dynamics(q, v, vd)[0], run.tables[0].of)
    assert tau == pytest.approx((-18.44262021, -16.47887192, 50.96834355), abs=1e-8)
