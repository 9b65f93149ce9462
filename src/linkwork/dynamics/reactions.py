"""What every joint carries: all six components of the wrench between its two bodies."""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.algebra.poses import Pose
from linkwork.algebra.twists import Wrench
from linkwork.connectivity.plan import JointPlace, Plan


def joint_reactions(
    plan: Plan, f: Mapping[int, Wrench], world: Mapping[int, Pose], axes: str = "body"
) -> dict[str, Wrench]:
    """Wrench of a joint's parent body on its child body, by name of the joint; about the joint's frame on the child.

        R = A w̃                                                          (1)

    `f` are the wrenches w̃ that the nodes receive (see `joint_wrenches`); `axes` are those of the joint's frame on the
    child ("body") or of the world. The components along the joint's freedom are its force τ less what friction,
    springs and the rotor take. Reference: Shah, Saha, Dutt (2013), Eq. (5.10): w̃ = wᴰ + wᶜ.
    """
    return {name: joint_reaction(joint, f, world, axes) for name, joint in plan.joints.items() if joint.nodes}


def joint_reaction(joint: JointPlace, f: Mapping[int, Wrench], world: Mapping[int, Pose], axes: str) -> Wrench:
    """The wrench of one joint."""
    outer = max(joint.nodes)
    b = joint.b
    if b is None:
        own, X = f[outer], world[outer]
    elif b.node == outer:
        own = b.pose.wrench_to_child(f[outer])  # (1)
        X = world[outer] @ b.pose
    else:  # the tree passes the joint from its child to its parent: action is minus reaction
        own, X = _seen_from_child(joint, f, world)
    return Wrench(X.rotate_out(own.moment), X.rotate_out(own.force)) if axes == "world" else own


def _seen_from_child(joint: JointPlace, f: Mapping[int, Wrench], world: Mapping[int, Pose]) -> tuple[Wrench, Pose]:
    """The wrench on a child that lies nearer to ground than its parent, and the pose of the joint's frame on it."""
    assert joint.b is not None  # the caller asks only for joints that have their frames
    outer = max(joint.nodes)
    X = world[joint.b.node] @ joint.b.pose
    n, force = world[outer].rotate_out(f[outer].moment), world[outer].rotate_out(f[outer].force)
    arm = world[outer].translation - X.translation
    return -Wrench(X.rotate_into(n + arm.cross(force)), X.rotate_into(force)), X
