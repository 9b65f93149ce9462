"""Derivatives are asked for by the names of inputs and of parameters."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import OptionError, UnknownName
from linkwork.system.system import System

P = np.array([0.4, 1.5])


def machine(*, closed: bool) -> System:
    length, mass = lw.Parameter("length", P[0]), lw.Parameter("mass", P[1])
    m = lw.Mechanism("rods", gravity=(0, -9.81, 0))
    a = m.body("a", mass=mass, com=(length / 2, 0, 0), inertia=(0.1, 0.2, 0.3))
    b = m.body("b", mass=1.0, com=(0.1, 0, 0), inertia=(0.1, 0.2, 0.3))
    m.revolute("ja", m.ground, a)
    m.revolute("jb", a.at(length, 0, 0), b)
    if closed:
        c = m.body("c", mass=1.0, com=(0.1, 0, 0), inertia=(0.1, 0.2, 0.3))
        m.revolute("jc", m.ground.at(0.5, 0, 0), c)
        m.close("loop", b.at(0.5, 0, 0), c.at(0.4, 0, 0), kind="revolute")
        m.pose(ja=1.2, jb=-1.0, jc=1.3)
    return m.compile()


@pytest.mark.parametrize("closed", [False, True], ids=["tree", "loop"])
def test_a_parameter_by_name_is_its_column(closed: bool) -> None:
    s = machine(closed=closed)
    assert set(s.parameters) == {"length", "mass"}
    random = np.random.default_rng(0)
    q, v, tau = s.start, *random.normal(size=(2, s.n_v))
    p = np.array([dict(zip(("length", "mass"), P))[name] for name in s.parameters])
    whole, by_mass, by_v = s.derivative("forward_dynamics", wrt=("p", "mass", "v"))(q=q, v=v, tau=tau, p=p)
    alone = s.derivative("forward_dynamics", wrt="mass")(q=q, v=v, tau=tau, p=p)
    column = whole[:, s.parameters.index("mass")]
    assert by_v.shape == (s.n_v, s.n_v)
    # the same expressions, added in another order
    np.testing.assert_allclose(by_mass, column, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(alone, column, rtol=1e-12, atol=1e-12)
    step = 1e-6 * (np.array(s.parameters) == "mass")
    first = lambda found: found[0] if closed else found  # noqa: E731 - the multipliers come with it
    ahead, behind = (first(s.forward_dynamics(q, v, tau, p=p + x)) for x in (step, -step))
    # a central difference: rounding 1e-16/1e-6, and the third derivative times 1e-12
    np.testing.assert_allclose(column, (ahead - behind) / 2e-6, rtol=1e-6, atol=1e-6 * np.abs(column).max())


def test_all_of_the_state_is_meant_where_nothing_is_said() -> None:
    s = machine(closed=False)
    assert list(s.derivative("inverse_dynamics").outputs) == ["d_tau_d_q", "d_tau_d_v", "d_tau_d_vd"]
    assert list(s.derivative("mass_matrix").outputs) == ["d_M_d_q"]


def test_what_does_not_depend_on_a_parameter_has_the_derivative_zero() -> None:
    found = machine(closed=False).derivative("coordinate_rates", wrt=("length", "p"))
    assert found.outputs == {"d_q_dot_d_length": (2,), "d_q_dot_d_p": (2, 2)}
    assert not any(x.any() for x in found(np.ones(2), np.ones(2)))


def test_other_names_are_an_error() -> None:
    s = machine(closed=False)
    with pytest.raises(UnknownName, match="input of law 'forward_dynamics' or parameter 'lenght'.*'length'"):
        s.derivative("forward_dynamics", wrt=("lenght",))
    with pytest.raises(UnknownName, match="'vd': does not exist in mechanism 'rods'"):
        s.derivative("forward_dynamics", wrt=("vd",))


def test_a_point_has_three_coordinates() -> None:
    with pytest.raises(OptionError, match=r"point \(0, 0\) of body 'b': has 2 coordinates. Give x, y and z"):
        machine(closed=False).point(np.zeros(2), body="b", at=(0, 0))
