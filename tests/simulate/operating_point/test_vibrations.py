"""Natural frequencies and modes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import OptionError

Machine = Callable[[str], Any]


def test_two_masses_on_three_springs() -> None:
    """The textbook's chain: ω² = k/m and 3 k/m; shapes (1, 1) and (1, −1)."""
    m = lw.Mechanism("two masses", gravity=(0, 0, 0))
    a, b = (m.body(n, mass=2.0, inertia=(0.1, 0.1, 0.1)) for n in "ab")
    m.prismatic("x", m.ground, a, axis="x")
    m.prismatic("y", m.ground, b, axis="x")
    m.spring("left", "x", stiffness=50.0)
    m.spring("right", "y", stiffness=50.0)
    m.spring("middle", a, b, stiffness=50.0, length=0.0)
    found = m.compile().vibrations([0.0, 1e-9])  # apart by a hair: a spring of no length has no direction
    assert np.allclose(found.frequencies, np.sqrt([25.0, 75.0]), rtol=1e-6)
    assert np.allclose(np.abs(found.modes[0].shape), [1.0, 1.0], atol=1e-6)
    assert found.modes[1].shape[0] * found.modes[1].shape[1] == pytest.approx(-1.0, abs=1e-6)


def test_a_damped_pendulum(machine: Machine) -> None:
    """J ω² = m g l/2 + k, 2 ζ ω = c / J at the bottom, with J = 1/3 (and the spring turned to rest there)."""
    m = lw.Mechanism("pendulum", gravity=(0, -9.81, 0))
    bob = m.body("bob", mass=1.0, com=(0.5, 0, 0), inertia=lw.inertia.rod(1.0, 1.0))
    m.revolute("hinge", m.ground, bob, axis="z")
    m.spring("return", "hinge", stiffness=3.0, damping=0.2, rest=-np.pi / 2)
    found = m.compile().vibrations([-np.pi / 2])
    (mode,) = found.modes
    w = np.sqrt((9.81 * 0.5 + 3.0) * 3)
    assert mode.frequency == pytest.approx(w, rel=1e-9)
    assert mode.hertz == pytest.approx(w / (2 * np.pi), rel=1e-9)
    assert mode.damping == pytest.approx(0.2 * 3 / (2 * w), rel=1e-9)
    assert found.shape(0) == {"hinge": 1.0}


def test_modes_of_a_closed_machine_keep_its_loops(machine: Machine) -> None:
    system = machine("four_bar")
    rest = system.equilibrium(stable=True)
    found = system.vibrations(rest.q)
    assert found.stable
    J = system.closure_jacobian(rest.q)
    assert np.abs(J @ found.modes[0].shape).max() < 1e-12
    assert np.abs(np.abs(rest.poles) - found.frequencies[0]).max() < 1e-6 * found.frequencies[0]
    stands = system.vibrations(system.equilibrium(_opposite(system, rest.q)).q)
    assert not stands.stable and stands.frequencies[0] < 0


def _opposite(system: Any, q: np.ndarray) -> np.ndarray:
    name = system.driven[0]
    place = system.q_names.index(name)
    return system.follow({name: np.linspace(q[place], q[place] + np.pi, 40)}, q)[-1]


def test_modes_belong_to_an_equilibrium_under_forces_with_a_potential(machine: Machine) -> None:
    system = machine("chain_of_two")
    assert np.allclose(system.vibrations().frequencies, np.abs(system.equilibrium(stable=True).poles[::2]))
    with pytest.raises(OptionError, match="moves off from this pose with .* rad/s²"):
        system.vibrations([0.3, 0.0])
    hangs = {"hip": -np.pi / 2, "knee": 0.0}
    with pytest.raises(OptionError, match="stiffness is not symmetric"):
        system.vibrations(hangs, control=lambda t, q, v: [-3.0 * q[1], 0.0])
