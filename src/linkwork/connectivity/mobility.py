"""Mobility: how many freedoms a machine has, counted from its joints and the group of motion of each loop.

Grübler and Kutzbach count with one dimension for the whole machine: six in space, three in the plane or on a sphere.
Here each loop has its own: the dimension of the smallest group of motions that holds those of its joints, found as the
Lie algebra of their screws. A planar leg on a spatial robot counts as planar.

The count knows nothing of special dimensions (Bennett's linkage moves although the count says it cannot): the rank of
the Jacobian in a pose has the last word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.algebra.poses import Pose
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.conditions import Edge, Roll
from linkwork.connectivity.loops import Loop, Tie
from linkwork.connectivity.motion_groups import SMALL, Group, group_of, neutral_poses, number, numeric, rank, screws
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.connectivity.seats import seat_of


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
    idle      (joint, freedoms) that move nothing but the bodies next to it: rods that spin between two balls
    """

    rates: int
    ties: tuple[TieCount, ...]
    bodies: int
    joints: tuple[tuple[str, int], ...]
    group: Group
    led: int
    idle: tuple[tuple[str, int], ...] = ()

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
    touching = _contacts(plan, [tie for tie in found if isinstance(tie, Tie)])
    counts = tuple(
        _loop_count(plan, tie) if isinstance(tie, Loop) else touching.get(tie.name) or _tie_count(plan, tie, world)
        for tie in found
    )
    total = group_of([c for several in columns.values() for c in several])
    joints = [(j.name, len([i for i in j.nodes for _ in columns[i]])) for j in plan.joints.values() if j.nodes]
    for loop in found:
        if isinstance(loop, Loop):
            joints.append((loop.name, total.dimension - _independent(plan, loop, total, world)))
    led = sum(count.count for tie, count in zip(found, counts) if tie.driving)
    bodies = len({place.node for place in plan.bodies.values()} - {GROUND})
    return Mobility(plan.n_v, counts, bodies, tuple(joints), total, led, _idle(plan, found))


def _idle(plan: Plan, found: Sequence[Loop | Tie]) -> tuple[tuple[str, int], ...]:
    """Joints whose rates alone can satisfy the rows of all loops that they are part of.

    Each side of a loop is asked at its own end of the cut joint, in a pose without symmetry.
    """
    tied = {i for tie in found if isinstance(tie, Tie) for i in tie.nodes}
    poses = neutral_poses(plan, range(len(plan.nodes)), turned=0.7)
    columns = screws(plan, poses, range(len(plan.nodes)))
    wrenches: dict[int, list[np.ndarray]] = {}
    for loop in found:
        if isinstance(loop, Loop):
            for end in (loop.cut.a, loop.cut.b):
                X = numeric(end.pose @ loop.cut.kind.placement, poses[end.node])
                W = _powers(loop.cut.kind, X, Group(np.eye(6)))
                for i in set(plan.branch(end.node)) & set(loop.nodes):
                    wrenches.setdefault(i, []).append(W)
    idle = []
    for joint in plan.joints.values():
        nodes = [i for i in joint.nodes if i in wrenches and i not in tied]
        if nodes:
            S = np.column_stack([c for i in nodes for c in columns[i]])
            W = np.vstack([W for i in nodes[-1:] for W in wrenches[i]])
            idle.append((joint.name, S.shape[1] - rank(W @ S)))
    return tuple((name, count) for name, count in idle if count)


def _loop_count(plan: Plan, loop: Loop) -> TieCount:
    """Rows of a loop: rank of the cut joint's wrenches on the motions that the loop's own joints allow.

    The group does not depend on the pose, nor does the rank on where the group has moved the cut joint to.
    """
    seat = seat_of(plan, loop.cut)
    carriers = () if seat.starts else (i for k in loop.nodes for i in plan.branch(k))
    poses = neutral_poses(plan, {*loop.nodes, *carriers}, seat.starts, seat.node)
    own = screws(plan, poses, loop.nodes)
    group = group_of([c for several in own.values() for c in several])
    power = _powers(loop.cut.kind, numeric(seat.b.pose, poses[seat.b.node]), group)
    names = tuple(row.name for row in loop.cut.kind.rows)
    vanished = tuple(name for name, row in zip(names, power) if np.abs(row).max(initial=0.0) < SMALL)
    return TieCount(loop.name, group, names, vanished, rank(power))


def _independent(plan: Plan, loop: Loop, group: Group, world: Mapping[int, np.ndarray]) -> int:
    """Rows of a cut joint in a given group of motion, seen from the world."""
    b = Place(loop.cut.b.node, loop.cut.b.pose @ loop.cut.kind.placement)
    return rank(_powers(loop.cut.kind, numeric(b.pose, world[b.node]), group))


def _powers(kind: Any, b: np.ndarray, group: Group) -> np.ndarray:
    """Power of each row's wrench on each motion of a group, the cut joint at the neutral pose of its variables."""
    B = pose_of(b)
    A = B
    if getattr(kind, "length", None) is not None:  # a rod has no neutral pose of length zero: let it lie askew
        A = B @ Pose.shift(Vec3(0.48, 0.64, 0.6) * -number(kind.length))
    found = []
    for row in kind.rows:
        w = row.wrench(A, B)
        moment = w.moment + B.translation.cross(w.force)
        found.append([number(x) for x in (*moment, *w.force)])
    return np.array(found, dtype=float).reshape(-1, 6) @ group.basis


def _tie_count(plan: Plan, tie: Tie, world: Mapping[int, np.ndarray]) -> TieCount:
    columns = screws(plan, world, tie.nodes)
    group = group_of([c for several in columns.values() for c in several])
    names = tuple(f"{k + 1}" for k in range(tie.condition.count))
    return TieCount(tie.name, group, names, (), tie.condition.count)


def _contacts(plan: Plan, ties: Sequence[Tie]) -> dict[str, TieCount]:
    """Rows of wheels and edges: those that the joints hold already, and those that other contacts hold, do not count.

    A wheel on a cart that cannot leave the floor has no row upward; two wheels on one axle share one row along it.
    """
    poses = [neutral_poses(plan, range(len(plan.nodes)), turned=turned) for turned in (0.3, 0.7)]
    found: dict[str, TieCount] = {}
    stacks = [np.zeros((0, plan.n_v)) for _ in poses]
    for tie in ties:
        if not isinstance(tie.condition, Roll | Edge):
            continue
        rows = [_contact_rows(plan, tie.condition, world) for world in poses]
        taller = [np.vstack(pair) for pair in zip(stacks, rows)]
        count = max(rank(new) - rank(old) for new, old in zip(taller, stacks))
        names = tuple("xyz") if isinstance(tie.condition, Roll) else ("xyz"[tie.condition.across],)
        still = tuple(f"force {n}" for k, n in enumerate(names) if all(np.abs(r[k]).max() < SMALL for r in rows))
        group = group_of([c for several in screws(plan, poses[0], tie.nodes).values() for c in several])
        found[tie.name] = TieCount(tie.name, group, tuple(f"force {n}" for n in names), still, count)
        stacks = taller
    return found


def _contact_rows(plan: Plan, contact: Roll | Edge, world: Mapping[int, np.ndarray]) -> np.ndarray:
    """Velocity at the point of contact along each of its axes, one body against the other, for unit rates."""
    one, other = (contact.wheel, contact.floor) if isinstance(contact, Roll) else (contact.edge, contact.on)
    W, F = (numeric(place.pose, world[place.node]) for place in (one, other))
    if isinstance(contact, Roll):
        n, a = F[:3, 2], W[:3, 2]
        down = n - (n @ a) * a
        point, axes = W[:3, 3] - number(contact.radius) * down / np.linalg.norm(down), F[:3, :3].T
    else:
        point, axes = W[:3, 3], W[:3, [contact.across]].T
    on_one, on_other = set(plan.branch(one.node)), set(plan.branch(other.node))
    rows = np.zeros((len(axes), plan.n_v))
    for i, several in screws(plan, world, on_one ^ on_other).items():
        for (k, _), column in zip(plan.nodes[i].columns, several):
            rows[:, k] = (1.0 if i in on_one else -1.0) * axes @ (column[3:] + np.cross(column[:3], point))
    return rows


def pose_of(X: np.ndarray) -> Pose:
    return Pose.of_rows(X[:3, :3].tolist(), X[:3, 3].tolist())
