"""PD, PID and corrections: the torque is the law's, within the limits of the motor."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from linkwork import motion
from linkwork.errors import OptionError, ShapeError, UnknownName
from linkwork.simulate.control import PD, PID, Corrected, Gains, Table

Machine = Callable[[str], Any]
COURSE = motion.Quintic((0.3, -0.5), (1.0, 0.4), 0.5)


def test_the_torque_of_pd_is_the_law(machine: Machine) -> None:
    run = machine("chain_of_two").simulate(duration=0.5, control=PD(COURSE, Gains(kp=(50.0, 20.0), kd=(5.0, 2.0))))
    told = motion.sample(COURSE, run.t)
    law = (50.0, 20.0) * (told.position - run.q) + np.array([5.0, 2.0]) * (told.velocity - run.v)
    assert np.abs(run.tau - law).max() < 1e-12 * np.abs(law).max()


def test_gains_by_frequency_are_those_of_the_inertia_that_a_joint_feels(machine: Machine) -> None:
    """A rod of 1 kg and 1 m about its end: 1/3 kg m²."""
    pendulum = machine("damped")
    run = pendulum.simulate([0.2], duration=0.1, control=PD({"hinge": 0.0}, Gains(frequency=30.0, damping=0.7)))
    law = -(30.0**2 * run.q + 2 * 0.7 * 30.0 * run.v) / 3
    assert np.abs(run.tau - law).max() < 1e-10


def test_the_integral_takes_away_what_gravity_leaves(machine: Machine) -> None:
    wanted = {"hip": 1.0, "knee": -0.4}
    chain = machine("chain_of_two")
    pd, pid = (
        chain.simulate(duration=4.0, control=law)
        for law in (PD(wanted, Gains(kp=100, kd=20)), PID(wanted, Gains(kp=100, kd=20, ki=200)))
    )
    assert np.abs(pd.q[-1] - [1.0, -0.4]).max() > 1e-2
    assert np.abs(pid.q[-1] - [1.0, -0.4]).max() < 1e-3
    integrals = np.stack([pid["control.integral hip"], pid["control.integral knee"]], axis=1)
    law = 100 * ([1.0, -0.4] - pid.q) - 20 * pid.v + 200 * integrals
    assert np.abs(pid.tau - law).max() < 1e-9


@pytest.mark.parametrize("limit", [1.5, (1.5, 0.5)])
def test_the_integral_stays_within_its_limit_and_does_not_wind_up(machine: Machine, limit: Any) -> None:
    law = PID({"hip": 1.0, "knee": -0.4}, Gains(kp=50, kd=10, ki=300), limit=limit)
    run = machine("chain_of_two").simulate(duration=3.0, control=law, method="rk4", step=1e-3)
    parts = run.tau - 50 * ([1.0, -0.4] - run.q) + 10 * run.v
    most = np.broadcast_to(limit, 2)
    assert (np.abs(parts) <= most + 1e-9).all()
    integral = np.abs(300 * run["control"])
    assert (integral <= most + 300 * 1.5 * 1e-3).all()  # beyond it by one step of the largest error at most


def test_motors_give_no_more_than_they_can(machine: Machine) -> None:
    pendulum = machine("driven_pendulum")  # 2 N m at most
    for law in (PD({"hinge": 2.0}, Gains(kp=100, kd=10)), lambda t, q, v: [50.0 * (2.0 - q[0])], [7.0]):
        run = pendulum.simulate([0.5], duration=1.0, control=law, tolerance=1e-10)
        assert np.abs(run.tau).max() == pytest.approx(2.0, abs=1e-14)
        assert np.abs(run.energy_balance).max() < 1e-6  # the work is that of the torque that is given


def test_corrections_are_told_in_per_cent_of_what_was_given(machine: Machine) -> None:
    """A table gives 1 % less than gravity and spring need; the damping is so high that nothing overshoots."""
    pendulum = machine("damped")
    needed = 9.81 / 2 * math.cos(0.5) + 3.0 * 0.5
    table = Table(np.array([0.0, 10.0]), np.full(2, 0.99 * needed))
    run = pendulum.simulate([0.5], duration=4.0, control=Corrected(table, {"hinge": 0.5}, Gains(kp=1e4, kd=2e3)))
    assert run["correction"][-1, 0] == pytest.approx(0.01 * needed, rel=1e-3)
    assert run.torque_correction["hinge.angle"] == pytest.approx(1 / 0.99, rel=1e-2)
    assert f"torque correction by feedback at most: hinge.angle {run.torque_correction['hinge.angle']:.3g} %" in (
        run.report()
    )


def test_a_correction_that_the_motor_cannot_give_is_not_told(machine: Machine) -> None:
    law = Corrected([1.5], {"hinge": 2.0}, Gains(kp=100.0, kd=1.0))
    run = machine("driven_pendulum").simulate([0.5], duration=0.1, control=law)
    assert run.tau[0, 0] == 2.0 and run["correction"][0, 0] == pytest.approx(0.5)
    assert run.torque_correction["hinge.angle"] == pytest.approx(100 * 0.5 / 1.5)


@pytest.mark.parametrize(
    ("law", "error", "told"),
    [
        (lambda: Gains(), OptionError, "by numbers and by frequency, or by neither. Give kp and kd, or frequency"),
        (lambda: Gains(kp=1.0, frequency=2.0), OptionError, "by numbers and by frequency"),
        (lambda: Gains(kp=-1.0), OptionError, "gains: kp: is -1.0. Give a number, or one for each, not below zero"),
        (lambda: PD({"hip": 1.0}, Gains(kp=(1.0, 2.0))), OptionError, "gains: kp: has 2 values. Give one, or 1"),
        (lambda: PD({"hop": 1.0}, Gains(kp=1.0)), UnknownName, "'hop'.*'hip'"),
        (lambda: PD([1.0], Gains(kp=1.0)), ShapeError, "has 1 values. Give 2: hip, knee"),
        (lambda: PD({"hip": [1.0, 2.0]}, Gains(kp=1.0)), ShapeError, "desired motion of 'hip': has 2 values. Give 1"),
        (lambda: PID([1.0, 0.0], Gains(kp=1.0), limit=-1.0), OptionError, "PID: limit: is -1.0. Give a number above"),
        (lambda: PID([1.0, 0.0], Gains(kp=1.0), limit=(1, 2, 3)), OptionError, "limit: has 3 values. Give one, or 2"),
    ],
)
def test_what_is_wrong_with_gains_and_wishes_is_told(machine: Machine, law: Any, error: type, told: str) -> None:
    with pytest.raises(error, match=told):
        machine("chain_of_two").simulate(duration=0.1, control=law())
