"""Relations between joint coordinates or rates: gears, belts, racks, differentials, the user's own laws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.algebra.jets import Jet, coefficients
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.steps import Ball, Free
from linkwork.algebra.twists import Twist
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.conditions import GeneralRelation, GeneralVelocityRelation, LinearRelation
from linkwork.connectivity.plan import JointPlace, Plan
from linkwork.dynamics.motion import Motion
from linkwork.dynamics.rows import Row


def linear_rows(relation: LinearRelation, motion: Motion) -> list[Row]:
    """h = Σ factor · q − offset."""
    gap: Scalar = -relation.offset
    J: dict[int, Scalar] = {}
    for q, v, factor in relation.terms:
        gap = gap + motion.q[q] * factor
        J[v] = J.get(v, 0.0) + factor
    return [Row(relation.name, relation.sort, gap, J)]


def general_rows(relation: GeneralRelation, motion: Motion) -> list[Row]:
    """The user's h(q, t) = 0, differentiated by running it on jets.

    J_k   = dh/dε at q + ε E_k        (order 1 along each rate)           (1)
    drift = ∂h/∂t                     (order 1 in time)                   (2)
    bias  = d²h/dt² at v̇ = 0          (order 2 along the motion)          (3)
    """

    def h(q: Sequence[Any], t: Any) -> tuple[Any, ...]:
        return relation.law(*(x for joint in relation.joints for x in joint_coordinates(joint, q)), t)

    gaps = h(motion.q, motion.t)
    J: list[dict[int, Scalar]] = [{} for _ in gaps]
    for k in _rates(relation.joints):
        for row, x in zip(J, h(_along(motion, relation.joints, k), motion.t)):
            row[k] = coefficients(x, 1)[1]  # (1)
    drift = [coefficients(x, 1)[1] for x in h(motion.q, motion.time)]  # (2)
    bias = [0.0] * len(gaps)
    if motion.v is not None:
        bias = [coefficients(x, 2)[2] for x in h(motion.coordinates, motion.time)]  # (3)
    return [
        Row(relation.name, _component("relation", n, len(gaps)), *parts)
        for n, parts in enumerate(zip(gaps, J, drift, bias))
    ]


def velocity_rows(relation: GeneralVelocityRelation, motion: Motion) -> list[Row]:
    """The user's A(q, t) v = b in the rates of joints.

    J = A E_v,  drift = −b,  bias = Ȧ u + A u̇ − ḃ at v̇ = 0              (1)

    u = E_v v are the joints' rates as the description means them; only where the tree passes a quaternion joint
    backwards do they differ from v.
    """

    def A_b(q: Sequence[Any], t: Any) -> tuple[Sequence[Any], Sequence[Any]]:
        values = relation.law(*(x for joint in relation.joints for x in joint_coordinates(joint, q)), t)
        n_A = len(values) - relation.rows
        return values[:n_A], values[n_A:]

    def row_of(A: Sequence[Any], r: int) -> Sequence[Any]:
        width = len(A) // relation.rows
        return A[r * width : (r + 1) * width]

    A, b = A_b(motion.q, motion.t)
    moving = A_b(motion.coordinates, motion.time) if motion.v is not None else None
    found = []
    for r in range(relation.rows):
        J = {}
        for k in _rates(relation.joints):
            unit = [float(i == k) for i in range(motion.plan.n_v)]
            J[k] = _dot(row_of(A, r), _joint_rates(relation.joints, motion.q, unit))
        bias: Scalar = 0.0
        if moving is not None:
            u = _joint_rates(relation.joints, motion.coordinates, motion.rates)
            bias = coefficients(_dot(row_of(moving[0], r), u) - moving[1][r], 1)[1]
        found.append(Row(relation.name, _component("velocity", r, relation.rows), None, J, -b[r], bias))  # (1)
    return found


def joint_coordinates(joint: JointPlace, q: Sequence[Any]) -> list[Any]:
    """A joint's coordinates as the description means them, from those of the plan."""
    own = list(q[joint.q])[:: joint.order]
    if joint.reversed and isinstance(_step(joint), (Ball, Free)):
        position, (w, x, y, z) = own[:-4], own[-4:]
        if position:
            position = list(_step(joint).pose(own).inverse.translation)
        return [*position, w, -x, -y, -z]
    return own


def joint_rates(joint: JointPlace, q: Sequence[Any], v: Sequence[Any]) -> list[Any]:
    """A joint's rates as the description means them: those of its child against its parent.

    Where a quaternion joint is passed backwards the plan has the twist of the parent against the child:
    t = −X t′.
    """
    own = list(v[joint.v])[:: joint.order]
    if joint.reversed and isinstance(_step(joint), (Ball, Free)):
        X: Pose = _step(joint).pose(list(q[joint.q]))
        linear = Vec3(*own[3:]) if len(own) == 6 else Vec3(0.0, 0.0, 0.0)
        t = -X.twist_to_parent(Twist(Vec3(*own[:3]), linear))
        return t.six() if len(own) == 6 else list(t.angular)
    return own


def _step(joint: JointPlace) -> Any:
    """The first step of a joint; quaternion joints have no other."""
    return joint.kind.steps[0] if joint.kind.steps else None


def _joint_rates(joints: Sequence[JointPlace], q: Sequence[Any], v: Sequence[Any]) -> list[Any]:
    return [u for joint in joints for u in joint_rates(joint, q, v)]


def _rates(joints: Sequence[JointPlace]) -> list[int]:
    """The rates that a relation acts on, each once."""
    return list(dict.fromkeys(k for joint in joints for k in range(joint.v.start, joint.v.stop)))


def _along(motion: Motion, joints: Sequence[JointPlace], k: int) -> list[Any]:
    """The coordinates, those of the node of rate k moving with it at unit rate."""
    plan: Plan = motion.plan
    q: list[Any] = list(motion.q)
    for i in dict.fromkeys(i for joint in joints for i in joint.nodes):
        node = plan.nodes[i]
        if node.v <= k < node.v + node.step.n_v:
            own = q[node.q : node.q + node.step.n_q]
            unit = [float(node.v + n == k) for n in range(node.step.n_v)]
            rates = node.step.q_dot(own, unit)
            q[node.q : node.q + node.step.n_q] = [Jet.moving(x, xd) for x, xd in zip(own, rates)]
    return q


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    total: Any = 0.0
    for x, y in zip(a, b, strict=True):
        total = total + x * y
    return total


def _component(word: str, n: int, count: int) -> str:
    return word if count == 1 else f"{word} {n + 1}"
