"""Quaternions against rotation matrices."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from linkwork.algebra.quaternions import product, rates, rotation_rows
from linkwork.algebra.vectors import Vec3


def unit(seed: int) -> np.ndarray:
    q = np.random.default_rng(seed).normal(size=4)
    return q / np.linalg.norm(q)


def scipy(q: np.ndarray) -> Rotation:
    return Rotation.from_quat(np.roll(q, -1))


@given(a=st.integers(0, 10**6), b=st.integers(0, 10**6))
def test_rotation_and_product(a: int, b: int) -> None:
    p, q = unit(a), unit(b)
    np.testing.assert_allclose([list(r) for r in rotation_rows(p)], scipy(p).as_matrix(), atol=1e-12)
    both = np.array(product(p, q))
    np.testing.assert_allclose([list(r) for r in rotation_rows(both)], (scipy(p) * scipy(q)).as_matrix(), atol=1e-12)


@given(seed=st.integers(0, 10**6))
def test_rates_follow_the_angular_velocity_of_the_child(seed: int) -> None:
    q, w = unit(seed), np.random.default_rng(seed + 1).normal(size=3)
    h = 1e-6
    ahead = scipy(q) * Rotation.from_rotvec(h * w)
    q_next = np.roll(ahead.as_quat(), 1)
    q_next *= np.sign(q_next @ q)
    np.testing.assert_allclose(rates(q, Vec3(*w)), (q_next - q) / h, atol=1e-5)
