"""Jacobians of frames: the twist of a frame is linear in the joint rates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import REST, Twist
from linkwork.algebra.vectors import ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Place, Plan

Columns = dict[int, Twist]


def relative_poses(plan: Plan, X: Sequence[Pose], place: Place) -> dict[int, Pose]:
    """Pose of a frame in every node between ground and its own node, multiplied out.

    X_pf = X_pi X_if                                                     (1)
    """
    at: dict[int, Pose] = {}
    pose, i = place.pose, place.node
    while i != GROUND:
        at[i] = pose
        if plan.nodes[i].parent != GROUND:
            columns = [X[i].rotate_out(c) for c in axes_of(pose)]
            rows = [[c[k] for c in columns] for k in range(3)]
            pose = Pose.of_rows(rows, tuple(X[i].point(pose.translation)))  # (1)
        i = plan.nodes[i].parent
    return at


def axes_of(pose: Pose) -> tuple[Vec3, Vec3, Vec3]:
    """The axes of a frame, in the coordinates of the frame that holds it."""
    a, b, c = pose.rotation
    return Vec3(a.x, b.x, c.x), Vec3(a.y, b.y, c.y), Vec3(a.z, b.z, c.z)


def body_jacobian(plan: Plan, X: Sequence[Pose], place: Place) -> Columns:
    """Columns of J with twist = J q̇ of a frame, in its own coordinates, by rate; others do not move it.

    J_k = A_fi p_k for every node i between ground and the frame           (1)
    """
    return {
        k: pose.to_child(s)  # (1)
        for i, pose in relative_poses(plan, X, place).items()
        for k, s in plan.nodes[i].columns
    }


def body_jacobian_rate(plan: Plan, X: Sequence[Pose], t: Mapping[int, Twist], place: Place) -> tuple[Columns, Columns]:
    """J and J̇ of a frame in its own coordinates; `t` are the twists of the nodes.

    J̇_k = J_k × (t_f − A_fi t_i),   (a, b) × (c, d) = (a × c, a × d + b × c)    (1)
    """
    J: Columns = {}
    rate: Columns = {}
    here = place.pose.to_child(t[place.node])
    for i, pose in relative_poses(plan, X, place).items():
        moving = here - pose.to_child(t[i])
        for k, s in plan.nodes[i].columns:
            J[k] = pose.to_child(s)
            rate[k] = cross(J[k], moving)  # (1)
    return J, rate


def world_jacobian(plan: Plan, world: Mapping[int, Pose], place: Place, r: Vec3 = ZERO) -> Columns:
    """Columns of J with twist = J q̇ of a frame at its point r, in world axes.

    J_k = (a, b + a × (r_w − o_i)),  (a, b) = p_k turned into the world    (1)
    """
    if place.node == GROUND:
        return {}
    tip = world[place.node].point(place.pose.point(r))
    columns: Columns = {}
    for i in plan.branch(place.node):
        arm = tip - world[i].translation
        for k, s in plan.nodes[i].columns:
            a, b = world[i].rotate_out(s.angular), world[i].rotate_out(s.linear)
            columns[k] = Twist(a, b + a.cross(arm))  # (1)
    return columns


def world_jacobian_rate(
    plan: Plan, world: Mapping[int, Pose], t: Mapping[int, Twist], place: Place, r: Vec3 = ZERO
) -> Columns:
    """J̇ of `world_jacobian`, in world axes.

    J̇_k = (ω_i × a, ω_i × b + (ω_i × a) × (r_w − o_i) + a × (ṙ_w − ȯ_i))   (1)
    """
    if place.node == GROUND:
        return {}
    r = place.pose.point(r)
    tip, speed = world[place.node].point(r), world[place.node].rotate_out(t[place.node].at(r))
    rate: Columns = {}
    for i in plan.branch(place.node):
        arm = tip - world[i].translation
        moving = speed - world[i].rotate_out(t[i].linear)
        for k, s in plan.nodes[i].columns:
            a, b = world[i].rotate_out(s.angular), s.linear
            turned = world[i].rotate_out(t[i].angular.cross(s.angular))
            linear = world[i].rotate_out(t[i].angular.cross(b)) + turned.cross(arm) + a.cross(moving)
            rate[k] = Twist(turned, linear)  # (1)
    return rate


def cross(a: Twist, b: Twist) -> Twist:
    """Rate of a twist a that is fixed in a frame that moves with −b: a × b."""
    return Twist(a.angular.cross(b.angular), a.angular.cross(b.linear) + a.linear.cross(b.angular))


def as_rows(plan: Plan, columns: Columns) -> list[list[Scalar]]:
    """A Jacobian as six rows of n_v, angular first."""
    six = [columns.get(k, REST).six() for k in range(plan.n_v)]
    return [[column[row] for column in six] for row in range(6)]


def linear_rows(plan: Plan, columns: Columns) -> list[list[Scalar]]:
    """The three rows of a Jacobian that belong to a point's velocity."""
    return as_rows(plan, columns)[3:]
