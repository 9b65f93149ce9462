"""Derivatives of closed forward and inverse dynamics: implicit, exact, against differences and each other."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.dynamics.equations import Stabilisation
from linkwork.dynamics.formulations import FORMULATIONS
from linkwork.expression.derivatives import jacobian
from linkwork.kernel import compile_function
from linkwork.simulate.coordinates import advance

MACHINES = ("slider_crank", "koul_three_rrr", "rssr", "bennett", "stewart_platform", "rolling_wheel")


@cache
def machine(name: str) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray]:
    """A system and a closed state of it."""
    s = library.find(name).machine().compile()
    random, q = np.random.default_rng(0), s.general_poses[-1]
    return s, q, s.consistent_velocity(q, random.normal(size=s.n_v)), random.normal(size=s.n_v)


def differences(f: Any, n: int, h: float = 1e-5) -> np.ndarray:
    """∂f/∂x at 0 to fourth order, columns by unit changes."""
    return np.stack(
        [(8 * (f(h * e) - f(-h * e)) - f(2 * h * e) + f(-2 * h * e)) / (12 * h) for e in np.eye(n)], axis=-1
    )


def near(found: np.ndarray, expected: np.ndarray, digits: float) -> None:
    assert np.abs(found - expected).max() <= digits * max(1e-9, np.abs(expected).max())


@pytest.mark.parametrize("name", MACHINES)
def test_forward_dynamics_against_differences(name: str) -> None:
    s, q, v, tau = machine(name)
    kernel = s.kernel("forward_dynamics_derivatives")
    found = dict(zip(kernel.outputs, s.forward_dynamics_derivatives(q, v, tau)))
    qdd, lam = s.forward_dynamics(q, v, tau)
    np.testing.assert_allclose(found["qdd"], qdd, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(found["lam"], lam, rtol=1e-12, atol=1e-12)
    ways = {
        "q": lambda d: s.forward_dynamics(advance(s.plan, q, d), v, tau),
        "v": lambda d: s.forward_dynamics(q, v + d, tau),
        "tau": lambda d: s.forward_dynamics(q, v, tau + d),
    }
    for x, way in ways.items():
        for k, of in enumerate(("qdd", "lam")):
            near(found[f"{of}_{x}"], differences(lambda d, way=way, k=k: way(d)[k], s.n_v), 1e-6)


@pytest.mark.parametrize("name", [n for n in MACHINES if n != "rolling_wheel"])
def test_inverse_dynamics_against_differences(name: str) -> None:
    s, q, v, near_a = machine(name)
    vd = s.acceleration(q, v, near_a)
    kernel = s.kernel("inverse_dynamics_derivatives")
    found = dict(zip(kernel.outputs, s.inverse_dynamics_derivatives(q, v, vd)))
    ways = {
        "q": lambda d: s.inverse_dynamics(advance(s.plan, q, d), v, vd),
        "v": lambda d: s.inverse_dynamics(q, v + d, vd),
        "vd": lambda d: s.inverse_dynamics(q, v, vd + d),
    }
    for x, way in ways.items():
        for k, of in enumerate(("tau", "lam")):
            near(found[f"{of}_{x}"], differences(lambda d, way=way, k=k: way(d)[k], s.n_v), 1e-6)


def test_more_drives_than_freedoms_are_differentiated_too() -> None:
    m = library.koul_three_rrr()
    m.actuate("elbow_1")
    s = m.compile()
    random, q = np.random.default_rng(0), s.general_poses[-1]
    v = s.consistent_velocity(q, random.normal(size=s.n_v))
    vd = s.acceleration(q, v)
    kernel = s.kernel("inverse_dynamics_derivatives")
    found = dict(zip(kernel.outputs, kernel(q, v, vd)))
    near(found["tau_v"], differences(lambda d: s.inverse_dynamics(q, v + d, vd)[0], s.n_v), 1e-6)


@pytest.mark.parametrize("name", ["four_bar", "koul_three_rrr"])
@pytest.mark.parametrize("gains", [None, Stabilisation(5.0, 7.0)], ids=["plain", "Baumgarte"])
def test_implicit_derivatives_are_those_of_the_traced_equations(name: str, gains: Stabilisation | None) -> None:
    s = library.find(name).machine().compile(stabilisation=gains)
    _, q, v, tau = machine(name)
    q = q + 1e-3 * np.arange(s.n_q)  # open by a little, so that the gains matter
    for of in ("qdd", "lam"):
        found = s.derivative("forward_dynamics", of)(q, v, tau)
        expected = compile_function(jacobian(s.function("forward_dynamics"), of, ("q", "v", "tau")))(q, v, tau)
        for a, b in zip(found, expected):
            near(a, b, 1e-11)


def four_bar_of_parameters() -> lw.Mechanism:
    """Mass of the coupler and distance of the feet are open."""
    mass, length = lw.Parameter("mass", 1.5), lw.Parameter("length", 0.3)
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
    a = m.body("crank", mass=1.0, com=(0.05, 0, 0), inertia=(0.01,) * 3)
    b = m.body("coupler", mass=mass, com=(0.15, 0, 0), inertia=(0.01,) * 3)
    c = m.body("rocker", mass=1.0, com=(0.1, 0, 0), inertia=(0.01,) * 3)
    m.revolute("O1", m.ground, a)
    m.revolute("A", a.at(0.1, 0, 0), b)
    m.revolute("O2", m.ground.at(length, 0, 0), c)
    m.close("B", b.at(0.3, 0, 0), c.at(0.25, 0, 0), kind="revolute")
    m.pose(A=1.0, O2=1.5)
    m.actuate("O1")
    return m


def test_parameters_are_varied_as_well() -> None:
    s = four_bar_of_parameters().compile()
    q, p = s.closed_start, s.parameter_values
    v, tau = s.velocity(q, O1=1.0), np.array([0.3, 0.0, 0.1])
    vd = s.acceleration(q, v, O1=2.0)
    forward, inverse = s.kernel("forward_dynamics"), s.kernel("inverse_dynamics")
    for k, of in enumerate(("qdd", "lam")):
        slope = s.derivative("forward_dynamics", of, wrt=("p",))(q=q, v=v, tau=tau, p=p)
        near(slope, differences(lambda d, k=k: forward(q, v, tau, p=p + d)[k], 2), 1e-7)
    for k, of in enumerate(("tau", "lam")):
        slope = s.derivative("inverse_dynamics", of, wrt=("p",))(q=q, v=v, vd=vd, p=p)
        near(slope, differences(lambda d, k=k: inverse(q, v, vd, p=p + d)[k], 2), 1e-7)


@pytest.mark.parametrize("formulation", [name for name in FORMULATIONS if name != "penalty"])
def test_every_formulation_has_the_same_derivatives(formulation: str) -> None:
    s = four_bar_of_parameters().compile()
    q, p = s.closed_start, s.parameter_values
    v, tau = s.velocity(q, O1=1.0), np.array([0.3, 0.0, 0.1])
    wrt = ("q", "v", "tau", "p")
    other = s.reformulated(formulation)
    for of in ("qdd", "lam"):
        found, expected = (x.derivative("forward_dynamics", of, wrt)(q=q, v=v, tau=tau, p=p) for x in (other, s))
        for a, b in zip(found, expected):
            near(a, b, 1e-10)


def test_springs_in_place_of_multipliers_have_derivatives_of_their_own() -> None:
    """λ = −k h − c ḣ: it does not feel τ, and grows with h as the spring does."""
    s = library.rssr().compile(formulation="penalty", penalty=(1e4, 1e2))
    random, q = np.random.default_rng(0), s.general_poses[-1]
    v, tau = s.consistent_velocity(q, random.normal(size=s.n_v)), random.normal(size=s.n_v)
    kernel = s.kernel("forward_dynamics_derivatives")
    found = dict(zip(kernel.outputs, kernel(q, v, tau)))
    call = s.kernel("forward_dynamics")
    ways = {
        "q": lambda d: call(advance(s.plan, q, d), v, tau),
        "v": lambda d: call(q, v + d, tau),
        "tau": lambda d: call(q, v, tau + d),
    }
    for x, way in ways.items():
        for k, of in enumerate(("qdd", "lam")):
            near(found[f"{of}_{x}"], differences(lambda d, way=way, k=k: way(d)[k], s.n_v), 1e-6)
    assert np.abs(found["lam_tau"]).max() == 0.0


@pytest.mark.parametrize("wrt", [("p",), ("q", "mass"), ("vd",)])
def test_inputs_that_a_law_does_not_have_are_refused(wrt: tuple[str, ...]) -> None:
    s, *_ = machine("slider_crank")
    with pytest.raises(lw.UnknownName, match="input"):
        s.derivative("forward_dynamics", wrt=wrt)


def test_derivatives_take_batches() -> None:
    s, q, v, tau = machine("four_bar")
    many = s.forward_dynamics_derivatives(np.stack([q] * 5), np.stack([v] * 5), tau)
    one = s.forward_dynamics_derivatives(q, v, tau)
    for a, b in zip(many, one):
        np.testing.assert_allclose(a[3], b, rtol=1e-12, atol=1e-12)


def test_a_closed_pose_follows_its_parameters() -> None:
    """Against assemblies at other parameters, the crank held; the mass moves nothing."""
    s = four_bar_of_parameters().compile()
    q, p = s.assemble(O1=0.3), s.parameter_values
    found = s.pose_derivatives(q)
    assert found.independent == ("O1",)
    expected = differences(lambda d: s.assemble(q, hold=["O1"], p=dict(zip(s.parameters, p + d))), 2)
    near(found.by_parameters, expected, 1e-7)
    assert np.abs(found.by_parameters[:, s.parameters.index("mass")]).max() == 0.0
    turned = differences(lambda d: s.assemble(q, O1=0.3 + d[0]), 1)
    near(found.by_independent, turned, 1e-7)


def test_the_total_derivative_of_a_torque_is_that_along_closed_poses() -> None:
    s = four_bar_of_parameters().compile()
    q, p, zero = s.assemble(O1=0.3), s.parameter_values, np.zeros(3)
    by_q, by_p = s.derivative("inverse_dynamics", "tau", ("q", "p"))(q, zero, zero, p)

    def torque(d: np.ndarray) -> np.ndarray:
        there = s.assemble(q, hold=["O1"], p=dict(zip(s.parameters, p + d)))
        return s.inverse_dynamics(there, zero, zero, p=p + d)[0]

    near(by_p + by_q @ s.pose_derivatives(q).by_parameters, differences(torque, 2), 1e-7)


def test_a_closed_pose_follows_what_is_led() -> None:
    m = library.koul_three_rrr()
    m.prescribe("base_1", lambda t: 1.0467 + 0.3 * lw.sin(t))
    s = m.compile(formulation="embedding", independent=("base_2", "base_3"))
    q = s.assemble(t=0.2)
    found = s.pose_derivatives(q, t=0.2)
    h = 1e-5
    ahead, behind = (s.assemble(q, hold=["base_2", "base_3"], t=0.2 + x) for x in (h, -h))
    near(found.by_time, (ahead - behind) / (2 * h), 1e-8)
    near(s.loops().jacobian(q, 0.2) @ found.by_independent + 1.0, np.ones((s.n_lam, 2)), 1e-12)
    assert found.by_parameters.shape == (s.n_v, 0)
    many = s.pose_derivatives(np.stack([q, q]), t=0.2)
    assert many.by_independent.shape == (2, s.n_v, 2) and many.by_parameters.shape == (2, s.n_v, 0)


def test_a_pose_that_its_independent_rates_do_not_fix_has_no_derivatives() -> None:
    m = lw.Mechanism("flat")
    a, b, c = (m.body(n, mass=1.0, inertia=(0.01,) * 3) for n in "abc")
    m.revolute("O1", m.ground, a)
    m.revolute("A", a.at(0.1, 0, 0), b)
    m.revolute("O2", m.ground.at(0.3, 0, 0), c)
    m.close("B", b.at(0.3, 0, 0), c.at(0.1, 0, 0))
    m.pose(O1=1.0, A=-1.0, O2=1.0)
    m.actuate("O1")
    s = m.compile()
    with pytest.raises(lw.SingularError, match="has a pose here that 'O1' do not fix"):
        s.pose_derivatives(np.zeros(3))
    with pytest.raises(
        lw.SingularError, match=r"no derivatives of its motion in this pose\. Singular pose: conditions"
    ):
        s.forward_dynamics_derivatives(np.zeros(3), np.zeros(3), np.zeros(3))
    with pytest.raises(lw.SingularError, match="no derivatives of its motion"):
        s.inverse_dynamics_derivatives(np.zeros(3), np.zeros(3), np.zeros(3))
    with pytest.raises(lw.SingularError, match="no derivatives of its motion"):
        s.forward_dynamics_derivatives(np.array([s.closed_start, np.zeros(3)]), np.zeros(3), np.zeros(3))
    with pytest.raises(lw.OptionError, match="has no loops"):
        library.two_link_arm().compile().pose_derivatives(np.zeros(2))
