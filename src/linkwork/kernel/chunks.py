"""How a graph is cut into functions of a few hundred nodes, and which values cross from one to another."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, field

from linkwork.expression.graph import Graph, Op
from linkwork.expression.schedule import CHUNK, order
from linkwork.expression.trace import Function
from linkwork.kernel.repeats import borders

LONG = 20_000  # nodes from which a function is cut where it repeats itself: about 50 joints of a chain

_INPUT, _DIV, _SIN, _COS, _CALL, _ITEM = map(int, (Op.INPUT, Op.DIV, Op.SIN, Op.COS, Op.CALL, Op.ITEM))


@dataclass(frozen=True)
class Chunks:
    """The order of emission.

    nodes    of each chunk, operands first; constants and inputs are left out
    front    angles whose sines and cosines are made in the first chunk, as soon as the nodes in `before` are there
    angles   the nodes SIN and COS of each angle; they are made together, where the first of them is met
    last     the last chunk that reads a node, for the nodes that are made in one chunk and read in a later one;
             what is only an argument of a call is stored where the call reads it instead
    calls    the procedures' calls, in order
    of       the angle of each SIN and COS
    rolled   whether the chunks were cut where the function repeats itself, see repeats.py
    """

    nodes: list[list[int]]
    front: list[int]
    before: set[int]
    angles: dict[int, list[int]]
    last: dict[int, int]
    calls: list[int]
    of: dict[int, int]
    rolled: bool


def cut(function: Function, size: int = CHUNK, *, rolls: bool = False) -> Chunks:
    """Chunks of about `size` nodes; angles that depend on no other function come first.

    With `rolls`, functions of more than LONG nodes are cut where they repeat themselves, if they do.
    """
    graph = function.graph
    nodes = order(function, size)
    angles = _angles(graph, nodes)
    front, before = _independent(graph, angles)
    early = before | {node for angle in front for node in angles[angle]}
    rest = [node for node in nodes if node not in early] if early else nodes
    calls = [node for node in nodes if graph.op[node] == _CALL]
    bounds = borders(graph, rest, size) if rolls and len(rest) > LONG and not calls else None
    if bounds:
        chunks = [sorted(before), *(rest[i:j] for i, j in itertools.pairwise(bounds))]
    else:
        chunks = _equal(rest, size)
        chunks[0] = sorted(before) + chunks[0]
    last = _crossing(graph, chunks, angles, front)
    of = {node: angle for angle, twins in angles.items() for node in twins}
    return Chunks(chunks, front, before, angles, last, calls, of, bounds is not None)


def _equal(nodes: list[int], size: int) -> list[list[int]]:
    count = max(1, round(len(nodes) / size)) if len(nodes) > 1.5 * size else 1
    bounds = [len(nodes) * k // count for k in range(count + 1)]
    return [nodes[i:j] for i, j in itertools.pairwise(bounds)]


def _angles(graph: Graph, nodes: Iterable[int]) -> dict[int, list[int]]:
    """Nodes of sines and cosines by their angle."""
    op, a = graph.op, graph.a
    found: dict[int, list[int]] = {}
    for node in nodes:
        if op[node] == _SIN or op[node] == _COS:
            found.setdefault(a[node], []).append(node)
    return found


def _independent(graph: Graph, angles: Iterable[int]) -> tuple[list[int], set[int]]:
    """Angles that are a few sums and products away from the inputs, and the nodes of those."""
    front: list[int] = []
    before: set[int] = set()
    op = graph.op
    for angle in angles:
        seen: set[int] = set()
        todo = [angle >> 1]
        simple = True
        while todo and simple:
            node = todo.pop()
            if op[node] <= _INPUT or node in seen or node in before:
                continue
            seen.add(node)
            simple = op[node] <= _DIV and len(seen) <= 64
            todo += [ref >> 1 for ref in graph.operands(node)]
        if simple:
            front.append(angle)
            before |= seen
    return front, before


def _crossing(graph: Graph, chunks: list[list[int]], angles: dict[int, list[int]], front: list[int]) -> dict[int, int]:
    """The last chunk that reads each value of another chunk."""
    op, a, b = graph.op, graph.a, graph.b
    home = [-1] * len(graph)
    last: dict[int, int] = {}
    sources: set[int | None] = set()  # calls whose results are read as a whole: their places are never used again
    for angle in front:
        for node in angles[angle]:
            home[node] = 0
    for k, chunk in enumerate(chunks):
        for node in chunk:
            if home[node] < 0:
                home[node] = k
                if op[node] == _SIN or op[node] == _COS:
                    for twin in angles[a[node]]:
                        home[twin] = k
            if op[node] <= _DIV:
                i, j = a[node] >> 1, b[node] >> 1
                if home[i] != k and op[i] > _INPUT:
                    last[i] = k
                if home[j] != k and op[j] > _INPUT:
                    last[j] = k
            elif op[node] < _CALL:
                for ref in graph.operands(node):
                    if home[ref >> 1] != k and op[ref >> 1] > _INPUT:
                        last[ref >> 1] = k
            elif op[node] == _CALL:
                sources.add(graph.calls[a[node]].source)
    return {node: k for node, k in last.items() if op[node] != _ITEM or a[node] not in sources}


@dataclass
class Workspace:
    """Places for the values that cross; a place is used again when its value has been read for the last time."""

    size: int = 0
    slot: dict[int, int] = field(default_factory=dict)
    _free: list[int] = field(default_factory=list)

    def take(self, node: int) -> int:
        """A place for a node's value."""
        self.slot[node] = place = self._free.pop() if self._free else self.reserve(1)
        return place

    def reserve(self, count: int) -> int:
        """The first of several new neighbouring places."""
        self.size += count
        return self.size - count

    def release(self, places: Iterable[int]) -> None:
        """Places that may be used again."""
        self._free.extend(places)

    def end(self, chunk: int, last: dict[int, int]) -> None:
        """Release what no chunk after this one reads."""
        spent = [node for node in self.slot if last.get(node) == chunk]
        self._free.extend(self.slot.pop(node) for node in spent)
