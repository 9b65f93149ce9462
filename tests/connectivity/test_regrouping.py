"""Regrouped plans need fewer operations for the same torques."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.parameter import default
from linkwork.algebra.scalars import is_zero
from linkwork.blueprint import library
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.connectivity.regrouping import regrouped
from linkwork.dynamics.catalogue import TREES
from linkwork.expression.counts import Counts, counts
from linkwork.expression.trace import trace

BOX = [[0.31, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.25]]


def arm(kinds: tuple[str, ...], mass: object = 2.3) -> Plan:
    m = lw.Mechanism("arm", gravity=(1.0, 2.0, -9.81))
    parent = m.ground
    for k, kind in enumerate(kinds):
        body = m.body(f"link_{k}", mass=mass, com=(0.21, 0.13, 0.17), inertia=BOX)
        options = {"coordinates": "YXZ"} if kind == "spherical" else {}
        getattr(m, kind)(f"joint_{k}", parent.at(0.3, 0.1, 0.2), body, **options)
        parent = body
    return lay_out(m.freeze())


def cost(plan: Plan, name: str, regroup: bool) -> Counts:
    law = TREES[name]
    return counts(trace(law.ready(plan, regroup=regroup), law.inputs(plan), name=name))


@pytest.mark.parametrize("name", ["inverse_dynamics", "recursive_forward_dynamics", "mass_matrix"])
def test_counts_fall(name: str) -> None:
    plan = arm(("revolute",) * 4)
    before, after = cost(plan, name, False), cost(plan, name, True)
    assert after.multiplications <= before.multiplications
    assert after.total < before.total


def test_a_machine_compiled_with_regrouping_gives_the_same_torques() -> None:
    plain, fewer = library.kuka_kr5().compile(), library.kuka_kr5().compile(regroup=True)
    q, v, a = np.random.default_rng(0).normal(size=(3, 6))
    np.testing.assert_allclose(fewer.inverse_dynamics(q, v, a), plain.inverse_dynamics(q, v, a), rtol=1e-10, atol=1e-10)
    assert fewer.counts("inverse_dynamics").total < 0.85 * plain.counts("inverse_dynamics").total
    assert fewer.counts("reactions") == plain.counts("reactions")


def test_a_hinge_leaves_seven_parameters_with_a_vanishing_one() -> None:
    """Mass and first moment along the axis are gone; ½ tr(I) − I_zz is exactly zero."""
    inertia = regrouped(arm(("revolute",) * 3)).nodes[2].inertia
    xx, yy, zz, *_ = inertia.I.e
    assert inertia.mass == 0.0
    assert inertia.h.z == 0.0
    assert xx + yy - zz == 0.0


def test_a_slide_passes_its_second_moment_and_a_spherical_joint_its_mass() -> None:
    plan = regrouped(arm(("revolute", "prismatic", "spherical")))
    slide = next(node for node in plan.nodes if node.name == "link_1")
    ball = next(node for node in plan.nodes if node.name == "link_2")
    assert all(is_zero(x) for x in slide.inertia.I.e)
    assert ball.inertia.mass == 0.0
    assert not any(is_zero(x) for x in ball.inertia.h)


def test_open_masses_are_regrouped_too() -> None:
    plan = arm(("revolute",) * 3, mass=lw.Parameter("m", 2.0))
    law = TREES["inverse_dynamics"]
    q, v, a = np.random.default_rng(0).normal(size=(3, 3))
    one, other = (law.ready(plan, regroup=r)(list(q), list(v), list(a))["tau"] for r in (False, True))
    np.testing.assert_allclose([default(x) for x in other], [default(x) for x in one], rtol=1e-12)
