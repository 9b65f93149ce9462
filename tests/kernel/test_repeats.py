"""Where long sequences of nodes repeat themselves."""

from __future__ import annotations

import itertools
import math
import random

from linkwork.expression.graph import Op
from linkwork.expression.trace import trace
from linkwork.kernel.repeats import borders, runs


def nodes_of(law, **ports):
    function = trace(law, ports)
    return function.graph, [node for node in function.live() if function.graph.op[node] > Op.INPUT]


def recursion(q, v):
    """Six operations a step, five steps a round, with other constants in each."""
    a, b = 1.0 * q[0], 1.0 * v[0]
    for k in range(len(q)):
        for j in range(5):
            c, d = math.sqrt(9 * k + j + 2.3), -math.sqrt(9 * k + j + 2.7)
            a, b = c * a + q[k] * b, d * b - v[k] * a
    return {"y": [a, b]}


def test_a_recursion_is_one_run_of_its_steps():
    graph, nodes = nodes_of(recursion, q=(40,), v=(40,))
    (run,) = runs(graph, nodes, 700)
    assert run.period == 6 and run.times >= 5 * 40 - 2


def test_cuts_are_whole_periods_apart_and_end_at_the_ends():
    graph, nodes = nodes_of(recursion, q=(100,), v=(100,))
    cuts = borders(graph, nodes, 200)
    assert cuts is not None and cuts[0] == 0 and cuts[-1] == len(nodes) and cuts == sorted(set(cuts))
    apart = [j - i for i, j in itertools.pairwise(cuts)]
    assert max(apart) <= 1.5 * 200
    assert apart.count(198) >= 0.8 * len(apart)


def test_what_does_not_repeat_itself_is_not_cut_here():
    def law(q):
        values, choice = list(q), random.Random(0)
        for _ in range(2000):
            a, b = choice.sample(values[-10:], 2)
            values.append(choice.choice([lambda a, b: a + b, lambda a, b: a * b, lambda a, b: a / b])(a, b))
        return {"y": values[-10:]}

    graph, nodes = nodes_of(law, q=(10,))
    assert borders(graph, nodes, 200) is None
