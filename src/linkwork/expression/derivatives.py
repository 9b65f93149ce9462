"""Derivatives of functions, exact, as more nodes of the same graph.

    forward   ẏ = Σ ∂y/∂x_k ẋ_k          operands first, one rate for each direction              (1)
    reverse   x̄_k += ∂y/∂x_k ȳ           operands last, one weight for each output               (2)

Values and derivatives share terms. where, minimum, maximum and absolute are differentiated along the branch that is
taken. A linear solve is differentiated implicitly, with its own factors. Higher orders come by repetition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from linkwork.errors import OptionError, ShapeError, TraceError
from linkwork.expression.graph import MINUS_ONE, ONE, ZERO, Call, Graph, Op
from linkwork.expression.procedures import Block
from linkwork.expression.symbol import Scalar, Symbol, reference, scalar
from linkwork.expression.trace import Function, Port, flatten, input_port, live

Rates = dict[int, int]  # direction or output -> reference of the rate or weight; what is missing is zero
Mode = Literal["auto", "forward", "reverse"]


def jacobian(function: Function, of: str | Sequence[str], wrt: str | Sequence[str], *, mode: Mode = "auto") -> Function:
    """∂of/∂wrt as outputs `d_{of}_d_{wrt}` of shape of.shape + wrt.shape.

    Entries that cannot change are constant zeros. The graph is shared with the function:
    `function.joined(jacobian(...))` gives values and derivatives at once.
    """
    results = [function.output(name) for name in _names(of)]
    variables = [function.input(name) for name in _names(wrt)]
    rows = [ref for port in results for ref in port.refs]
    columns = [ref >> 1 for port in variables for ref in port.refs]
    entries = _entries(function.graph, rows, columns, mode)
    outputs, row = [], 0
    for result in results:
        column = 0
        for variable in variables:
            refs = tuple(
                entries.get((row + i, column + j), ZERO) for i in range(result.size) for j in range(variable.size)
            )
            outputs.append(Port(f"d_{result.name}_d_{variable.name}", result.shape + variable.shape, refs))
            column += variable.size
        row += result.size
    return Function(f"{function.name}_jacobian", function.graph, function.inputs, tuple(outputs))


def gradient(function: Function, of: str, wrt: str | Sequence[str]) -> Function:
    """∂of/∂wrt of a single scalar, in reverse mode: a small multiple of the cost of `of` for any number of inputs."""
    if function.output(of).size != 1:
        raise ShapeError(
            f"output {of!r} of function {function.name!r}",
            f"has shape {function.output(of).shape} and a gradient belongs to a scalar",
            "Use jacobian()",
        )
    return jacobian(function, of, wrt, mode="reverse")


def rate(function: Function, along: Mapping[str, Any], of: str | Sequence[str] | None = None) -> Function:
    """Time derivative of outputs, as `{of}_rate`, while inputs change at given rates.

    `along` says for each changing input how fast: the name of another input of the same size (which is added if there
    is none of that name), or scalars of the function's graph.
    """
    graph = function.graph
    inputs = list(function.inputs)
    seeds: dict[int, Rates] = {}
    for name, rates in along.items():
        port = function.input(name)
        if isinstance(rates, str):
            found = next((p for p in inputs if p.name == rates), None)
            if found is None:
                found = input_port(graph, rates, port.shape)
                inputs.append(found)
            refs: Sequence[int] = found.refs
        else:
            refs = [reference(graph, x) for x in flatten(rates, f"rate of {name!r}")[1]]
        if len(refs) != port.size:
            raise ShapeError(f"the rate of input {name!r}", f"has {len(refs)} values", f"Give {port.size}")
        seeds.update((x >> 1, {0: r}) for x, r in zip(port.refs, refs) if r)
    ports = [function.output(name) for name in (_names(of) if of is not None else [p.name for p in function.outputs])]
    rates_of = _forward(graph, [ref for port in ports for ref in port.refs], seeds)
    outputs = tuple(
        Port(f"{port.name}_rate", port.shape, tuple(_signed(rates_of, ref).get(0, ZERO) for ref in port.refs))
        for port in ports
    )
    return Function(f"{function.name}_rate", graph, tuple(inputs), outputs)


def pull_back(function: Function, weights: Mapping[str, str], wrt: str | Sequence[str]) -> Function:
    """Σ weightᵀ ∂of/∂wrt as outputs `{wrt}_weight`; `weights` names for each output a new input of its shape."""
    graph = function.graph
    inputs = list(function.inputs)
    seeds: list[tuple[int, int, int]] = []
    for name, weight in weights.items():
        port = function.output(name)
        inputs.append(input_port(graph, weight, port.shape))
        seeds += [(ref, 0, w) for ref, w in zip(port.refs, inputs[-1].refs)]
    variables = [function.input(name) for name in _names(wrt)]
    nodes = live(graph, (ref for ref, _, _ in seeds))
    leaves = {ref >> 1 for port in variables for ref in port.refs}
    weight_of = _reverse(graph, nodes, seeds, leaves)
    outputs = tuple(
        Port(f"{port.name}_weight", port.shape, tuple(weight_of.get(ref >> 1, {}).get(0, ZERO) for ref in port.refs))
        for port in variables
    )
    return Function(f"{function.name}_pull_back", graph, tuple(inputs), outputs)


def differentiate(values: Sequence[Scalar], wrt: Sequence[Symbol]) -> list[list[Scalar]]:
    """Rows ∂value/∂wrt inside a law that is being traced; wrt are inputs of the trace."""
    if not wrt:
        return [[] for _ in values]
    graph = wrt[0].graph
    entries = _entries(graph, [reference(graph, x) for x in values], [x.ref >> 1 for x in wrt], "auto")
    return [[scalar(graph, entries.get((i, j), ZERO)) for j in range(len(wrt))] for i in range(len(values))]


def differentiate_along(values: Sequence[Scalar], wrt: Sequence[Symbol], rates: Sequence[Scalar]) -> list[Scalar]:
    """Time derivatives of values inside a law that is being traced, while the inputs `wrt` change at `rates`."""
    if not wrt:
        return [0.0 for _ in values]
    graph = wrt[0].graph
    refs = [reference(graph, x) for x in values]
    speeds = [reference(graph, r) for r in rates]
    rates_of = _forward(graph, refs, {x.ref >> 1: {0: r} for x, r in zip(wrt, speeds) if r})
    return [scalar(graph, _signed(rates_of, ref).get(0, ZERO)) for ref in refs]


# -- Jacobians --------------------------------------------------------------------------------------------------------


def _entries(graph: Graph, rows: Sequence[int], columns: Sequence[int], mode: Mode) -> dict[tuple[int, int], int]:
    """The structurally nonzero entries, by row and column."""
    nodes = live(graph, rows)
    if mode == "auto":
        mode = _cheaper(graph, nodes, rows, columns)
    if mode == "forward":
        rates = _forward(graph, rows, {node: {j: ONE} for j, node in enumerate(columns)})
        return {(i, j): r for i, ref in enumerate(rows) for j, r in _signed(rates, ref).items()}
    if mode == "reverse":
        weights = _reverse(graph, nodes, [(ref, i, ONE) for i, ref in enumerate(rows)], set(columns))
        return {(i, j): w for j, node in enumerate(columns) for i, w in weights.get(node, {}).items()}
    raise OptionError(f"mode {mode!r}", "does not exist", "Choose 'auto', 'forward' or 'reverse'")


def _cheaper(graph: Graph, nodes: Sequence[int], rows: Sequence[int], columns: Sequence[int]) -> Mode:
    """The mode with fewer operations; sets of directions, and of outputs, are the bits of an int."""
    below = {node: 1 << j for j, node in enumerate(columns)}
    forward = reverse = 0
    for node in nodes:
        if node not in below:
            bits, linear = 0, graph.op[node] in (Op.ADD, Op.SUB)
            for ref in graph.operands(node):
                more = below.get(ref >> 1, 0)
                forward += (bits & more).bit_count() + (0 if linear else more.bit_count())
                bits |= more
            if bits:
                below[node] = bits
    above: dict[int, int] = {}
    for i, ref in enumerate(rows):
        above[ref >> 1] = above.get(ref >> 1, 0) | 1 << i
    for node in reversed(nodes):
        if node in above and node in below and graph.op[node] != Op.INPUT:
            bits, linear = above[node], graph.op[node] in (Op.ADD, Op.SUB)
            for ref in graph.operands(node):
                if ref >> 1 in below:
                    there = above.get(ref >> 1, 0)
                    reverse += (bits & there).bit_count() + (0 if linear else bits.bit_count())
                    above[ref >> 1] = there | bits
    return "forward" if forward <= reverse else "reverse"


# -- one node ---------------------------------------------------------------------------------------------------------


def _partials(graph: Graph, node: int) -> list[tuple[int, int]]:
    """(operand, ∂node/∂operand) of a smooth node."""
    op, a, b, y = graph.op[node], graph.a[node], graph.b[node], 2 * node
    if op == Op.MUL:
        return [(a, b), (b, a)]
    if op == Op.ADD:
        return [(a, ONE), (b, ONE)]
    if op == Op.SUB:
        return [(a, ONE), (b, MINUS_ONE)]
    if op == Op.DIV:
        inverse = graph.div(ONE, b)
        return [(a, inverse), (b, graph.negate(graph.mul(y, inverse)))]
    if op == Op.SQRT:
        return [(a, graph.div(graph.constant(0.5), y))]
    if op == Op.SIN:
        return [(a, graph.cos(a))]
    if op == Op.COS:
        return [(a, graph.negate(graph.sin(a)))]
    if op == Op.EXP:
        return [(a, y)]
    if op == Op.LOG:
        return [(a, graph.div(ONE, a))]
    if op == Op.TANH:
        return [(a, graph.sub(ONE, graph.mul(y, y)))]
    if op == Op.POW:
        return [(a, graph.scale(graph.power(a, b - 1), float(b)))]
    if op == Op.ATAN2:
        inverse = graph.div(ONE, graph.add(graph.mul(a, a), graph.mul(b, b)))
        return [(a, graph.mul(b, inverse)), (b, graph.negate(graph.mul(a, inverse)))]
    raise TraceError(f"a node of kind {Op(op).name}", "has no derivative")


def _times(graph: Graph, partial: int, r: int) -> int:
    return r if partial == ONE else r ^ 1 if partial == MINUS_ONE else graph.mul(partial, r)


def _choice(graph: Graph, node: int) -> tuple[int, int, int] | None:
    """(condition, value if it is positive, value otherwise) of a node that chooses, else None."""
    op, a, b = graph.op[node], graph.a[node], graph.b[node]
    if op == Op.WHERE:
        return a, b, graph.c[node]
    if op == Op.MIN:
        return graph.sub(b, a), a, b
    if op == Op.MAX:
        return graph.sub(a, b), a, b
    if op == Op.ABS:
        return a, a, a ^ 1
    return None


def _sources(graph: Graph, node: int) -> tuple[Sequence[int], Sequence[int]]:
    """What a CALL depends on: the arguments of its source, and its own."""
    call = graph.calls[graph.a[node]]
    return (() if call.source is None else graph.calls[graph.a[call.source]].arguments), call.arguments


def _factors(graph: Graph, call: Call) -> Block:
    """The source of a call."""
    assert call.source is not None  # whatever can be differentiated reads factors
    source = graph.calls[graph.a[call.source]]
    return Block(source.procedure, [scalar(graph, ref) for ref in source.arguments])


def _signed(rates: Mapping[int, Rates], ref: int) -> Rates:
    """Rates of a reference."""
    found = rates.get(ref >> 1)
    if not found:
        return {}
    return {k: r ^ 1 for k, r in found.items()} if ref & 1 else found


# -- forward ----------------------------------------------------------------------------------------------------------


def _forward(graph: Graph, results: Sequence[int], seeds: Mapping[int, Rates]) -> dict[int, Rates]:
    """Rates of all nodes that change and that the results need, for all directions of the seeds at once (1)."""
    rates: dict[int, Rates] = {node: dict(seed) for node, seed in seeds.items()}
    factors: set[int] = set()  # nodes that have no derivative by themselves, but only through a substitution
    for node in live(graph, results):
        op = graph.op[node]
        if op <= Op.INPUT or node in seeds:
            continue
        if op == Op.CALL:
            _forward_call(graph, node, rates, factors)
        elif op == Op.ITEM:
            if graph.a[node] in factors:
                factors.add(node)
        elif factors and any(ref >> 1 in factors for ref in graph.operands(node)):
            raise _opaque()
        else:
            found = _forward_node(graph, node, rates)
            if found:
                rates[node] = found
    if any(ref >> 1 in factors for ref in results):
        raise _opaque()
    return rates


def _forward_node(graph: Graph, node: int, rates: Mapping[int, Rates]) -> Rates:
    if not any(ref >> 1 in rates for ref in graph.operands(node)):
        return {}
    choice = _choice(graph, node)
    if choice is not None:
        condition, a, b = choice
        first, second = _signed(rates, a), _signed(rates, b)
        chosen = {k: graph.where(condition, first.get(k, ZERO), second.get(k, ZERO)) for k in {**first, **second}}
        return {k: r for k, r in chosen.items() if r}
    total: Rates = {}
    for operand, partial in _partials(graph, node):
        for k, r in _signed(rates, operand).items():
            total[k] = graph.add(total.get(k, ZERO), _times(graph, partial, r))
    return {k: r for k, r in total.items() if r}


def _forward_call(graph: Graph, node: int, rates: dict[int, Rates], factors: set[int]) -> None:
    """Rates of the results of a procedure, all directions in one further call."""
    call = graph.calls[graph.a[node]]
    through, own = _sources(graph, node)
    directions = sorted({k for ref in (*through, *own) for k in rates.get(ref >> 1, ())})
    if not directions:
        return
    if call.procedure.tangent is None:
        factors.add(node)
        return
    results = graph.call(call.procedure, call.arguments, call.source)
    changes = call.procedure.tangent(
        _factors(graph, call),
        [scalar(graph, ref) for ref in results],
        [
            tuple([scalar(graph, _signed(rates, ref).get(k, ZERO)) for ref in refs] for refs in (through, own))
            for k in directions
        ],
    )
    for index, result in enumerate(results):
        found = {k: reference(graph, change[index]) for k, change in zip(directions, changes)}
        rates[result >> 1] = {k: r for k, r in found.items() if r}


# -- reverse ----------------------------------------------------------------------------------------------------------


def _reverse(
    graph: Graph, nodes: Sequence[int], seeds: Iterable[tuple[int, int, int]], leaves: set[int]
) -> dict[int, Rates]:
    """Weights of all nodes that depend on the leaves, for all outputs at once; a seed is (ref, output, weight) (2)."""
    active = set(leaves)
    for node in nodes:
        if any(ref >> 1 in active for ref in graph.operands(node)):
            active.add(node)
    weights: dict[int, Rates] = {}

    def give(ref: int, k: int, weight: int) -> None:
        node = ref >> 1
        if not weight or node not in active:
            return
        own = weights.setdefault(node, {})
        total = graph.add(own.get(k, ZERO), weight ^ (ref & 1))
        if total:
            own[k] = total
        else:
            own.pop(k, None)

    for ref, k, weight in seeds:
        give(ref, k, weight)
    for node in reversed(nodes):
        if node in leaves or node not in active:
            continue
        if graph.op[node] == Op.CALL:
            _reverse_call(graph, node, weights, give)
            continue
        own = weights.get(node)
        if not own or graph.op[node] == Op.ITEM:
            continue
        choice = _choice(graph, node)
        if choice is not None:
            condition, a, b = choice
            for k, weight in own.items():
                give(a, k, graph.where(condition, weight, ZERO))
                give(b, k, graph.where(condition, ZERO, weight))
            continue
        for operand, partial in _partials(graph, node):
            if operand >> 1 in active:
                for k, weight in own.items():
                    give(operand, k, _times(graph, partial, weight))
    return weights


def _reverse_call(graph: Graph, node: int, weights: Mapping[int, Rates], give: Any) -> None:
    """Weights of what a procedure depends on, all outputs in one further call."""
    call = graph.calls[graph.a[node]]
    results = graph.call(call.procedure, call.arguments, call.source)
    outputs = sorted({k for ref in results for k in weights.get(ref >> 1, ())})
    if not outputs:
        return
    if call.procedure.adjoint is None:
        raise _opaque()
    through, own = _sources(graph, node)
    changes = call.procedure.adjoint(
        _factors(graph, call),
        [scalar(graph, ref) for ref in results],
        [[scalar(graph, weights.get(ref >> 1, {}).get(k, ZERO)) for ref in results] for k in outputs],
    )
    for k, (of_source, of_own) in zip(outputs, changes):
        for ref, weight in (*zip(through, of_source), *zip(own, of_own)):
            give(ref, k, reference(graph, weight))


def _opaque() -> TraceError:
    return TraceError(
        "the factors of a dense linear system",
        "are used otherwise than for solving it, and cannot be differentiated",
        "Differentiate the solution, or write the factorisation out",
    )


def _names(names: str | Sequence[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)
