"""Gimbal lock: how far Euler-angle joints are from the pose in which two of their axes are parallel."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.algebra.scalars import Scalar, absolute, is_zero, minimum
from linkwork.algebra.steps import Turn
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.kinematics import Scalars
from linkwork.errors import SingularError


def gimbals(plan: Plan) -> tuple[int, ...]:
    """The middle nodes of every three turns about one point that carry nothing in between."""
    found = []
    for i, _, p in plan.outward:
        chain = (i, p, plan.nodes[p].parent if p != GROUND else GROUND)
        if GROUND in chain[1:]:
            continue
        turns = [plan.nodes[j] for j in chain]
        one_point = all(is_zero(x) for n in turns[:2] for x in n.placement.translation)
        idle = all(n.inertia.weightless for n in turns[1:])
        if one_point and idle and all(isinstance(n.step, Turn) for n in turns) and _single(plan, chain[1:]):
            found.append(p)
    return tuple(found)


def _single(plan: Plan, nodes: Sequence[int]) -> bool:
    """Whether each of the nodes carries one other."""
    return all(sum(p == i for _, _, p in plan.outward) == 1 for i in nodes)


def gimbal_measures(plan: Plan, q: Scalars) -> list[Scalar]:
    """e₁ · (e₂ × e₃) of the axes of each gimbal: ±1 where they are orthogonal, 0 in gimbal lock.

    In the middle frame e₁ = Rᵀ_2 e and e₃ is constant, so that this is the sine or cosine of the middle angle.
    """
    measures = []
    for j in gimbals(plan):
        outer = next(i for i, _, p in plan.outward if p == j)
        first, middle, last = plan.nodes[plan.nodes[j].parent], plan.nodes[j], plan.nodes[outer]
        e1 = middle.pose(q).rotate_into(first.motion[0].angular)
        e3 = last.placement.rotate_out(last.motion[0].angular)
        measures.append(e1.dot(middle.motion[0].angular.cross(e3)))
    return measures


def smallest_measure(plan: Plan, q: Scalars) -> Scalar:
    """The smallest |e₁ · (e₂ × e₃)|; one where there is no gimbal."""
    smallest: Scalar = 1.0
    for x in gimbal_measures(plan, q):
        smallest = minimum(smallest, absolute(x))
    return smallest


def gimbal_names(plan: Plan) -> tuple[str, ...]:
    """Names of the joints that have a gimbal, in the order of `gimbal_measures`."""
    owner = {i: name for name, joint in plan.joints.items() for i in joint.nodes}
    return tuple(owner.get(j, plan.nodes[j].name) for j in gimbals(plan))


def gimbal_lock(plan: Plan, measures: Sequence[float], tolerance: float = 1e-9) -> SingularError | None:
    """The error to raise where a gimbal has lost a freedom; None where none has."""
    locked = [name for name, x in zip(gimbal_names(plan), measures) if not abs(x) > tolerance]
    if not locked:
        return None
    return SingularError(
        f"joint {locked[0]!r}",
        "is at the singularity of its Euler angles: two of its three axes are parallel, so it has no unique rates",
        "Give it coordinates='quaternion', or another sequence such as 'YXZ' whose middle angle stays away from there",
    )
