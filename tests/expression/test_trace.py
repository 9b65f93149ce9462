"""A law that is run on symbols becomes a function with named ports of the right shapes."""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import pytest

from linkwork.errors import ShapeError, TraceError, UnknownName
from linkwork.expression.evaluate import evaluate
from linkwork.expression.graph import Op
from linkwork.expression.symbol import Symbol
from linkwork.expression.trace import Function, trace


def test_the_law_is_given_symbols_of_the_shapes_that_were_asked_for() -> None:
    seen: dict[str, Any] = {}

    def law(s: Any, q: Any, A: Any) -> dict[str, Any]:
        seen.update(s=s, q=q, A=A)
        return {}

    function = trace(law, {"s": (), "q": (3,), "A": (2, 2)})
    assert isinstance(seen["s"], Symbol)
    assert (seen["q"].shape, seen["A"].shape) == ((3,), (2, 2))
    assert [repr(x) for x in seen["A"].flat] == ["A[0][0]", "A[0][1]", "A[1][0]", "A[1][1]"]
    assert [(p.name, p.shape, p.size) for p in function.inputs] == [("s", (), 1), ("q", (3,), 3), ("A", (2, 2), 4)]
    assert function.name == "law"


def test_outputs_may_be_scalars_nested_sequences_arrays_and_constants() -> None:
    def law(q: Any) -> dict[str, Any]:
        return {
            "scalar": q[0],
            "list": [q[0], 1.0],
            "rows": ((q[0], q[1], 0), (2, q[1], -q[0])),
            "array": np.outer(q, q),
            "empty": [],
            "constants": np.eye(2),
        }

    function = trace(law, {"q": (2,)}, name="mixed")
    shapes = {port.name: port.shape for port in function.outputs}
    assert shapes == {"scalar": (), "list": (2,), "rows": (2, 3), "array": (2, 2), "empty": (0,), "constants": (2, 2)}
    values = evaluate(function, q=[3.0, 4.0])
    assert values["rows"].tolist() == [[3.0, 4.0, 0.0], [2.0, 4.0, -3.0]]
    assert values["array"].tolist() == [[9.0, 12.0], [12.0, 16.0]]
    assert values["empty"].shape == (0,)


def test_only_what_the_outputs_need_is_live() -> None:
    function = trace(lambda x: {"y": x * x, "z": np.sin(x) + 0.0 * np.exp(x)}, {"x": ()})
    graph = function.graph
    assert Op.EXP in graph.op
    kinds = {graph.op[node] for node in function.live()}
    assert kinds == {Op.INPUT, Op.MUL, Op.SIN}
    assert {graph.op[node] for node in function.select("y").live()} == {Op.INPUT, Op.MUL}
    assert function.live() == sorted(function.live())


def test_select_and_joined_rearrange_outputs() -> None:
    function = trace(lambda x: {"y": x * x, "z": x + 1.0}, {"x": ()})
    assert [port.name for port in function.select("z", "y").outputs] == ["z", "y"]
    both = function.select("z").joined(function.select("y"))
    assert [port.name for port in both.outputs] == ["z", "y"]
    assert [port.name for port in both.inputs] == ["x"]


def test_functions_of_different_graphs_are_not_joined() -> None:
    one, other = (trace(lambda x: {"y": x}, {"x": ()}, name=name) for name in ("one", "other"))
    with pytest.raises(TraceError, match="function 'one': shares no graph with the others. Use merge"):
        one.joined(other)


def test_ports_are_found_by_name_and_a_misspelt_one_gets_the_nearest() -> None:
    function = trace(lambda velocity: {"momentum": 2.0 * velocity}, {"velocity": ()}, name="body")
    assert function.input("velocity").name == "velocity"
    assert function.output("momentum").name == "momentum"
    with pytest.raises(UnknownName, match="input 'velocty': does not exist in the inputs of function 'body'. Nearest"):
        function.input("velocty")
    with pytest.raises(UnknownName, match="output 'force': does not exist"):
        function.output("force")


def test_a_law_must_return_named_outputs() -> None:
    with pytest.raises(ShapeError, match="law 'sum': returned a Symbol. Return a dict"):
        trace(lambda x: x, {"x": ()}, name="sum")  # type: ignore[arg-type,return-value]


def test_ragged_outputs_are_refused() -> None:
    with pytest.raises(ShapeError, match="output 'y': is ragged"):
        trace(lambda x: {"y": [[x, x], [x]]}, {"x": ()})


def test_tracing_leaves_the_garbage_collector_as_it_was() -> None:
    assert gc.isenabled()

    def law(x: Any) -> dict[str, Any]:
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        trace(law, {"x": ()})
    assert gc.isenabled()


def test_functions_can_be_written_into_one_graph() -> None:
    first = trace(lambda x: {"y": x}, {"x": ()})
    second = trace(lambda x: {"y": x}, {"x": ()}, graph=first.graph)
    assert first.graph is second.graph
    assert first.input("x").refs != second.input("x").refs
    assert isinstance(second, Function)
