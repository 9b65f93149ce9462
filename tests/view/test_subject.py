"""What is looked at is one machine: its parameters at the values of the run, else at their own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import linkwork as lw
from linkwork import record
from linkwork.simulate.machine import Machine
from linkwork.view.subject import machine, poses_of


@pytest.fixture(scope="module")
def open_arm() -> Machine:
    """Two links; the length of the first, the tilt of its hinge and the size of a drawing are open."""
    length = lw.Parameter("length", 0.5)
    m = lw.Mechanism("open arm")
    a, b = (m.body(n, mass=1.0, com=(0.2, 0, 0), inertia=(0.1, 0.1, 0.1)) for n in "ab")
    m.draw_ground(lw.shapes.sphere(0.1 * length))
    m.revolute("shoulder", m.ground.at(rotation=("x", lw.Parameter("tilt", 0.1))), a, axis="y")
    m.revolute("elbow", a.at(length), b, axis="y")
    return m.compile()


def reach(m: Machine) -> float:
    return float(np.linalg.norm(poses_of(m, np.zeros(2))[1][2]))


def test_a_machine_with_parameters_is_drawn_at_their_own_values(open_arm: Machine, tmp_path: Path) -> None:
    assert reach(machine(open_arm)) == pytest.approx(0.5)
    assert machine(open_arm).parameters == ()
    lw.view.save_html(open_arm, tmp_path / "arm.html")


def test_a_run_is_drawn_with_the_values_that_it_ran_with(open_arm: Machine, tmp_path: Path) -> None:
    run = lw.System(open_arm.blueprint).simulate(duration=0.01, p={"length": 2.0})
    assert run.about["parameters"] == {"length": 2.0, "tilt": 0.1}
    run.save(tmp_path / "run.npz")
    loaded = record.load(tmp_path / "run.npz")
    for known in (machine(run), machine(loaded), machine(loaded, open_arm)):
        assert reach(known) == pytest.approx(2.0)
    run.save_html(tmp_path / "run.html")


def test_a_bound_machine_has_the_values_given(open_arm: Machine) -> None:
    assert reach(open_arm.bound(length=3.0)) == pytest.approx(3.0)
    with pytest.raises(lw.UnknownName, match="parameter 'lenth': does not exist .*Nearest names: 'length'"):
        open_arm.bound(lenth=3.0)


def test_a_machine_without_parameters_is_itself() -> None:
    m = lw.Mechanism("pendulum")
    m.revolute("pin", m.ground, m.body("bob", mass=1.0, com=(0.1, 0, 0)))
    system = m.compile()
    assert machine(system) is system
