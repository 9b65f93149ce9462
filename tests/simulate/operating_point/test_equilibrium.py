"""Equilibrium with loops, and its stability."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import SimulationError

Machine = Callable[[str], Any]


def test_a_double_pendulum_hangs_or_stands(machine: Machine) -> None:
    system = machine("chain_of_two")
    hangs = system.equilibrium([0.4, 0.5], stable=True)
    off = hangs.q - [-np.pi / 2, 0.0]
    assert np.abs(off - 2 * np.pi * np.round(off / (2 * np.pi))).max() < 1e-9 and hangs.stable
    stands = system.equilibrium([1.5, 0.1])
    assert np.allclose(stands.q, [np.pi / 2, 0.0], atol=1e-9) and not stands.stable
    assert stands.poles.real.max() > 1.0


@pytest.mark.parametrize("name", ["four_bar", "slider_crank"])
def test_loops_are_closed_and_nothing_moves(machine: Machine, name: str) -> None:
    system = machine(name)
    found = system.equilibrium(stable=True)
    qdd, _ = system.forward_dynamics(found.q, np.zeros(system.n_v), np.zeros(system.n_v))
    assert np.abs(qdd).max() < 1e-8
    assert np.abs(system.closure_gap(found.q)).max() < 1e-12
    run = system.simulate(found.q, duration=1.0)
    assert np.abs(run.q - found.q).max() < 1e-6


def test_forces_shift_the_equilibrium(machine: Machine) -> None:
    """A pendulum of length 1 and mass 1, held out by 2 N m: cos q = τ / (m g l/2)."""
    system = machine("damped")
    plain = machine("driven_pendulum").equilibrium([-1.2], tau=[2.0])
    assert np.cos(plain.q[0]) == pytest.approx(2.0 / (9.81 * 0.5), abs=1e-12)
    assert plain.stable
    sprung = system.equilibrium([-1.0])
    assert 3.0 * sprung.q[0] + 9.81 * 0.5 * np.cos(sprung.q[0]) == pytest.approx(0.0, abs=1e-9)


def test_a_machine_that_falls_for_ever_has_none() -> None:
    m = lw.Mechanism("stone", gravity=(0, -9.81, 0))
    m.planar("air", m.ground, m.body("stone", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    with pytest.raises(SimulationError, match=r"'stone': has no equilibrium near the guess: accelerations of 9\.81"):
        m.compile().equilibrium()


def test_a_platform_hangs_below_its_legs_where_its_drives_are_singular(machine: Machine) -> None:
    """All legs stretched: the crank angles do not tell the pose there, and a leg's own equations have no pivot."""
    system = machine("koul_three_rrr")
    found = system.equilibrium(stable=True)
    assert found.stable and found.residual < 1e-9
    run = system.simulate(system.assemble(found.q), duration=0.5, time_limit=20.0)
    assert np.abs(run.q - found.q).max() < 1e-6
    assert run.about["other_formulation"] == "multipliers" and "hard_steps" not in run.about
    assert np.abs(run.lam - _held(system, found.q)).max() < 1e-6 * np.abs(run.lam).max()
    assert "formulation 'multipliers' where the chosen one is singular, from t = 0 s on" in run.report()


def test_a_guess_may_name_joints_and_forces_too(machine: Machine) -> None:
    system = machine("driven_pendulum")
    named = system.equilibrium({"hinge": -1.2}, tau={"hinge": 2.0})
    assert np.array_equal(named.q, system.equilibrium([-1.2], tau=[2.0]).q)


def test_a_push_without_potential_has_an_equilibrium_that_is_not_stable(machine: Machine) -> None:
    """A follower force turns about the pendulum's bottom faster than friction takes: negative damping."""
    system = machine("driven_pendulum")

    def push(t: float, q: Any, v: Any) -> list[Any]:
        return [0.5 * v[0]]

    assert not system.equilibrium([-1.5], control=push).stable
    with pytest.raises(SimulationError, match="not to a stable one"):
        system.equilibrium([-1.5], control=push, stable=True)


def _held(system: Any, q: np.ndarray) -> np.ndarray:
    """λ at rest by another formulation."""
    still = np.zeros(system.n_v)
    return system.reformulated("augmented").forward_dynamics(q, still, still)[1]
