"""Machines to move: a tree, loops in the plane, platforms, a body with a quaternion; each compiled once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.blueprint.inertia import rod


@cache
def compiled(name: str) -> Any:
    """A machine of the library or of this file, ready to run."""
    own = {"chain_of_two": chain_of_two, "damped": damped, "spinning_body": spinning_body, "driven_pendulum": driven}
    return (own[name] if name in own else getattr(library, name))().compile()


def chain_of_two() -> lw.Mechanism:
    """A double pendulum."""
    m = lw.Mechanism("chain of two", gravity=(0, -9.81, 0))
    a = m.body("upper", mass=1.0, com=(0.25, 0, 0), inertia=rod(1.0, 0.5))
    b = m.body("lower", mass=0.6, com=(0.2, 0, 0), inertia=rod(0.6, 0.4))
    m.revolute("hip", m.ground, a, axis="z")
    m.revolute("knee", a.at(0.5, 0, 0), b, axis="z")
    m.actuate("hip", "knee")
    m.pose({"hip": 0.3, "knee": -0.5})
    return m


def damped() -> lw.Mechanism:
    """A pendulum with a spring and a damper."""
    m = lw.Mechanism("damped pendulum", gravity=(0, -9.81, 0))
    a = m.body("bob", mass=1.0, com=(0.5, 0, 0), inertia=rod(1.0, 1.0))
    m.revolute("hinge", m.ground, a, axis="z")
    m.spring("return", "hinge", stiffness=3.0, damping=0.2)
    m.actuate("hinge")
    return m


def driven() -> lw.Mechanism:
    """A pendulum with a motor of 2 N m at most."""
    m = lw.Mechanism("driven pendulum", gravity=(0, -9.81, 0))
    a = m.body("bob", mass=1.0, com=(0.5, 0, 0), inertia=rod(1.0, 1.0))
    m.revolute("hinge", m.ground, a, axis="z")
    m.actuate("hinge", lower=-2.0, upper=2.0)
    return m


def spinning_body() -> lw.Mechanism:
    """A free body with three different moments of inertia, no gravity."""
    m = lw.Mechanism("spinning body", gravity=(0, 0, 0))
    m.floating("free", m.body("box", mass=2.0, inertia=((1.0, 0, 0), (0, 2.0, 0), (0, 0, 3.0))))
    return m


@pytest.fixture
def machine() -> Callable[[str], Any]:
    """A machine by name."""
    return compiled


def turning(system: Any) -> np.ndarray:
    """Some closed pose's rates, not zero: the nearest to rates of one radian a second."""
    rates = np.linspace(0.5, 1.0, system.n_v)
    return system.consistent_velocity(system.closed_start, rates) if system.closed else rates
