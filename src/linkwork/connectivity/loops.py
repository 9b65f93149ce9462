"""Loops: what each cut joint closes, and the other ties between the coordinates of a machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from linkwork.blueprint.bodies import GROUND as GROUND_NAME
from linkwork.connectivity.conditions import Condition, JointMotion, PointMotion
from linkwork.connectivity.modules import subsystems
from linkwork.connectivity.plan import Cut, JointPlace, Plan


@dataclass(frozen=True)
class Loop:
    """An independent loop: what a cut joint closes together with the joints of the tree between its two bodies.

    joints  once around, from the last body that carries both sides to the cut and back
    bodies  passed on the way, the carrying one first and last
    nodes   those that move the two frames of the cut against each other
    """

    cut: Cut
    joints: tuple[str, ...]
    bodies: tuple[str, ...]
    nodes: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name of its cut joint."""
        return self.cut.name

    @property
    def driving(self) -> bool:
        """Whether its multipliers are driving forces; those of a loop are not."""
        return False


@dataclass(frozen=True)
class Tie:
    """A relation, a prescribed motion or a rolling contact: it ties coordinates without closing a loop of joints."""

    condition: Condition
    nodes: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name of the condition."""
        return self.condition.name

    @property
    def driving(self) -> bool:
        """Whether its multipliers are driving forces."""
        return isinstance(self.condition, (JointMotion, PointMotion))


def loops(plan: Plan) -> tuple[Loop, ...]:
    """The independent loops, one for each cut, in the order of the cuts.

    Their number is joints − moving bodies. Each is the fundamental cycle of its cut joint.
    Reference: Shah, Saha, Dutt (2013), section 8.1.
    """
    carried = {_carried(joint): joint for joint in plan.joints.values()}
    return tuple(_loop(plan, cut, carried) for cut in plan.cuts)


def ties(plan: Plan) -> tuple[Loop | Tie, ...]:
    """Everything that has multipliers: loops first, then relations, prescribed motions, rolling contacts."""
    return (*loops(plan), *(Tie(condition, condition.nodes(plan)) for condition in plan.conditions))


def subsystem_of(plan: Plan) -> dict[int, int]:
    """Which of the trees that hang from ground each node belongs to."""
    return {i: s for s, nodes in enumerate(subsystems([n.parent for n in plan.nodes])) for i in nodes}


def _loop(plan: Plan, cut: Cut, carried: Mapping[str, JointPlace]) -> Loop:
    sides = []
    for body in cut.bodies:
        side = [body]
        while side[-1] != GROUND_NAME:
            side.append(_carrier(carried[side[-1]]))
        sides.append(side[::-1])
    a, b = sides
    shared = sum(x == y for x, y in zip(a, b))
    out, back = a[shared:], b[shared:][::-1]
    joints = (*(carried[x].name for x in out), cut.name, *(carried[x].name for x in back))
    return Loop(cut, joints, (a[shared - 1], *out, *back, a[shared - 1]), plan.between(cut.a.node, cut.b.node))


def _carried(joint: JointPlace) -> str:
    return joint.bodies[0 if joint.reversed else 1]


def _carrier(joint: JointPlace) -> str:
    return joint.bodies[1 if joint.reversed else 0]
