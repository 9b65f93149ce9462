"""Products along the branches of a tree as procedures, for trees too large for a node for every pair of rates.

    name               reads                                            leaves
    branch_inertia key S (6 n), F (6 n), rotors (n)                     I by rows
    branch_pairs key   the quantities of algebra.branches.PAIRS         P, then R, by rows

Quantities of several numbers come one number after the other, each for all n rates. The key stands for a pattern
(`algebra.branches.Branches`) that this process knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from linkwork.algebra.branches import PAIRS, Branches, plain_inertia_matrix, plain_pair_derivatives
from linkwork.expression.graph import Procedure
from linkwork.expression.procedures import apply
from linkwork.expression.symbol import Scalar

TREES: dict[str, Branches] = {}  # by key, so that machine code can be made from a procedure's name


def inertia_matrix(tree: Branches, values: Sequence[Scalar]) -> list[list[Scalar]]:
    """`algebra.branches.inertia_matrix` as one call."""
    return _rows(apply(branch_inertia(_known(tree)), values), len(tree))


def pair_derivatives(tree: Branches, values: Sequence[Scalar]) -> tuple[list[list[Scalar]], list[list[Scalar]]]:
    """`algebra.branches.pair_derivatives` as one call."""
    n = len(tree)
    rows = _rows(apply(branch_pairs(_known(tree)), values), n)
    return rows[:n], rows[n:]


@cache
def branch_inertia(key: str) -> Procedure:
    """The inertia matrix of a known tree."""
    tree = TREES[key]
    n = len(tree)

    def numpy(values: Sequence[Any]) -> list[Any]:
        S, force = (_columns(values[start : start + 6 * n], n) for start in (0, 6 * n))
        return [x for row in plain_inertia_matrix(tree, S, force, values[12 * n :]) for x in row]

    return Procedure(f"branch_inertia {key}", 13 * n, n * n, numpy, 6 * tree.pairs, 5 * tree.pairs + n)


@cache
def branch_pairs(key: str) -> Procedure:
    """Both matrices of the pairs of rates of a known tree."""
    tree = TREES[key]
    n = len(tree)

    def numpy(values: Sequence[Any]) -> list[Any]:
        columns, start = {}, 0
        for name, size in PAIRS.items():
            columns[name] = _columns(values[start : start + size * n], n)
            start += size * n
        return [x for rows in plain_pair_derivatives(tree, columns) for row in rows for x in row]

    size = sum(PAIRS.values()) * n
    return Procedure(f"branch_pairs {key}", size, 2 * n * n, numpy, 30 * tree.pairs, 26 * tree.pairs)


def _known(tree: Branches) -> str:
    TREES.setdefault(tree.key, tree)
    return tree.key


def _columns(values: Sequence[Any], n: int) -> list[Sequence[Any]]:
    return [values[k::n] for k in range(n)]


def _rows(flat: Sequence[Scalar], n: int) -> list[list[Scalar]]:
    return [list(flat[i : i + n]) for i in range(0, len(flat), n)]
