"""Products along the branches of a tree as loops.

What is read and left is said in expression/branches.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from linkwork.algebra.branches import PAIRS
from linkwork.expression.branches import TREES
from linkwork.kernel.loop_writers import Index, Value, Writer


def branch_inertia(w: Writer, key: str) -> None:
    tree = TREES[key]
    n = len(tree)
    w.table("end", tree.end)
    w.clear("out", 0, n * n)
    with w.loop(0, n) as j:
        S = [w.load("in", j + d * n) for d in range(6)]
        with w.loop(j, w.entry("end", j), apart=True) as k:
            total = _sum(x * w.load("in", k + (6 + d) * n) for d, x in enumerate(S))
            w.store("out", j * n + k, total)
            w.store("out", k * n + j, total)
        w.store("out", j * n + j, w.load("out", j * n + j) + w.load("in", j + 12 * n))


def branch_pairs(w: Writer, key: str) -> None:
    tree = TREES[key]
    n = len(tree)
    for name in ("first", "own", "end"):
        w.table(name, getattr(tree, name))
    w.clear("out", 0, 2 * n * n)
    starts = dict(zip(PAIRS, (n * sum(list(PAIRS.values())[:i]) for i in range(len(PAIRS)))))

    def column(name: str, k: Index) -> list[Value]:
        return [w.load("in", k + (starts[name] + d * n)) for d in range(PAIRS[name])]

    with w.loop(0, n) as j:
        S, near_turn, near, near_rate = (column(name, j) for name in ("S", "near_turn", "near", "near_rate"))
        own = w.entry("own", j)
        with w.loop(w.entry("first", j), own) as k:
            w.store("out", j * n + k, _dot(S, column("same", k)))
            w.store("out", j * n + k + n * n, _dot(S, column("rate", k)))
        with w.loop(own, w.entry("end", j), apart=True) as k:
            w.store("out", j * n + k, _dot(S, column("out", k)))
            w.store("out", j * n + k + n * n, _dot(S, column("rate", k)))
            turn, force = column("turn", k), column("force", k)
            w.store("out", k * n + j, _dot([*near_turn, *near], [*turn, *force]))
            w.store("out", k * n + j + n * n, _dot([*S[:3], *near_rate], [*turn, *force]))


def _dot(a: list[Value], b: list[Value]) -> Value:
    return _sum(x * y for x, y in zip(a, b, strict=True))


def _sum(terms: Iterator[Value]) -> Value:
    total = next(terms)
    for x in terms:
        total = total + x
    return total
