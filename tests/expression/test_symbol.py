"""Symbols behave as numbers do, among floats, NumPy numbers and arrays, and say clearly what they cannot do."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from linkwork.algebra import scalars
from linkwork.errors import LinkworkError, ParameterError, ShapeError, TraceError
from linkwork.expression.evaluate import evaluate
from linkwork.expression.graph import Graph
from linkwork.expression.symbol import Symbol, reference, scalar
from linkwork.expression.trace import trace


@pytest.fixture
def graph() -> Graph:
    return Graph()


@pytest.fixture
def x(graph: Graph) -> Any:
    return scalar(graph, graph.input("x"))


@pytest.fixture
def y(graph: Graph, x: Any) -> Any:
    return scalar(graph, graph.input("y"))


OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv]
NUMBERS = [2, 2.0, np.float64(2.0), np.float32(2.0), np.int64(2), np.array(2.0)]


@pytest.mark.parametrize("operation", OPERATORS)
@pytest.mark.parametrize("number", NUMBERS, ids=lambda n: type(n).__name__)
def test_every_kind_of_number_gives_the_same_node(x: Any, operation: Callable[..., Any], number: Any) -> None:
    assert operation(x, number) is operation(x, 2.0)
    assert operation(number, x) is operation(2.0, x)


@pytest.mark.parametrize("operation", OPERATORS)
def test_operators_mean_what_they_mean_on_floats(operation: Callable[..., Any]) -> None:
    function = trace(lambda x, y: {"y": [operation(x, y), operation(x, 3.0), operation(3.0, x)]}, {"x": (), "y": ()})
    expected = [operation(0.7, -1.3), operation(0.7, 3.0), operation(3.0, 0.7)]
    assert evaluate(function, x=0.7, y=-1.3)["y"].tolist() == expected


@pytest.mark.parametrize("operation", OPERATORS)
def test_arrays_are_combined_element_by_element(x: Any, y: Any, operation: Callable[..., Any]) -> None:
    for array in (np.array([1.0, 2.0]), np.array([[y, 2.0]], object)):
        left, right = operation(x, array), operation(array, x)
        assert left.shape == right.shape == array.shape
        assert left.flat[1] is operation(x, 2.0)
        assert right.flat[1] is operation(2.0, x)


def test_what_folds_to_a_constant_is_a_float(x: Any) -> None:
    for value, expected in [(x - x, 0.0), (x * 0.0, 0.0), (0 * x, 0.0), (x / x, 1.0), (x**0, 1.0), (0.0 / x, 0.0)]:
        assert type(value) is float
        assert value == expected


def test_equal_expressions_are_the_same_object(x: Any, y: Any) -> None:
    assert x * y + 1.0 is 1.0 + y * x
    assert x - y is -(y - x)
    assert 0.0 - (-x) is x
    assert +x is x
    assert x + 0.0 is 0.0 + x is x * 1.0 is x


def test_scalar_functions_reach_the_graph(x: Any, y: Any) -> None:
    for name in ("sin", "cos", "sqrt", "exp", "log", "tanh", "absolute"):
        assert getattr(scalars, name)(x) is getattr(x, "_" + name)()
    assert scalars.minimum(x, 1.0) is scalars.minimum(1.0, x) is x._minimum(1.0)
    assert scalars.maximum(x, y) is scalars.maximum(y, x)
    assert scalars.where(x, 1.0, y) is x._where(1.0, y)
    assert scalars.atan2(x, 1.0) is not scalars.atan2(1.0, x)
    assert scalars.constant_value(x) is None
    assert scalars.same(x * y, y * x)
    assert not scalars.same(x, y)
    assert not scalars.same(x, 1.0)


def test_reflected_atan2_keeps_the_order_of_its_arguments() -> None:
    function = trace(lambda x: {"y": [scalars.atan2(2.0, x), scalars.atan2(x, 2.0)]}, {"x": ()})
    assert evaluate(function, x=-1.0)["y"].tolist() == [np.arctan2(2.0, -1.0), np.arctan2(-1.0, 2.0)]


UFUNCS = ["sin", "cos", "tan", "sqrt", "exp", "log", "tanh", "abs", "square", "negative", "reciprocal", "positive"]


@pytest.mark.parametrize("name", UFUNCS)
def test_numpy_functions_work_on_symbols(name: str) -> None:
    ufunc = getattr(np, name)
    function = trace(lambda x: {"y": ufunc(x)}, {"x": ()})
    assert evaluate(function, x=0.7)["y"] == pytest.approx(ufunc(0.7), rel=1e-15)


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "sqrt", "exp", "log", "tanh", "square", "abs"])
def test_numpy_functions_work_on_arrays_of_symbols(name: str) -> None:
    ufunc = getattr(np, name)
    function = trace(lambda x: {"y": ufunc(x)}, {"x": (2,)})
    assert evaluate(function, x=[0.7, 1.2])["y"] == pytest.approx(ufunc([0.7, 1.2]), rel=1e-15)


@pytest.mark.parametrize("name", ["arctan2", "minimum", "maximum", "hypot", "power", "multiply", "subtract"])
def test_numpy_functions_of_two_take_a_number_on_either_side(name: str) -> None:
    ufunc = getattr(np, name)
    function = trace(lambda x: {"y": [ufunc(x, 2.0), ufunc(np.float64(2.0), x), ufunc(x, x)]}, {"x": ()})
    expected = [ufunc(0.7, 2.0), ufunc(2.0, 0.7), ufunc(0.7, 0.7)]
    assert evaluate(function, x=0.7)["y"] == pytest.approx(expected, rel=1e-14)


def test_matrix_products_of_object_arrays() -> None:
    A = np.arange(6.0).reshape(2, 3)
    function = trace(lambda x: {"y": A @ x, "z": x @ x}, {"x": (3,)})
    x = np.array([0.3, -1.0, 2.0])
    assert evaluate(function, x=x)["y"] == pytest.approx(A @ x)
    assert evaluate(function, x=x)["z"] == pytest.approx(x @ x)


@pytest.mark.parametrize("exponent", [2, 2.0, np.int64(2), 0.5, -1.5, 7, -3])
def test_whole_and_half_powers(exponent: Any) -> None:
    function = trace(lambda x: {"y": x**exponent}, {"x": ()})
    assert evaluate(function, x=1.7)["y"] == pytest.approx(1.7 ** float(exponent), rel=1e-14)


def test_a_power_may_be_a_symbol() -> None:
    function = trace(lambda x: {"y": [2.0**x, x**x]}, {"x": ()})
    assert evaluate(function, x=1.7)["y"] == pytest.approx([2.0**1.7, 1.7**1.7], rel=1e-14)


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (bool, "be tested for truth"),
        (lambda x: x == 0.0, "be compared (==)"),
        (lambda x: x != 0.0, "be compared (!=)"),
        (lambda x: x < 1.0, "be compared (<)"),
        (lambda x: x <= 1.0, "be compared (<=)"),
        (lambda x: x > 1.0, "be compared (>)"),
        (lambda x: x >= 1.0, "be compared (>=)"),
        (float, "become a float"),
    ],
)
def test_a_branch_on_a_symbol_is_refused_with_the_remedy(x: Any, deed: Callable[..., Any], words: str) -> None:
    with pytest.raises(ParameterError) as raised:
        deed(x)
    assert str(raised.value) == (
        f"symbol x: cannot {words}, for its value is known only when the compiled function runs. Use where, minimum, "
        "maximum, absolute, sin, cos, sqrt ... of linkwork, or branch on something that is known beforehand."
    )
    assert isinstance(raised.value, TypeError)


def test_symbols_may_be_keys_and_be_found_in_lists(x: Any, y: Any) -> None:
    assert {x: 1, y: 2}[y] == 2
    assert x in [x]
    assert operator.ne(x, x) is False
    assert operator.eq(x, x) is True


@pytest.mark.parametrize(
    ("deed", "kind", "message"),
    [
        (lambda x: x + "1 m", ParameterError, "'1 m' of type str: cannot stand in an expression. Give a real number"),
        (lambda x: x * None, ParameterError, "None of type NoneType: cannot stand in an expression"),
        (lambda x: 1j * x, ParameterError, "1j of type complex: cannot stand in an expression"),
        (lambda x: x**0.3, TraceError, "power 0.3 of x: is neither a whole nor a half number"),
        (lambda x: np.arccosh(x), TraceError, "numpy.arccosh: cannot be written down as an expression. Symbols know: "),
        (lambda x: np.add.reduce(x), TraceError, "numpy.add: cannot be written down"),
        (lambda x: x._minimum(np.ones(2)), ShapeError, r"needs a scalar and was given an array of shape \(2,\)"),
    ],
)
def test_what_cannot_stand_in_an_expression(
    x: Any, deed: Callable[..., Any], kind: type[LinkworkError], message: str
) -> None:
    with pytest.raises(kind, match=message):
        deed(x)


def test_symbols_of_two_traces_do_not_mix(x: Any) -> None:
    other = Graph()
    z = scalar(other, other.input("z"))
    for operation in OPERATORS:
        with pytest.raises(TraceError, match="symbol z: belongs to another trace. Pass its value in as an input"):
            operation(x, z)


def test_a_symbol_shows_its_name_or_node(graph: Graph, x: Any, y: Any) -> None:
    assert repr(x) == "x"
    assert repr(-x) == "-x"
    assert repr(x * y) == f"<node {len(graph) - 1}>"
    assert repr(Symbol(graph, graph.constant(-2.0))) == "-2.0"
    assert float(Symbol(graph, graph.constant(-2.0))) == -2.0
    assert reference(graph, -2.0) == graph.constant(-2.0)
