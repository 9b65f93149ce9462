"""Prescribed forces: numbers, tables, functions, each alone or by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import motion
from linkwork.errors import DescriptionError, OptionError, ShapeError, UnknownName
from linkwork.simulate.control import PD, Gains, Sampled, Table, Together

Machine = Callable[[str], Any]
T = np.linspace(0.0, 1.0, 101)


def test_a_table_is_looked_up_in_machine_code(machine: Machine) -> None:
    chain = machine("chain_of_two")
    values = np.stack([np.sin(5 * T), np.cos(3 * T)], axis=1)
    for kind, error in (("cubic", 1e-6), ("linear", 5e-4)):  # h⁴ 5⁴ / 384 at the ends' slower order; h² 5² / 8
        table = Table(T, values, kind)
        run = chain.simulate(duration=1.5, control=table, method="rk4", step=1e-3)
        assert np.abs(run.tau - table(run.t)).max() < 1e-13
        within = run.t <= 1.0
        assert np.abs(run.tau - np.stack([np.sin(5 * run.t), np.cos(3 * run.t)], axis=1))[within].max() < error
        assert np.abs(run.tau[run.t > 1.0] - values[-1]).max() < 1e-12  # held after its end


def test_forces_by_name_may_be_tables_functions_and_numbers(machine: Machine) -> None:
    chain = machine("chain_of_two")
    run = chain.simulate(duration=0.5, control={"knee": Table(T, T**2), "hip": lambda t: 0.3 * lw.sin(t)})
    assert np.abs(run["knee.tau"] - run.t**2).max() < 1e-12
    assert np.abs(run["hip.tau"] - 0.3 * np.sin(run.t)).max() < 1e-15
    run = chain.simulate(duration=0.1, control={"knee": 2.0, "hip": lambda t, q, v: -q[1] * v[0]})
    assert (run["knee.tau"] == 2.0).all() and np.abs(run["hip.tau"] + run.q[:, 1] * run.v[:, 0]).max() < 1e-14


def test_laws_add_up_functions_tables_and_one_sampled_controller_among_them(machine: Machine) -> None:
    chain = machine("chain_of_two")
    pd = PD([0.0, 0.0], Gains(kp=10.0, kd=1.0))
    whole = Together(Table(T, np.outer(T, [1.0, 2.0])), Sampled(lambda t, q, v: [0.5, 0.0], 100.0), pd, {"hip": 1.0})
    run = chain.simulate(duration=0.5, control=whole, method="rk4", step=1e-3)
    law = np.outer(run.t, [1.0, 2.0]) + [1.5, 0.0] - 10 * run.q - run.v
    assert np.abs(run.tau - law).max() < 1e-12
    two = Together(*(Sampled(lambda t, q, v: [0.0, 0.0], 100.0) for _ in range(2)))
    with pytest.raises(OptionError, match=r"holds 2 sampled controllers\. Let one of them compute the sum"):
        chain.simulate(duration=0.1, control=two)


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ({"elbow": 1.0}, UnknownName, "'elbow'.*'hip', 'knee'"),
        ({"hip": [1.0, 2.0]}, ShapeError, "gives 2 values for 'hip'. Give 1"),
        ([1.0], ShapeError, "given torques: gives 1 values. Give 2: hip, knee"),
        (Table(T, T), ShapeError, "table of torques: has 1 columns. Give 2: hip, knee"),
        (
            {"hip": motion.Cycloid(0.0, 1.0, 1.0)},
            OptionError,
            "torque of 'hip': is a Cycloid, not a force. To follow it",
        ),
        (lambda t: [1.0 if t > 0 else 0.0, 0.0], OptionError, "cannot be written into the kernel.*Sampled"),
        ({"hip": lambda t: float(t)}, OptionError, "cannot be written into the kernel.*Sampled"),
        (lambda t, q, v: [q[5], 0.0], OptionError, "IndexError: index 5 is out of bounds"),
        (lambda t: [t], ShapeError, "gives 1 values. Give 2: hip, knee"),
        (3.0, OptionError, "control: is a float. Give a control law, a function"),
    ],
)
def test_what_is_no_force_is_told(machine: Machine, given: Any, error: type, told: str) -> None:
    with pytest.raises(error, match=told):
        machine("chain_of_two").simulate(duration=0.1, control=given)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Table(np.array([0.0, 0.0]), np.zeros(2)), "two or more finite, rising times"),
        (lambda: Table(T, np.zeros(3)), "Give 101 rows of finite numbers"),
        (lambda: Table(T, np.full(101, np.nan)), "Give 101 rows of finite numbers"),
        (lambda: Table(T, T, "quadratic"), "Give 'linear' or 'cubic'"),
    ],
)
def test_what_is_no_table_is_told(make: Callable[[], Any], told: str) -> None:
    with pytest.raises(DescriptionError, match=told):
        make()
