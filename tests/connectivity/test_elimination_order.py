"""Orders of elimination follow from the pattern alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sparse_systems import block_pattern

from linkwork.connectivity.elimination_order import ORDERS, Pattern, natural, operations


def pattern(n: int, m: int, seed: int) -> Pattern:
    return {i: [j for j in row if j != i] for i, row in block_pattern(n, m, seed).items()}


@given(st.integers(1, 25), st.integers(0, 10), st.integers(0, 10**6), st.sampled_from(sorted(ORDERS)))
def test_each_unknown_is_eliminated_once(n: int, m: int, seed: int, name: str) -> None:
    A = pattern(n, min(m, n), seed)
    assert sorted(ORDERS[name](A, n)) == list(range(len(A)))


@given(st.integers(1, 25), st.integers(0, 10), st.integers(0, 10**6), st.sampled_from(["reduced", "interleaved"]))
def test_a_multiplier_waits_for_its_accelerations(n: int, m: int, seed: int, name: str) -> None:
    A = pattern(n, min(m, n), seed)
    order = ORDERS[name](A, n)
    for r in range(n, len(A)):
        assert all(order.index(i) < order.index(r) for i in A[r])


def test_natural_is_from_the_tips_inward() -> None:
    assert natural(pattern(4, 2, 0), 4) == (3, 2, 1, 0, 4, 5)


def test_where_all_touch_all_the_tips_go_first() -> None:
    dense = {i: [j for j in range(6) if j != i] for i in range(6)}
    assert ORDERS["interleaved"](dense, 4) == (3, 2, 1, 0, 4, 5)


@pytest.mark.parametrize(("size", "expected"), [(1, 1), (2, 4), (10, 220)])
def test_operations_of_a_dense_matrix(size: int, expected: int) -> None:
    dense = {i: [j for j in range(size) if j != i] for i in range(size)}
    assert operations(dense, range(size)) == expected


def test_rows_take_no_more_pivots_than_accelerations_give() -> None:
    """Row 3 needs rate 0 alone; nothing of it is left for row 4, which waits for rate 1."""
    A = {0: [3, 4], 1: [4, 5], 2: [5], 3: [0], 4: [0, 1], 5: [1, 2]}
    order = ORDERS["task"](A, 3)
    assert order.index(4) > order.index(1) and order.index(5) > order.index(2)
