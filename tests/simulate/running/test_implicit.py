"""Stiff machines: Radau, BDF, CVODE and IDA with compiled rates and exact derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint.inertia import rod
from linkwork.record import Outcome
from linkwork.simulate.methods import IMPLICIT

Machine = Callable[[str], Any]


@pytest.mark.parametrize("method", IMPLICIT)
@pytest.mark.parametrize("name", ["koul_three_rrr", "chain_of_two", "spinning_body"])
def test_implicit_methods_agree_with_explicit_ones(machine: Machine, name: str, method: str) -> None:
    system = machine(name)
    exact = system.simulate(duration=0.3, tolerance=1e-12, record_every=0.01)
    run = system.simulate(duration=0.3, method=method, tolerance=1e-9, record_every=0.01)
    assert run.outcome is Outcome.FINISHED
    assert np.array_equal(run.t, exact.t)
    assert np.abs(run.q - exact.q).max() < 1e-5
    if system.closed:
        assert run.e1.max() < 1e-12


def stiff() -> Any:
    """A pendulum on a slider that a spring a million times as stiff as gravity holds."""
    m = lw.Mechanism("stiff", gravity=(0, -9.81, 0))
    cart = m.body("cart", mass=0.01, inertia=rod(0.01, 0.1))
    bob = m.body("bob", mass=1.0, com=(0.5, 0, 0), inertia=rod(1.0, 1.0))
    m.prismatic("slide", m.ground, cart, axis="x")
    m.revolute("hinge", cart, bob, axis="z")
    m.spring("wall", "slide", stiffness=1e7, damping=1e5)
    return m.compile()


def test_a_stiff_machine_takes_few_steps() -> None:
    system = stiff()
    run = system.simulate(duration=1.0, method="radau", tolerance=1e-7)
    assert run.outcome is Outcome.FINISHED
    assert run.about["steps"] < 1000
    explicit = system.simulate(duration=1e-3, tolerance=1e-7)
    assert explicit.about["steps"] * 1000 > 20 * run.about["steps"]


@pytest.mark.parametrize("method", ["radau", "cvode"])
def test_events_and_sampled_controllers_work_with_implicit_methods(machine: Machine, method: str) -> None:
    from linkwork.simulate.control import Sampled

    system = machine("driven_pendulum")
    run = system.simulate(
        [0.5], duration=2.0, method=method, tolerance=1e-9, events={"down": lambda t, q, v: q[0] + 0.5}
    )
    assert run.outcome is Outcome.EVENT and run.q[-1, 0] == pytest.approx(-0.5, abs=1e-10)
    held = Sampled(lambda t, q, v: [-v[0]], rate=50.0)
    ours = system.simulate([0.5], duration=0.5, method=method, tolerance=1e-9, control=held, record_every=0.01)
    exact = system.simulate([0.5], duration=0.5, tolerance=1e-11, control=held, record_every=0.01)
    assert np.abs(ours.q - exact.q).max() < 1e-6


def test_failures_are_told_as_with_other_methods(machine: Machine) -> None:
    run = machine("chain_of_two").simulate(
        duration=1.0, method="radau", control=lambda t, q, v: [v[0] ** 3 + 5.0, 0.0], time_limit=10.0
    )
    assert run.outcome in (Outcome.STEP_TOO_SMALL, Outcome.DIVERGED, Outcome.TIME_LIMIT)
    assert np.isfinite(run.q).all()
