"""Where everything is and how it moves."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.algebra.inertias import spin
from linkwork.algebra.matrices import Mat3
from linkwork.algebra.poses import Pose, Rotate, Shift
from linkwork.algebra.scalars import Scalar, constant_value, is_zero
from linkwork.algebra.twists import REST, Twist, combine
from linkwork.algebra.vectors import AXES, ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Node, Place, Plan

Scalars = Sequence[Scalar]


def node_poses(plan: Plan, q: Scalars) -> list[Pose]:
    """X_pi of every node in its parent."""
    return [node.pose(q) for node in plan.nodes]


def world_poses(plan: Plan, X: Sequence[Pose]) -> dict[int, Pose]:
    """X_wi of every node in the world.

    X_wi = X_wp X_pi                                                     (1)

    Multiplied out at every node, so that a point far out costs one rotation and not a chain of them.
    """
    world = {GROUND: Pose()}
    for i, _, p in plan.outward:
        world[i] = carried_pose(world[p], X[i], first=p == GROUND)  # (1)
    return world


def carried_pose(parent: Pose, X: Pose, first: bool = False) -> Pose:
    """X_wi = X_wp X_pi, multiplied out; a parent that is the frame itself (`first`) turns nothing."""
    rows = X.rotation if first else tuple(X.rotate_into(row) for row in parent.rotation)
    return Pose.of_rows([list(r) for r in rows], tuple(parent.point(X.translation)))


def joint_twist(node: Node, v: Scalars) -> Twist:
    """S v: motion of a node against its parent, in node coordinates."""
    return combine(node.motion, v[node.v : node.v + node.step.n_v])


def twists(plan: Plan, X: Sequence[Pose], v: Scalars) -> dict[int, Twist]:
    """Twist of every node, in node coordinates.

    t_i = A_ip t_p + p_i q̇_i                                             (1)

    Reference: Shah, Saha, Dutt (2013), Eqs (4.2), (4.11); there in one common frame.
    """
    t = {GROUND: REST}
    for i, node, p in plan.outward:
        t[i] = X[i].to_child(t[p]) + joint_twist(node, v)  # (1)
    return t


def twist_rate(node: Node, X: Pose, w: Vec3, parent: Twist, vJ: Twist, aJ: Twist, W: Mat3) -> Twist:
    """Rate (ω̇, acceleration of the origin) of a node's motion from that of its parent.

        ω̇ = Rᵀ ω̇_p + ω̇_J + ω′ × ω_J,                          ω′ = Rᵀ ω_p                    (1)
        a  = Rᵀ (a_p + ϖ_p r) + ϖ e f + 2 ω′ × v_J + ω_J × v_J + v̇_J                           (2)

    r + f e leads from the parent's origin to the node's, e the joint's axis, whose points belong to both bodies.
    (ω_J, v_J) = S q̇, (ω̇_J, v̇_J) = S q̈, `w` is ω′, `W` is ϖ_p.
    Reference: Shah, Saha, Dutt (2013), table 6.8; (2) also for joints that slide (digest, section 2.7).
    """
    r, f, axis = along_axis(node, X)
    wd = X.rotate_into(parent.angular) + aJ.angular + w.cross(vJ.angular)  # (1)
    a = X.rotate_into(parent.linear + W @ r)
    if axis >= 0:
        a = a + Vec3(*(row[axis] for row in spin(w + vJ.angular, wd).rows)) * f
    coriolis = (w + w + vJ.angular).cross(vJ.linear)
    return Twist(wd, a + coriolis + aJ.linear)  # (2)


def along_axis(node: Node, X: Pose) -> tuple[Vec3, Scalar, int]:
    """(r, f, axis): the node's origin is at r in its parent and then f along the joint's axis.

    The axis is −1 and f zero where r alone takes fewer multiplications, or where the node needs no ϖ of its own.
    """
    whole = X.translation, 0.0, -1
    axis = getattr(node.step, "axis", -1)
    if axis < 0 or node.inertia.weightless:
        return whole
    moves = list(X.moves)
    while moves and isinstance(moves[-1], Rotate) and moves[-1].axis == axis:
        moves.pop()
    if not moves or not isinstance(moves[-1], Shift):
        return whole
    t, before = moves[-1].t, Pose(moves[:-1])
    r = before.point(Vec3(*(0.0 if k == axis else t[k] for k in range(3))))
    direction = before.rotate_out(AXES[axis])
    to_form = 0 if constant_value(t[axis]) is not None else _size(direction)
    return (r, t[axis], axis) if 3 * _size(r) + 3 < 3 * _size(X.translation) + to_form else whole


def _size(v: Vec3) -> int:
    """How many components are not known to be zero."""
    return sum(not is_zero(x) for x in v)


def place_pose(world: dict[int, Pose], place: Place) -> Pose:
    """Pose of a frame in the world."""
    return world[place.node] @ place.pose


def place_twist(t: dict[int, Twist], place: Place) -> Twist:
    """Twist of a frame, in its own coordinates, about its own origin."""
    return place.pose.to_child(t[place.node])


def point_velocity(world: dict[int, Pose], t: dict[int, Twist], node: int, r: Vec3) -> Vec3:
    """Velocity of the point r of a node, in world coordinates."""
    return ZERO if node == GROUND else world[node].rotate_out(t[node].at(r))
