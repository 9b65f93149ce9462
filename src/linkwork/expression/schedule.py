"""schedule: the order in which the values of a function are computed, in chunks that hand few values to each other.

Constants and inputs are at hand everywhere and are left out. The sine and cosine of an angle stand together, and so do
a procedure's call and its results.

Two orders are tried and the one with fewer values that cross from chunk to chunk is taken. Measured with chunks of 500:
the order in which a law wrote its nodes is best for recursive dynamics (100-joint chain: 2,800 crossing values, depth
first 3,900); depth first from the last output is best for Jacobians, whose nodes are written for all directions at once
(30-joint inverse dynamics: 12,000 instead of 60,000).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.expression.graph import Graph, Op
from linkwork.expression.trace import Function

CHUNK = 700
FEW = 0.25  # crossing values per node below which no other order is tried


@dataclass(frozen=True)
class Chunk:
    """Nodes to be computed in a row, the values it reads from earlier chunks, and those it leaves to later ones."""

    nodes: tuple[int, ...]
    reads: tuple[int, ...]
    leaves: tuple[int, ...]


def schedule(function: Function, size: int = CHUNK) -> tuple[Chunk, ...]:
    """The function in chunks of about `size` nodes of equal length."""
    nodes = order(function, size)
    bounds = _bounds(len(nodes), size)
    parts = [nodes[i:j] for i, j in zip(bounds, bounds[1:])]
    reads, leaves = _crossing(function.graph, parts)
    return tuple(Chunk(tuple(p), tuple(sorted(r)), tuple(sorted(v))) for p, r, v in zip(parts, reads, leaves))


def order(function: Function, size: int = CHUNK) -> list[int]:
    """The nodes to be computed, operands first, so that few values cross the chunks."""
    graph = function.graph
    written = _grouped(graph, [node for node in function.live() if graph.op[node] > Op.INPUT])
    cost = _cost(graph, written, size)
    if cost < FEW * len(written):
        return written
    deep = _grouped(graph, _depth_first(function))
    return deep if _cost(graph, deep, size) < cost else written


def _bounds(count: int, size: int) -> list[int]:
    parts = max(1, round(count / size))
    return [count * k // parts for k in range(parts + 1)]


def _cost(graph: Graph, nodes: Sequence[int], size: int) -> int:
    bounds = _bounds(len(nodes), size)
    reads, leaves = _crossing(graph, [nodes[i:j] for i, j in zip(bounds, bounds[1:])])
    return sum(map(len, reads)) + sum(map(len, leaves))


def _crossing(graph: Graph, parts: Sequence[Sequence[int]]) -> tuple[list[set[int]], list[set[int]]]:
    """For each part what it reads from others, and what it leaves to others."""
    home = {node: k for k, part in enumerate(parts) for node in part}
    reads: list[set[int]] = [set() for _ in parts]
    leaves: list[set[int]] = [set() for _ in parts]
    for k, part in enumerate(parts):
        for node in part:
            for ref in graph.operands(node):
                origin = home.get(ref >> 1, k)
                if origin != k:
                    reads[k].add(ref >> 1)
                    leaves[origin].add(ref >> 1)
    return reads, leaves


def _depth_first(function: Function) -> list[int]:
    """Operands just before their first use, the last output first."""
    graph, found = function.graph, []
    seen = bytearray(len(graph))
    for port in reversed(function.outputs):
        for ref in reversed(port.refs):
            stack = [ref >> 1]
            while stack:
                node = stack[-1]
                if seen[node]:
                    stack.pop()
                    if seen[node] == 1:
                        seen[node] = 2
                        if graph.op[node] > Op.INPUT:
                            found.append(node)
                    continue
                seen[node] = 1
                stack.extend(ref >> 1 for ref in reversed(graph.operands(node)) if not seen[ref >> 1])
    return found


def _grouped(graph: Graph, nodes: list[int]) -> list[int]:
    """Sine beside cosine, results behind their call."""
    companions: dict[tuple[int, int], list[int]] = {}
    for node in nodes:
        key = _group(graph, node)
        if key is not None:
            companions.setdefault(key, []).append(node)
    if not companions:
        return nodes
    result = []
    for node in nodes:
        key = _group(graph, node)
        if key is None:
            result.append(node)
        else:
            result += companions.pop(key, [])
    return result


def _group(graph: Graph, node: int) -> tuple[int, int] | None:
    op = graph.op[node]
    if op == Op.SIN or op == Op.COS:
        return int(Op.SIN), graph.a[node]
    if op == Op.CALL or op == Op.ITEM:
        return int(Op.CALL), node if op == Op.CALL else graph.a[node]
    return None
