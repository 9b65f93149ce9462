"""Numbers of Shah, Saha and Dutt (2013), of its program's files, and those recomputed from its parameters."""

from __future__ import annotations

import numpy as np
import pytest
from published_runs import close_to, cut_forces, free_motion, states, torques, trajectory

from linkwork.blueprint.library import find_experiment


def test_gripper_torques_of_the_prescribed_motion() -> None:
    run = find_experiment("book/gripper inverse")
    system, course, (table,) = run.build().compile(), trajectory(run), run.tables
    found = [
        system.inverse_dynamics(*(np.array(f(t)) for f in (course.position, course.velocity, course.acceleration)))
        for t in table.times
    ]
    close_to(table, found)


def test_gripper_in_free_fall() -> None:
    run = find_experiment("book/gripper free")
    system, (angles, accelerations) = run.build().compile(), run.tables
    close_to(angles, free_motion(system, run, angles.times)[0])
    close_to(accelerations, [system.forward_dynamics(system.start, np.zeros(4), np.zeros(4))])
    kinetic, potential = system.energies(system.start, np.zeros(4))
    assert kinetic + potential == pytest.approx(run.numbers[0].value, abs=1e-10)


def test_gripper_with_feedback() -> None:
    run = find_experiment("book/gripper with feedback")
    system, course, (table,) = run.build().compile(), trajectory(run), run.tables
    kp, kd = run.control["kp"], run.control["kd"]

    def tau(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return kp * (np.array(course.position(t)) - q) + kd * (np.array(course.velocity(t)) - v)

    close_to(table, free_motion(system, run, table.times, tau, method="LSODA")[0])  # the light fingers make it stiff


def test_kuka_torques_are_those_of_the_programs_output_file() -> None:
    run = find_experiment("book/KUKA inverse")
    system, course, (table,) = run.build().compile(), trajectory(run), run.tables
    found = [
        system.inverse_dynamics(*(np.array(f(t)) for f in (course.position, course.velocity, course.acceleration)))
        for t in table.times
    ]
    close_to(table, found)


@pytest.mark.parametrize("name", ["book/KUKA free", "book/biped on its foot free"])
def test_free_motion_keeps_its_energy(name) -> None:
    run = find_experiment(name)
    system = run.build().compile()
    times = np.linspace(0.0, min(run.duration, 0.3), 4)
    q, v = free_motion(system, run, list(times))
    energy = np.sum(system.energies(q, v), axis=0)
    assert np.ptp(energy) < 1e-7 * (1 + np.abs(energy).max())


@pytest.mark.parametrize("model", ["listing", "table"])
def test_four_bar_forces_and_torque_over_a_turn(model) -> None:
    run = find_experiment(f"book/four-bar inverse ({model})")
    system, (angles, rates, forces) = run.build().compile(), run.tables
    poses, turning, rows = [], [], []
    for now in states(system, run, forces.times):
        tau, lam = system.inverse_dynamics(*now)
        poses.append([now[0][system.rate_indices(joint)[0]] for joint in angles.of])
        turning.append(torques(system, now[1], rates.of))
        rows.append([*cut_forces(system, now[0], lam)["pin"], *torques(system, tau, ["crank"])])
    close_to(angles, poses)
    close_to(rates, turning)
    close_to(forces, rows, slack=1.1)  # the table rounds its last digit to within a tenth


@pytest.mark.parametrize("model", ["listing", "table"])
def test_four_bar_torque_does_no_work_over_a_turn_and_has_the_extremes_of_the_digest(model) -> None:
    run = find_experiment(f"book/four-bar inverse ({model})")
    system = run.build().compile()
    torque = [
        torques(system, system.inverse_dynamics(*now)[0], ["crank"])[0]
        for now in states(system, run, np.linspace(0.0, run.duration, 480, endpoint=False))
    ]
    largest, smallest, mean = (
        next(number.value for number in run.numbers if number.quantity.startswith(f"{which} torque"))
        for which in ("largest", "smallest", "mean")
    )
    assert np.mean(torque) == pytest.approx(mean, abs=1e-9)
    assert max(torque) == pytest.approx(largest, abs=2e-4)
    assert min(torque) == pytest.approx(smallest, abs=2e-3)


def test_four_bar_driven_by_its_own_torque_turns_evenly() -> None:
    run = find_experiment("book/four-bar forced (listing)")
    system = run.build().compile()
    crank = system.rate_indices("crank")[0]

    def tau(t: float, *_: np.ndarray) -> np.ndarray:
        return system.inverse_dynamics(*states(system, run, [t])[0])[0]

    times = [0.4, 0.8, 1.2]
    found = free_motion(system, run, times, tau)[0][:, crank]
    assert found == pytest.approx([4.71238898038469 * t for t in times], abs=1e-5)  # unstable: e-folds several times


def test_leg_forces_and_torque_over_a_turn() -> None:
    run = find_experiment("book/leg inverse")
    system, (_, table) = run.build().compile(), run.tables
    rows = []
    for now in states(system, run, table.times):
        tau, lam = system.inverse_dynamics(*now)
        forces = cut_forces(system, now[0], lam)
        rows.append([*torques(system, tau, ["crank"]), *(x for k in (8, 9, 10) for x in forces[f"joint_{k}"])])
    close_to(table, rows, slack=1.1)  # the table rounds its last digit to within a tenth


def test_three_rrr_torques_and_forces_on_the_circle() -> None:
    run = find_experiment("book/3-RRR inverse")
    system, (table,) = run.build().compile(), run.tables
    rows = []
    for now in states(system, run, table.times):
        tau, lam = system.inverse_dynamics(*now)
        forces = cut_forces(system, now[0], lam)
        rows.append([*torques(system, tau, table.of[:3]), *forces["elbow_2"], *forces["elbow_3"]])
    close_to(table, rows, slack=4.0)  # both sides differentiate the course by differences


def test_three_rrr_in_free_fall() -> None:
    run = find_experiment("book/3-RRR free")
    system, (table,) = run.build().compile(), run.tables
    q, v = free_motion(system, run, table.times)
    close_to(table, [[row[system.rate_indices(joint)[0]] for joint in table.of] for row in q])
    assert sum(system.energies(q[-1], v[-1])) == pytest.approx(run.numbers[0].value, abs=run.numbers[0].tolerance)


@pytest.mark.parametrize("name", ["book/counts gripper", "book/counts KUKA", "book/counts biped"])
def test_operations_are_fewer_than_the_book_counts(name) -> None:
    run = find_experiment(name)
    system = run.build().compile()
    inverse, forward = (number.value for number in run.numbers)
    ours = system.counts("inverse_dynamics")
    assert ours.multiplications <= inverse[0]
    assert ours.additions <= inverse[1]
    ours = system.counts("forward_dynamics")
    assert ours.multiplications <= forward[0]  # with the bias, which the book takes as given, added to its count
    assert ours.additions <= forward[1]
