"""Sums of products in the order in which a processor has them soonest, with the fewest instructions.

A fused multiply-add adds one product to a value. `c + (a b + d e)` takes a product, a fused multiply-add and a sum;
`(c + a b) + d e` takes two fused multiply-adds; and where d comes last, all but one of them are done before it comes.
Recursions along a chain are bound by what waits, so the terms of a sum are added one after the other by the time at
which they are known, or what is no product first where that costs no time.

Measured against sums as the laws write them: arms 5 to 13 % faster, chains of 30 joints 3 to 8 %, loops 2 to 4 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from linkwork.expression.compose import rebuild
from linkwork.expression.graph import Graph, Op
from linkwork.expression.trace import Function, Port

SUM, PRODUCT, FUSED, QUOTIENT, OTHER = 2, 3, 4, 13, 20
"""Cycles until a result can be used, as on processors of the 2020s."""

Rows = dict[int, list[int]]  # node of a sum -> its terms with their signs, as references

_INPUT, _SUB, _MUL, _DIV = map(int, (Op.INPUT, Op.SUB, Op.MUL, Op.DIV))


def in_rows(function: Function) -> Function:
    """The same function with the terms of its sums in such an order."""
    graph, nodes = function.graph, function.live()
    terms, product, gone = _terms(function, nodes)
    apart = [node for node in nodes if not gone[node]]
    return _written(function, apart, _ordered(graph, apart, terms, product), product)


def _terms(function: Function, nodes: Sequence[int]) -> tuple[Rows, bytearray, bytearray]:
    """The terms of each sum with products; which nodes are products that one sum alone reads; which sums are gone.

    A sum with products that is itself a term of one sum goes up in it. Other sums stay as the law wrote them: nothing
    is to be gained there, and the difference of two near numbers keeps its digits.
    """
    graph = function.graph
    op, a, b = graph.op, graph.a, graph.b
    readers = _readers(function, nodes)
    product, inside, mixed = bytearray(len(graph)), bytearray(len(graph)), bytearray(len(graph))
    for node in nodes:
        kind = op[node]
        if kind == _MUL:
            product[node] = readers[node] == 1
        elif _INPUT < kind <= _SUB:
            i, j = a[node] >> 1, b[node] >> 1
            mixed[node] = product[i] or product[j] or inside[i] or inside[j]
            inside[node] = mixed[node] and readers[node] == 1
    whole: dict[int, int] = {}  # sum -> the sum in which it goes up, with its sign there
    terms: Rows = {}
    for node in reversed(nodes):
        if not mixed[node]:
            continue
        own = whole[node] if inside[node] else 2 * node
        row = terms.setdefault(own >> 1, [])
        for ref in (a[node], b[node] ^ (op[node] == _SUB)):
            if inside[ref >> 1]:
                whole[ref >> 1] = own ^ (ref & 1)
            else:
                row.append(ref ^ (own & 1))
    return terms, product, inside


def _readers(function: Function, nodes: Sequence[int]) -> list[int]:
    """1 for a node that is read once, by a sum; more for all others that are read."""
    graph = function.graph
    op, a, b = graph.op, graph.a, graph.b
    readers = [0] * len(graph)
    for node in nodes:
        kind = op[node]
        if _INPUT < kind <= _DIV:
            weight = 1 if kind <= _SUB else 2
            readers[a[node] >> 1] += weight
            readers[b[node] >> 1] += weight
        elif kind > _DIV:
            for ref in graph.operands(node):
                readers[ref >> 1] += 2
    for port in function.outputs:
        for ref in port.refs:
            readers[ref >> 1] += 2
    return readers


def _ordered(graph: Graph, nodes: Sequence[int], terms: Rows, product: bytearray) -> Rows:
    """The terms of each sum in the order in which they are to be added."""
    op, a, b = graph.op, graph.a, graph.b
    known_at = [0] * len(graph)  # of a product: when its factors are known
    rows: Rows = {}
    for node in nodes:
        kind = op[node]
        if kind <= _INPUT:
            continue
        if node in terms:
            rows[node], known_at[node] = _row(terms[node], known_at, product)
        elif kind <= _DIV:
            start = max(known_at[a[node] >> 1], known_at[b[node] >> 1])
            step = SUM if kind <= _SUB else QUOTIENT if kind == _DIV else 0 if product[node] else PRODUCT
            known_at[node] = start + step
        else:
            known_at[node] = OTHER + max((known_at[ref >> 1] for ref in graph.operands(node)), default=0)
    return rows


def _row(terms: Sequence[int], known_at: Sequence[int], product: bytearray) -> tuple[list[int], int]:
    """The terms in order, and when their sum is known."""
    row = sorted(terms, key=lambda ref: known_at[ref >> 1])
    soonest = _end(row, known_at, product)
    first = next((k for k, ref in enumerate(row) if not product[ref >> 1]), 0)
    if first:
        cheaper = [row[first], *row[:first], *row[first + 1 :]]
        if _end(cheaper, known_at, product) <= soonest:
            return cheaper, soonest
    return row, soonest


def _end(row: Sequence[int], known_at: Sequence[int], product: bytearray) -> int:
    """When a sum is known whose terms are added in this order."""
    first = row[0] >> 1
    now = known_at[first] + (PRODUCT if product[first] else 0)
    for ref in row[1:]:
        now = max(now, known_at[ref >> 1]) + (FUSED if product[ref >> 1] else SUM)
    return now


def _written(function: Function, nodes: Sequence[int], rows: Rows, product: bytearray) -> Function:
    """The function with these rows, each term added as soon as it is there: factors wait nowhere for long."""
    source, target = function.graph, Graph()
    known: dict[int, int] = {}
    inputs = []
    for port in function.inputs:
        refs = tuple(target.input(source.inputs[source.a[ref >> 1]]) for ref in port.refs)
        known.update((old >> 1, new) for old, new in zip(port.refs, refs))
        inputs.append(Port(port.name, port.shape, refs))

    def moved(ref: int) -> int:
        found = known[ref >> 1]
        return found ^ (ref & 1) if found else 0

    sums_of: dict[int, list[int]] = {}
    for node, row in rows.items():
        for ref in row:
            sums_of.setdefault(ref >> 1, []).append(node)
    waiting: Rows = {node: row[::-1] for node, row in rows.items()}
    total: dict[int, int] = {}
    there = bytearray(len(source))
    for node in nodes:
        there[node] = 1
        if node in rows:
            known[node] = total[node]
        elif not product[node]:
            rebuild(source, (node,), target, known)
        for own in sums_of.get(node, ()):
            row = waiting[own]
            while row and there[row[-1] >> 1]:
                ref = row.pop()
                rebuild(source, (ref >> 1,), target, known)
                total[own] = target.add(total[own], moved(ref)) if own in total else moved(ref)
    outputs = tuple(Port(port.name, port.shape, tuple(moved(ref) for ref in port.refs)) for port in function.outputs)
    return replace(function, graph=target, inputs=tuple(inputs), outputs=outputs)
