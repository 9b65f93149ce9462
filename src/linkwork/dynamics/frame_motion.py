"""How frames move: their twists and accelerations in the axes of the world."""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.algebra.inertias import spin
from linkwork.algebra.poses import Pose
from linkwork.algebra.twists import Twist
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.dynamics.inverse_dynamics import Accelerations, accelerations
from linkwork.dynamics.kinematics import Scalars, node_poses, place_pose, world_poses


def node_accelerations(plan: Plan, X: list[Pose], v: Scalars, vd: Scalars | None) -> Accelerations:
    """ω and (ω̇, ö) of every node in its own coordinates; without gravity. `vd` None stands for q̈ = 0."""
    return accelerations(plan, X, v, vd, gravity=False)


def place_velocity(world: Mapping[int, Pose], t: Mapping[int, Twist], place: Place) -> Twist:
    """Angular velocity of a frame and velocity of its origin, in world axes."""
    if place.node == GROUND:
        return t[GROUND]
    X, own = world[place.node], t[place.node]
    return Twist(X.rotate_out(own.angular), X.rotate_out(own.at(place.pose.translation)))


def place_acceleration(world: Mapping[int, Pose], motion: Accelerations, place: Place) -> Twist:
    """Angular acceleration of a frame and acceleration of its origin, in world axes.

    r̈ = ö + ϖ r,  ϖ = ω̇~ + ω~ω~                                         (1)
    """
    if place.node == GROUND:
        return Twist(motion.rate[GROUND].angular, motion.rate[GROUND].linear)
    X, rate = world[place.node], motion.rate[place.node]
    origin = rate.linear + spin(motion.w[place.node], rate.angular) @ place.pose.translation  # (1)
    return Twist(X.rotate_out(rate.angular), X.rotate_out(origin))


def frame_poses(plan: Plan, q: Scalars) -> dict[str, Pose]:
    """Pose of every body in the world, by name."""
    world = world_poses(plan, node_poses(plan, q))
    return {name: place_pose(world, place) for name, place in plan.bodies.items()}


def moved(place: Place, point: Vec3) -> Place:
    """The frame with its origin moved to a point of it."""
    return Place(place.node, place.pose @ Pose.shift(point))
