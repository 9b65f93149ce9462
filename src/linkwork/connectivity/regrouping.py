"""Regrouping: move inertial parameters that act only together towards ground, so that more of them are zero."""

from __future__ import annotations

import math
from dataclasses import replace

from linkwork.algebra.inertias import NOTHING, RigidInertia
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar, constant_value, is_zero
from linkwork.algebra.steps import Ball, Slide, Turn
from linkwork.algebra.symmetric import INDEX, Sym3
from linkwork.algebra.vectors import ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Node, Plan

NO_MOMENT = Sym3.diagonal(0.0, 0.0, 0.0)


def regrouped(plan: Plan) -> Plan:
    """The same plan with other inertias that need the same joint forces for every motion, in fewer numbers.

        turn about axis k:   (m, h_k, I_ii = I_jj = a) act on the parent as if they were fixed to it        (1)
        slide:               the second moment does                                                         (2)
        joint of several turns about one point:  the mass does                                              (3)

    What reaches ground is dropped. Joint forces, inertia matrix and accelerations do not change; reactions, energies
    and centres of mass do, so only laws of the former kind may use such a plan. In (1), a = ½ (I_ii + I_jj − I_kk)
    leaves ½ tr(I) − I_kk zero. Reference: Gautier, Khalil (1990), "Direct calculation of minimum set of inertial
    parameters of serial robots", rules for revolute and prismatic joints.
    """
    inertia = [node.inertia for node in plan.nodes]
    for i, _, p in plan.inward:
        if inertia[i].weightless:
            continue
        passes = _passes(plan, i)
        moved = _movable(plan, inertia[i], passes)
        if moved.weightless:
            continue
        inertia[i] = less(inertia[i], moved)
        for j in passes:
            moved = rest_pose(plan.nodes[j]).inertia_to_parent(moved)
        p = plan.nodes[passes[-1]].parent
        if p != GROUND:
            inertia[p] = inertia[p] + moved
    return replace(plan, nodes=tuple(replace(node, inertia=own) for node, own in zip(plan.nodes, inertia)))


def less(a: RigidInertia, b: RigidInertia) -> RigidInertia:
    """a − b."""
    return RigidInertia(a.mass - b.mass, a.h - b.h, a.I - b.I)


def rest_pose(node: Node) -> Pose:
    """Pose of a node in its parent at q = 0; what may be moved is the same for every q."""
    return node.pose([0.0] * (node.q + node.step.n_q))


def _passes(plan: Plan, i: int) -> list[int]:
    """The nodes that an inertia of node i has to pass to reach the next node that has one: an inner step has none."""
    passed = [i]
    while True:
        p = plan.nodes[passed[-1]].parent
        if p == GROUND or not plan.nodes[p].inertia.weightless:
            return passed
        passed.append(p)


def _movable(plan: Plan, inertia: RigidInertia, passed: list[int]) -> RigidInertia:
    """The part of an inertia that acts on the far side of the passed steps as if it were fixed there."""
    steps = [plan.nodes[j].step for j in passed]
    if len(steps) == 1 and isinstance(steps[0], Turn):
        return _through_turn(inertia, steps[0].axis)
    if len(steps) == 1 and isinstance(steps[0], Slide):
        return RigidInertia(0.0, ZERO, inertia.I)  # (2)
    one_point = all(is_zero(x) for j in passed[:-1] for x in plan.nodes[j].placement.translation)
    if one_point and all(isinstance(step, (Turn, Ball)) for step in steps):
        return RigidInertia(inertia.mass, ZERO, NO_MOMENT)  # (3)
    return NOTHING


def _through_turn(inertia: RigidInertia, k: int) -> RigidInertia:
    """What is symmetric about the axis and has no moment of inertia about it."""
    i, j = (k + 1) % 3, (k + 2) % 3
    ii, jj, kk = (inertia.I.at(axis, axis) for axis in (i, j, k))
    h: list[Scalar] = [0.0] * 3
    e: list[Scalar] = [0.0] * 6
    h[k] = inertia.h[k]
    e[INDEX[i][i]], e[INDEX[j][j]] = _balanced(ii, jj, kk)
    return RigidInertia(inertia.mass, Vec3(*h), Sym3(*e))  # (1)


def _balanced(ii: Scalar, jj: Scalar, kk: Scalar) -> tuple[Scalar, Scalar]:
    """(a, a), as rounded that (I_ii − a) + (I_jj − a) is I_kk to the last digit; a = I_jj for open quantities."""
    if any(constant_value(x) is None for x in (ii, jj, kk)):
        return jj, jj
    step = math.ulp(max(abs(ii), abs(jj), abs(kk))) * 8
    rest = round((jj - (ii + jj - kk) * 0.5) / step) * step  # I_jj − a with a few bits less
    return ii - (kk - rest), jj - rest
