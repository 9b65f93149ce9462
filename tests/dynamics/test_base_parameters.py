"""Base parameters: how many there are, and that they give the torques."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.base_parameters import base_parameters, random_states
from linkwork.dynamics.regressor import carriers, regressor

BOX = [[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.25]]


def arm(n: int, gravity: tuple[float, float, float]) -> Plan:
    """n hinges whose axes are neither parallel nor orthogonal."""
    m = lw.Mechanism("arm", gravity=gravity)
    parent = m.ground
    for k in range(n):
        body = m.body(f"link_{k + 1}", mass=2.0 + k, com=(0.2, 0.1 * k, 0.1), inertia=BOX)
        m.dh(f"joint_{k + 1}", parent, body, a=0.3 if k else 0.0, alpha=0.7 if k else 0.0, b=0.2 if k else 0.0)
        parent = body
    return lay_out(m.freeze())


@pytest.mark.parametrize("n", [2, 6])
def test_a_general_arm_has_7_n_minus_4_of_them_or_two_fewer_on_a_vertical_axis(n: int) -> None:
    """Mayeda, Yoshida, Osuka (1990); a first axis oblique to gravity adds its two first moments."""
    assert base_parameters(arm(n, (3.0, 2.0, -9.0))).count == 7 * n - 4
    assert base_parameters(arm(n, (0.0, 0.0, -9.81))).count == 7 * n - 6


def test_they_give_the_torques_of_all_motions() -> None:
    plan = arm(4, (3.0, 2.0, -9.0))
    found = base_parameters(plan)
    pi = np.random.default_rng(0).normal(size=10 * len(carriers(plan)))
    beta = found.values(pi)
    q, v, a = (x[0] for x in random_states(plan, 1, np.random.default_rng(1)))
    Y = np.array(regressor(plan, list(q), list(v), list(a)))
    np.testing.assert_allclose(Y[:, found.independent] @ beta, Y @ pi, atol=1e-9)


def test_they_are_written_with_the_names_of_bodies() -> None:
    text = str(base_parameters(arm(2, (0.0, 0.0, -9.81))))
    assert len(text.splitlines()) == 8
    assert "link_2.Izz" in text
