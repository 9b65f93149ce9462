"""Derivatives by recursion: cheap, and loads along joints are in them."""

from __future__ import annotations

import numpy as np
import pytest
from random_trees import random_state, random_tree

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.catalogue import TREES
from linkwork.dynamics.derivatives import branches, long
from linkwork.errors import OptionError
from linkwork.expression.counts import counts
from linkwork.expression.trace import trace
from linkwork.kernel import compile_function, interpret_function

BOX = [[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.25]]


def cost(plan: Plan, name: str) -> int:
    law = TREES[name]
    return counts(trace(law.ready(plan), law.inputs(plan), name=name)).total


@pytest.mark.parametrize(("name", "most"), [("inverse_dynamics", 6.0), ("forward_dynamics", 4.0)])
def test_a_seven_joint_arm_is_differentiated_for_a_few_times_the_function(name: str, most: float) -> None:
    """All n × 3 n entries for 4.9 times the inverse and 3.2 times the forward dynamics of a general arm."""
    plan = random_tree(4, 7, kinds=("revolute",)).plan
    chain = lw.Mechanism("arm")
    parent = chain.ground
    for k in range(7):
        body = chain.body(f"b{k}", mass=1.0 + k, com=(0.1, 0.2, 0.1), inertia=BOX)
        chain.dh(f"j{k}", parent, body, a=0.3, alpha=0.7, b=0.2)
        parent = body
    plan = lay_out(chain.freeze())
    function = name if name in TREES and name == "inverse_dynamics" else "recursive_forward_dynamics"
    assert cost(plan, f"{name}_derivatives") < most * cost(plan, function)


def test_springs_friction_and_stops_are_in_the_derivatives() -> None:
    m = random_tree(8, 4, kinds=("revolute", "prismatic")).mechanism
    m.spring("return", "j1", stiffness=3.0, damping=0.5, rest=0.2)
    m.friction("j2", viscous=0.3, coulomb=2.0, smoothing=0.5)
    m.limit("j3", lower=2.0, upper=5.0, stiffness=7.0, damping=0.2)
    plan = lay_out(m.freeze())
    q, v, tau = random_state(plan, 0)
    found = TREES["forward_dynamics_derivatives"].build(plan, list(q), list(v), list(tau))

    def qdd(q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> np.ndarray:
        return np.array(TREES["recursive_forward_dynamics"].build(plan, list(q), list(v), list(tau))["qdd"])

    np.testing.assert_allclose(found["qdd"], qdd(q, v, tau), atol=1e-10)
    h = 1e-5
    for key, position in (("qdd_q", 0), ("qdd_v", 1), ("qdd_tau", 2)):
        for k in range(plan.n_v):
            ahead, behind = [list(x) for x in (q, v, tau)], [list(x) for x in (q, v, tau)]
            ahead[position][k] += h
            behind[position][k] -= h
            slope = (qdd(*map(np.array, ahead)) - qdd(*map(np.array, behind))) / (2 * h)
            np.testing.assert_allclose(np.array(found[key])[:, k], slope, atol=1e-5 * max(1.0, np.abs(slope).max()))


def test_loads_on_points_are_left_to_the_graph() -> None:
    m = random_tree(8, 2, kinds=("revolute",)).mechanism
    m.wrench("push", "b1", force=(1.0, 0.0, 0.0))
    plan = lay_out(m.freeze())
    with pytest.raises(OptionError, match="load 'push'.*acts on points.*derivative"):
        TREES["inverse_dynamics_derivatives"].build(plan, [0.1] * 2, [0.0] * 2, [0.0] * 2)


def test_rates_stand_branch_by_branch() -> None:
    plan = random_tree(3, 14, floating="quaternion").plan
    order, tree = branches(plan)
    assert sorted(order) == list(range(plan.n_v))
    node = {k: i for i, each in enumerate(plan.nodes) for k, _ in each.columns}
    for j, k in enumerate(order):
        assert {node[order[i]] for i in range(tree.first[j], tree.own[j])} == {node[k]}
        outward = {i for i in range(plan.n_v) if node[k] in plan.branch(node[i])}
        assert {order[i] for i in range(tree.first[j], tree.end[j])} == outward


def test_large_trees_take_pairs_of_rates_by_loops_and_give_the_same() -> None:
    """Branches, joints of several rates and a floating base; one state and many, against the unrolled law."""
    plan = random_tree(3, 9, floating="quaternion").plan
    assert long(plan)
    states = [random_state(plan, seed) for seed in range(9)]
    for name in ("inverse_dynamics_derivatives", "forward_dynamics_derivatives"):
        law = TREES[name]
        function = trace(law.ready(plan), law.inputs(plan), name=name)
        assert "branch_pairs" in {call.procedure.kind for call in function.graph.calls}
        kernel = compile_function(function) if name.startswith("forward") else interpret_function(function)
        many = kernel(*(np.array(x) for x in zip(*states)))
        one = kernel(*states[4])
        plain = law.build(plan, *(list(x) for x in states[4]))
        for key, each, alone in zip(law.gives, many, one):
            expected = np.array(plain[key], dtype=float)
            size = max(1.0, np.abs(expected).max())
            np.testing.assert_allclose(alone, expected, atol=1e-10 * size)
            np.testing.assert_allclose(each[4], expected, atol=1e-10 * size)
