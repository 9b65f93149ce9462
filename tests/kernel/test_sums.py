"""Sums of products keep their value and take fewer instructions and less time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.expression.counts import counts
from linkwork.expression.evaluate import evaluate
from linkwork.expression.graph import Op
from linkwork.expression.trace import Function, trace
from linkwork.kernel.sums import in_rows


def sums(function: Function) -> list[tuple[str, str]]:
    """What each sum adds to what: the kinds of its operands, for a machine that adds a product in one instruction."""
    graph = function.graph
    return [
        tuple(sorted(Op(graph.op[ref >> 1]).name for ref in graph.operands(node)))  # type: ignore[misc]
        for node in function.live()
        if graph.op[node] in (Op.ADD, Op.SUB)
    ]


@pytest.mark.parametrize("length", [0, 1, 7, 60])
def test_values_ports_and_counts_stay(chain, length):
    function = chain(length)
    rows = in_rows(function)
    assert [(p.name, p.shape) for p in rows.inputs] == [(p.name, p.shape) for p in function.inputs]
    x = np.random.default_rng(length).normal(size=6)
    before, after = evaluate(function, x=x), evaluate(rows, x=x)
    assert list(before) == list(after)
    for name in before:
        # a few roundings of sums of numbers near 1, in another order, carried on by each round of the chain
        np.testing.assert_allclose(after[name], before[name], rtol=1e-12, atol=1e-12)
    assert counts(rows).total <= counts(function).total


def test_every_product_of_a_sum_meets_a_value_to_which_it_is_added():
    def law(x: Any) -> dict[str, Any]:
        return {"y": x[0] + (x[1] * x[2] - (x[3] * x[4] + x[5] * x[0]))}

    assert sums(trace(law, {"x": (6,)})).count(("MUL", "MUL")) == 1
    rows = in_rows(trace(law, {"x": (6,)}))
    assert [pair.count("MUL") for pair in sums(rows)] == [1, 1, 1]
    x = np.arange(6.0) + 1.0
    assert evaluate(rows, x=x)["y"] == 1.0 + (2.0 * 3.0 - (4.0 * 5.0 + 6.0 * 1.0))


def test_what_is_known_last_is_added_last():
    from linkwork.algebra.scalars import sin

    def law(x: Any) -> dict[str, Any]:
        late = sin(sin(x[0]))
        return {"y": late * x[1] + (x[2] * x[3] + x[4] * x[5])}

    function = in_rows(trace(law, {"x": (6,)}))
    graph = function.graph
    last = function.outputs[0].refs[0] >> 1
    products = [graph.operands(ref >> 1) for ref in graph.operands(last) if graph.op[ref >> 1] == Op.MUL]
    assert any(graph.op[ref >> 1] == Op.SIN for pair in products for ref in pair)


def test_the_difference_of_near_numbers_keeps_its_digits():
    def law(x: Any) -> dict[str, Any]:
        return {"y": (x[0] - x[1]) + x[2] * x[3]}

    x = np.array([1e16, 1e16 - 2.0, 0.5, 0.5])
    assert evaluate(in_rows(trace(law, {"x": (4,)})), x=x)["y"] == 2.25


def test_procedures_pass_through(solver):
    function = solver(4, symmetric=True)
    random = np.random.default_rng(0)
    given = {"A": random.normal(size=(4, 4)), "b": random.normal(size=(4, 2))}
    for name, value in evaluate(function, **given).items():
        # condition of the matrix below 10, entries near 1
        np.testing.assert_allclose(evaluate(in_rows(function), **given)[name], value, rtol=1e-13)
