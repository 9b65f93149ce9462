"""Borders of chunks where a long sequence of nodes repeats itself: one chunk for every few joints of a chain.

Nodes are compared by what they compute and how far behind them their operands stand. Where many nodes in a row are like
those one period before, the sequence is cut at periods. All runs are cut at the same number of periods, so that what
two sweeps along a chain compute about the same joints falls into chunks that keep step with each other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.expression.graph import Graph, Op

NEAR = 60  # nodes behind which an operand counts as far away
SAMPLE = 40  # nodes in a row by which a repetition is found
TIMES = 4  # repetitions that make a run

_CONST, _INPUT, _ADD, _SUB, _DIV = map(int, (Op.CONST, Op.INPUT, Op.ADD, Op.SUB, Op.DIV))


@dataclass(frozen=True)
class Run:
    """Nodes start … start + period · times − 1 of a sequence, which repeat themselves."""

    start: int
    period: int
    times: int


def borders(graph: Graph, nodes: Sequence[int], size: int) -> list[int] | None:
    """Where to cut a sequence of nodes into chunks of about `size` or fewer, at equal places of what repeats itself.

    None if less than half of the sequence repeats itself.
    """
    found = runs(graph, nodes, size)
    if 2 * sum(run.period * run.times for run in found) < len(nodes):
        return None
    group = max(1, size // max(run.period for run in found))
    cuts = [0]
    for run in found:
        step = run.period * group
        pieces = range(run.start, run.start + run.period * run.times + 1, step)
        _even(cuts, pieces[0], size)
        cuts += pieces[1:]
    _even(cuts, len(nodes), size)
    return cuts


def _even(cuts: list[int], end: int, size: int) -> None:
    """Go on from the last cut to `end` in equal steps of about `size`."""
    start = cuts[-1]
    count = max(1, round((end - start) / size))
    cuts += [start + (end - start) * k // count for k in range(1, count + 1) if end > start]


def runs(graph: Graph, nodes: Sequence[int], longest: int) -> list[Run]:
    """Runs of periods of at most `longest` nodes, one behind the other."""
    likes = _likes(graph, nodes)
    places: dict[int, list[int]] = {}
    samples = [hash(tuple(likes[i : i + SAMPLE])) for i in range(len(likes) - SAMPLE)]
    for i, sample in enumerate(samples):
        places.setdefault(sample, []).append(i)
    found: list[Run] = []
    i = 0
    while i < len(samples):
        same = places[samples[i]]
        after = bisect_right(same, i)
        period = same[after] - i if after < len(same) else longest + 1
        if period <= longest:
            j = i + period
            while j < len(likes) and likes[j] == likes[j - period]:
                j += 1
            times = (j - i) // period
            if times >= TIMES:
                found.append(Run(i, period, times))
                i += period * times
                continue
        i += 1
    return found


def _likes(graph: Graph, nodes: Sequence[int]) -> list[int]:
    """A number for each node; equal for nodes that may be alike."""
    op, a, b = graph.op, graph.a, graph.b
    place = {node: i for i, node in enumerate(nodes)}
    likes = []
    for i, node in enumerate(nodes):
        kind = op[node]
        refs = (a[node], b[node]) if kind <= _DIV else graph.operands(node)
        far: list[int] = []
        for ref in refs:
            if op[ref >> 1] <= _INPUT:
                far.append(NEAR + 1 + op[ref >> 1])
            else:
                far.append(min(i - place.get(ref >> 1, -NEAR), NEAR))
        likes.append(hash((_ADD if kind == _SUB else kind, *sorted(far))))
    return likes
