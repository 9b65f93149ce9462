"""Laws that know the machine: errors die out as the gains say, with loops and without."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import motion
from linkwork.errors import OptionError
from linkwork.simulate.control import (
    ComputedTorque,
    Feedforward,
    Gains,
    GravityCompensation,
    TaskComputedTorque,
    joint_table,
)  # fmt: skip

Machine = Callable[[str], Any]


@pytest.mark.parametrize(
    ("name", "damping"),
    [
        *((name, damping) for name in ("chain_of_two", "four_bar", "koul_three_rrr") for damping in (1.0, 0.5)),
        ("stewart_platform", 1.0),
    ],
)
def test_errors_of_computed_torque_die_out_as_the_gains_say(machine: Machine, name: str, damping: float) -> None:
    """From an error e at rest: ë + 2ζω ė + ω² e = 0."""
    system, w = machine(name), 20.0
    places = [system.plan.joints[driven].q.start for driven in system.driven]
    start = system.closed_start[places]
    away = np.linspace(0.02, 0.05, len(start))
    law = ComputedTorque(motion.Constant(start + away), Gains(frequency=w, damping=damping))
    run = system.simulate(duration=0.4, control=law, tolerance=1e-11)
    if damping == 1.0:
        decay = (1 + w * run.t) * np.exp(-w * run.t)
    else:
        wd = w * np.sqrt(1 - damping**2)
        decay = np.exp(-damping * w * run.t) * (np.cos(wd * run.t) + damping * w / wd * np.sin(wd * run.t))
    assert np.abs(start + away - run.q[:, places] - np.outer(decay, away)).max() < 1e-8


@pytest.mark.parametrize("name", ["chain_of_two", "four_bar", "koul_three_rrr", "stewart_platform"])
def test_gravity_compensation_holds_a_machine_where_it_is(machine: Machine, name: str) -> None:
    system = machine(name)
    run = system.simulate(duration=0.3, control=GravityCompensation())
    assert np.abs(run.q - run.q[0]).max() < 1e-9 and np.abs(run.tau[0]).max() > 0.1


def test_feedforward_needs_no_feedback_where_the_model_is_right(machine: Machine) -> None:
    chain = machine("chain_of_two")
    course = motion.Quintic((0.3, -0.5), (1.0, 0.4), 0.5)
    run = chain.simulate(duration=0.6, control=Feedforward(course))
    assert np.abs(run.q - motion.sample(course, run.t).position).max() < 1e-8
    assert max(run.torque_correction.values()) < 1e-4  # per cent
    robot = machine("koul_three_rrr")
    joints = {name: robot.closed_start[robot.plan.joints[name].q.start] for name in robot.driven}
    path = {name: motion.Quintic(x, x + 0.1, 0.5) for name, x in joints.items()}
    run = robot.simulate(duration=0.5, control=Feedforward(joint_table(robot, path)))
    assert max(run.torque_correction.values()) < 1e-3
    assert np.abs(run[f"{robot.driven[0]}.q"][-1] - joints[robot.driven[0]] - 0.1) < 1e-7


@pytest.mark.parametrize(
    ("law", "told"),
    [
        (ComputedTorque({"base_1": 0.0}), "desired motion: has 1 values, but mechanism .* has 3 freedoms. Give 3"),
        (Feedforward({"base_1": 0.0}), "does not tell all joints of a machine with loops. Give joint_table"),
    ],
)
def test_what_does_not_fix_the_motion_is_told(machine: Machine, law: Any, told: str) -> None:
    with pytest.raises(OptionError, match=told):
        machine("koul_three_rrr").simulate(duration=0.1, control=law)


def test_a_frame_in_place_of_a_body_is_told_as_body_and_point() -> None:
    """By the laws of a body's point and by the task of a body."""
    m = lw.Mechanism("arm")
    arm = m.body("arm", mass=1.0, com=(0.2, 0, 0), inertia=lw.inertia.rod(1.0, 0.4))
    m.revolute("hinge", m.ground, arm)
    m.actuate("hinge")
    m.frame("tip", arm.at(0.4, 0, 0.01))
    system = m.compile()
    told = r"body 'tip': is the name of a frame of body 'arm'\. Write body='arm', at=\(0\.4, 0, 0\.01\)"
    with pytest.raises(OptionError, match=told):
        system.point(system.start, body="tip")
    task = TaskComputedTorque("tip", motion.Constant([0.4]), axes="x")
    with pytest.raises(OptionError, match=told):
        system.simulate(duration=0.1, control=task)
    assert np.allclose(system.point(system.start, body="arm", at=(0.4, 0, 0.01)), (0.4, 0, 0.01))
