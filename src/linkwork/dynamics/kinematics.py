"""Where everything is and how it moves."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import REST, Twist, combine
from linkwork.algebra.vectors import ZERO, Vec3
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
        rows = X[i].rotation if p == GROUND else _product(world[p].rotation, X[i])
        world[i] = Pose.of_rows([list(r) for r in rows], tuple(world[p].point(X[i].translation)))  # (1)
    return world


def _product(R: tuple[Vec3, Vec3, Vec3], X: Pose) -> tuple[Vec3, Vec3, Vec3]:
    """R R_X, each row of R carried through the factors of X."""
    a, b, c = (X.rotate_into(row) for row in R)
    return a, b, c


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


def twist_rate(node: Node, X: Pose, w: Vec3, parent: Twist, vJ: Twist, aJ: Twist, W: object) -> Twist:
    """Rate (ω̇, acceleration of the origin) of a node's motion from that of its parent.

        ω̇ = Rᵀ ω̇_p + ω̇_J + ω′ × ω_J,                          ω′ = Rᵀ ω_p           (1)
        a  = Rᵀ (a_p + ϖ_p r) + 2 ω′ × v_J + ω_J × v_J + v̇_J                          (2)

    r leads from the parent's origin to the node's, (ω_J, v_J) = S q̇, (ω̇_J, v̇_J) = S q̈, `w` is ω′ and `W` is ϖ_p.
    Reference: Shah, Saha, Dutt (2013), table 6.8; (2) also for joints that slide (digest, section 2.7).
    """
    wd = X.rotate_into(parent.angular) + aJ.angular + w.cross(vJ.angular)  # (1)
    a = X.rotate_into(parent.linear + W @ X.translation)  # type: ignore[operator]
    coriolis = (w + w + vJ.angular).cross(vJ.linear)
    return Twist(wd, a + coriolis + aJ.linear)  # (2)


def place_pose(world: dict[int, Pose], place: Place) -> Pose:
    """Pose of a frame in the world."""
    return world[place.node] @ place.pose


def place_twist(t: dict[int, Twist], place: Place) -> Twist:
    """Twist of a frame, in its own coordinates, about its own origin."""
    return place.pose.to_child(t[place.node])


def point_velocity(world: dict[int, Pose], t: dict[int, Twist], node: int, r: Vec3) -> Vec3:
    """Velocity of the point r of a node, in world coordinates."""
    return ZERO if node == GROUND else world[node].rotate_out(t[node].at(r))
