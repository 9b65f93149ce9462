"""Orders of elimination follow from the pattern alone."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from sparse_systems import block_pattern

from linkwork.blueprint import library
from linkwork.connectivity.elimination_order import ORDERS, Pattern, least_fill, natural, operations
from linkwork.connectivity.layout import lay_out
from linkwork.dynamics.closure import Motion, rows
from linkwork.dynamics.multipliers import BlockSystem


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


def test_a_row_waits_for_what_others_took_early() -> None:
    """Rows 4 and 6 take what rates 0 and 1 give; row 5 has all its rates then, but goes after rate 3, row 4's other."""
    A = {0: [4, 5], 1: [4, 6], 2: [7], 3: [4, 7], 4: [0, 1, 3], 5: [0], 6: [1], 7: [2, 3]}
    for start in ((0, 1, 4, 6), (0, 1, 6, 4)):
        order = least_fill(A, 4, early=True, start=start)
        assert order.index(5) > order.index(3)


def test_legs_go_with_all_their_rows_before_the_platform() -> None:
    """Four legs of three rates on a platform of six; the last row of each leg acts on one of its rates alone."""
    platform, legs = range(6), [range(6 + 3 * k, 9 + 3 * k) for k in range(4)]
    rows = {18 + 3 * k + r: [*platform, *legs[k][2 * (r == 2) :]] for k in range(4) for r in range(3)}
    A: dict[int, list[int]] = {i: [r for r in rows if i in rows[r]] for i in range(18)} | rows
    for part in (platform, *legs):
        for i in part:
            A[i] = [*(j for j in part if j != i), *A[i]]
    order = ORDERS["task"](A, 18)
    assert not {*platform} & {*order[:21]}  # of the last nine each touches each: their order costs nothing
    assert 2 * operations(A, order) < operations(A, ORDERS["interleaved"](A, 18))


@given(st.integers(1, 25), st.integers(0, 10), st.integers(0, 10**6))
@example(23, 10, 2459)
def test_multipliers_that_go_early_have_pivots(n: int, m: int, seed: int) -> None:
    """Wherever a multiplier goes, the rows that are gone are independent on the rates that are gone: by rank, for
    numbers like any other. Its pivot is the quotient of two determinants that are not zero then."""
    A = pattern(n, min(m, n), seed)
    random = np.random.default_rng(seed)
    J = np.zeros((len(A) - n, n))
    for r in range(n, len(A)):
        J[r - n, [i for i in A[r] if i < n]] = random.normal(size=sum(i < n for i in A[r]))
    assume(np.linalg.matrix_rank(J) == len(J))
    order = ORDERS["task"](A, n)
    for end, k in enumerate(order, 1):
        if k >= n:
            rows, rates = ([i - n * late for i in order[:end] if (i >= n) == late] for late in (True, False))
            assert np.linalg.matrix_rank(J[np.ix_(rows, rates)]) == len(rows)


@given(st.integers(1, 25), st.integers(0, 10), st.integers(0, 10**6))
def test_parts_go_with_their_multipliers_in_the_cheaper_of_two_ways(n: int, m: int, seed: int) -> None:
    A = pattern(n, min(m, n), seed)
    either = [operations(A, least_fill(A, n, early=True, eager=eager)) for eager in (False, True)]
    assert operations(A, ORDERS["task"](A, n)) == min(either)


def test_a_multiplier_that_may_go_early_goes_at_once_if_it_is_told_to() -> None:
    """Rates 0 … 5 of a platform, 6 of an arm, 7 … 10 of rods on it; a row across each rod. The last meets all that is
    left, where no order is better than another."""
    platform, rods = range(6), {i: i + 4 for i in range(7, 11)}
    A = {i: [*rods.values()] for i in platform} | {6: [*rods, *rods.values()]} | {i: [6, r] for i, r in rods.items()}
    A |= {r: [*platform, 6, i] for i, r in rods.items()}
    assert least_fill(A, 11, early=True, eager=True)[:6] == (10, 14, 9, 13, 8, 12)


def test_some_machines_are_cheaper_with_all_multipliers_at_once() -> None:
    plan = lay_out(library.khan_three_rrr().freeze())
    motion = Motion(plan, [0.1 + 0.1 * k for k in range(plan.n_q)])
    A = BlockSystem.of(motion, rows(motion)).pattern
    eager, patient = (operations(A, least_fill(A, plan.n_v, early=True, eager=eager)) for eager in (True, False))
    assert eager < patient
