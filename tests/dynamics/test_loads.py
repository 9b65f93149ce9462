"""Loads push as their formulas say, and feed or take the power that they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.catalogue import TREES
from linkwork.dynamics.kinematics import node_poses
from linkwork.dynamics.loads import applied
from linkwork.dynamics.motion import coordinate_rates
from linkwork.errors import OptionError

BOX = [[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.25]]


def arm() -> tuple[lw.Mechanism, Any]:
    """A turn about y and a slide along x; with the body at the end."""
    m = lw.Mechanism("arm", gravity=(0.0, 0.0, -9.81))
    a, b = (m.body(name, mass=2.0, com=(0.2, 0.0, 0.1), inertia=BOX) for name in ("upper", "lower"))
    m.revolute("shoulder", m.ground, a, axis="y")
    m.prismatic("slide", a.at(0.5, 0.0, 0.0), b, axis="x")
    return m, b


def forces(plan: Plan, q: Any, v: Any, t: float = 0.0) -> list[float]:
    """Loads along the rates, wrenches on bodies included."""
    law = TREES["inverse_dynamics"]
    bare = law.build(Plan(**{**plan.__dict__, "loads": ()}), list(q), list(v), [0.0, 0.0])["tau"]
    loaded = law.build(plan, list(q), list(v), [0.0, 0.0], t)["tau"]
    return [x - y for x, y in zip(bare, loaded)]


def test_a_joint_spring_pulls_back_and_its_damper_brakes() -> None:
    m, _ = arm()
    m.spring("return", "shoulder", stiffness=3.0, damping=0.5, rest=0.2)
    assert forces(lay_out(m.freeze()), [0.7, 0.1], [2.0, 0.0]) == pytest.approx([-3.0 * 0.5 - 0.5 * 2.0, 0.0])


def test_friction_is_viscous_and_dry() -> None:
    m, _ = arm()
    m.friction("slide", viscous=0.3, coulomb=2.0, smoothing=0.01)
    plan = lay_out(m.freeze())
    assert forces(plan, [0.0, 0.0], [0.0, 1.5]) == pytest.approx([0.0, -0.45 - 2.0])
    assert forces(plan, [0.0, 0.0], [0.0, -0.01]) == pytest.approx([0.0, 0.003 + 2.0 * np.tanh(1.0)])


@pytest.mark.parametrize(
    ("q", "v", "force"), [(0.5, 1.0, 0.0), (1.1, 0.5, -10.0 - 1.0), (1.1, -9.0, 0.0), (-1.2, 0.0, 20.0)]
)
def test_a_stop_only_pushes(q: float, v: float, force: float) -> None:
    m, _ = arm()
    m.limit("slide", lower=-1.0, upper=1.0, stiffness=100.0, damping=2.0)
    assert forces(lay_out(m.freeze()), [0.0, q], [0.0, v]) == pytest.approx([0.0, force])


def test_a_point_spring_pulls_along_its_line() -> None:
    """From (0, 0, 0) on ground to a point that the slide carries along x: l = 0.8, l̇ = 0.2."""
    m, lower = arm()
    m.spring("line", m.ground, lower, stiffness=50.0, damping=4.0, length=0.6)
    found = forces(lay_out(m.freeze()), [0.0, 0.3], [0.0, 0.2])
    assert found == pytest.approx([0.0, -(50.0 * 0.2 + 4.0 * 0.2)])


def test_a_wrench_may_depend_on_time_and_be_given_in_body_axes() -> None:
    m = lw.Mechanism("arm", gravity=(0.0, 0.0, 0.0))
    a = m.body("upper", mass=2.0, com=(0.2, 0.0, 0.1), inertia=BOX)
    m.revolute("shoulder", m.ground, a, axis="y")
    m.wrench("push", a.at(0.5, 0.0, 0.0), force=lambda t: (0.0, 0.0, 3.0 * t), axes="body")
    m.wrench("lift", a.at(0.5, 0.0, 0.0), force=(0.0, 0.0, 2.0), moment=(0.0, 1.0, 0.0))
    plan = lay_out(m.freeze())
    q = 0.4
    loads = applied(plan, node_poses(plan, [q]), [q], [0.0], 2.0)
    tau = TREES["bias"].build(plan, [q], [0.0], 2.0)["h"]
    assert loads.force == {}
    assert tau == pytest.approx([0.5 * 6.0 + 0.5 * 2.0 * np.cos(q) - 1.0])
    assert list(TREES["bias"].inputs(plan)) == ["q", "v", "t"]


def test_springs_keep_energy_and_dampers_take_it() -> None:
    """Rate of energy at free motion: −c l̇² − c q̇², whatever the springs do."""
    m, lower = arm()
    b = m.body("ball", mass=1.0, com=(0.0, 0.1, 0.2), inertia=BOX)
    m.spherical("wrist", lower.at(0.1, 0.2, 0.3), b)
    m.spring("line", m.ground.at(1.0, 0.0, 1.0), b.at(0.1, 0.0, 0.0), stiffness=50.0, damping=4.0, length=0.6)
    m.spring("return", "shoulder", stiffness=3.0, damping=0.5, rest=0.2)
    plan = lay_out(m.freeze())
    rng = np.random.default_rng(3)
    q, v = rng.normal(size=plan.n_q), rng.normal(size=plan.n_v)
    q[2:] /= np.linalg.norm(q[2:])
    (qdd,) = [np.array(TREES["recursive_forward_dynamics"].build(plan, list(q), list(v), [0.0] * plan.n_v)["qdd"])]
    h, q_dot = 1e-6, np.array(coordinate_rates(plan, list(q), list(v)))
    energy = [
        sum(TREES["energies"].build(plan, list(q + s * q_dot), list(v + s * qdd)).values()) for s in (h, -h)
    ]  # quaternions leave the unit sphere by second order only
    J = np.array(TREES["jacobian"].build(plan, list(q), body="ball", at=(0.1, 0.0, 0.0))["J"])
    line = np.array(TREES["point"].build(plan, list(q), body="ball", at=(0.1, 0.0, 0.0))["position"]) - [1.0, 0.0, 1.0]
    stretching = line @ (J @ v)[3:] / np.linalg.norm(line)
    assert (energy[0] - energy[1]) / (2 * h) == pytest.approx(-4.0 * stretching**2 - 0.5 * v[0] ** 2, rel=1e-6)


def test_a_load_on_a_cut_joint_is_refused() -> None:
    m = lw.Mechanism("loop", gravity=(0.0, -9.81, 0.0))
    a, b = (m.body(n, mass=1.0, com=(0.5, 0.0, 0.0), inertia=BOX) for n in "ab")
    m.revolute("one", m.ground, a)
    m.revolute("two", a.at(1.0, 0.0, 0.0), b)
    m.close("three", m.ground.at(1.0, 0.0, 0.0), b.at(1.0, 0.0, 0.0))
    m.friction("one", viscous=1.0)
    with pytest.raises(OptionError, match="'one'.*cut"):
        lay_out(m.freeze(), cuts=("one",))
