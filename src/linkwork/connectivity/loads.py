"""Loads as the laws read them: joints are index ranges, frames are places on nodes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from linkwork.algebra.parameter import Quantity, Variable, leaves
from linkwork.algebra.scalars import Scalar
from linkwork.blueprint import loads as written
from linkwork.blueprint.formula import Formula
from linkwork.blueprint.frames import Frame
from linkwork.connectivity.plan import JointPlace, Place
from linkwork.errors import OptionError

Locate = Callable[[Frame], Place]


@dataclass(frozen=True)
class PointSpring:
    """Spring and damper between the origins of two frames."""

    name: str
    a: Place
    b: Place
    stiffness: Scalar
    damping: Scalar
    length: Scalar


@dataclass(frozen=True)
class JointSpring:
    """Spring and damper on coordinate q, whose rate is v."""

    name: str
    q: int
    v: int
    stiffness: Scalar
    damping: Scalar
    rest: Scalar


@dataclass(frozen=True)
class Friction:
    """Viscous and smoothed dry friction against rates."""

    name: str
    rates: tuple[int, ...]
    viscous: Scalar
    coulomb: Scalar
    smoothing: Scalar


@dataclass(frozen=True)
class Limit:
    """One-sided spring and damper beyond `lower` and `upper` of coordinate q, whose rate is v."""

    name: str
    q: int
    v: int
    lower: Scalar | None
    upper: Scalar | None
    stiffness: Scalar
    damping: Scalar


@dataclass(frozen=True)
class AppliedWrench:
    """Force(t) and moment(t) at a frame's origin, in world axes or the frame's own ("body")."""

    name: str
    place: Place
    force: Formula
    moment: Formula
    axes: str

    @property
    def constant(self) -> bool:
        """Whether it does not depend on time."""
        return not any(_depends_on_time(x) for x in (*self.force.outputs, *self.moment.outputs))


def _depends_on_time(x: Any) -> bool:
    return isinstance(x, Quantity) and any(isinstance(leaf, Variable) for leaf in leaves(x))


def depends_on_time(loads: tuple[Any, ...]) -> bool:
    """Whether any of the loads needs the time."""
    return any(isinstance(load, AppliedWrench) and not load.constant for load in loads)


@singledispatch
def planned(load: Any, joints: Mapping[str, JointPlace], locate: Locate) -> Any:
    """The load of a description as the laws read it; a rotor is None, it is part of a node's inertia."""
    raise TypeError(f"no rule for loads of type {type(load).__name__}")


@planned.register
def _(load: written.PointSpring, joints: Mapping[str, JointPlace], locate: Locate) -> PointSpring:
    return PointSpring(load.name, locate(load.a), locate(load.b), load.stiffness, load.damping, load.length)


@planned.register
def _(load: written.JointSpring, joints: Mapping[str, JointPlace], locate: Locate) -> JointSpring:
    q, v = _indices(_joint(load, joints), load.variable)
    return JointSpring(load.name, q, v, load.stiffness, load.damping, load.rest)


@planned.register
def _(load: written.Friction, joints: Mapping[str, JointPlace], locate: Locate) -> Friction:
    joint = _joint(load, joints)
    rates = tuple(range(joint.v.start, joint.v.stop)[:: joint.order][k] for k in load.variables)
    return Friction(load.name, rates, load.viscous, load.coulomb, load.smoothing)


@planned.register
def _(load: written.Limit, joints: Mapping[str, JointPlace], locate: Locate) -> Limit:
    q, v = _indices(_joint(load, joints), load.variable)
    return Limit(load.name, q, v, load.lower, load.upper, load.stiffness, load.damping)


@planned.register
def _(load: written.AppliedWrench, joints: Mapping[str, JointPlace], locate: Locate) -> AppliedWrench:
    return AppliedWrench(load.name, locate(load.at), load.force, load.moment, load.axes)


@planned.register
def _(load: written.Rotor, joints: Mapping[str, JointPlace], locate: Locate) -> None:
    return None


def _joint(load: Any, joints: Mapping[str, JointPlace]) -> JointPlace:
    if load.joint not in joints:
        problem = f"acts on joint {load.joint!r}, which is cut and has no coordinates of its own"
        raise OptionError(
            f"load {load.name!r}", problem, "Cut another joint of the loop, or put a spring between points"
        )
    return joints[load.joint]


def _indices(joint: JointPlace, variable: int) -> tuple[int, int]:
    """(coordinate, rate) of a joint's variable; the tree may pass the joint backwards."""
    q, v = range(joint.q.start, joint.q.stop)[:: joint.order], range(joint.v.start, joint.v.stop)[:: joint.order]
    return q[variable], v[variable]
