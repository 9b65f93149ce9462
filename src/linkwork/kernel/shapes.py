"""Chunks that are equal in shape: one piece of code does for all of them, with places and constants as data.

Two chunks have the same shape if they differ only in

    origins     where what they read and write begins: inputs, outputs, the results of other chunks
    constants   which are numbers in a row of a table
    signs       of sums: a graph keeps constants positive and writes a − |c| x for a + c x

Signs are moved back into the constants. Each value n of the graph is had as n or as −n, which is chosen from the first
node to the last:

    n = a ± b     n and a have equal signs, and so does ± b if there is still a choice
    n = a b       the sign of n is the product of those of a and b; if none of them is known yet, b is taken as it is
    n = f(a)      n is taken as it is, and so is a if there is still a choice

and signs that are left at the end are +. Where there was no choice and the chunks of a shape differ, the sign is a
number in the row as well, with which the operand is multiplied. These are few: nearly all signs come from constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from linkwork.expression.graph import Graph, Op
from linkwork.kernel.chunks import Chunks

_CONST, _INPUT, _ADD, _SUB, _MUL, _DIV, _POW = map(int, (Op.CONST, Op.INPUT, Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.POW))

Place = tuple[str, int]  # pointer, index
Stores = Mapping[int, Sequence[tuple[int, str, int]]]  # node → (reference, pointer, index) of outputs


@dataclass(frozen=True)
class Instance:
    """A chunk as an instance of its shape.

    key        equal for chunks of one shape
    origins    places where what it reads and writes begins, its own block first
    places     of all that it reads and writes: (number of the origin, index from there on)
    constants  nodes, first met first
    turned     nodes and constants that are had with the other sign
    given      the signs for which there was no choice, by node and number of the operand, or by place of an output
    """

    chunk: int
    key: tuple[object, ...]
    origins: list[Place]
    places: dict[Place, tuple[int, int]]
    constants: list[int]
    turned: frozenset[int]
    given: dict[tuple[int | str, int], int]

    def values(self, graph: Graph) -> list[float]:
        """The constants with the signs that they are given."""
        return [-graph.value[node] if node in self.turned else graph.value[node] for node in self.constants]


class Blocks:
    """Where each chunk leaves its values: side by side in a block, which is used again when all of them were read."""

    def __init__(self, chunks: Chunks):
        self.size = 0
        self.slot: dict[int, int] = {}  # node → its place
        self.home: dict[int, int] = {}  # node → its chunk
        self.start: list[int] = []  # of each chunk's block
        last, free = chunks.last, dict[int, list[int]]()
        ends: dict[int, list[tuple[int, int]]] = {}
        for k, chunk in enumerate(chunks.nodes):
            first = [node for angle in chunks.front for node in chunks.angles[angle]] if k == 0 else []
            twins = [twin for node in chunk if node in chunks.of for twin in chunks.angles[chunks.of[node]]]
            found = [node for node in dict.fromkeys([*first, *chunk, *twins]) if node in last and node not in self.slot]
            start = free[len(found)].pop() if free.get(len(found)) else self.size
            self.size = max(self.size, start + len(found))
            self.start.append(start)
            for i, node in enumerate(found, start):
                self.slot[node], self.home[node] = i, k
            if found:
                ends.setdefault(max(last[node] for node in found), []).append((len(found), start))
            for count, place in ends.pop(k, ()):
                free.setdefault(count, []).append(place)


def shapes(
    graph: Graph, chunks: Chunks, blocks: Blocks, inputs: Mapping[int, Place], stores: Stores
) -> tuple[list[list[Instance]], set[int]]:
    """The chunks of each shape that several have, and the values that lie in the workspace with the other sign."""
    found: dict[tuple[object, ...], list[Instance]] = {}
    turned: set[int] = set()
    for k, chunk in enumerate(chunks.nodes):
        if k in (0, len(chunks.nodes) - 1) or any(node in chunks.of for node in chunk):
            continue  # angles share calls, and the last chunk copies what is no node
        instance = _Reader(graph, chunk, k, blocks, inputs, stores, turned).instance()
        found.setdefault(instance.key, []).append(instance)
        turned.update(node for node in chunk if node in instance.turned and node in blocks.slot)
    return [alike for alike in found.values() if len(alike) > 1], turned


class _Reader:
    """Reads what a chunk computes from where, and chooses its signs."""

    def __init__(
        self,
        graph: Graph,
        chunk: Sequence[int],
        k: int,
        blocks: Blocks,
        inputs: Mapping[int, Place],
        stores: Stores,
        turned: Iterable[int],
    ):
        self.graph, self.chunk, self.k, self.blocks = graph, chunk, k, blocks
        self.inputs, self.stores, self.before = inputs, stores, turned
        self.number = {node: i for i, node in enumerate(chunk)}
        self.constants: dict[int, int] = {}
        self.reads: dict[int, int] = {}
        self.origin: dict[int | str, int] = {k: 0}
        self.origins: list[Place] = [("%w", blocks.start[k])]
        self.places: dict[Place, tuple[int, int]] = {}
        self.key: list[object] = []
        self.given: dict[tuple[int | str, int], int] = {}
        self.signs = _Signs()

    def instance(self) -> Instance:
        graph, key, signs, given = self.graph, self.key, self.signs, self.given
        op, a, b = graph.op, graph.a, graph.b
        for node in self.chunk:
            kind = op[node]
            if kind <= _MUL:
                pairs = sorted(((a[node] >> 1, 0, 0), (b[node] >> 1, int(kind == _SUB), 1)), key=self.rank)
            else:
                pairs = [(ref >> 1, ref & 1, j) for j, ref in enumerate(graph.operands(node))]
            key.append(_ADD if kind == _SUB else kind)
            key += [self.operand(x) for x, *_ in pairs]
            if kind <= _SUB:
                (x, s, _), (y, t, j) = pairs
                signs.unite(node, x, s)
                given[node, j] = signs.unite(node, y, t)
            elif kind <= _DIV:
                signs.product(node, *(x for x, *_ in pairs))
            else:
                signs.unite(node, KNOWN, 0)
                given.update({(node, j): signs.unite(x, KNOWN, s) for x, s, j in pairs})
                key.append(b[node] if kind == _POW else 0)
            if node in self.blocks.slot:
                key.append(self.at("%w", self.blocks.slot[node], self.k))
            for ref, pointer, index in self.stores.get(node, ()):
                given[pointer, index] = signs.unite(node, KNOWN, ref & 1)
                key.append(self.at(pointer, index))
        key += [pointer for pointer, _ in self.origins]
        turned = frozenset(x for x in (*self.chunk, *self.reads, *self.constants) if signs.turned(x))
        return Instance(self.k, tuple(key), self.origins, self.places, [*self.constants], turned, given)

    def rank(self, pair: tuple[int, int, int]) -> tuple[int, int]:
        """What comes first of the operands of sums and products."""
        node = pair[0]
        return (0, self.number[node]) if node in self.number else (1 + (self.graph.op[node] > _INPUT), node)

    def operand(self, node: int) -> tuple[int, int]:
        """A node of the chunk, a constant or a value from elsewhere, by its number."""
        if node in self.number:
            return 0, self.number[node]
        if self.graph.op[node] == _CONST:
            return 1, self.constants.setdefault(node, len(self.constants))
        if node not in self.reads:
            self.reads[node] = len(self.reads)
            self.signs.unite(node, KNOWN, int(node in self.before))
            if self.graph.op[node] == _INPUT:
                self.key.append(self.at(*self.inputs[node]))
            else:
                self.key.append(self.at("%w", self.blocks.slot[node], self.blocks.home[node]))
        return 2, self.reads[node]

    def at(self, pointer: str, index: int, home: int = 0) -> tuple[int, int]:
        """A place from its origin: the start of a block, or where the chunk first reads or writes an array."""
        found = self.places.get((pointer, index))
        if found is None:
            tag = home or pointer
            if tag not in self.origin:
                self.origin[tag] = len(self.origins)
                self.origins.append((pointer, self.blocks.start[home] if home else index))
            which = self.origin[tag]
            found = self.places[pointer, index] = which, index - self.origins[which][1]
        return found


KNOWN = -1


class _Signs:
    """Signs of values, of which some are known, and some known to be equal or opposite."""

    def __init__(self):
        self.above: dict[int, tuple[int, int]] = {}  # whose sign it has, and whether the opposite of it

    def find(self, i: int) -> tuple[int, int]:
        """The value whose sign i has, or KNOWN, and whether i has the opposite one."""
        turn = 0
        while i in self.above:
            i, opposite = self.above[i]
            turn ^= opposite
        return i, turn

    def unite(self, i: int, j: int, opposite: int) -> int:
        """Let i have the sign of j, or the opposite, if there is a choice: 0; else 1 if it has the other one."""
        (i, s), (j, t) = self.find(i), self.find(j)
        if i == j:
            return s ^ t ^ opposite
        self.above[max(i, j)] = min(i, j), s ^ t ^ opposite
        return 0

    def product(self, n: int, a: int, b: int) -> None:
        """Let n have the product of the signs of a and b."""
        (i, s), (j, t) = self.find(a), self.find(b)
        if i == j:
            self.unite(n, KNOWN, s ^ t)
        elif i == KNOWN:
            self.unite(n, b, s)
        else:
            if j != KNOWN:
                self.unite(b, KNOWN, 0)
            self.unite(n, a, self.find(b)[1])

    def turned(self, i: int) -> bool:
        """Whether i is had with the other sign."""
        return bool(self.find(i)[1])
