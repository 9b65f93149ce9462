"""Numbers recomputed from the parameters of Sathuluri's thesis, and its singular instant."""

from __future__ import annotations

import numpy as np
import pytest
from published_runs import free_motion, states, torques
from scipy.optimize import brentq

from linkwork.blueprint.library import find_experiment, six_rss, stewart_platform

LEGS = tuple(f"leg_{k}" for k in range(1, 7))


@pytest.mark.parametrize("masses", ["corrected", "exchanged", "printed"])
def test_stewart_platform_in_free_fall(masses) -> None:
    run = find_experiment(f"sathuluri/free fall ({masses})")
    system, (table,) = run.build().compile(), run.tables
    times = [t for t in table.times if t <= 0.6]
    q, v = free_motion(system, run, times)
    found = []
    for here, rates in zip(q, v):
        found.append([here[2], system.coordinate_rates(here, rates)[2]])
    np.testing.assert_allclose(found, [row[1:] for row in table.rows if row[0] <= 0.6], atol=2 * table.tolerance)


@pytest.mark.parametrize("masses", ["corrected", "exchanged", "printed"])
def test_start_of_the_fall_and_the_force_that_would_hold_it(masses) -> None:
    run = find_experiment(f"sathuluri/free fall ({masses})")
    system = run.build().compile()
    numbers = {n.quantity: n for n in run.numbers}
    still, z = np.zeros(system.n_v), system.rate_indices("platform")[5]
    qdd = system.forward_dynamics(system.start, still, still)[0]
    start = numbers["acceleration of z at the start in m/s²"]
    assert qdd[z] == pytest.approx(start.value, abs=start.tolerance)
    energy = numbers["energy in J"]
    assert system.energies(system.start, still)[1] == pytest.approx(energy.value, abs=energy.tolerance)
    force = numbers["static force of each leg in N"]
    tau = system.inverse_dynamics(system.start, still, still)[0]
    assert torques(system, tau, LEGS) == pytest.approx([force.value] * 6, abs=force.tolerance)


@pytest.mark.parametrize(("masses", "within"), [("corrected", True), ("exchanged", True), ("printed", False)])
def test_the_platform_is_level_with_the_base_when_the_thesis_says_if_the_link_masses_are_exchanged(
    masses, within
) -> None:
    run = find_experiment(f"sathuluri/free fall ({masses})")
    system = run.build().compile()
    published, ours = run.numbers[0], run.numbers[1]
    instant = brentq(
        lambda t: free_motion(system, run, [t])[0][0, 2], ours.value - 0.002, ours.value + 0.002, xtol=1e-7
    )
    assert instant == pytest.approx(ours.value, abs=1e-5)
    assert (abs(instant - published.value) < published.tolerance) == within


@pytest.mark.parametrize("path", ["circle", "Lissajous"])
def test_leg_forces_at_the_start_of_the_paths(path) -> None:
    run = find_experiment(f"sathuluri/{path}")
    forces = run.numbers[1]
    assert run.course is not None
    system = stewart_platform(pose=(0.0, 0.0, 1.0, 0.0, 0.0, 0.0)).compile()
    (now,) = states(system, run, [0.0])
    assert torques(system, system.inverse_dynamics(*now)[0], LEGS) == pytest.approx(forces.value, abs=2e-3)


@pytest.mark.parametrize("branch", ["upper", "lower"])
def test_crank_torques_of_the_heave(branch) -> None:
    run = find_experiment(f"sathuluri/6-RSS heave ({branch}, quintic)")
    system = run.build().compile()
    number = next(n for n in run.numbers if n.quantity.startswith("torque at start"))
    found = []
    for now in states(system, run, [0.02, 0.15, 0.28]):
        tau = torques(system, system.inverse_dynamics(*now)[0], [f"crank_{k}" for k in range(1, 7)])
        assert np.ptp(tau) < 1e-4  # all cranks alike
        found.append(-tau[0])
    assert found[1] == pytest.approx(number.value[1], abs=2 * number.tolerance)


def test_idle_spins_of_couplers_with_two_balls_are_found() -> None:
    system = six_rss(ball="spherical").compile()
    assert system.n_v - system.n_lam == 12


def test_mass_matrix_in_task_space_at_the_start() -> None:  # [D]
    system = stewart_platform().compile()
    q = system.start
    J = np.asarray(system.closure_jacobian(q))
    at = list(system.rate_indices("platform"))
    rest = [k for k in range(system.n_v) if k not in at]
    T = np.zeros((system.n_v, 6))
    T[at] = np.eye(6)
    T[rest] = -np.linalg.solve(J[:, rest], J[:, at])
    M = T.T @ system.mass_matrix(q) @ T
    angular = 2.0 * np.eye(3)  # ω = 2 ċ where the Rodrigues parameters are zero
    E = np.block([[angular, np.zeros((3, 3))], [np.zeros((3, 3)), np.eye(3)]])
    M = E.T @ M @ E
    assert np.diag(M) == pytest.approx([44.84808, 44.84806, 40.45628, 43.47383, 43.47301, 79.96991], abs=1e-5)
    assert M[3, 1] == pytest.approx(7.64453, abs=1e-5)
