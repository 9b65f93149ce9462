"""Counts are those that the literature would print."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.algebra.scalars import atan2, maximum, sqrt, where
from linkwork.expression.counts import Counts, counts
from linkwork.expression.procedures import solve_general, solve_symmetric
from linkwork.expression.trace import trace


def of(law: Any, n: int = 3) -> Counts:
    return counts(trace(lambda x: {"y": law(x)}, {"x": (n,)}))


def test_products_and_quotients_sums_and_differences() -> None:
    assert of(lambda x: x[0] * x[1] / x[2] - x[0] + x[2]) == Counts(multiplications=2, additions=2)


def test_negations_are_free_and_shared_terms_count_once() -> None:
    assert of(lambda x: [x[0] * x[1], -x[0] * x[1], -x[1]]) == Counts(multiplications=1)


def test_doubling_is_an_addition() -> None:
    assert of(lambda x: x[0] + x[0]) == of(lambda x: 2.0 * x[0]) == Counts(additions=1)


def test_sine_and_cosine_of_an_angle_are_one_pair() -> None:
    assert of(lambda x: [np.sin(x[0]), np.cos(x[0]), np.cos(x[1])]) == Counts(trigonometric_pairs=2)


def test_other_functions() -> None:
    law = lambda x: [sqrt(x[0]), atan2(x[0], x[1]), maximum(x[0], x[1]), where(x[0], x[1], x[2])]  # noqa: E731
    assert of(law) == Counts(square_roots=1, others=3)


@pytest.mark.parametrize(("exponent", "products"), [(2, 1), (3, 2), (4, 2), (7, 4), (64, 6), (100, 8)])
def test_powers_count_their_products(exponent: int, products: int) -> None:
    assert of(lambda x: x[0] ** exponent) == Counts(multiplications=products)


def test_a_dense_solution_counts_its_loops() -> None:
    n = 4

    def symmetric(A: Any, b: Any) -> dict[str, Any]:
        return {"x": solve_symmetric(A, b)}

    def general(A: Any, b: Any) -> dict[str, Any]:
        return {"x": solve_general(A, b)}

    shapes = {"A": (n, n), "b": (n, 1)}
    # L D Lᵀ: j² products for d_j and L_jk d_k, (j + 1) for each entry below, an inverse a column; then n² to substitute
    factor = sum(2 * j + (n - 1 - j) * (j + 1) + 1 for j in range(n))
    assert counts(trace(symmetric, shapes)).multiplications == factor + n * n
    assert counts(trace(general, shapes)) == Counts(sum(j * j + j for j in range(n)) + n + n * n, 14 + n * (n - 1))


def test_counts_add_and_print() -> None:
    total = Counts(135, 131, 6) + Counts(0, 0, 0, 2, 1)
    assert str(total) == "135M 131A 6T 2S 1 other"
    assert str(Counts(1, 2)) == "1M 2A"
    assert total.total == 266
