"""With twists and wrenches of hubs eliminated, what is left is the inertia matrix."""

from __future__ import annotations

import numpy as np
import pytest
from random_trees import random_state, random_tree

from linkwork.blueprint import library
from linkwork.connectivity.hubs import hubs
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.kinematics import node_poses
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.dynamics.split_inertia import split_inertia


def left_over(plan: Plan, q: list[float], apart: int) -> tuple[np.ndarray, int]:
    """The Schur complement on the rates, and the number of hubs."""
    chosen, n = hubs(plan, apart), plan.n_v
    entries = split_inertia(plan, node_poses(plan, q), chosen, n)
    size = max((max(i, j) for i, j, _ in entries), default=n - 1) + 1
    A = np.zeros((size, size))
    for i, j, x in entries:
        A[i, j] = A[j, i] = x
    return A[:n, :n] - A[:n, n:] @ np.linalg.solve(A[n:, n:], A[n:, :n]), len(chosen)


@pytest.mark.parametrize("apart", [1, 3])
@pytest.mark.parametrize("seed", range(4))
def test_random_trees(seed: int, apart: int) -> None:
    plan = random_tree(seed, 9).plan
    q = random_state(plan, seed)[0].tolist()
    found, count = left_over(plan, q, apart)
    M = np.array(mass_matrix(plan, q), dtype=float)
    assert (count > 0 or apart > 1) and np.abs(found - M).max() < 1e-12 * np.abs(M).max()


def test_a_plane_has_three_directions() -> None:
    plan = library.scissor_grid(k=4).compile().plan
    q = np.random.default_rng(0).normal(size=plan.n_q).tolist()
    found, count = left_over(plan, q, 3)
    M = np.array(mass_matrix(plan, q), dtype=float)
    assert np.abs(found - M).max() < 1e-11 * np.abs(M).max()
    unknowns = {i for i, _, _ in split_inertia(plan, node_poses(plan, q), hubs(plan, 3), plan.n_v)}
    assert max(unknowns) + 1 - plan.n_v == 2 * 3 * count
