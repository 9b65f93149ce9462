"""A schedule computes every live value once, after its operands, and hands on exactly what later chunks read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_laws import N_IN, Law, laws

from linkwork.expression.derivatives import jacobian
from linkwork.expression.graph import Op
from linkwork.expression.procedures import solve_symmetric
from linkwork.expression.schedule import Chunk, order, schedule
from linkwork.expression.trace import Function, trace


def check(function: Function, chunks: tuple[Chunk, ...]) -> None:
    graph = function.graph
    done: set[int] = set()
    left: set[int] = set()
    for chunk in chunks:
        assert set(chunk.reads) <= left
        here: set[int] = set()
        needed: set[int] = set()
        for node in chunk.nodes:
            for ref in graph.operands(node):
                if graph.op[ref >> 1] > Op.INPUT and ref >> 1 not in here:
                    needed.add(ref >> 1)
            assert node not in done
            here.add(node)
            done.add(node)
        assert needed == set(chunk.reads)
        assert set(chunk.leaves) <= here
        left |= set(chunk.leaves)
    assert done == {node for node in function.live() if graph.op[node] > Op.INPUT}
    assert left == {node for chunk in chunks for node in chunk.reads}


@given(laws(), st.integers(1, 12))
def test_any_schedule_is_complete_and_in_order(law: Law, size: int) -> None:
    function = trace(lambda x: {"y": law(x)}, {"x": (N_IN,)})
    check(function, schedule(function, size))


@given(laws(smooth=True, max_steps=25), st.integers(1, 12))
def test_a_schedule_of_a_jacobian_is_complete_and_in_order(law: Law, size: int) -> None:
    function = jacobian(trace(lambda x: {"y": law(x)}, {"x": (N_IN,)}), "y", "x")
    check(function, schedule(function, size))


def test_sines_stand_beside_cosines_and_results_behind_their_call() -> None:
    def law(q: Any) -> dict[str, Any]:
        A = np.outer(np.sin(q), np.sin(q)) + np.diag(np.exp(q))
        return {"x": solve_symmetric(A, [[c] for c in np.cos(q)])}

    function = trace(law, {"q": (3,)})
    graph = function.graph
    for size in (1, 4, 500):
        nodes = order(function, size)
        check(function, schedule(function, size))
        kinds = [graph.op[node] for node in nodes]
        angles = [graph.a[node] for node, kind in zip(nodes, kinds) if kind in (Op.SIN, Op.COS)]
        assert angles[0::2] == angles[1::2]
        for place, kind in enumerate(kinds):
            if kind == Op.ITEM:
                assert kinds[place - 1] in (Op.ITEM, Op.CALL)


def test_a_jacobian_is_ordered_so_that_fewer_values_cross() -> None:
    """A chain of transforms, written direction by direction inside each node, read output by output."""
    n = 12

    def law(q: Any) -> dict[str, Any]:
        x, y, out = 1.0, 0.5, []
        for k in range(n):
            c, s = np.cos(q[k]), np.sin(q[k])
            x, y = c * x - s * y + 0.3, s * x + c * y
            out += [x * y, x - y * y]
        return {"y": out}

    function = trace(law, {"q": (n,)})
    hessian = jacobian(jacobian(function, "y", "q", mode="forward"), "d_y_d_q", "q", mode="forward")
    chunks = schedule(hessian, 200)
    check(hessian, chunks)
    crossing = sum(len(chunk.leaves) for chunk in chunks)
    nodes = [node for node in hessian.live() if hessian.graph.op[node] > Op.INPUT]
    home = {node: k * len(chunks) // len(nodes) for k, node in enumerate(nodes)}
    as_written = {
        ref >> 1
        for node in nodes
        for ref in hessian.graph.operands(node)
        if home.get(ref >> 1, home[node]) != home[node]
    }
    assert crossing <= len(as_written)


def test_a_function_that_computes_nothing_has_one_empty_chunk() -> None:
    function = trace(lambda x: {"y": [x, 1.0]}, {"x": ()})
    assert schedule(function) == (Chunk((), (), ()),)


@pytest.mark.parametrize("count", [1, 3, 7])
def test_chunks_are_equally_long(count: int) -> None:
    function = trace(lambda x: {"y": [x[0] * k + x[1] for k in range(3, 3 + 50 * count)]}, {"x": (2,)})
    lengths = [len(chunk.nodes) for chunk in schedule(function, 100)]
    assert len(lengths) == count
    assert max(lengths) - min(lengths) <= 1
