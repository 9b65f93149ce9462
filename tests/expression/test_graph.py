"""Equal terms are one node, constants fold exactly, and folding changes a value by no more than rounding."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_laws import N_IN, Law, laws, points, worst

from linkwork.errors import ShapeError, TraceError
from linkwork.expression.evaluate import evaluate
from linkwork.expression.graph import MINUS_ONE, ONE, UNARY, ZERO, Graph, Op
from linkwork.expression.procedures import factor_ldl
from linkwork.expression.trace import trace

numbers = st.floats(-1e6, 1e6)


@pytest.fixture
def graph() -> Graph:
    return Graph()


@pytest.fixture
def x(graph: Graph) -> int:
    return graph.input("x")


@pytest.fixture
def y(graph: Graph, x: int) -> int:
    return graph.input("y")


@given(laws(), points())
def test_folding_changes_a_value_by_rounding_only(law: Law, x: list[float]) -> None:
    values, bounds = worst(law, x)
    function = trace(lambda x: {"y": law(x)}, {"x": (N_IN,)})
    for folded, value, bound in zip(evaluate(function, x=x)["y"], values, bounds):
        assert abs(folded - value) <= bound


@given(laws())
def test_operands_come_before_their_node_and_nodes_are_distinct(law: Law) -> None:
    graph = trace(lambda x: {"y": law(x)}, {"x": (N_IN,)}).graph
    rows = list(zip(graph.op, graph.a, graph.b, graph.c, graph.value))
    assert len(set(rows)) == len(rows)
    for node in range(len(graph)):
        assert all(ref >> 1 < node for ref in graph.operands(node))


@given(laws())
def test_nodes_keep_their_normal_form(law: Law) -> None:
    graph = trace(lambda x: {"y": law(x)}, {"x": (N_IN,)}).graph
    for node, op in enumerate(graph.op):
        a, b = graph.a[node], graph.b[node]
        if op in (Op.ADD, Op.SUB, Op.MUL):
            assert not (a & 1 or b & 1)
        if op in (Op.SIN, Op.COS, Op.TANH, Op.ABS, Op.ATAN2):
            assert not a & 1
        if op == Op.CONST:
            assert graph.value[node] >= 0.0
        elif op in UNARY or op in (Op.ADD, Op.SUB, Op.MUL, Op.DIV):
            operands = graph.operands(node)
            assert any(graph.op[ref >> 1] != Op.CONST for ref in operands)


@given(numbers)
def test_a_constant_and_its_negative_are_one_node(number: float) -> None:
    graph = Graph()
    ref = graph.constant(number)
    assert graph.constant_value(ref) == number
    assert graph.constant(-number) == graph.negate(ref)


def test_zero_one_and_minus_one_have_fixed_references(graph: Graph) -> None:
    assert (graph.constant(0.0), graph.constant(-0.0), graph.constant(1.0), graph.constant(-1.0)) == (
        ZERO,
        ZERO,
        ONE,
        MINUS_ONE,
    )


def test_zeros_and_ones_vanish(graph: Graph, x: int) -> None:
    assert graph.add(x, ZERO) == graph.sub(x, ZERO) == graph.mul(x, ONE) == graph.div(x, ONE) == x
    assert graph.sub(ZERO, x) == graph.mul(x, MINUS_ONE) == graph.div(x, MINUS_ONE) == x ^ 1
    assert graph.mul(x, ZERO) == graph.mul(x ^ 1, ZERO) == graph.div(ZERO, x) == graph.sub(x, x) == ZERO
    assert graph.div(x, x) == ONE
    assert graph.div(x, x ^ 1) == MINUS_ONE


def test_signs_are_pulled_out_of_sums_and_products(graph: Graph, x: int, y: int) -> None:
    assert graph.sub(x, y) == graph.negate(graph.sub(y, x))
    assert graph.add(x, y) == graph.add(y, x) == graph.negate(graph.sub(x ^ 1, y))
    assert graph.mul(x, y ^ 1) == graph.mul(x ^ 1, y) == graph.negate(graph.mul(y, x))
    assert graph.div(x, y ^ 1) == graph.negate(graph.div(x, y))


def test_signs_are_pulled_out_of_odd_and_even_functions(graph: Graph, x: int, y: int) -> None:
    for odd in (graph.sin, graph.tanh):
        assert odd(x ^ 1) == odd(x) ^ 1
    for even in (graph.cos, graph.absolute):
        assert even(x ^ 1) == even(x)
    assert graph.atan2(x ^ 1, y) == graph.atan2(x, y) ^ 1
    assert graph.minimum(x ^ 1, y ^ 1) == graph.maximum(x, y) ^ 1


def test_constants_merge_along_products_sums_and_quotients(graph: Graph, x: int) -> None:
    c = graph.constant
    assert graph.mul(c(3.0), graph.mul(x, c(2.0))) == graph.mul(c(6.0), x)
    assert graph.mul(c(0.5), graph.add(x, x)) == x
    assert graph.add(graph.add(x, c(1.0)), c(2.0)) == graph.add(x, c(3.0))
    assert graph.sub(graph.sub(c(1.0), x), c(1.0)) == x ^ 1
    assert graph.div(graph.mul(c(6.0), x), c(3.0)) == graph.mul(c(2.0), x)
    assert graph.div(c(6.0), graph.mul(c(3.0), x)) == graph.div(c(2.0), x)
    assert graph.div(x, graph.div(ONE, x)) == graph.mul(x, x)


def test_constants_do_not_merge_into_overflow_or_underflow(graph: Graph, x: int) -> None:
    big, small = graph.constant(1e200), graph.constant(1e-200)
    for factor in (big, small):
        outer = graph.mul(factor, graph.mul(factor, x))
        assert graph.op[outer >> 1] == Op.MUL
        assert graph.a[outer >> 1] == factor


def test_division_by_a_constant_is_a_product_only_where_that_is_exact(graph: Graph, x: int) -> None:
    assert graph.op[graph.div(x, graph.constant(4.0)) >> 1] == Op.MUL
    assert graph.op[graph.div(x, graph.constant(3.0)) >> 1] == Op.DIV


@given(st.integers(-70, 70), st.floats(0.5, 1.5))
def test_whole_powers(exponent: int, base: float) -> None:
    function = trace(lambda x: {"y": x**exponent}, {"x": ()})
    assert evaluate(function, x=base)["y"] == pytest.approx(base**exponent, rel=1e-13)
    assert math.isclose(evaluate(function, x=-base)["y"], (-base) ** exponent, rel_tol=1e-13)


def test_powers_share_their_squares(graph: Graph, x: int) -> None:
    square = graph.mul(x, x)
    assert graph.power(x, 2) == square
    assert graph.power(x, 4) == graph.mul(square, square)
    assert graph.power(x, 0) == ONE


def test_functions_of_constants_fold(graph: Graph) -> None:
    c = graph.constant
    assert graph.sin(c(0.3)) == c(math.sin(0.3))
    assert graph.cos(ZERO) == ONE
    assert graph.atan2(c(-1.0), c(-2.0)) == c(math.atan2(-1.0, -2.0))
    assert graph.sqrt(c(9.0)) == c(3.0)
    assert graph.exp(ZERO) == ONE
    assert graph.minimum(c(1.0), c(2.0)) == ONE


def test_choices_fold_where_they_are_known(graph: Graph, x: int, y: int) -> None:
    infinite = graph.constant(math.inf)
    assert graph.where(ONE, x, y) == x
    assert graph.where(ZERO, x, y) == y
    assert graph.where(x, y, y) == y
    assert graph.where(x, y ^ 1, ZERO) == graph.where(x, y, ZERO) ^ 1
    assert graph.minimum(x, infinite) == graph.maximum(infinite ^ 1, x) == graph.minimum(x, x) == x


def test_a_call_is_shared_and_checks_its_arguments(graph: Graph, x: int, y: int) -> None:
    procedure = factor_ldl(2)
    assert graph.call(procedure, [x, y, x]) == graph.call(procedure, [x, y, x])
    assert graph.op.count(Op.CALL) == 1
    assert procedure.kind == "factor_ldl"
    with pytest.raises(ShapeError, match="procedure 'factor_ldl 2': takes 3 values and was given 2"):
        graph.call(procedure, [x, y])


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda g, x: g.div(x, ZERO), "the equations: divide by a constant zero"),
        (lambda g, x: g.constant(math.nan), "a constant of the equations: is not a number"),
        (lambda g, x: g.sqrt(g.constant(-1.0)), "sqrt of the constant -1.0: has no value"),
        (lambda g, x: g.log(ZERO), "log of the constant 0.0: has no value"),
        (lambda g, x: g.exp(g.constant(1e4)), "exp of the constant 10000.0: has no value"),
    ],
)
def test_constants_without_a_value_are_refused(graph: Graph, x: int, build: object, message: str) -> None:
    with pytest.raises(TraceError, match=message):
        build(graph, x)  # type: ignore[operator]


def test_a_graph_says_how_large_it_is(graph: Graph, x: int) -> None:
    assert repr(graph) == "Graph(3 nodes, 1 inputs)"
    assert np.array(graph.value).shape == (len(graph),)
