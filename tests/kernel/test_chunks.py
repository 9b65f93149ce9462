"""How a graph is cut."""

from __future__ import annotations

import pytest

from linkwork.expression.graph import Op
from linkwork.expression.trace import trace
from linkwork.kernel.chunks import Workspace, cut


@pytest.mark.parametrize("size", [5, 20, 100000])
def test_every_node_is_made_once_and_after_its_operands(chain, size):
    function = chain(60)
    graph, chunks = function.graph, cut(function, size)
    made: set[int] = set()
    for k, nodes in enumerate(chunks.nodes):
        for node in [*nodes, *(n for angle in chunks.front for n in chunks.angles[angle] if k == 0)]:
            assert node not in made
            made.add(node)
    assert made == {node for node in function.live() if graph.op[node] > Op.INPUT}
    before = set(chunks.before)
    early = {node for angle in chunks.front for node in chunks.angles[angle]}
    done = before | early
    for nodes in chunks.nodes:
        for node in nodes:
            needs = {ref >> 1 for ref in graph.operands(node) if graph.op[ref >> 1] > Op.INPUT}
            assert needs <= done
            done.add(node)


def test_values_that_cross_are_known_with_their_last_reader(chain):
    function = chain(60)
    graph, chunks = function.graph, cut(function, 20)
    home = {node: k for k, nodes in enumerate(chunks.nodes) for node in nodes}
    home |= {node: 0 for angle in chunks.front for node in chunks.angles[angle]}
    expected: dict[int, int] = {}
    for node, k in home.items():
        for ref in graph.operands(node):
            if home.get(ref >> 1, k) != k:
                expected[ref >> 1] = max(k, expected.get(ref >> 1, 0))
    assert len(chunks.nodes) > 5 and chunks.last == expected


def test_angles_of_the_inputs_come_first_and_nested_ones_do_not():
    from linkwork.algebra.scalars import cos, sin

    def law(q):
        inner = sin(q[0] + 2.0 * q[1])
        return {"y": cos(inner) + sin(q[1])}

    function = trace(law, {"q": (2,)})
    chunks = cut(function)
    assert len(chunks.front) == 2 and len(chunks.angles) == 3
    assert len(chunks.before) == 2  # 2 q[1] and the sum


def test_places_are_used_again_after_the_last_reader():
    work = Workspace()
    assert [work.take(node) for node in (10, 11, 12)] == [0, 1, 2]
    work.end(0, {10: 0, 11: 1, 12: 0})
    assert sorted(work.take(node) for node in (13, 14)) == [0, 2]
    assert work.reserve(4) == 3 and work.size == 7
