"""Fronts hold all that an elimination touches, each once, children before parents."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sparse_systems import block_pattern

from linkwork.connectivity.elimination_order import ORDERS, Pattern, natural
from linkwork.connectivity.supernodes import below, fronts

SIZES = st.tuples(st.integers(1, 25), st.integers(0, 10), st.integers(0, 10**6))


def pattern(n: int, m: int, seed: int) -> Pattern:
    return {i: [j for j in row if j != i] for i, row in block_pattern(n, min(n, m), seed).items()}


def filled(A: Pattern, order: tuple[int, ...]) -> dict[int, set[int]]:
    """Rows of L by elimination of ones."""
    size = len(order)
    S = np.eye(size, dtype=bool)
    for i, row in A.items():
        S[i, list(row)] = True
    gone: list[int] = []
    for k in order:
        gone.append(k)
        later = [i for i in np.flatnonzero(S[k]) if i not in gone]
        S[np.ix_(later, later)] = True
    position = {k: i for i, k in enumerate(order)}
    return {k: {int(i) for i in np.flatnonzero(S[k]) if position[int(i)] > position[k]} for k in order}


@given(SIZES)
def test_the_rows_of_each_column_are_those_of_an_elimination(sizes: tuple[int, int, int]) -> None:
    A = pattern(*sizes)
    order = natural(A, sizes[0])
    assert below(A, order) == filled(A, order)


@given(SIZES, st.sampled_from(sorted(ORDERS)))
def test_every_column_of_the_elimination_fits_into_its_front(sizes: tuple[int, int, int], name: str) -> None:
    A = pattern(*sizes)
    order = ORDERS[name](A, sizes[0])
    tree = fronts(A, order)
    assert sorted(k for front in tree for k in front.inside) == sorted(A)
    position = {k: i for i, k in enumerate(k for front in tree for k in front.inside)}
    rows = filled(A, tuple(position))
    for i, front in enumerate(tree):
        assert list(front.rows) == sorted(front.rows, key=position.__getitem__)
        assert all(rows[k] <= set(front.rows) for k in front.inside)
        if front.parent is None:
            assert not front.outside
        else:
            assert front.parent > i and set(front.outside) <= set(tree[front.parent].rows)


@given(SIZES)
def test_the_order_of_the_fronts_costs_no_fill(sizes: tuple[int, int, int]) -> None:
    A = pattern(*sizes)
    order = ORDERS["interleaved"](A, sizes[0])
    again = [k for front in fronts(A, order) for k in front.inside]
    assert sum(map(len, below(A, again).values())) == sum(map(len, below(A, order).values()))


def test_a_dense_matrix_is_one_front_and_a_chain_a_few() -> None:
    dense = {i: [j for j in range(40) if j != i] for i in range(40)}
    assert [front.inside for front in fronts(dense, range(40))] == [tuple(range(40))]
    chain = {i: [j for j in (i - 1, i + 1) if 0 <= j < 200] for i in range(200)}
    tree = fronts(chain, range(200))
    assert 5 < len(tree) < 40 and all(len(front.outside) <= 1 for front in tree)
