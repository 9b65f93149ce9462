"""Plan: branches, and joints whichever way they are passed."""

from __future__ import annotations

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import GROUND, Plan


def forked() -> Plan:
    """ground – a – b, a – c, ground – d."""
    m = lw.Mechanism("forked")
    a, b, c, d = (m.body(n, mass=1.0) for n in "abcd")
    m.revolute("1", m.ground, a)
    m.revolute("2", a, b)
    m.revolute("3", a, c)
    m.revolute("4", m.ground, d)
    return lay_out(m.freeze())


def test_a_branch_leads_from_ground_to_a_node() -> None:
    plan = forked()
    assert plan.branch(2) == (0, 2)
    assert plan.branch(GROUND) == ()


def test_between_two_nodes_lie_those_that_carry_one_of_them() -> None:
    plan = forked()
    assert plan.between(1, 2) == (1, 2)
    assert plan.between(1, 3) == (0, 1, 3)
    assert plan.between(1, 0) == (1,)
    assert plan.between(GROUND, 2) == (0, 2)


def test_children_come_after_their_parents() -> None:
    plan = forked()
    assert all(p < i for i, _, p in plan.outward)
    assert [i for i, _, _ in plan.inward] == [3, 2, 1, 0]


def test_indices_of_a_joint_are_counted_as_in_the_description() -> None:
    m = lw.Mechanism("reversed")
    a, b = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "ab")
    m.revolute("near", m.ground, a)
    m.planar("table", a, b)
    m.close("far", m.ground, b, kind="spherical")
    forth, back = lay_out(m.freeze()), lay_out(m.freeze(), ["near"])
    assert [forth.joints["table"].indices(k) for k in range(3)] == [(1, 1), (2, 2), (3, 3)]
    assert back.joints["table"].reversed
    assert [back.joints["table"].indices(k) for k in range(3)] == [(6, 5), (5, 4), (4, 3)]
