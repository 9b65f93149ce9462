"""Coordinates: moving along rates, and the tangent of the coordinates."""

from __future__ import annotations

import numpy as np

from linkwork.algebra.steps import Ball, Free
from linkwork.connectivity.plan import Plan


def advance(plan: Plan, q: np.ndarray, change: np.ndarray) -> np.ndarray:
    """q moved along rates times time; quaternions turn by the rotation vector and stay unit.

    q ← q ⊗ (cos |φ|/2, sin(|φ|/2) φ/|φ|)                                (1)
    """
    new = np.array(q, dtype=float)
    for node in plan.nodes:
        a, k, step = node.q, node.v, node.step
        if isinstance(step, Ball):
            new[..., a : a + 4] = _turned(new[..., a : a + 4], change[..., k : k + 3])
        elif isinstance(step, Free):
            new[..., a : a + 3] += _rotated(new[..., a + 3 : a + 7], change[..., k + 3 : k + 6])
            new[..., a + 3 : a + 7] = _turned(new[..., a + 3 : a + 7], change[..., k : k + 3])
        else:
            new[..., a] += change[..., k]
    return new


def normalised(plan: Plan, q: np.ndarray) -> np.ndarray:
    """q with quaternions of unit length."""
    new = np.array(q, dtype=float)
    for a in quaternion_starts(plan):
        new[..., a : a + 4] /= np.linalg.norm(new[..., a : a + 4], axis=-1, keepdims=True)
    return new


def quaternion_starts(plan: Plan) -> list[int]:
    """Index of the first coordinate of every quaternion."""
    starts = {Ball: 0, Free: 3}
    return [node.q + starts[type(node.step)] for node in plan.nodes if type(node.step) in starts]


def _product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    a, b = p[..., :1], p[..., 1:]
    c, d = q[..., :1], q[..., 1:]
    return np.concatenate([a * c - (b * d).sum(-1, keepdims=True), a * d + c * b + np.cross(b, d)], axis=-1)


def _turned(q: np.ndarray, phi: np.ndarray) -> np.ndarray:
    angle = np.linalg.norm(phi, axis=-1, keepdims=True)
    turn = np.concatenate([np.cos(angle / 2), 0.5 * np.sinc(angle / (2 * np.pi)) * phi], axis=-1)
    new = _product(q, turn)
    return new / np.linalg.norm(new, axis=-1, keepdims=True)


def _rotated(q: np.ndarray, x: np.ndarray) -> np.ndarray:
    w, u = q[..., :1], q[..., 1:]
    cross = np.cross(u, x)
    return x + 2.0 * (w * cross + np.cross(u, cross))
