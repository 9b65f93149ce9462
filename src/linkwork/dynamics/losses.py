"""Where energy goes: power lost in dampers, friction and stops, power of applied wrenches and of prescribed motions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

from linkwork.algebra.scalars import Scalar, maximum, where
from linkwork.connectivity.loads import AppliedWrench, Friction, JointSpring, Limit, PointSpring
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.kinematics import Scalars, node_poses, twists, world_poses
from linkwork.dynamics.loads import Applied, State, act
from linkwork.dynamics.rows import Row


@dataclass(frozen=True)
class Flow:
    """Power that comes in from outside and power that is lost, beside that of the joint forces."""

    given: Scalar
    lost: Scalar


def energy_flow(plan: Plan, q: Scalars, v: Scalars, t: Scalar = 0.0) -> Flow:
    """d/dt (T + V) = τ·v + given − lost."""
    if not plan.loads:
        return Flow(0.0, 0.0)
    X = node_poses(plan, q)
    motion = State(t, q, v, world_poses(plan, X), twists(plan, X, v))
    given: Scalar = 0.0
    lost: Scalar = 0.0
    for load in plan.loads:
        if isinstance(load, AppliedWrench):
            given = given + _power(load, motion)
        else:
            lost = lost + lost_in(load, motion)
    return Flow(given, lost)


@singledispatch
def lost_in(load: Any, motion: State) -> Scalar:
    """Power that a load turns into heat."""
    raise TypeError(f"no rule for loads of type {type(load).__name__}")


@lost_in.register
def _(load: JointSpring, motion: State) -> Scalar:
    """c q̇²."""
    return -_power(replace(load, stiffness=0.0), motion)


@lost_in.register
def _(load: PointSpring, motion: State) -> Scalar:
    """c l̇²."""
    return -_power(replace(load, stiffness=0.0), motion)


@lost_in.register
def _(load: Friction, motion: State) -> Scalar:
    """μ_v q̇² + τ_c q̇ tanh(q̇ / v_s)."""
    return -_power(load, motion)


@lost_in.register
def _(load: Limit, motion: State) -> Scalar:
    """(push − k d) ḋ behind a stop: what the push does beyond loading the spring."""
    total = -_power(load, motion)
    q, v = motion.q[load.q], motion.v[load.v]
    if load.upper is not None:
        total = total - where(q - load.upper, load.stiffness * maximum(q - load.upper, 0.0) * v, 0.0)
    if load.lower is not None:
        total = total + where(load.lower - q, load.stiffness * maximum(load.lower - q, 0.0) * v, 0.0)
    return total


def _power(load: Any, motion: State) -> Scalar:
    """What a load's forces do per unit of time."""
    done = Applied()
    act(load, motion, done)
    total: Scalar = 0.0
    for k, force in done.force.items():
        total = total + force * motion.v[k]
    for i, wrench in done.wrench.items():
        total = total + motion.twist[i].dot(wrench)
    return total


def driving_power(found: Sequence[Row], lam: Scalars) -> Scalar:
    """λ·(J v) = −λ·∂h/∂t: what prescribed motions put in."""
    total: Scalar = 0.0
    for row, x in zip(found, lam):
        total = total - x * row.drift
    return total
