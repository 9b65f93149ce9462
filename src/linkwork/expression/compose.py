"""Put functions together: inside another law, side by side, with some inputs fixed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from linkwork.errors import ShapeError
from linkwork.expression.evaluate import evaluate
from linkwork.expression.graph import Graph, Op
from linkwork.expression.symbol import Symbol, reference
from linkwork.expression.trace import Function, Port, array_of, flatten, live

_BUILDERS: dict[int, Callable[..., int]] = {
    Op.ADD: Graph.add,
    Op.SUB: Graph.sub,
    Op.MUL: Graph.mul,
    Op.DIV: Graph.div,
    Op.SQRT: Graph.sqrt,
    Op.SIN: Graph.sin,
    Op.COS: Graph.cos,
    Op.ATAN2: Graph.atan2,
    Op.EXP: Graph.exp,
    Op.LOG: Graph.log,
    Op.TANH: Graph.tanh,
    Op.MIN: Graph.minimum,
    Op.MAX: Graph.maximum,
    Op.ABS: Graph.absolute,
    Op.WHERE: Graph.where,
}


def rebuild(source: Graph, nodes: Iterable[int], target: Graph, known: dict[int, int]) -> dict[int, int]:
    """Write nodes of `source` (operands first) into `target`, folding again; `known`, node -> reference, grows."""
    kinds, first, second = source.op, source.a, source.b

    def moved(ref: int) -> int:
        found = known[ref >> 1]
        return found ^ 1 if ref & 1 and found else found

    for node in nodes:
        if node in known:
            continue
        op = kinds[node]
        build = _BUILDERS.get(op)
        if build is not None:
            known[node] = build(target, *[moved(ref) for ref in source.operands(node)])
        elif op == Op.CONST:
            known[node] = target.constant(source.value[node])
        elif op == Op.POW:
            known[node] = target.power(moved(first[node]), second[node])
        elif op == Op.CALL:
            call = source.calls[first[node]]
            origin = None if call.source is None else known[call.source] >> 1
            known[node] = 2 * target.block(call.procedure, [moved(ref) for ref in call.arguments], origin)
        elif op == Op.ITEM:
            known[node] = target.item(known[first[node]] >> 1, second[node])
        else:
            raise ShapeError(f"input {source.inputs[first[node]]!r}", "is needed by an output and was not given")
    return known


def inline(function: Function, **values: Any) -> dict[str, Any]:
    """Outputs of a function by name inside a law that is being traced; floats and arrays evaluate it right away.

    Every input is given as a nested sequence or array of scalars; each output comes back as an object array.
    """
    for name in values:
        function.input(name)
    flat = {name: flatten(value, f"input {name!r} of function {function.name!r}") for name, value in values.items()}
    graph = next((x.graph for _, scalars in flat.values() for x in scalars if isinstance(x, Symbol)), None)
    if graph is None:
        return dict(evaluate(function, **values))
    known: dict[int, int] = {}
    for port in function.inputs:
        for ref, x in zip(port.refs, _given(function, port, values)):
            known[ref >> 1] = reference(graph, x)
    rebuild(function.graph, function.live(), graph, known)
    return {port.name: array_of(graph, _moved(port, known)) for port in function.outputs}


def substitute(function: Function, **values: Any) -> Function:
    """The function with the named inputs fixed to numbers, folded into it."""
    graph = Graph()
    known: dict[int, int] = {}
    inputs = []
    for port in function.inputs:
        if port.name in values:
            for ref, x in zip(port.refs, _given(function, port, values)):
                known[ref >> 1] = graph.constant(x)
        else:
            inputs.append(_input(graph, port, function.graph, known))
    for name in values:
        function.input(name)
    return _written(function.name, graph, inputs, [(function, known)])


def merge(name: str, *functions: Function) -> Function:
    """One function with all their outputs; inputs of the same name are the same input, equal terms are shared."""
    graph = Graph()
    inputs: dict[str, Port] = {}
    parts = []
    taken: set[str] = set()
    for function in functions:
        known: dict[int, int] = {}
        for port in function.inputs:
            there = inputs.get(port.name)
            if there is None:
                inputs[port.name] = _input(graph, port, function.graph, known)
            elif there.shape != port.shape:
                raise ShapeError(
                    f"input {port.name!r}", f"has shape {there.shape} in one function, {port.shape} in another"
                )
            else:
                known.update((old >> 1, new) for old, new in zip(port.refs, there.refs))
        for port in function.outputs:
            if port.name in taken:
                raise ShapeError(f"output {port.name!r}", f"is an output of two of the functions merged into {name!r}")
            taken.add(port.name)
        parts.append((function, known))
    return _written(name, graph, list(inputs.values()), parts)


def compact(function: Function) -> Function:
    """The function alone in a graph of its own, without the nodes that it does not need."""
    return substitute(function)


def depends_on(function: Function, output: str, name: str) -> bool:
    """Whether the output changes with the named input at all."""
    nodes = set(live(function.graph, function.output(output).refs))
    return any(ref >> 1 in nodes for ref in function.input(name).refs)


def _written(
    name: str, graph: Graph, inputs: Sequence[Port], parts: Iterable[tuple[Function, dict[int, int]]]
) -> Function:
    outputs = []
    for function, known in parts:
        rebuild(function.graph, function.live(), graph, known)
        outputs += [_moved(port, known) for port in function.outputs]
    return Function(name, graph, tuple(inputs), tuple(outputs))


def _input(graph: Graph, port: Port, source: Graph, known: dict[int, int]) -> Port:
    refs = tuple(graph.input(source.inputs[source.a[ref >> 1]]) for ref in port.refs)
    known.update((old >> 1, new) for old, new in zip(port.refs, refs))
    return Port(port.name, port.shape, refs)


def _moved(port: Port, known: Mapping[int, int]) -> Port:
    return Port(
        port.name, port.shape, tuple(known[ref >> 1] ^ (ref & 1) if known[ref >> 1] else 0 for ref in port.refs)
    )


def _given(function: Function, port: Port, values: Mapping[str, Any]) -> list[Any]:
    """The scalars that were given for a port, row by row."""
    where = f"input {port.name!r} of function {function.name!r}"
    if port.name not in values:
        raise ShapeError(where, "is missing")
    shape, flat = flatten(values[port.name], where)
    if shape != port.shape:
        raise ShapeError(where, f"has shape {shape}", f"Give {port.shape}")
    return flat
