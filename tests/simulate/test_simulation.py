"""Motion in machine code: it agrees with other integrators, keeps energy and loops, and says how it ended."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from equal_steps import equal_steps
from scipy.integrate import DOP853

from linkwork.errors import AssemblyError, OptionError, ShapeError, SimulationError, UnknownName
from linkwork.record import Outcome, Record
from linkwork.simulate.methods import EXPLICIT

Machine = Callable[[str], Any]
TREES = ("chain_of_two", "spinning_body", "damped")
LOOPS = ("four_bar", "koul_three_rrr", "stewart_platform")


def turning(system: Any) -> np.ndarray:
    """Rates that keep the loops closed, none of them zero by chance."""
    rates = np.linspace(0.5, 1.0, system.n_v)
    return system.consistent_velocity(system.closed_start, rates) if system.closed else rates


def reference(system: Any, q: np.ndarray, v: np.ndarray, duration: float) -> tuple[np.ndarray, np.ndarray]:
    """The end of the motion by SciPy's Dormand-Prince 8 at its tightest, without projection."""
    tau = np.zeros(system.n_v)

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        x, u = y[: system.n_q].copy(), y[system.n_q :].copy()
        found = system.forward_dynamics(x, u, tau)
        return np.concatenate([system.coordinate_rates(x, u), found[0] if isinstance(found, tuple) else found])

    solver = DOP853(rates, 0.0, np.concatenate([q, v]), duration, rtol=1e-13, atol=1e-13)
    while solver.status == "running":
        solver.step()
    return solver.y[: system.n_q], solver.y[system.n_q :]


@pytest.mark.parametrize("name", ["four_bar", "koul_three_rrr", "stewart_platform", "six_rss", "chain_of_two"])
def test_the_end_of_a_second_of_motion_agrees_with_another_integrator_to_1e_9(machine: Machine, name: str) -> None:
    system = machine(name)
    duration = 0.5 if name == "six_rss" else 1.0  # it falls through a singular pose a little later
    run = system.simulate(duration=duration, tolerance=1e-12)
    q, _ = reference(system, run.q[0], run.v[0], duration)
    assert np.abs(run.q[-1] - q).max() < 1e-9


@pytest.mark.parametrize("name", [*TREES, "four_bar", "koul_three_rrr"])
@pytest.mark.parametrize("method", ["euler", "heun", "rk4"])
def test_the_observed_order_of_a_fixed_step_is_the_nominal_one(machine: Machine, name: str, method: str) -> None:
    system, order = machine(name), EXPLICIT[method].order
    v, duration = turning(system), 0.2
    exact = system.simulate(v=v, duration=duration, tolerance=1e-13)
    fine = {"four_bar": 400, "koul_three_rrr": 160, "chain_of_two": 20}.get(
        name, 4
    )  # finer, and rounding hides the order
    steps = {1: (160, 320), 2: (200, 400), 4: (fine, 2 * fine)}[order]
    errors = []
    for count in steps:
        run = system.simulate(v=v, duration=duration, method=method, step=duration / count)
        errors.append(float(np.linalg.norm(run.data[-1, 1 : 1 + system.n_q] - exact.q[-1])))
    assert abs(math.log2(errors[0] / errors[1]) - order) < 0.2


@pytest.mark.parametrize(
    ("name", "method", "duration", "count"),
    [
        ("chain_of_two", "dopri5", 0.05, 2), ("spinning_body", "dopri5", 0.4, 32), ("four_bar", "dopri5", 0.05, 2),
        ("koul_three_rrr", "dopri5", 0.05, 2), ("chain_of_two", "dop853", 0.05, 1), ("spinning_body", "dop853", 0.4, 2),
        ("koul_three_rrr", "dop853", 0.1, 2),
    ],
)  # fmt: skip
def test_the_observed_order_of_an_adaptive_method_at_equal_steps_is_the_nominal_one(
    machine: Machine, name: str, method: str, duration: float, count: int
) -> None:
    """Steps so long that the errors stand well above rounding."""
    system = machine(name)
    v = np.array([0.3, 5.0, 0.2, 1.0, 0.0, -0.5]) if name == "spinning_body" else turning(system)
    exact = system.simulate(v=v, duration=duration, tolerance=1e-14, record_every=duration)
    start = exact.q[0], exact.v[0]
    errors = [
        np.linalg.norm(equal_steps(system, *start, method, duration, n) - exact.q[-1]) for n in (count, 2 * count)
    ]
    assert abs(math.log2(errors[0] / errors[1]) - EXPLICIT[method].order) < 0.2


@pytest.mark.parametrize("name", ["chain_of_two", "four_bar", "koul_three_rrr"])
@pytest.mark.parametrize("method", ["dopri5", "dop853"])
def test_a_tighter_tolerance_makes_the_error_smaller_in_proportion(machine: Machine, name: str, method: str) -> None:
    system = machine(name)
    exact = system.simulate(duration=1.0, tolerance=1e-13)
    errors = []
    for tolerance in (1e-5, 1e-9):
        run = system.simulate(duration=1.0, method=method, tolerance=tolerance)
        errors.append(float(np.abs(run.q[-1] - exact.q[-1]).max()))
    assert errors[1] < 1e-2 * errors[0]
    assert errors[1] < 1e-5


@pytest.mark.parametrize("name", LOOPS)
@pytest.mark.parametrize("options", [{"method": "dop853"}, {"method": "dopri5"}, {"method": "rk4", "step": 1e-3}])
def test_loops_stay_closed_at_every_sample(machine: Machine, name: str, options: Any) -> None:
    system = machine(name)
    run = system.simulate(duration=0.5, **options)
    assert run.outcome is Outcome.FINISHED
    assert run.e1.max() < 1e-12  # metres; the machines are larger than a tenth of that
    assert run.e2.max() < 1e-11
    assert run.e3.max() < 1e-10


@pytest.mark.parametrize("name", [*TREES, *LOOPS])
def test_energy_balances(machine: Machine, name: str) -> None:
    system = machine(name)
    run = system.simulate(v=turning(system), duration=0.5, tolerance=1e-11)
    scale = max(1e-3, np.ptp(run["energy.kinetic"]))
    assert np.abs(run.energy_balance).max() < 1e-7 * scale


def test_what_a_damper_takes_is_in_the_balance(machine: Machine) -> None:
    run = machine("damped").simulate(v={"hinge": 3.0}, duration=2.0, tolerance=1e-11)
    lost = run["energy.dissipation"]
    assert lost[-1] > 0.1 and (np.diff(lost) >= 0).all()
    assert np.abs(run.energy_balance).max() < 1e-8


def test_a_free_body_keeps_its_momentum_and_its_quaternion_its_length(machine: Machine) -> None:
    system = machine("spinning_body")
    run = system.simulate(v=[0.3, 5.0, 0.2, 1.0, 0.0, -0.5], duration=5.0, tolerance=1e-11, channels=("pose",))
    R = system.poses(run.q)[0][:, -1]
    angular = np.einsum("nij,j,nj->ni", R, [1.0, 2.0, 3.0], run.v[:, :3])
    linear = np.einsum("nij,nj->ni", R, 2.0 * run.v[:, 3:])
    for momentum in (angular, linear):
        assert np.abs(momentum - momentum[0]).max() < 1e-8
    assert np.abs(np.linalg.norm(run.q[:, 3:], axis=1) - 1).max() < 1e-15 * 4


def test_projection_can_be_chosen(machine: Machine) -> None:
    system = machine("koul_three_rrr")

    def error(projection: str) -> tuple[float, float]:
        run = system.simulate(duration=0.5, method="rk4", step=2e-3, projection=projection)
        return float(run.e1.max()), float(run.e2.max())

    none, position, velocity, baumgarte = map(error, ("none", "position", "velocity", "baumgarte"))
    assert none[0] > 1e-9 and none[1] > 1e-8
    assert position[0] < 1e-12 < position[1]
    assert velocity[1] < 1e-11 and velocity[0] > 1e-12
    assert 1e-12 < baumgarte[0] < none[0]
    with pytest.raises(UnknownName, match="projection 'positions'"):
        system.simulate(duration=0.1, projection="positions")


def test_a_state_may_be_given_by_name(machine: Machine) -> None:
    system = machine("four_bar")
    driven = system.driven[0]
    run = system.simulate(q={driven: 0.4}, v={driven: 2.0}, duration=0.01)
    assert run[f"{driven}.angle"][0] == pytest.approx(0.4)
    assert run[f"{driven}.v"][0] == pytest.approx(2.0)
    assert run.e2[0] < 1e-12


@pytest.mark.parametrize(
    ("options", "error", "told"),
    [
        ({"duration": -1.0}, OptionError, "duration"),
        ({"duration": 1.0, "method": "rk5"}, UnknownName, "rk4"),
        ({"duration": 1.0, "method": "rk4"}, OptionError, "step"),
        ({"duration": 1.0, "method": "rk4", "step": 0.01, "record_every": 0.015}, OptionError, "multiple of the step"),
        ({"duration": 1.0, "tolerance": 2.0}, OptionError, "tolerance"),
        ({"duration": 1.0, "q": [1.0]}, ShapeError, "hip"),
        ({"duration": 1.0, "q": [math.nan, 0.0]}, ShapeError, "not finite at hip"),
        ({"duration": 1.0, "channels": ("reactions",)}, UnknownName, "reaction"),
        ({"duration": 1.0, "control": 7.0}, OptionError, "control"),
    ],
)
def test_what_cannot_be_asked_for_is_told(machine: Machine, options: Any, error: type, told: str) -> None:
    with pytest.raises(error, match=told):
        machine("chain_of_two").simulate(**options)


def test_an_open_pose_and_rates_that_tear_the_loops_are_told(machine: Machine) -> None:
    system = machine("four_bar")
    open_pose = system.closed_start.copy()
    open_pose[0] += 0.5
    with pytest.raises(AssemblyError, match="loop .* is open by .*assemble"):
        system.simulate(open_pose, duration=1.0)
    with pytest.raises(SimulationError, match="tear its loops"):
        system.simulate(v=[1.0, 0.0, 0.0], duration=1.0)


def test_samples_stand_where_they_were_asked_for(machine: Machine) -> None:
    system = machine("koul_three_rrr")
    grid = system.simulate(duration=1.0, record_every=0.01)
    assert np.array_equal(grid.t, np.arange(101) * 0.01) or np.abs(grid.t - np.arange(101) * 0.01).max() < 1e-15
    steps = system.simulate(duration=0.1, method="rk4", step=1e-3, record_every=7)
    assert np.abs(steps.t - [*np.arange(0, 100, 7) * 1e-3, 0.1]).max() < 1e-15
    seconds = system.simulate(duration=0.1, method="rk4", step=1e-3, record_every=0.02)
    assert np.abs(seconds.t - np.arange(6) * 0.02).max() < 1e-15
    own = system.simulate(duration=0.1, record_every=1)
    assert len(own) == own.about["steps"] + 1


def test_samples_between_steps_are_as_exact_as_the_steps(machine: Machine) -> None:
    system = machine("koul_three_rrr")
    exact = system.simulate(duration=1.0, tolerance=1e-13, record_every=0.01)
    run = system.simulate(duration=1.0, tolerance=1e-9, record_every=0.01)
    assert np.abs(run.q - exact.q).max() < 1e-6
    assert run.e1.max() < 1e-12


def test_forces_on_request_balance_the_machine(machine: Machine) -> None:
    system = machine("chain_of_two")
    run = system.simulate(duration=0.2, channels=("reaction", "pose", "twist"))
    weight = run["hip.reaction"][0]
    assert run["hip.reaction"].shape == (len(run), 6)
    assert np.isfinite(weight).all()
    knee = run["lower.pose"][:, :2]
    assert np.abs(np.linalg.norm(knee, axis=1) - 0.5).max() < 1e-12
    spin = run["lower.twist"][:, 2]
    assert np.abs(spin - run.v.sum(axis=1)).max() < 1e-12


def test_a_run_is_repeated_to_the_bit(machine: Machine) -> None:
    system = machine("koul_three_rrr")
    runs: list[Record] = [system.simulate(duration=0.3) for _ in range(2)]
    assert np.array_equal(runs[0].data, runs[1].data)


def test_parameters_change_the_motion_without_a_new_compilation() -> None:
    import linkwork as lw

    m = lw.Mechanism("pendulum", gravity=(0, -9.81, 0))
    length = lw.Parameter("l", 0.5)
    bob = m.body("bob", mass=1.0, com=(length, 0, 0), inertia=(0.0, 0.0, 0.0))
    m.revolute("hinge", m.ground, bob, axis="z")
    system = m.compile()

    def period(p: Any) -> float:
        run = system.simulate([-math.pi / 2 + 1e-3], duration=2.0, p=p, tolerance=1e-11)
        falls = np.flatnonzero(np.diff(np.sign(run.v[1:, 0])))
        return 2 * float(run.t[1:][falls[1]] - run.t[1:][falls[0]])

    for p, l in ((None, 0.5), ({"l": 0.25}, 0.25)):
        assert period(p) == pytest.approx(2 * math.pi * math.sqrt(l / 9.81), abs=5e-3)
