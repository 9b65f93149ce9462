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


def difference(plan: Plan, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The change that takes a to b: advance(a, difference(a, b)) = b; quaternions go the short way."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    change = np.zeros((*np.broadcast_shapes(a.shape[:-1], b.shape[:-1]), plan.n_v))
    for node in plan.nodes:
        i, k, step = node.q, node.v, node.step
        if isinstance(step, Ball):
            change[..., k : k + 3] = _turn_between(a[..., i : i + 4], b[..., i : i + 4])
        elif isinstance(step, Free):
            own, way = a[..., i + 3 : i + 7], b[..., i : i + 3] - a[..., i : i + 3]
            change[..., k : k + 3] = _turn_between(own, b[..., i + 3 : i + 7])
            change[..., k + 3 : k + 6] = _rotated(own * (1.0, -1.0, -1.0, -1.0), way)
        else:
            change[..., k] = b[..., i] - a[..., i]
    return change


def lengths(plan: Plan) -> list[int]:
    """The rates that are lengths."""
    return [k for node in plan.nodes for k, s in node.columns if all(float(x) == 0.0 for x in s.angular)]


def scattered(
    plan: Plan, q: np.ndarray, free: np.ndarray, spread: float, size: float, random: np.random.Generator
) -> np.ndarray:
    """q with the free coordinates thrown about: at spread 1 angles up to half a turn, slides by the machine's size."""
    change = np.zeros(plan.n_v)
    change[free] = random.uniform(-spread, spread, len(free))
    change[lengths(plan)] *= size / np.pi
    return advance(plan, q, change * np.pi)


def _turn_between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Rotation vector from a to b, in a's coordinates."""
    d = _product(a * (1.0, -1.0, -1.0, -1.0), b)
    d = np.where(d[..., :1] < 0.0, -d, d)
    s = np.linalg.norm(d[..., 1:], axis=-1, keepdims=True)
    angle = 2.0 * np.arctan2(s, d[..., :1])
    return d[..., 1:] * np.where(s > 0.0, angle / np.where(s > 0.0, s, 1.0), 2.0)


def normalised(plan: Plan, q: np.ndarray) -> np.ndarray:
    """q with quaternions of unit length."""
    new = np.array(q, dtype=float)
    for a in quaternion_starts(plan):
        new[..., a : a + 4] /= np.linalg.norm(new[..., a : a + 4], axis=-1, keepdims=True)
    return new


def quaternion_starts(plan: Plan) -> list[int]:
    """Index of the first coordinate of every quaternion."""
    starts: dict[type, int] = {Ball: 0, Free: 3}
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
