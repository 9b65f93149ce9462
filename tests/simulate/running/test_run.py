"""How runs end: events, limits, interruptions, divergence; nothing is lost, nothing hangs, no NaN goes unsaid."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint.inertia import rod
from linkwork.errors import ShapeError
from linkwork.record import Outcome, load
from linkwork.simulate.control import Sampled
from linkwork.simulate.methods import EXPLICIT, IMPLICIT, VARIATIONAL
from linkwork.simulate.running.run import is_adaptive
from linkwork.simulate.running.simulator import Setup, simulator

Machine = Callable[[str], Any]


def test_a_step_that_is_too_large_diverges_and_names_body_and_time(machine: Machine) -> None:
    run = machine("chain_of_two").simulate(
        v=[30.0, -40.0], duration=100.0, method="rk4", step=0.5, control=lambda t, q, v: [50.0 * v[0], 50.0 * v[1]]
    )
    assert run.outcome is Outcome.DIVERGED
    assert run.ending.what in ("upper", "lower")
    assert np.isfinite(run.q).all() and np.isfinite(run.v).all()
    assert run.t[-1] == run.ending.t < 100.0


def test_loops_that_are_torn_apart_are_named(machine: Machine) -> None:
    system = machine("koul_three_rrr")
    run = system.simulate(duration=1.0, method="rk4", step=1e-2, control={system.driven[0]: 3e4})
    assert run.outcome is Outcome.LOOPS_OPEN
    assert run.ending.what in {row.name for row in system.rows}
    assert run.e1.max() < 1e-12  # what is recorded was closed


def test_a_step_that_the_tolerance_makes_too_small_is_told(machine: Machine) -> None:
    run = machine("chain_of_two").simulate(duration=1.0, control=lambda t, q, v: [v[0] ** 3 + 5.0, 0.0], time_limit=5.0)
    assert run.outcome is Outcome.STEP_TOO_SMALL
    assert "method='radau'" in str(run.ending)


def test_a_stiff_stop_is_not_taken_for_a_singular_pose() -> None:
    """It throws the stages of a step that meets it far away, into singular poses: the step is made shorter."""
    m = lw.library.four_bar()
    m.limit("rocker", upper=2.2, stiffness=1e7, damping=1e3)
    system = m.compile()
    run, stiff = (
        system.simulate(v={"crank": 5.0}, duration=1.0, method=method, tolerance=tolerance)
        for method, tolerance in (("dop853", 1e-9), ("radau", 1e-8))
    )
    assert run.outcome is stiff.outcome is Outcome.FINISHED and "hard_steps" not in run.about
    assert run["rocker.q"].max() == pytest.approx(2.2, abs=1e-4)
    assert np.abs(run.q[-1] - stiff.q[-1]).max() < 1e-5


@pytest.mark.parametrize("options", [{}, {"record_every": 1e-4}, {"method": "rk4", "step": 1e-5, "record_every": 0.01}])
def test_a_time_limit_ends_the_run_and_keeps_what_there_is(machine: Machine, options: Any) -> None:
    began = time.perf_counter()
    run = machine("koul_three_rrr").simulate(duration=1e5, time_limit=0.2, **{"record_every": 0.01, **options})
    assert run.outcome is Outcome.TIME_LIMIT
    assert time.perf_counter() - began < 5.0
    assert len(run) > 10 and run.t[-1] == run.ending.t
    assert (np.diff(run.t) > 0).all()


def test_an_interruption_keeps_everything_up_to_then(machine: Machine) -> None:
    calls = []

    def impatient(share: float) -> None:
        calls.append(share)
        raise KeyboardInterrupt

    run = machine("chain_of_two").simulate(duration=1e6, record_every=1.0, progress=impatient, time_limit=20.0)
    assert run.outcome is Outcome.INTERRUPTED
    assert len(calls) == 1 and len(run) > 1
    assert "continue" in str(run.ending)


def test_an_event_is_found_to_rounding_by_every_method(machine: Machine) -> None:
    system = machine("koul_three_rrr")
    for options in ({}, {"method": "dopri5"}, {"method": "rk4", "step": 1e-3}):
        run = system.simulate(duration=1.0, events={"low": lambda t, q, v: q[0] - 0.9}, **options)
        assert run.outcome is Outcome.EVENT and run.ending.what == "low"
        assert run.q[-1, 0] == pytest.approx(0.9, abs=1e-13)
        assert run.e1.max() < 1e-12
        assert run.about["events"] == [{"name": "low", "t": pytest.approx(run.t[-1])}]


def test_direction_and_order_of_events(machine: Machine) -> None:
    from linkwork import Event

    system = machine("damped")
    watched = [
        Event("up", lambda t, q, v: q[0], direction="rising", terminal=False),
        Event("down", lambda t, q, v: q[0], direction="falling", terminal=False),
        Event("late", lambda t, q, v: t - 3.0),
    ]
    run = system.simulate([0.5], duration=5.0, events=watched)
    plain = system.simulate([0.5], duration=3.0)
    names = [event["name"] for event in run.about["events"]]
    assert run.t[-1] == pytest.approx(3.0, abs=1e-14)
    assert names[0] == "down" and names[-1] == "late" and set(names) <= {"up", "down", "late"}
    assert np.abs(run.q[-1] - plain.q[-1]).max() < 1e-8  # watching does not change the motion


def test_a_run_continues_where_another_ended(machine: Machine) -> None:
    system = machine("koul_three_rrr")
    options = {"method": "rk4", "step": 1e-3}
    whole = system.simulate(duration=0.2, **options)
    half = system.simulate(duration=0.1, **options)
    both = system.simulate(continue_from=half, duration=0.1, **options)
    assert np.array_equal(both.q, whole.q)
    assert np.abs(both.data - whole.data).max() < 1e-12
    assert both.about["end"] == pytest.approx(0.2)


def test_a_run_writes_a_folder_as_it_goes_and_goes_on_from_it(machine: Machine, tmp_path: Path) -> None:
    system, folder = machine("koul_three_rrr"), tmp_path / "run"
    whole = system.simulate(duration=0.2, method="rk4", step=1e-3)
    first = system.simulate(duration=1e4, method="rk4", step=1e-3, time_limit=1e-3, file=folder)
    assert first.outcome is Outcome.TIME_LIMIT and first.t[-1] > 0
    rest = 0.2 - first.t[-1]
    if rest > 0:
        system.simulate(continue_from=folder, duration=rest, method="rk4", step=1e-3)
    kept = load(folder)
    at = np.argmin(np.abs(kept.t - 0.2))
    assert np.abs(kept.q[at] - whole.q[-1]).max() < 1e-9
    assert (np.diff(kept.t) > 0).all()


def test_what_a_controller_in_python_does_wrong_ends_the_run_and_keeps_it(machine: Machine) -> None:
    system = machine("driven_pendulum")

    def fails(t: float, q: Any, v: Any) -> list[float]:
        return [1.0 / 0.0] if t > 0.05 else [0.5]

    run = system.simulate([0.5], duration=1.0, control=Sampled(fails, rate=100.0))
    assert run.outcome is Outcome.CONTROLLER_FAILED and run.t[-1] == pytest.approx(0.06)
    assert "t = 0.06 s: ZeroDivisionError: float division by zero" in str(run.ending)
    assert "fails" in run.about["fault"]
    for answer in ([np.nan], None):  # limits of the motor must not make a torque of what is none
        run = system.simulate([0.5], duration=1.0, control=Sampled(lambda t, q, v, x=answer: x, rate=100.0))
        assert run.outcome is Outcome.CONTROLLER_FAILED and f"it answered {answer}" in str(run.ending)
    with pytest.raises(ShapeError, match="gives 2 values. Give 1: hinge"):
        system.simulate([0.5], duration=1.0, control=Sampled(lambda t, q, v: [1.0, 2.0], rate=100.0))


@pytest.mark.parametrize("options", [{}, {"method": "rk4", "step": 1e-3}, {"method": "rattle", "step": 1e-3}])
@pytest.mark.parametrize("name", ["driven_pendulum", "four_bar"])
def test_a_law_that_is_no_number_is_told_as_such_and_limits_do_not_hide_it(
    machine: Machine, name: str, options: Any
) -> None:
    system = machine(name)
    (joint,) = system.driven
    run = system.simulate(duration=1.0, control=lambda t: [0.1 * lw.sqrt(0.2 - t)], time_limit=20.0, **options)
    assert run.outcome is Outcome.CONTROLLER_FAILED
    assert f"the force of '{joint}' is nan" in str(run.ending) and 0.19 < run.t[-1] <= 0.2 <= run.ending.t
    assert np.isfinite(run.q).all() and np.isfinite(run.tau[:-1]).all()


@pytest.mark.parametrize("method", ["dop853", "radau", "bdf"])
def test_forces_beyond_all_numbers_end_a_run_at_once(machine: Machine, method: str) -> None:
    run = machine("four_bar").simulate(duration=0.1, method=method, control=[1e305], time_limit=5.0)
    assert run.outcome in (Outcome.DIVERGED, Outcome.LOOPS_OPEN, Outcome.STEP_TOO_SMALL)
    assert run.about["wall_time"] < 4.0 and np.isfinite(run.q).all()


def test_equal_forces_share_one_simulator_and_old_ones_are_forgotten(machine: Machine) -> None:
    system = machine("driven_pendulum")
    same = [simulator(system, Setup(control=x)) for x in ([1.5], (1.5,), np.array([1.5]))]
    assert same[0] is same[1] is same[2]
    for k in range(40):
        simulator(system, Setup(control={"hinge": float(k)}))
    assert len(system._simulators) <= 32


def test_a_long_run_stays_small(machine: Machine) -> None:
    system = machine("damped")
    run = system.simulate([0.5], duration=200.0, method="euler", step=1e-3, record_every=100)
    assert len(run) == 2001
    assert run.about["steps"] == 200_000


def test_thousands_of_turns_leave_the_loops_as_closed_as_the_digits_of_an_angle_allow(machine: Machine) -> None:
    system = machine("four_bar")
    q = system.assemble(crank=0.3)
    far = q + [2 * np.pi * 2000, -2 * np.pi * 2000, 0.0]
    options: dict[str, Any] = {"duration": 0.2, "method": "rk4", "step": 1e-4}
    run, near = (system.simulate(x, {"crank": 20.0}, **options) for x in (far, q))
    assert run.outcome is Outcome.FINISHED and "hard_steps" not in run.about
    assert run.e1.max() < 1e-12
    assert np.abs(run.q - far - (near.q - q)).max() < 1e-8


@pytest.mark.parametrize("name", ["agile_eye", "bennett", "peaucellier"])
def test_singular_poses_are_passed(machine: Machine, name: str) -> None:
    run = machine(name).simulate(duration=0.5, time_limit=20.0)
    assert run.outcome is Outcome.FINISHED
    assert run.about["hard_steps"] > 0
    assert run.e1.max() < 1e-11
    assert np.abs(run.energy_balance).max() < 1e-4 * max(1.0, np.ptp(run["energy.kinetic"]))


@pytest.mark.parametrize("seed", range(6))
def test_random_torques_end_in_a_clear_outcome(machine: Machine, seed: int) -> None:
    random = np.random.default_rng(seed)
    system = machine(["chain_of_two", "four_bar", "koul_three_rrr"][seed % 3])
    push = 10.0 ** random.uniform(-1, 5) * random.normal(size=len(system.driven))
    for options in ({}, {"method": "rk4", "step": float(10.0 ** random.uniform(-4, -1))}):
        run = system.simulate(duration=1.0, control=tuple(push), time_limit=2.0, **options)
        assert isinstance(run.outcome, Outcome)
        assert np.isfinite(run.q).all() and np.isfinite(run.v).all()
        if run.outcome is Outcome.FINISHED:
            assert run.t[-1] == pytest.approx(1.0)


@pytest.mark.parametrize("method", ["dop853", "dopri5", "radau", "bdf", "cvode", "ida"])
def test_what_a_stop_turns_into_heat_is_as_exact_as_the_motion(method: str) -> None:
    """A damped stop lets go while its spring is still pressed: the motion is smooth there, the lost power is not."""
    m = lw.Mechanism("rod that meets a stop", gravity=(0, -9.81, 0))
    m.revolute("pivot", m.ground, m.body("rod", mass=1.0, com=(0.25, 0, 0), inertia=rod(1.0, 0.5)))
    m.limit("pivot", lower=-1.2, stiffness=1e5, damping=30.0)
    run = m.compile().simulate(duration=1.0, method=method, tolerance=1e-9)
    assert run["energy.dissipation"][-1] > 1.0
    assert np.abs(run.energy_balance).max() < 1e-5  # a thousand times the tolerance; 2e-3 to 4e-2 without this control


def test_lost_energy_is_exact_without_gravity_too() -> None:
    m = lw.Mechanism("wheel", gravity=(0, 0, 0))
    m.revolute("axle", m.ground, m.body("rim", mass=1e-3, inertia=((1e-3, 0, 0), (0, 1e-3, 0), (0, 0, 1e-3))), axis="z")
    m.spring("drag", "axle", damping=1e-3)
    run = m.compile().simulate(v=[10.0], duration=1.0, tolerance=1e-8)
    lost = 0.5e-3 * 10.0**2 * (1 - np.exp(-2.0))  # the rate falls as exp(−t)
    assert run["energy.dissipation"][-1] == pytest.approx(lost, rel=1e-6)


ALL_METHODS = {**EXPLICIT, **VARIATIONAL, **IMPLICIT}


@pytest.mark.parametrize("what", ["time", "state"])
@pytest.mark.parametrize("method", ALL_METHODS)
def test_a_law_that_ends_somewhere_is_blamed_by_every_method(machine: Machine, method: str, what: str) -> None:
    """Steps creep up to where √ has no value, or fail there; the run does not stand still before it without an end."""
    system = machine("chain_of_two")
    laws: dict[str, Any] = {
        "time": lambda t: [lw.sqrt(0.3 - t), 0.0],
        "state": lambda t, q, v: [1e-3 * lw.sqrt(q[0] + 0.3), 0.0],  # the hip falls from 0.3
    }
    step = 0.01 if not is_adaptive(ALL_METHODS[method]) else None
    run = system.simulate(duration=0.5, method=method, step=step, control=laws[what], time_limit=30.0)
    assert run.outcome is Outcome.CONTROLLER_FAILED and "the force of 'hip' is nan" in str(run.ending)
    assert 0.1 < run.t[-1] < 0.45 and np.isfinite(run.q).all()


def test_a_run_that_fails_by_itself_is_not_blamed_on_its_law(machine: Machine) -> None:
    run = machine("chain_of_two").simulate(
        duration=1.0, method="bdf", control=lambda t, q, v: [v[0] ** 3 + 5.0, 0.0], time_limit=10.0
    )
    assert run.outcome in (Outcome.STEP_TOO_SMALL, Outcome.DIVERGED)


@pytest.mark.parametrize(
    "options", [{}, {"method": "rk4", "step": 1e-3}, {"method": "radau", "tolerance": 1e-6}, {"method": "cvode"}]
)
def test_the_report_tells_the_shortest_and_the_longest_step_of_all(machine: Machine, options: dict[str, Any]) -> None:
    """However few samples are kept: the same as the steps between samples of a run that keeps every one."""
    system = machine("koul_three_rrr")
    every = np.diff(system.simulate(duration=0.3, record_every=1, **options).t)
    run = system.simulate(duration=0.3, record_every=0.1, **options)
    assert run.about["step_sizes"] == pytest.approx([every.min(), every.max()], rel=1e-6)
    assert f"steps {every.min():.2g} to {every.max():.2g} s" in run.report()
    both = system.simulate(continue_from=run, duration=0.1)
    assert both.about["step_sizes"][1] >= run.about["step_sizes"][1]
