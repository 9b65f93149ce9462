"""Prescribed motions: their multipliers are the forces that drive."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.dynamics.closure import Motion, rows
from linkwork.dynamics.inverse_dynamics import inverse_dynamics


def arm() -> lw.Mechanism:
    m = lw.Mechanism("arm", gravity=(0, -9.81, 0))
    upper = m.body("upper", mass=2.0, com=(0.2, 0, 0), inertia=(0.01, 0.02, 0.02))
    m.body("lower", mass=1.0, com=(0.1, 0.05, 0), inertia=(0.01, 0.01, 0.015))
    m.revolute("shoulder", m.ground, upper)
    m.cylindrical("elbow", upper.at(0.4, 0, 0), "lower", axis="x")
    return m


def test_the_multiplier_of_a_driven_joint_is_its_torque(accelerate: Callable, check_rows: Callable) -> None:
    m = arm()
    m.prescribe("shoulder", lambda t: lw.sin(2 * t))
    m.prescribe("elbow", lambda t: (0.3 * t * t, 0.1 * t))
    plan = lay_out(m.freeze())
    check_rows(plan)
    t = 0.4
    q = [np.sin(2 * t), 0.3 * t * t, 0.1 * t]
    v = [2 * np.cos(2 * t), 0.6 * t, 0.1]
    vd = [-4 * np.sin(2 * t), 0.6, 0.0]
    qdd, lam = accelerate(plan, q, v, t=t)
    assert qdd == pytest.approx(vd)
    assert [*lam.values()] == pytest.approx(inverse_dynamics(plan, q, v, vd))
    assert [*lam] == [
        ("motion of shoulder", "angle"),
        ("motion of elbow", "angle"),
        ("motion of elbow", "slide"),
    ]


def test_a_driven_point_takes_the_force_that_its_path_needs(accelerate: Callable, check_rows: Callable) -> None:
    """A mass on a circle: λ = m (r̈ − g)."""
    m = lw.Mechanism("bead", gravity=(0, 0, -9.81))
    bead = m.body("bead", mass=0.7, inertia=(0.1, 0.1, 0.1))
    m.floating("free", bead)
    m.prescribe(bead, lambda t: (0.3 * lw.cos(4 * t), 0.3 * lw.sin(4 * t), 0.0), name="path")
    plan = lay_out(m.freeze())
    check_rows(plan)
    t, w = 0.2, 4.0
    c, s = np.cos(w * t), np.sin(w * t)
    q = [0.3 * c, 0.3 * s, 0.0, 1.0, 0.0, 0.0, 0.0]
    _, lam = accelerate(plan, q, [0, 0, 0, -0.3 * w * s, 0.3 * w * c, 0], t=t)
    assert [*lam.values()] == pytest.approx([-0.7 * 0.3 * w * w * c, -0.7 * 0.3 * w * w * s, 0.7 * 9.81])


def test_a_point_may_be_led_along_some_axes_only(check_rows: Callable) -> None:
    m = arm()
    m.prescribe(
        m.frame("tip", m.body("hand", mass=0.1).at(0.1, 0.2, 0.0)), lambda t: (0.1 * t, t**3), axes="zx", name="p"
    )
    m.universal("wrist", "lower", "hand")
    found = check_rows(lay_out(m.freeze()))
    assert [row.component for row in found] == ["force z", "force x"]


def test_a_constant_holds_a_joint() -> None:
    m = arm()
    m.prescribe("elbow", 0.2, variables="slide")
    plan = lay_out(m.freeze())
    (row,) = rows(Motion(plan, [0.1, 0.2, 0.5], [1.0, 1.0, 1.0]))
    assert row.gap == pytest.approx(0.3)
    assert (row.J, row.drift, row.bias) == ({2: 1.0}, 0.0, 0.0)


def test_a_joint_of_several_variables_passed_backwards_is_led_by_name() -> None:
    m = arm()
    m.close("foot", m.ground.at(0.5, 0, 0), "lower", kind="spherical")
    m.prescribe("elbow", lambda t: (t, 2 * t))
    plan = lay_out(m.freeze(), ["shoulder"])
    joint = plan.joints["elbow"]
    assert (joint.reversed, joint.order) == (True, -1)
    found = [row for row in rows(Motion(plan, [0.0] * plan.n_q, None, 1.0)) if row.name == "motion of elbow"]
    slide, angle = (plan.nodes[i].v for i in joint.nodes[::-1])
    assert [(row.component, row.J, row.gap) for row in found] == [
        ("angle", {angle: 1.0}, -1.0),
        ("slide", {slide: 1.0}, -2.0),
    ]
