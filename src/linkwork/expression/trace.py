"""trace: run a law on symbols once → Function, the equations that it left behind, with named inputs and outputs."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.errors import ShapeError, TraceError, UnknownName
from linkwork.expression.graph import Graph, Op
from linkwork.expression.symbol import Scalar, reference, scalar


@dataclass(frozen=True)
class Port:
    """A named array of values going in or out; `refs` in row-major order."""

    name: str
    shape: tuple[int, ...]
    refs: tuple[int, ...]

    @property
    def size(self) -> int:
        """Number of scalars."""
        return len(self.refs)


@dataclass(frozen=True)
class Function:
    """Outputs as expressions of inputs; several functions may live in one graph."""

    name: str
    graph: Graph
    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]

    def input(self, name: str) -> Port:
        """The input port of that name."""
        return _port(name, self.inputs, f"the inputs of function {self.name!r}", "input")

    def output(self, name: str) -> Port:
        """The output port of that name."""
        return _port(name, self.outputs, f"the outputs of function {self.name!r}", "output")

    def live(self) -> list[int]:
        """The nodes that the outputs need, operands first."""
        return live(self.graph, (ref for port in self.outputs for ref in port.refs))

    def joined(self, *others: Function) -> Function:
        """This function with the outputs of others in the same graph, such as its derivatives, behind its own."""
        inputs = {port.refs: port for function in (self, *others) for port in function.inputs}
        outputs = {port.name: port for function in (self, *others) for port in function.outputs}
        if any(function.graph is not self.graph for function in others) or len(inputs) > len(
            {port.name for port in inputs.values()}
        ):
            raise TraceError(f"function {self.name!r}", "shares no graph with the others", "Use merge() instead")
        return Function(self.name, self.graph, tuple(inputs.values()), tuple(outputs.values()))

    def select(self, *outputs: str) -> Function:
        """This function with only the named outputs, in that order; all inputs stay."""
        return Function(self.name, self.graph, self.inputs, tuple(self.output(name) for name in outputs))


def trace(
    law: Callable[..., Mapping[str, Any]],
    inputs: Mapping[str, Sequence[int]],
    *,
    name: str = "",
    graph: Graph | None = None,
) -> Function:
    """The equations of `law`, which is called with one object array of symbols per input, in order.

    An input of shape () is a symbol by itself. The law returns its outputs by name, each a scalar or a nested sequence
    or array of scalars. `graph`, if given, is the graph to write into, so that functions share nodes.
    """
    graph = Graph() if graph is None else graph
    ports = tuple(input_port(graph, port, shape) for port, shape in inputs.items())
    collecting = gc.isenabled()
    gc.disable()  # symbols only pile up while tracing; looking for garbage among them costs a fifth of the time
    try:
        results = law(*(array_of(graph, port) for port in ports))
    finally:
        if collecting:
            gc.enable()
    label = name or getattr(law, "__name__", "function")
    if not isinstance(results, Mapping):
        raise ShapeError(
            f"law {label!r}", f"returned a {type(results).__name__}", "Return a dict from output name to values"
        )
    return Function(label, graph, ports, tuple(output_port(graph, port, values) for port, values in results.items()))


def input_port(graph: Graph, name: str, shape: Sequence[int] = ()) -> Port:
    """A port of new inputs of the graph."""
    shape = tuple(int(n) for n in shape)
    names = [name + "".join(f"[{i}]" for i in index) for index in np.ndindex(*shape)]
    return Port(name, shape, tuple(graph.input(each) for each in names))


def output_port(graph: Graph, name: str, values: Any) -> Port:
    """A port of the scalars in a nested sequence or array."""
    shape, flat = flatten(values, f"output {name!r}")
    return Port(name, shape, tuple(reference(graph, x) for x in flat))


def array_of(graph: Graph, port: Port) -> Any:
    """The symbols of a port as an object array of its shape; a symbol alone for shape ()."""
    if not port.shape:
        return scalar(graph, port.refs[0])
    array = np.empty(len(port.refs), object)
    array[:] = [scalar(graph, ref) for ref in port.refs]
    return array.reshape(port.shape)


def live(graph: Graph, refs: Iterable[int]) -> list[int]:
    """The nodes that the references need, operands first."""
    op, a, b = graph.op, graph.a, graph.b
    needed = bytearray(len(op))
    for ref in refs:
        needed[ref >> 1] = 1
    for node in range(max(len(op) - 1, 0), -1, -1):
        if not needed[node]:
            continue
        kind = op[node]
        if kind <= Op.INPUT:
            continue
        if kind <= Op.DIV:
            needed[a[node] >> 1] = 1
            needed[b[node] >> 1] = 1
        else:
            for ref in graph.operands(node):
                needed[ref >> 1] = 1
    return [node for node, flag in enumerate(needed) if flag]


def _port(name: str, ports: tuple[Port, ...], where: str, kind: str) -> Port:
    for port in ports:
        if port.name == name:
            return port
    raise UnknownName(kind, name, (port.name for port in ports), where)


def flatten(values: Any, name: str) -> tuple[tuple[int, ...], list[Scalar]]:
    """Shape and row-major scalars of a nested sequence."""
    if isinstance(values, np.ndarray):
        return values.shape, values.ravel().tolist()
    if not isinstance(values, (list, tuple)) and not hasattr(values, "__iter__"):
        return (), [values]
    parts = [flatten(value, name) for value in values]
    shapes = {shape for shape, _ in parts}
    if len(shapes) > 1:
        raise ShapeError(name, f"is ragged: its rows have the shapes {sorted(shapes)}")
    inner = shapes.pop() if shapes else ()
    return (len(parts), *inner), [x for _, flat in parts for x in flat]
