"""counts: what a function costs, in the operations that the literature counts."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from linkwork.expression.graph import Op
from linkwork.expression.trace import Function

_OTHERS = (Op.ATAN2, Op.EXP, Op.LOG, Op.TANH, Op.MIN, Op.MAX, Op.ABS, Op.WHERE)


@dataclass(frozen=True)
class Counts:
    """Operations of one evaluation; a division counts as a multiplication, a negation is free.

    2 x is the addition x + x; sin and cos of one argument are one pair, also where only one of them is used.
    """

    multiplications: int = 0
    additions: int = 0
    trigonometric_pairs: int = 0
    square_roots: int = 0
    others: int = 0

    @property
    def total(self) -> int:
        """Multiplications and additions."""
        return self.multiplications + self.additions

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.multiplications + other.multiplications,
            self.additions + other.additions,
            self.trigonometric_pairs + other.trigonometric_pairs,
            self.square_roots + other.square_roots,
            self.others + other.others,
        )

    def __str__(self) -> str:
        words = [f"{self.multiplications}M", f"{self.additions}A"]
        more = (self.trigonometric_pairs, "T"), (self.square_roots, "S"), (self.others, " other")
        return " ".join(words + [f"{number}{letter}" for number, letter in more if number])


def counts(function: Function) -> Counts:
    """Operations of one evaluation of the function."""
    graph = function.graph
    nodes = function.live()
    ops = Counter(graph.op[node] for node in nodes)
    doublings = sum(graph.op[node] == Op.MUL and graph.constant_value(graph.a[node]) == 2.0 for node in nodes)
    angles = {graph.a[node] for node in nodes if graph.op[node] in (Op.SIN, Op.COS)}
    powers = [abs(graph.b[node]) for node in nodes if graph.op[node] == Op.POW]
    procedures = [graph.calls[graph.a[node]].procedure for node in nodes if graph.op[node] == Op.CALL]
    return Counts(
        multiplications=ops[Op.MUL]
        + ops[Op.DIV]
        - doublings
        + sum(n.bit_length() + n.bit_count() - 2 for n in powers)
        + sum(procedure.multiplications for procedure in procedures),
        additions=ops[Op.ADD] + ops[Op.SUB] + doublings + sum(procedure.additions for procedure in procedures),
        trigonometric_pairs=len(angles),
        square_roots=ops[Op.SQRT],
        others=sum(ops[op] for op in _OTHERS),
    )
