"""Seat: the frame in which the conditions of a cut joint are written.

Any frame that is common to both sides of the cut will do. The best one is fixed to the last node that carries both:
what moves both does not enter, and a planar linkage on a leg that tumbles through space stays planar. It is turned so
that the first joint of the loop has coordinate axes: components across the plane then vanish exactly.

Multipliers of a point on a rod are eliminated in the axes of the rod, its *link*: the row along it does not feel the
rod's own turns, and each of the others feels one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import is_zero
from linkwork.algebra.steps import Helix, Slide, Turn
from linkwork.algebra.vectors import Vec3
from linkwork.blueprint.joints.rows import Meet
from linkwork.connectivity.plan import GROUND, Cut, Place, Plan
from linkwork.connectivity.reframe import numeric_rotation, rotation_pose, snapped


@dataclass(frozen=True)
class Seat:
    """Where a cut is seen from.

    node     the last node that carries both frames of the cut
    axes     rotation from the seat to that node
    starts   for each node that begins a side of the loop: its placement seen from the seat
    a, b     the frames of the cut joint, turned to its axis; on the seat's own node they are seen from the seat
    link     "a" or "b": the frame on whose body the rows of a point are eliminated; "" for the seat's own axes, also
             where the joint holds axes as well: a leg that gave its rates to the point had no pivots left for these
    """

    node: int
    axes: Pose
    a: Place
    b: Place
    starts: Mapping[int, Pose] = field(default_factory=dict)
    link: str = ""

    @property
    def at_rest(self) -> bool:
        """Whether it is the world itself."""
        return self.node == GROUND and not self.axes.moves


def seated(plan: Plan) -> Plan:
    """The plan with the seat of every cut worked out."""
    turns: dict[int, tuple[np.ndarray, frozenset[int]] | None] = {GROUND: (np.eye(3), frozenset())}
    return replace(plan, cuts=tuple(replace(cut, seat=_seat(plan, cut, turns)) for cut in plan.cuts))


def seat_of(plan: Plan, cut: Cut) -> Seat:
    """The seat of a cut joint."""
    return cut.seat or _seat(plan, cut, {GROUND: (np.eye(3), frozenset())})


def _seat(plan: Plan, cut: Cut, turns: dict[int, tuple[np.ndarray, frozenset[int]] | None]) -> Seat:
    P = cut.kind.placement
    a, b = Place(cut.a.node, tidy(cut.a.pose @ P)), Place(cut.b.node, tidy(cut.b.pose @ P))
    on_a, on_b = plan.branch(a.node), plan.branch(b.node)
    shared = sum(x == y for x, y in zip(on_a, on_b))
    node = on_a[shared - 1] if shared else GROUND
    firsts = [branch[shared] for branch in (on_a, on_b) if len(branch) > shared]
    if shared and _turn_alike(plan, on_a[:shared], firsts, turns):
        return Seat(GROUND, Pose(), a, b)
    point = all(isinstance(row, Meet) for row in cut.kind.rows)
    link = _link(plan, {"a": (a, on_a[shared:]), "b": (b, on_b[shared:])}) if point else ""
    axes = _axes(plan.nodes[firsts[0]].placement) if firsts else Pose()
    back = axes.inverse
    starts = {i: tidy(back @ plan.nodes[i].placement) for i in firsts}
    a, b = (Place(x.node, tidy(back @ x.pose)) if x.node == node else x for x in (a, b))
    return Seat(node, axes, a, b, starts, link)


def _link(plan: Plan, sides: Mapping[str, tuple[Place, Sequence[int]]]) -> str:
    """The side that ends in a rod: a body carried by several nodes of the loop, the point on one of its axes.

    Of two the one on which fewer cuts end: what many legs hold is the platform.
    """
    ends = Counter(place.node for cut in plan.cuts for place in (cut.a, cut.b))
    rods = [
        (ends[place.node], name)
        for name, (place, own) in sides.items()
        if len(own) > 1 and sum(map(is_zero, place.pose.translation)) > 1
    ]
    return min(rods, default=(0, ""))[1]


def _turn_alike(
    plan: Plan,
    shared: Sequence[int],
    firsts: Sequence[int],
    turns: dict[int, tuple[np.ndarray, frozenset[int]] | None],
) -> bool:
    """Whether what carries the loop and its first joints all turn about one coordinate axis of the world.

    Poses in the world cost less then: they are shared with other cuts, and a plane that only turns in itself keeps its
    zeros. `turns` remembers, for each node, its rotation at rest and the axes about which its branch turns.
    """
    alike: set[int] = set()
    for i in (*shared, *firsts):
        if i not in turns:
            turns[i] = _turned(plan, i, turns[plan.nodes[i].parent])
        found = turns[i]
        if found is None:
            return False
        alike |= found[1]
    return len(alike) == 1 and -1 not in alike


def _turned(
    plan: Plan, i: int, before: tuple[np.ndarray, frozenset[int]] | None
) -> tuple[np.ndarray, frozenset[int]] | None:
    """(rotation at rest, axes of the world about which the branch turns; −1 for one that is no coordinate axis)."""
    step = plan.nodes[i].step
    own = numeric_rotation(plan.nodes[i].placement @ step.pose([0.0] * step.n_q))
    if before is None or own is None or not isinstance(step, (Turn, Slide, Helix)):
        return None
    total = before[0] @ own
    axis = np.abs(total[:, step.axis])
    if isinstance(step, Slide):
        return total, before[1]
    return total, before[1] | {int(np.argmax(axis)) if np.max(axis) == 1.0 else -1}


def _axes(placement: Pose) -> Pose:
    """The rotation of a placement if it is more than quarter turns, which keep zeros as they are."""
    R = numeric_rotation(placement)
    if R is None or np.count_nonzero(R) == 3:
        return Pose()
    return rotation_pose(R)


def tidy(pose: Pose) -> Pose:
    """The same pose, with rounding errors made exactly zero where it is numeric."""
    R = numeric_rotation(pose)
    if R is None:
        return pose
    return Pose.shift(Vec3(*snapped(list(pose.translation)))) @ rotation_pose(R)
