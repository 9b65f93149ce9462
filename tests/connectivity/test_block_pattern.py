"""Block patterns from topology alone, against the papers and against numbers."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.connectivity.block_pattern import (
    BlockPattern,
    eliminated,
    gicm_pattern,
    jacobian_pattern,
    least_fill_order,
)
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.loops import subsystem_of, ties
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.mass_matrix import mass_matrix


def patterns(plan: Plan) -> tuple[BlockPattern, BlockPattern]:
    count = len(set(subsystem_of(plan).values()))
    J = jacobian_pattern(plan, ties(plan), [f"S{k}" for k in range(count)])
    return J, gicm_pattern(J)


def test_the_excavator_has_the_pattern_of_the_paper() -> None:
    """Koul et al., Eq. (13): loops 1 to 4 are cut at the joints 15, 14, 5, 11; the GICM lacks block (4, 2) alone."""
    J, gicm = patterns(lay_out(library.excavator().freeze()))
    loop = {1: "joint_15", 2: "joint_14", 3: "joint_5", 4: "joint_11"}
    takes_part = {n: {s for r, s in J.blocks if J.rows[r] == name} for n, name in loop.items()}
    assert takes_part == {1: {0, 1}, 2: {1}, 3: {0, 1}, 4: {0, 2}}
    empty = {
        (i, j) for i in loop for j in loop if j < i and not _coupled(gicm, loop[i], loop[j])
    }  # fmt: skip
    assert empty == {(4, 2)}


def _coupled(gicm: BlockPattern, a: str, b: str) -> bool:
    r, s = sorted((gicm.rows.index(a), gicm.rows.index(b)), reverse=True)
    return (r, s) in gicm


def test_the_carpet_scraper_is_block_tridiagonal() -> None:
    """Koul et al., Eqs (25), (30)."""
    J, gicm = patterns(lay_out(library.carpet_scraper().freeze()))
    assert J.blocks == {(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)}
    assert gicm.blocks == {(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)}
    assert not eliminated(gicm, least_fill_order(gicm)).fill


def test_the_three_legs_are_all_coupled() -> None:
    """Koul et al., Eqs (36), (41)."""
    J, gicm = patterns(lay_out(library.koul_three_rrr().freeze()))
    assert J.blocks == {(0, 0), (0, 1), (1, 0), (1, 2)}
    assert gicm.blocks == {(0, 0), (1, 0), (1, 1)}


def test_loops_that_share_a_subsystem_without_sharing_a_body_are_coupled() -> None:
    """One loop through the root alone, one inside a branch: the inertia couples them."""
    m = lw.Mechanism("shared root")
    bodies = {n: m.body(n, mass=1.0, com=(0.3, 0.1, 0), inertia=(0.1, 0.1, 0.1)) for n in "abcde"}
    m.revolute("1", m.ground, bodies["a"])
    m.revolute("2", bodies["a"].at(1, 0, 0), bodies["b"])
    m.revolute("3", bodies["b"].at(1, 0, 0), bodies["c"])
    m.revolute("4", bodies["b"].at(0.5, 0.5, 0), bodies["d"])
    m.revolute("5", m.ground.at(0, 1, 0), bodies["e"])
    m.close("outer", bodies["a"].at(0.5, 0, 0), bodies["e"].at(1, 0, 0), kind="point")
    m.close("inner", bodies["c"].at(0.4, 0, 0), bodies["d"].at(0.6, 0, 0), kind="point")
    plan = lay_out(m.freeze())
    _, gicm = patterns(plan)
    assert (1, 0) in gicm
    assert np.abs(numeric_gicm(plan)[2:, :2]).max() > 0.01


@pytest.mark.parametrize(
    "make", [library.excavator, library.carpet_scraper, library.stewart_platform, library.planetary_gear, library.delta]
)
def test_numbers_have_the_pattern(make) -> None:
    """Blocks that topology calls zero are zero, the others are not, at a pose without symmetry."""
    plan = lay_out(make().freeze().bind())
    J, gicm = patterns(plan)
    found = rows(Motion(plan, list(pose(plan))))
    of = [J.rows.index(row.name) for row in found]
    A = numeric_gicm(plan)
    for r in range(len(J.rows)):
        for s in range(r + 1):
            block = A[np.ix_([i for i, k in enumerate(of) if k == r], [i for i, k in enumerate(of) if k == s])]
            assert ((r, s) in gicm) == (np.abs(block).max() > 1e-12), (J.rows[r], J.rows[s])


def pose(plan: Plan) -> np.ndarray:
    rng = np.random.default_rng(5)
    q = rng.uniform(0.1, 0.9, plan.n_q)
    for node in plan.nodes:
        if node.step.n_q > node.step.n_v:
            end = node.q + node.step.n_q
            q[end - 4 : end] /= np.linalg.norm(q[end - 4 : end])
    return q


def numeric_gicm(plan: Plan) -> np.ndarray:
    q = list(pose(plan))
    J = np.array(dense(plan, rows(Motion(plan, q))), dtype=float)
    return J @ np.linalg.solve(np.array(mass_matrix(plan, q), dtype=float), J.T)


def pattern_of(pairs: set[tuple[int, int]], count: int) -> BlockPattern:
    names = tuple(f"L{k}" for k in range(count))
    return BlockPattern(names, names, frozenset(pairs | {(k, k) for k in range(count)}))


def test_elimination_fills_in_what_a_dense_factorisation_fills_in() -> None:
    rng = np.random.default_rng(1)
    for count in (3, 5, 8):
        pairs = {(i, j) for i in range(count) for j in range(i) if rng.random() < 0.4}
        pattern = pattern_of(pairs, count)
        A = np.eye(count) * count
        for i, j in pairs:
            A[i, j] = A[j, i] = rng.uniform(0.1, 0.9)
        L = np.linalg.cholesky(A)
        filled = {(i, j) for i in range(count) for j in range(i) if abs(L[i, j]) > 1e-12}
        assert filled == pairs | eliminated(pattern, range(count)).fill


def test_a_star_is_eliminated_from_its_tips() -> None:
    pattern = pattern_of({(k, 0) for k in range(1, 6)}, 6)
    assert len(eliminated(pattern, range(6)).fill) == 10
    order = least_fill_order(pattern)
    assert order.index(0) >= 4
    assert not eliminated(pattern, order).fill


def test_the_order_of_least_fill_is_good_on_small_patterns() -> None:
    rng = np.random.default_rng(2)
    for _ in range(20):
        pattern = pattern_of({(i, j) for i in range(5) for j in range(i) if rng.random() < 0.5}, 5)
        best = min(len(eliminated(pattern, order).fill) for order in permutations(range(5)))
        assert len(eliminated(pattern, least_fill_order(pattern)).fill) <= best + 1
