"""Springs, dampers, friction, stops and applied wrenches as joint forces and wrenches on nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import singledispatch
from typing import Any

from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar, maximum, sqrt, tanh, where
from linkwork.algebra.twists import UNLOADED, Twist, Wrench
from linkwork.algebra.vectors import ZERO, Vec3
from linkwork.connectivity.loads import AppliedWrench, Friction, JointSpring, Limit, PointSpring
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.dynamics.kinematics import Scalars, twists, world_poses
from linkwork.errors import OptionError

TINY = 1e-300  # keeps the direction of a spring of length zero from being 0/0


@dataclass(frozen=True)
class State:
    """What loads may depend on: time, coordinates, rates, poses of nodes in the world, twists of nodes."""

    t: Scalar
    q: Scalars
    v: Scalars
    world: Mapping[int, Pose]
    twist: Mapping[int, Twist]

    def point(self, place: Place) -> Vec3:
        """Origin of a frame in the world."""
        return self.world[place.node].point(place.pose.translation)

    def velocity(self, place: Place) -> Vec3:
        """Velocity of a frame's origin, in world axes."""
        return self.world[place.node].rotate_out(self.twist[place.node].at(place.pose.translation))


@dataclass
class Applied:
    """Forces along rates and wrenches on nodes (in node coordinates); both are added to what acts already."""

    force: dict[int, Scalar] = field(default_factory=dict)
    wrench: dict[int, Wrench] = field(default_factory=dict)

    def push(self, v: int, force: Scalar) -> None:
        """A force along rate v."""
        self.force[v] = self.force.get(v, 0.0) + force

    def press(self, motion: State, place: Place, force: Vec3, moment: Vec3 = ZERO) -> None:
        """A force at a frame's origin and a moment, in world axes; on ground they have no effect."""
        if place.node != GROUND:
            X = motion.world[place.node]
            own = Wrench.at(place.pose.translation, X.rotate_into(force))
            total = Wrench(own.moment + X.rotate_into(moment), own.force)
            self.wrench[place.node] = self.wrench.get(place.node, UNLOADED) + total


def applied(plan: Plan, X: Sequence[Pose], q: Scalars, v: Scalars, t: Scalar = 0.0) -> Applied:
    """All loads of the plan in one state."""
    result = Applied()
    if plan.loads:
        motion = State(t, q, v, world_poses(plan, X), twists(plan, X, v))
        for load in plan.loads:
            act(load, motion, result)
    return result


@singledispatch
def act(load: Any, motion: State, result: Applied) -> None:
    """Add what a load does to `result`."""
    raise TypeError(f"no rule for loads of type {type(load).__name__}")


@singledispatch
def stored(load: Any, motion: State) -> Scalar:
    """Potential energy in a load; zero for all that is not elastic."""
    return 0.0


@act.register
def _(load: JointSpring, motion: State, result: Applied) -> None:
    """τ = −k (q − q₀) − c q̇."""
    result.push(load.v, -(load.stiffness * (motion.q[load.q] - load.rest)) - load.damping * motion.v[load.v])


@stored.register
def _(load: JointSpring, motion: State) -> Scalar:
    """½ k (q − q₀)²."""
    stretch = motion.q[load.q] - load.rest
    return load.stiffness * 0.5 * stretch * stretch


@act.register
def _(load: Friction, motion: State, result: Applied) -> None:
    """τ = −μ_v q̇ − τ_c tanh(q̇ / v_s)."""
    for k in load.rates:
        result.push(k, -(load.viscous * motion.v[k]) - load.coulomb * tanh(motion.v[k] * (1.0 / load.smoothing)))


@act.register
def _(load: Limit, motion: State, result: Applied) -> None:
    """τ = −max(0, k d + c ḋ) while the depth d behind the stop is positive."""
    for depth, rate, side in _depths(load, motion):
        push = maximum(load.stiffness * depth + load.damping * rate, 0.0)
        result.push(load.v, side * where(depth, push, 0.0))


@stored.register
def _(load: Limit, motion: State) -> Scalar:
    """½ k d² behind a stop."""
    total: Scalar = 0.0
    for depth, _, _ in _depths(load, motion):
        deep = maximum(depth, 0.0)
        total = total + load.stiffness * 0.5 * deep * deep
    return total


def _depths(load: Limit, motion: State) -> list[tuple[Scalar, Scalar, float]]:
    """(depth, its rate, direction of the push) for each stop."""
    q, v = motion.q[load.q], motion.v[load.v]
    found: list[tuple[Scalar, Scalar, float]] = []
    if load.upper is not None:
        found.append((q - load.upper, v, -1.0))
    if load.lower is not None:
        found.append((load.lower - q, -v, 1.0))
    return found


@act.register
def _(load: PointSpring, motion: State, result: Applied) -> None:
    """Tension k (l − l₀) + c l̇ along the line between two points; l̇ = d · ḋ / l."""
    d = motion.point(load.b) - motion.point(load.a)
    rate = motion.velocity(load.b) - motion.velocity(load.a)
    length = sqrt(maximum(d.dot(d), TINY))
    pull = d * (load.stiffness - (load.stiffness * load.length - load.damping * (d.dot(rate) / length)) / length)
    result.press(motion, load.a, pull)
    result.press(motion, load.b, -pull)


@stored.register
def _(load: PointSpring, motion: State) -> Scalar:
    """½ k (l − l₀)²."""
    d = motion.point(load.b) - motion.point(load.a)
    stretch = sqrt(d.dot(d)) - load.length
    return load.stiffness * 0.5 * stretch * stretch


@act.register
def _(load: AppliedWrench, motion: State, result: Applied) -> None:
    """Force(t) and moment(t) at a frame."""
    force, moment = Vec3(*load.force(motion.t)), Vec3(*load.moment(motion.t))
    if load.axes == "body" and load.place.node != GROUND:
        X = load.place.pose
        f = Wrench(X.rotate_out(moment), X.rotate_out(force))
        total = Wrench(f.moment + X.translation.cross(f.force), f.force)
        result.wrench[load.place.node] = result.wrench.get(load.place.node, UNLOADED) + total
    else:
        result.press(motion, load.place, force, moment)


def stored_energy(plan: Plan, X: Sequence[Pose], q: Scalars) -> Scalar:
    """Potential energy in all springs."""
    if not plan.loads:
        return 0.0
    rest = [0.0] * plan.n_v
    motion = State(0.0, q, rest, world_poses(plan, X), {})
    total: Scalar = 0.0
    for load in plan.loads:
        total = total + stored(load, motion)
    return total


@singledispatch
def slopes(load: Any, motion: State) -> list[tuple[int, Scalar, Scalar]]:
    """(rate, ∂τ/∂q, ∂τ/∂q̇) of a load that acts along joint rates."""
    raise OptionError(
        f"load {load.name!r}",
        "has no recursive derivatives, it acts on points",
        "Differentiate the law itself: derivative('forward_dynamics', of='qdd', wrt='q')",
    )


@slopes.register
def _(load: JointSpring, motion: State) -> list[tuple[int, Scalar, Scalar]]:
    return [(load.v, -load.stiffness, -load.damping)]


@slopes.register
def _(load: Friction, motion: State) -> list[tuple[int, Scalar, Scalar]]:
    """tanh′ = 1 − tanh²."""
    found: list[tuple[int, Scalar, Scalar]] = []
    for k in load.rates:
        y, steep = tanh(motion.v[k] * (1.0 / load.smoothing)), load.coulomb * (1.0 / load.smoothing)
        found.append((k, 0.0, -load.viscous - steep * (1.0 - y * y)))
    return found


@slopes.register
def _(load: Limit, motion: State) -> list[tuple[int, Scalar, Scalar]]:
    found: list[tuple[int, Scalar, Scalar]] = []
    for depth, rate, _ in _depths(load, motion):
        push = load.stiffness * depth + load.damping * rate
        active = where(depth, where(push, 1.0, 0.0), 0.0)
        found.append((load.v, -(active * load.stiffness), -(active * load.damping)))
    return found


def load_slopes(plan: Plan, q: Scalars, v: Scalars) -> list[tuple[int, Scalar, Scalar]]:
    """`slopes` of all loads."""
    motion = State(0.0, q, v, {}, {})
    return [slope for load in plan.loads for slope in slopes(load, motion)]
