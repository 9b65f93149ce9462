"""Hubs: bodies at which a deep tree is taken apart, so that inertia couples only what lies between two of them."""

from __future__ import annotations

import numpy as np

from linkwork.algebra.scalars import is_zero
from linkwork.algebra.twists import Twist
from linkwork.connectivity.motion_groups import number
from linkwork.connectivity.plan import GROUND, Node, Plan

APART = 3  # rates between a hub and the next


def hubs(plan: Plan, apart: int = APART) -> tuple[int, ...]:
    """Nodes that carry a body with inertia in all directions in which they move, `apart` rates or more from each other.

    `plan` holds numbers. Tips are none, and a tree that is not deep has none.
    """
    behind = {node.parent for node in plan.nodes}
    moves = {GROUND: np.zeros(6, dtype=bool)}
    deep = {GROUND: 0}
    found = []
    for i, node, p in plan.outward:
        moves[i], deep[i] = _components(node, moves[p]), deep[p] + node.step.n_v
        if deep[i] >= apart and i in behind and _heavy(node, moves[i]):
            found.append(i)
            deep[i] = 0
    return tuple(found)


def _components(node: Node, parent: np.ndarray) -> np.ndarray:
    """Which components of a node's twist can differ from zero, from those of its parent."""
    X = node.pose([0.3 + 0.1 * k for k in range(node.q + node.step.n_q)])
    units = [Twist.of_six([float(i == c) for i in range(6)]) for c in np.flatnonzero(parent)]
    columns = [*(X.to_child(t) for t in units), *node.motion]
    return np.array([any(not is_zero(t.six()[c]) for t in columns) for c in range(6)])


def _heavy(node: Node, moves: np.ndarray) -> bool:
    """Whether a node's own inertia is positive in those directions."""
    rows = np.array([[number(x) for x in row] for row in node.inertia.articulated().rows()])
    values = np.linalg.eigvalsh(rows[np.ix_(moves, moves)])
    return bool(values[0] > 1e-9 * values[-1])
