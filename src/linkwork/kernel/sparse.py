"""Sparse L D Lᵀ as loops.

What is read and left is said in expression/sparse.py, where in connectivity/multifrontal.py.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

from linkwork.connectivity.multifrontal import Multifrontal, storage
from linkwork.expression.sparse import SYSTEMS
from linkwork.kernel.loop_writers import Index, Writer

TOGETHER = 4  # pivot rows that are subtracted at once
FRONT = ("first", "inside", "rows", "end", "pivots")  # what is looked up for each front


class _Tables:
    """The places of a system's numbers as constant tables."""

    def __init__(self, w: Writer, system: Multifrontal, *names: str):
        self.w, self.lanes = w, w.together
        self.places = storage(system, self.lanes)
        for name in names:
            w.table(name, getattr(self.places, name))

    def __getitem__(self, name: str) -> Callable[[Index | int], Index]:
        return lambda i: self.w.entry(name, i)

    def columns(self, i: Index, end: Index) -> AbstractContextManager[Index]:
        """Columns i … end−1 in whole vectors, which may begin before i."""
        return self.w.loop(self.start(i, end), end, apart=True)

    def start(self, i: Index, end: Index) -> Index:
        return end - (end - i + (self.lanes - 1)).down_to(self.lanes)


def sparse_ldl_factor(w: Writer, key: str) -> None:
    system = SYSTEMS[key]
    names = "entries", "rest", "rest_size", "heirs", "children", "base", "seat", "watched"
    t = _Tables(w, system, *FRONT, *names, *(() if system.weighted else ("turn",)))
    N, count = system.size, len(system.entries)
    w.clear("out", N + 1, N)
    w.clear("out", *t.places.zeros)
    with w.loop(0, count) as e:
        w.store("out", t["entries"](e), w.load("in", e))
    with w.loop(0, len(system.fronts)) as f:
        first, inside, rows, end, pivots = (t[name](f) for name in FRONT)
        w.clear("out", t["rest"](f), t["rest_size"](f))
        with w.loop(t["heirs"](f), t["heirs"](f + 1)) as c:
            child = t["children"](c)
            theirs, size = t["first"](child), t["rows"](child)
            with w.loop(t["inside"](child), size) as i:
                source, target = t["base"](theirs + i), t["base"](first + t["seat"](theirs + i))
                with w.loop(i, size) as k:
                    place = target + t["seat"](theirs + k)
                    w.store("out", place, w.load("out", place) + w.load("out", source + k))
        with w.loop(0, inside) as i:
            _update_row(w, t, first, pivots, end, i, i)
            own = t["base"](first + i)
            w.store("out", pivots + i, w.load("out", own + i).inverse())
            start = t.start(i, end)
            w.clear("out", own + start, i - start)
        with w.loop(inside, rows) as i:
            _update_row(w, t, first, pivots, end, i, inside)
        if not system.weighted:
            with w.loop(0, inside) as j:
                gain, own = w.maximum(w.load("out", pivots + j), w.zero), t["base"](first + j)
                with w.loop(j + 1, rows) as i:
                    entry, place = w.load("out", own + i), t["turn"](first + i) + N
                    w.store("out", place, w.load("out", place) + entry * entry * gain)
    w.store("out", 0, w.zero)
    with w.loop(0, len(system.watched)) as r:
        pivot = t["watched"](r)
        weight = w.load("in", r + count) if system.weighted else w.load("out", pivot + N)
        w.store("out", 0, w.maximum(w.load("out", 0), w.magnitude(w.load("out", pivot)) * weight))


def _update_row(w: Writer, t: _Tables, first: Index, pivots: Index, end: Index, i: Index, count: Index) -> None:
    """Row i of a front less its multiples of the first `count` pivot rows, several of them at once."""
    own = t["base"](first + i)

    def subtract(j: Index, number: int) -> None:
        others = [t["base"](first + j + q) for q in range(number)]
        factors = [w.load("out", other + i) * w.load("out", pivots + j + q) for q, other in enumerate(others)]
        with t.columns(i, end) as k:
            x = w.load("out", own + k)
            for factor, other in zip(factors, others):
                x = x - factor * w.load("out", other + k)
            w.store("out", own + k, x)

    several = count.down_to(TOGETHER)
    with w.loop(0, several, step=TOGETHER) as j:
        subtract(j, TOGETHER)
    with w.loop(several, count) as j:
        subtract(j, 1)


def sparse_ldl_solve(w: Writer, key: str, m: int) -> None:
    system = SYSTEMS[key]
    t = _Tables(w, system, *FRONT, "unknown", "base")
    lanes = t.lanes
    y = w.scratch("y", lanes + max(t.places.end))  # a front's part of x; the places before it are read as zeros
    w.clear(y, 0, lanes + max(t.places.end))
    w.copy("in", 0, "out", system.size * m)
    fronts = len(system.fronts)
    with w.loop(0, m) as c:

        def x(row: Index) -> Index:
            return t["unknown"](row) * m + c

        with w.loop(0, fronts) as f:
            first, inside, rows, end, pivots = (t[name](f) for name in FRONT)
            with w.loop(0, rows) as i:
                w.store(y, i + lanes, w.load("out", x(first + i)))
            with w.loop(0, inside) as j:
                value, own = w.load(y, j + lanes), t["base"](first + j)
                w.store("out", x(first + j), value)
                factor = value * w.load("factors", pivots + j)
                with t.columns(j + 1, end) as k:
                    w.store(y, k + lanes, w.load(y, k + lanes) - factor * w.load("factors", own + k))
            with w.loop(inside, rows) as i:
                w.store("out", x(first + i), w.load(y, i + lanes))
        with w.loop(0, fronts, down=True) as f:
            first, inside, rows, end, pivots = (t[name](f) for name in FRONT)
            w.clear(y, lanes, inside)
            with w.loop(inside, rows) as i:
                w.store(y, i + lanes, w.load("out", x(first + i)))
            with w.loop(0, inside, down=True) as j:
                place = x(first + j)
                later = w.dot("factors", t["base"](first + j), y, lanes, t.start(j + 1, end), end)
                value = (w.load("out", place) - later) * w.load("factors", pivots + j)
                w.store(y, j + lanes, value)
                w.store("out", place, value)
