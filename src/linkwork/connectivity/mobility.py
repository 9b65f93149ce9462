"""Mobility: how many freedoms a machine has, counted from its joints and the group of motion of each loop.

Grübler and Kutzbach count with one dimension for the whole machine: six in space, three in the plane or on a sphere.
Here each loop has its own: the dimension of the smallest group of motions that holds those of its joints, found as the
Lie algebra of their screws. A planar leg on a spatial robot counts as planar.

The count knows nothing of special dimensions (Bennett's linkage moves although the count says it cannot): the rank of
the Jacobian in a pose has the last word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.algebra.parameter import Quantity, default
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import constant_value
from linkwork.algebra.twists import Twist
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.loops import Loop, Tie
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.connectivity.seats import seat_of
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
        return _rank(self.basis[:3])

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


@dataclass(frozen=True)
class TieCount:
    """What one loop or other tie takes away.

    group     of motion of its joints, the cut one not counted
    rows      of the cut joint, all of them
    vanished  those that hold whatever the joints of the loop do
    count     how many of the others are independent, by count
    """

    name: str
    group: Group
    rows: tuple[str, ...]
    vanished: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Mobility:
    """Freedoms by count.

    rates     of the opened tree
    ties      what each loop and other tie takes away
    bodies    that move, welded ones counted once
    joints    (name, freedoms within the machine's group of motion) of all joints, cut or not
    group     of motion of the whole machine
    led       freedoms that prescribed motions take
    """

    rates: int
    ties: tuple[TieCount, ...]
    bodies: int
    joints: tuple[tuple[str, int], ...]
    group: Group
    led: int

    @property
    def freedoms(self) -> int:
        """Rates less independent rows, before anything is prescribed."""
        return self.rates - sum(tie.count for tie in self.ties) + self.led

    @property
    def kutzbach(self) -> int:
        """d · bodies − Σ (d − f) with the one dimension d of the whole machine; relations and contacts not counted."""
        d = self.group.dimension
        return d * self.bodies - sum(d - f for _, f in self.joints)

    @property
    def formula(self) -> str:
        """Grübler's and Kutzbach's count in figures."""
        d = self.group.dimension
        locked = [d - f for _, f in self.joints]
        parts = [f"{locked.count(k)}·{k}" for k in sorted(set(locked), reverse=True) if k]
        return f"{d}·{self.bodies}" + "".join(f" − {part}" for part in parts) + f" = {self.kutzbach}"


def mobility(plan: Plan, found: Sequence[Loop | Tie]) -> Mobility:
    """The count of freedoms of a machine."""
    world = neutral_poses(plan, range(len(plan.nodes)))
    columns = screws(plan, world, range(len(plan.nodes)))
    counts = tuple(_loop_count(plan, tie) if isinstance(tie, Loop) else _tie_count(plan, tie, world) for tie in found)
    total = group_of([c for several in columns.values() for c in several])
    joints = [(j.name, len([i for i in j.nodes for _ in columns[i]])) for j in plan.joints.values() if j.nodes]
    for loop in found:
        if isinstance(loop, Loop):
            joints.append((loop.name, total.dimension - _independent(plan, loop, total, world)))
    led = sum(count.count for tie, count in zip(found, counts) if tie.driving)
    bodies = len({place.node for place in plan.bodies.values()} - {GROUND})
    return Mobility(plan.n_v, counts, bodies, tuple(joints), total, led)


def _loop_count(plan: Plan, loop: Loop) -> TieCount:
    """Rows of a loop: rank of the cut joint's wrenches on the motions that the loop's own joints allow.

    The group does not depend on the pose, nor does the rank on where the group has moved the cut joint to.
    """
    seat = seat_of(plan, loop.cut)
    carriers = () if seat.starts else (i for k in loop.nodes for i in plan.branch(k))
    poses = neutral_poses(plan, {*loop.nodes, *carriers}, seat.starts, seat.node)
    own = screws(plan, poses, loop.nodes)
    group = group_of([c for several in own.values() for c in several])
    power = _powers(loop.cut.kind, _numeric(seat.b.pose, poses[seat.b.node]), group)
    names = tuple(row.name for row in loop.cut.kind.rows)
    vanished = tuple(name for name, row in zip(names, power) if np.abs(row).max(initial=0.0) < SMALL)
    return TieCount(loop.name, group, names, vanished, _rank(power))


def _independent(plan: Plan, loop: Loop, group: Group, world: Mapping[int, np.ndarray]) -> int:
    """Rows of a cut joint in a given group of motion, seen from the world."""
    b = Place(loop.cut.b.node, loop.cut.b.pose @ loop.cut.kind.placement)
    return _rank(_powers(loop.cut.kind, _numeric(b.pose, world[b.node]), group))


def _powers(kind: Any, b: np.ndarray, group: Group) -> np.ndarray:
    """Power of each row's wrench on each motion of a group, the cut joint at the neutral pose of its variables."""
    B = _pose(b)
    A = B
    if getattr(kind, "length", None) is not None:  # a rod has no neutral pose of length zero: let it lie askew
        A = B @ Pose.shift(Vec3(0.48, 0.64, 0.6) * -_number(kind.length))
    found = []
    for row in kind.rows:
        w = row.wrench(A, B)
        moment = w.moment + B.translation.cross(w.force)
        found.append([_number(x) for x in (*moment, *w.force)])
    return np.array(found, dtype=float).reshape(-1, 6) @ group.basis


def _tie_count(plan: Plan, tie: Tie, world: Mapping[int, np.ndarray]) -> TieCount:
    columns = screws(plan, world, tie.nodes)
    group = group_of([c for several in columns.values() for c in several])
    names = tuple(f"{k + 1}" for k in range(tie.condition.count))
    return TieCount(tie.name, group, names, (), tie.condition.count)


def group_of(motions: Sequence[np.ndarray]) -> Group:
    """The smallest group that holds these screws: closed under the bracket

    [(ω, v), (ω′, v′)] = (ω × ω′, ω × v′ + v × ω′)                        (1)
    """
    basis = _orthonormal(np.array(motions, dtype=float).reshape(-1, 6).T)
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
    columns = columns / np.maximum(np.linalg.norm(columns, axis=0), 1e-300)
    U, s, _ = np.linalg.svd(columns, full_matrices=False)
    return U[:, s > SMALL * max(1.0, s[0])]


def _rank(A: np.ndarray) -> int:
    if not A.size:
        return 0
    return int(np.sum(np.linalg.svd(A, compute_uv=False) > SMALL * max(1.0, float(np.abs(A).max()))))


def neutral_poses(
    plan: Plan, nodes: Iterable[int], starts: Mapping[int, Pose] | None = None, root: int = GROUND
) -> dict[int, np.ndarray]:
    """Poses (4×4) of nodes at the neutral coordinates of their joints, in the world or in a seat."""
    found = {root: np.eye(4)}
    for i in sorted(nodes):
        node = plan.nodes[i]
        start = (starts or {}).get(i)
        placement, parent = (node.placement, node.parent) if start is None else (start, root)
        found[i] = _numeric(placement @ node.step.pose(_neutral(node.step)), found[parent])
    return found


def screws(plan: Plan, poses: Mapping[int, np.ndarray], nodes: Iterable[int]) -> dict[int, list[np.ndarray]]:
    """Motion columns (ω, v) of nodes about the origin of the frame in which their poses are."""
    found = {}
    for i in nodes:
        R, t = poses[i][:3, :3], poses[i][:3, 3]
        found[i] = [_moved(R, t, column) for column in plan.nodes[i].motion]
    return found


def _moved(R: np.ndarray, t: np.ndarray, column: Twist) -> np.ndarray:
    six = np.array([_number(x) for x in column.six()])
    w = R @ six[:3]
    return np.concatenate([w, R @ six[3:] + np.cross(t, w)])


def _neutral(step: Any) -> list[float]:
    return [1.0 if k == step.n_q - 4 and step.n_q > step.n_v else 0.0 for k in range(step.n_q)]


def _numeric(pose: Pose, carrier: np.ndarray) -> np.ndarray:
    X = np.eye(4)
    X[:3, :3] = [[_number(x) for x in row] for row in pose.rotation]
    X[:3, 3] = [_number(x) for x in pose.translation]
    return carrier @ X


def _pose(X: np.ndarray) -> Pose:
    return Pose.of_rows(X[:3, :3].tolist(), X[:3, 3].tolist())


def _number(x: Any) -> float:
    """A constant as a number; open parameters stand at their own values."""
    if isinstance(x, Quantity):
        return default(x)
    value = constant_value(x)
    if value is None:
        raise OptionError("structure", "was asked of a plan with open symbols", "Ask it of the description instead")
    return value
