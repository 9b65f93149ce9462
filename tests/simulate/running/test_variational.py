"""Structure-preserving methods: order, conditions, energy over long runs."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import OptionError
from linkwork.record import Outcome

Machine = Callable[[str], Any]


def turning(system: Any) -> np.ndarray:
    rates = np.linspace(0.5, 1.0, system.n_v)
    return system.consistent_velocity(system.closed_start, rates) if system.closed else rates


@pytest.mark.parametrize(
    ("name", "method", "order", "count"),
    [
        ("chain_of_two", "rattle", 2, 100), ("spinning_body", "rattle", 2, 50), ("damped", "rattle", 2, 50),
        ("four_bar", "rattle", 2, 200), ("koul_three_rrr", "rattle", 2, 200),
        ("chain_of_two", "rattle4", 4, 10), ("four_bar", "rattle4", 4, 200), ("koul_three_rrr", "rattle4", 4, 100),
        ("spinning_body", "rattle4", 4, 3),
    ],
)  # fmt: skip
def test_the_observed_order_is_the_nominal_one(
    machine: Machine, name: str, method: str, order: int, count: int
) -> None:
    system = machine(name)
    v = turning(system)
    exact = system.simulate(v=v, duration=0.2, tolerance=1e-13)
    errors = []
    for n in (count, 2 * count):
        run = system.simulate(v=v, duration=0.2, method=method, step=0.2 / n)
        errors.append(float(np.linalg.norm(run.q[-1] - exact.q[-1])))
    assert abs(math.log2(errors[0] / errors[1]) - order) < 0.2


@pytest.mark.parametrize("name", ["koul_three_rrr", "four_bar", "stewart_platform"])
def test_loops_and_rates_hold_at_every_step(machine: Machine, name: str) -> None:
    run = machine(name).simulate(duration=0.2, method="rattle", step=1e-3)
    assert run.e1.max() < 1e-12
    assert run.e2.max() < 1e-12


def test_a_minute_of_a_four_bar_keeps_its_energy_without_drift(machine: Machine) -> None:
    """Ten minutes behave alike: see the example of that name."""
    system = machine("four_bar")
    v = system.velocity(system.closed_start, **{system.driven[0]: 5.0})
    run = system.simulate(v=v, duration=60.0, method="rattle4", step=1e-3, record_every=0.05)
    balance, scale = run.energy_balance, np.ptp(run["energy.kinetic"])
    assert np.abs(balance).max() < 1e-6 * scale
    first, last = balance[: len(run) // 3], balance[-len(run) // 3 :]
    assert abs(first.mean() - last.mean()) < 1e-8 * scale


def test_thousands_of_turns_neither_stop_a_run_nor_make_its_energy_drift(machine: Machine) -> None:
    """The digits of a large angle move all other coordinates through the loop: by 1e-12 rad at 2e4 rad."""
    system = machine("four_bar")
    q = system.assemble(crank=0.3)
    turns = 2 * np.pi * 3000 * np.array([1.0, -1.0, 0.0])
    options: dict[str, Any] = {"duration": 5.0, "method": "rattle4", "step": 1e-3}
    far, near = (system.simulate(x, {"crank": 10.0}, **options) for x in (q + turns, q))
    assert far.outcome is Outcome.FINISHED
    assert np.abs(far.q - turns - near.q).max() < 1e-6  # the motion carries the digits on; RK4 differs by as much
    assert np.abs(far.energy_balance - near.energy_balance).max() < 1e-9 * np.ptp(near["energy.kinetic"])


def test_the_motion_runs_backwards_to_where_it_began(machine: Machine) -> None:
    """A symmetric method retraces its steps when the rates are turned round."""
    system = machine("koul_three_rrr")
    there = system.simulate(duration=0.2, method="rattle", step=1e-3)
    back = system.simulate(there.q[-1], -there.v[-1], duration=0.2, method="rattle", step=1e-3)
    assert np.abs(back.q[-1] - there.q[0]).max() < 1e-9


def test_momentum_of_a_free_body_is_kept_to_rounding(machine: Machine) -> None:
    system = machine("spinning_body")
    run = system.simulate(v=[0.3, 5.0, 0.2, 1.0, 0.0, -0.5], duration=5.0, method="rattle", step=1e-2)
    R = system.poses(run.q)[0][:, -1]
    linear = np.einsum("nij,nj->ni", R, 2.0 * run.v[:, 3:])
    assert np.abs(linear - linear[0]).max() < 1e-11
    assert np.abs(np.linalg.norm(run.q[:, 3:], axis=1) - 1).max() < 1e-13


def test_forces_and_losses_are_in_the_balance(machine: Machine) -> None:
    run = machine("damped").simulate([0.5], duration=2.0, method="rattle", step=1e-4, control=lambda t, q, v: [0.3 * t])
    exact = machine("damped").simulate([0.5], duration=2.0, tolerance=1e-11, control=lambda t, q, v: [0.3 * t])
    assert np.abs(run.q[-1] - exact.q[-1]).max() < 1e-7
    assert np.abs(run.energy_balance).max() < 1e-6


def test_conditions_on_velocities_are_refused() -> None:
    m = lw.Mechanism("skate", gravity=(0, 0, 0))
    blade = m.body("blade", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.planar("plane", m.ground, blade)
    m.edge("ice", blade, across="y")
    with pytest.raises(OptionError, match="does not keep 'ice'"):
        m.compile().simulate(duration=1.0, method="rattle", step=1e-2)
