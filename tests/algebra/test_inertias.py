"""Rigid and articulated inertias against their matrices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.algebra.inertias import NOTHING, RigidInertia, spin
from linkwork.algebra.symmetric import Sym3
from linkwork.algebra.twists import Twist, Wrench
from linkwork.algebra.vectors import ZERO, Vec3

seeds = st.integers(0, 10**6)


def skew(a: Vec3) -> np.ndarray:
    return np.array([[0, -a.z, a.y], [a.z, 0, -a.x], [-a.y, a.x, 0]])


def random_rigid(rng: np.random.Generator) -> tuple[RigidInertia, float, np.ndarray, np.ndarray]:
    B = rng.normal(size=(3, 3))
    m, c, I = float(rng.uniform(1, 3)), rng.normal(size=3), B @ B.T
    return RigidInertia.about_com(m, Vec3(*c.tolist()), Sym3.of_rows(I.tolist())), m, c, I


@given(seed=seeds)
def test_steiner_and_momentum(seed: int) -> None:
    rng = np.random.default_rng(seed)
    body, m, c, I = random_rigid(rng)
    S = skew(Vec3(*c))
    M = np.block([[I - m * S @ S, m * S], [-m * S, m * np.eye(3)]])
    np.testing.assert_allclose(np.array(body.articulated().rows()), M, atol=1e-12)
    t = Twist(Vec3(*rng.normal(size=3)), Vec3(*rng.normal(size=3)))
    np.testing.assert_allclose((body @ t).six(), M @ t.six(), atol=1e-12)
    assert body.kinetic_energy(t) == pytest.approx(0.5 * np.array(t.six()) @ M @ t.six())
    np.testing.assert_allclose((body.articulated() @ t).six(), M @ t.six(), atol=1e-12)


@given(seed=seeds)
def test_wrench_of_a_motion_is_that_of_newton_and_euler(seed: int) -> None:
    """Book, Eqs (5.1), (5.4): at the mass centre f = m c̈, n_c = I ω̇ + ω × I ω; moved to the origin."""
    rng = np.random.default_rng(seed)
    body, m, c, I = random_rigid(rng)
    w, wd, a = rng.normal(size=(3, 3))
    at_com = a + np.cross(wd, c) + np.cross(w, np.cross(w, c))
    force = m * at_com
    moment = I @ wd + np.cross(w, I @ w) + np.cross(c, force)
    found = body.wrench(*(Vec3(*x.tolist()) for x in (w, wd, a)))
    np.testing.assert_allclose(found.six(), [*moment, *force], atol=1e-11)


def test_spin_takes_points_to_their_accelerations() -> None:
    w, wd, r = np.array([0.3, -1.0, 2.0]), np.array([0.5, 0.1, -0.7]), np.array([1.0, 2.0, 3.0])
    found = spin(Vec3(*w), Vec3(*wd)) @ Vec3(*r)
    np.testing.assert_allclose(list(found), np.cross(wd, r) + np.cross(w, np.cross(w, r)))


def test_what_an_elimination_makes_zero_is_exactly_zero() -> None:
    rng = np.random.default_rng(0)
    M = random_rigid(rng)[0].articulated()
    s = Twist(Vec3(0.0, 0.0, 1.0), ZERO)
    hat = M @ s
    psi = Wrench(hat.moment * (1.0 / hat.moment.z), hat.force * (1.0 / hat.moment.z))
    psi.moment = Vec3(psi.moment.x, psi.moment.y, 1.0)
    rows = np.array(M.less(psi, hat).rows())
    assert not rows[2].any()
    assert not rows[:, 2].any()
    np.testing.assert_allclose(rows, np.array(M.rows()) - np.outer(psi.six(), hat.six()), atol=1e-12)


def test_nothing_is_weightless() -> None:
    assert NOTHING.weightless
    assert not (NOTHING + random_rigid(np.random.default_rng(0))[0]).weightless
