"""Products of what belongs to two rates of a tree, for every two of which one lies outward of the other.

Long chains have so many of them that they are taken by loops, whatever the scalars are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .scalars import Scalar

Rows = list[list[Scalar]]
Columns = Sequence[Sequence[Scalar]]

PAIRS = {"S": 6, "same": 6, "out": 6, "rate": 6, "turn": 3, "force": 6, "near_turn": 3, "near": 6, "near_rate": 6}
"""What `pair_derivatives` reads of every rate, and of how many numbers each is."""


@dataclass(frozen=True)
class Branches:
    """Rates in an order in which all that lie outward of a rate follow it in a row.

    first  the first rate of the same joint
    own    the rate after the last one of the same joint
    end    the rate after the last one that lies outward
    """

    first: tuple[int, ...]
    own: tuple[int, ...]
    end: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.first)

    @property
    def pairs(self) -> int:
        """How many entries on and above the diagonal are not zero."""
        return sum(end - k for k, end in enumerate(self.end))

    @cached_property
    def key(self) -> str:
        """Name of the pattern."""
        return hashlib.sha256(repr((self.first, self.own, self.end)).encode()).hexdigest()[:16]


def inertia_matrix(tree: Branches, S: Columns, force: Columns, rotor: Sequence[Scalar]) -> Rows:
    """I with I_lk = I_kl = S_l · F_k for rate k outward of rate l, and the rotors' inertia on the diagonal.

    A kind of scalar that records operations joins by having the method `_inertia_matrix(tree, values)`.
    """
    values = [*_flat(S), *_flat(force), *rotor]
    record = _recorder(values, "_inertia_matrix")
    return record(tree, values) if record else plain_inertia_matrix(tree, S, force, rotor)


def pair_derivatives(tree: Branches, columns: dict[str, Columns]) -> tuple[Rows, Rows]:
    """Two matrices P and R of the pairs of rates, see PAIRS; rate k outward of rate l:

        P_lk = S_l · out_k  (same_k if both belong to one joint),   P_kl = turn_k · near_turn_l + force_k · near_l
        R_lk = S_l · rate_k,                                        R_kl = turn_k · a_l + force_k · near_rate_l

    with a the first three of S. A kind of scalar that records operations has the method `_pair_derivatives`.
    """
    values = [x for name in PAIRS for x in _flat(columns[name])]
    record = _recorder(values, "_pair_derivatives")
    return record(tree, values) if record else plain_pair_derivatives(tree, columns)


def plain_inertia_matrix(tree: Branches, S: Columns, force: Columns, rotor: Sequence[Scalar]) -> Rows:
    """The same, one after the other."""
    n = len(tree)
    rows: Rows = [[0.0] * n for _ in range(n)]
    for j in range(n):
        for k in range(j, tree.end[j]):
            rows[j][k] = rows[k][j] = _dot(S[j], force[k])
        rows[j][j] = rows[j][j] + rotor[j]
    return rows


def plain_pair_derivatives(tree: Branches, columns: dict[str, Columns]) -> tuple[Rows, Rows]:
    """The same, one after the other."""
    n, c = len(tree), columns
    P: Rows = [[0.0] * n for _ in range(n)]
    R: Rows = [[0.0] * n for _ in range(n)]
    for j in range(n):
        for k in range(tree.first[j], tree.end[j]):
            P[j][k] = _dot(c["S"][j], c["same" if k < tree.own[j] else "out"][k])
            R[j][k] = _dot(c["S"][j], c["rate"][k])
        for k in range(tree.own[j], tree.end[j]):
            P[k][j] = _dot(c["turn"][k], c["near_turn"][j]) + _dot(c["force"][k], c["near"][j])
            R[k][j] = _dot(c["turn"][k], c["S"][j][:3]) + _dot(c["force"][k], c["near_rate"][j])
    return P, R


def _dot(a: Sequence[Scalar], b: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


def _flat(columns: Columns) -> list[Scalar]:
    """The first numbers of all rates, the second ones of all rates …"""
    return [column[d] for d in range(len(columns[0])) for column in columns] if columns else []


def _recorder(values: Sequence[Scalar], method: str) -> Any:
    return next((found for x in values if (found := getattr(x, method, None)) is not None), None)
