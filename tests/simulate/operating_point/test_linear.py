"""Linear equations on the loops agree with small changes of the motion itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.signal import StateSpace, lsim

import linkwork as lw
from linkwork.errors import OptionError, ShapeError
from linkwork.simulate.control import PD, ComputedTorque, Gains, GravityCompensation, Together

Machine = Callable[[str], Any]


def flow(system: Any, linear: Any, duration: float, tau: Any) -> np.ndarray:
    """∂(state after a while)/∂(state), by simulating states to both sides."""
    f = linear.N.shape[1]
    rates = [system.v_names.index(name) for name in linear.states[:f]]
    places = [system.q_names.index(name) for name in linear.states[:f]]

    def end(change: np.ndarray) -> np.ndarray:
        named = {n: linear.q[i] + d for n, i, d in zip(linear.states, places, change[:f])}
        speeds = {n: linear.v[k] + d for n, k, d in zip(linear.states, rates, change[f:])}
        q = system.assemble(linear.q, **named) if system.closed else system.q(linear.q, **named)
        v = system.velocity(q, **speeds) if system.closed else system.v(**speeds)
        run = system.simulate(q, v, duration=duration, control=tau, tolerance=1e-13)
        return np.concatenate([run.q[-1][places], run.v[-1][rates]])

    h = 1e-5
    return np.array([(end(h * e) - end(-h * e)) / (2 * h) for e in np.eye(2 * f)]).T


@pytest.mark.parametrize("name", ["chain_of_two", "four_bar", "koul_three_rrr"])
def test_the_matrices_are_those_of_the_motion_also_while_it_moves(machine: Machine, name: str) -> None:
    system = machine(name)
    q = system.closed_start
    rates = {n: 1.0 + 0.3 * k for k, n in enumerate(system.driven)}
    v = system.velocity(q, **rates) if system.closed else system.v(**rates)
    tau = tuple(float(k + 1) for k in range(len(system.driven)))
    linear = system.linearise(q, v, tau=tau)
    h = 2e-3
    half, whole = flow(system, linear, h / 2, tau), flow(system, linear, h, tau)
    slope = (4 * half - whole - 3 * np.eye(len(half))) / h  # second order in h
    assert np.abs(slope - linear.A).max() < 2e-3 * max(1.0, np.abs(linear.A).max())
    found = system.forward_dynamics(q, v, system.tau(**dict(zip(system.driven, tau))))
    qdd = found[0] if isinstance(found, tuple) else found
    f = linear.N.shape[1]
    assert np.allclose(linear.drift[f:], qdd[[system.v_names.index(n) for n in linear.states[:f]]], atol=1e-9)


def test_inputs_are_the_driven_forces(machine: Machine) -> None:
    system = machine("koul_three_rrr")
    linear = system.linearise()
    assert linear.inputs == tuple(system.driven)
    f = linear.N.shape[1]
    for k, name in enumerate(system.driven):
        push = system.forward_dynamics(system.closed_start, np.zeros(7), system.tau(**{name: 1e-3}))[0]
        rest = system.forward_dynamics(system.closed_start, np.zeros(7), np.zeros(7))[0]
        change = (push - rest)[[system.v_names.index(n) for n in linear.states[:f]]] / 1e-3
        assert np.abs(change - linear.B[f:, k]).max() < 1e-9


def test_at_an_equilibrium_a_small_swing_is_the_linear_one(machine: Machine) -> None:
    system = machine("four_bar")
    rest = system.equilibrium(stable=True)
    linear = rest.linear
    name = linear.states[0]
    place = system.q_names.index(name)
    q = system.assemble(rest.q, **{name: rest.q[place] + 1e-5})
    run = system.simulate(q, duration=0.3, tolerance=1e-13)
    start = np.array([q[place] - rest.q[place], 0.0])
    assert run.q[-1, place] - rest.q[place] == pytest.approx((expm(0.3 * linear.A) @ start)[0], rel=1e-4)


def test_a_free_body_on_a_spring_with_a_quaternion() -> None:
    m = lw.Mechanism("hung body", gravity=(0, 0, -9.81))
    m.floating("free", body := m.body("body", mass=2.0, inertia=(0.1, 0.2, 0.3)))
    for k, (x, y) in enumerate(((0.5, 0.0), (-0.5, 0.3), (-0.4, -0.6))):
        m.spring(f"rope {k}", m.ground.at(x, y, 1.0), body.at(x, y, 0.0), stiffness=200.0, length=0.9)
    system = m.compile()
    rest = system.equilibrium(stable=True)
    assert rest.stable and len(rest.poles) == 12
    assert rest.residual < 1e-8
    found = system.vibrations(rest.q)
    assert found.stable and len(found.modes) == 6


def test_scipy_takes_the_matrices_and_moves_as_the_machine_does(machine: Machine) -> None:
    system = machine("damped")
    rest = system.equilibrium([-1.0])
    model = rest.linear.state_space()
    assert isinstance(model, StateSpace) and rest.linear.stable
    push, t = 1e-4, np.linspace(0.0, 2.0, 201)
    _, moved, _ = lsim(model, np.full(len(t), push), t)
    run = system.simulate(rest.q, duration=2.0, control=[push], tolerance=1e-12, record_every=0.01)
    assert np.abs(run.q[:, 0] - rest.q[0] - moved).max() < 1e-3 * np.abs(moved).max()


def test_a_control_law_places_the_poles_that_its_gains_ask_for(machine: Machine) -> None:
    system = machine("koul_three_rrr")
    q = system.closed_start
    held = tuple(q[[system.q_names.index(n) for n in system.driven]])
    linear = system.linearise(q, control=ComputedTorque(held, Gains(frequency=10.0, damping=0.6)))
    assert np.allclose(np.abs(linear.poles), 10.0, rtol=1e-9)
    assert np.allclose(linear.poles.real, -6.0, rtol=1e-9)
    law = Together(GravityCompensation(), PD(held, Gains(kp=100.0, kd=5.0)))
    assert system.linearise(q, control=law).stable
    assert np.abs(system.linearise(q, control=law).drift).max() < 1e-9


def test_states_can_be_chosen(machine: Machine) -> None:
    system = machine("four_bar")
    other = next(name for name in system.v_names if name not in system.driven)
    rest = system.equilibrium(stable=True)  # elsewhere poles depend on what the states are
    linear = system.linearise(rest.q, states=(other,))
    assert linear.states == (other, f"{other} rate")
    assert np.allclose(sorted(linear.poles.imag), sorted(rest.poles.imag))
    with pytest.raises(OptionError, match="do not fix the 1 freedoms"):
        system.linearise(states=tuple(system.v_names[:2]))
    with pytest.raises(ShapeError, match="tau"):
        system.linearise(tau=[1.0, 2.0, 3.0, 4.0])
