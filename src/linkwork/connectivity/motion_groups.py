"""Groups of rigid motions, found from the screws of joints as Lie algebras."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.algebra.parameter import Quantity, default
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import constant_value
from linkwork.algebra.twists import Twist
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.errors import OptionError

SMALL = 1e-9


@dataclass(frozen=True)
class Group:
    """A group of rigid motions by its Lie algebra: columns (ω, v), orthonormal."""

    basis: np.ndarray

    @property
    def dimension(self) -> int:
        """Number of freedoms of a body that may do all of these motions."""
        return self.basis.shape[1]

    @property
    def turns(self) -> int:
        """How many of them are directions of turning."""
        return rank(self.basis[:3])

    @property
    def name(self) -> str:
        """What such motions are called."""
        return _NAMES.get((self.turns, self.dimension), "spatial")


_NAMES = {
    (0, 0): "rigid",
    (0, 1): "sliding",
    (0, 2): "sliding in a plane",
    (0, 3): "translational",
    (1, 1): "turning",
    (1, 2): "cylindrical",
    (1, 3): "planar",
    (1, 4): "turning about one direction",
    (3, 3): "spherical",
    (3, 6): "spatial",
}


def group_of(motions: Sequence[np.ndarray]) -> Group:
    """The smallest group that holds these screws: closed under the bracket

    [(ω, v), (ω′, v′)] = (ω × ω′, ω × v′ + v × ω′)                        (1)
    """
    columns = np.array(motions, dtype=float).reshape(-1, 6).T
    basis = _orthonormal(columns / np.maximum(np.linalg.norm(columns, axis=0), 1e-300))
    while 1 < basis.shape[1] < 6:
        brackets = [_bracket(a, b) for i, a in enumerate(basis.T) for b in basis.T[:i]]  # (1)
        wider = _orthonormal(np.column_stack([basis, *brackets]))
        if wider.shape[1] == basis.shape[1]:
            break
        basis = wider
    return Group(basis)


def _bracket(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.concatenate([np.cross(a[:3], b[:3]), np.cross(a[:3], b[3:]) + np.cross(a[3:], b[:3])])


def _orthonormal(columns: np.ndarray) -> np.ndarray:
    if not columns.size:
        return np.zeros((6, 0))
    U, s, _ = np.linalg.svd(columns, full_matrices=False)
    return U[:, s > SMALL * max(1.0, s[0])]


def rank(A: np.ndarray) -> int:
    if not A.size:
        return 0
    return int(np.sum(np.linalg.svd(A, compute_uv=False) > SMALL * max(1.0, float(np.abs(A).max()))))


def neutral_poses(
    plan: Plan,
    nodes: Iterable[int],
    starts: Mapping[int, Pose] | None = None,
    root: int = GROUND,
    turned: float = 0.0,
) -> dict[int, np.ndarray]:
    """Poses (4×4) of nodes at the neutral coordinates of their joints, in the world or in a seat.

    `turned` moves every coordinate away from neutral, each by another fraction of it.
    """
    found = {root: np.eye(4)}
    for i in sorted(nodes):
        node = plan.nodes[i]
        start = (starts or {}).get(i)
        placement, parent = (node.placement, node.parent) if start is None else (start, root)
        q = _neutral(node.step)
        if turned:
            q = [x + turned * ((0.618 * (node.q + k + 1)) % 1.0) for k, x in enumerate(q)]
            size = sum(x * x for x in q[-4:]) ** 0.5 if len(q) > 3 else 1.0
            q[-4:] = [x / size for x in q[-4:]]
        found[i] = numeric(placement @ node.step.pose(q), found[parent])
    return found


def screws(plan: Plan, poses: Mapping[int, np.ndarray], nodes: Iterable[int]) -> dict[int, list[np.ndarray]]:
    """Motion columns (ω, v) of nodes about the origin of the frame in which their poses are."""
    found = {}
    for i in nodes:
        R, t = poses[i][:3, :3], poses[i][:3, 3]
        found[i] = [_moved(R, t, column) for column in plan.nodes[i].motion]
    return found


def _moved(R: np.ndarray, t: np.ndarray, column: Twist) -> np.ndarray:
    six = np.array([number(x) for x in column.six()])
    w = R @ six[:3]
    return np.concatenate([w, R @ six[3:] + np.cross(t, w)])


def _neutral(step: Any) -> list[float]:
    return [1.0 if k == step.n_q - 4 and step.n_q > step.n_v else 0.0 for k in range(step.n_q)]


def numeric(pose: Pose, carrier: np.ndarray) -> np.ndarray:
    X = np.eye(4)
    X[:3, :3] = [[number(x) for x in row] for row in pose.rotation]
    X[:3, 3] = [number(x) for x in pose.translation]
    return carrier @ X


def number(x: Any) -> float:
    """A constant as a number; open parameters stand at their own values."""
    if isinstance(x, Quantity):
        return default(x)
    value = constant_value(x)
    if value is None:
        raise OptionError("structure", "was asked of a plan with open symbols", "Ask it of the description instead")
    return value
