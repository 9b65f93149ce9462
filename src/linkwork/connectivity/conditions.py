"""Relations, prescribed motions, rolling contacts as the laws read them: joints are index ranges, frames are places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

from linkwork.algebra.scalars import Scalar
from linkwork.blueprint import motions, relations, rolling
from linkwork.blueprint.formula import Formula
from linkwork.blueprint.frames import Frame
from linkwork.connectivity.plan import JointPlace, Place, Plan

Locate = Callable[[Frame], Place]


@dataclass(frozen=True)
class LinearRelation:
    """Σ factor · q = offset; `terms` are (coordinate, its rate, factor), all of one-variable steps."""

    name: str
    sort: str
    terms: tuple[tuple[int, int, Scalar], ...]
    offset: Scalar

    def nodes(self, plan: Plan) -> tuple[int, ...]:
        """The nodes on whose rates it acts."""
        return _of_rates(plan, (v for _, v, _ in self.terms))

    @property
    def count(self) -> int:
        """Number of its rows."""
        return 1


@dataclass(frozen=True)
class GeneralRelation:
    """h(q, t) = 0 in the coordinates of joints, one joint after another."""

    name: str
    joints: tuple[JointPlace, ...]
    law: Formula

    def nodes(self, plan: Plan) -> tuple[int, ...]:
        """The nodes on whose rates it acts."""
        return tuple(dict.fromkeys(i for joint in self.joints for i in joint.nodes))

    @property
    def count(self) -> int:
        """Number of its rows."""
        return len(self.law.outputs)


@dataclass(frozen=True)
class JointMotion:
    """Coordinates follow law(t); `terms` are (coordinate, its rate, its name), one for each output of the law."""

    name: str
    terms: tuple[tuple[int, int, str], ...]
    law: Formula

    def nodes(self, plan: Plan) -> tuple[int, ...]:
        """The nodes on whose rates it acts."""
        return _of_rates(plan, (v for _, v, _ in self.terms))

    @property
    def count(self) -> int:
        """Number of its rows."""
        return len(self.terms)


@dataclass(frozen=True)
class PointMotion:
    """Coordinates `axes` (0, 1, 2 of the world) of a frame's origin follow law(t)."""

    name: str
    place: Place
    axes: tuple[int, ...]
    law: Formula

    def nodes(self, plan: Plan) -> tuple[int, ...]:
        """The nodes on whose rates it acts."""
        return plan.branch(self.place.node)

    @property
    def count(self) -> int:
        """Number of its rows."""
        return len(self.axes)


@dataclass(frozen=True)
class GeneralVelocityRelation:
    """A(q, t) v = b in the rates of joints, one joint after another; the law gives A row by row, then b."""

    name: str
    joints: tuple[JointPlace, ...]
    rows: int
    law: Formula

    def nodes(self, plan: Plan) -> tuple[int, ...]:
        """The nodes on whose rates it acts."""
        return tuple(dict.fromkeys(i for joint in self.joints for i in joint.nodes))

    @property
    def count(self) -> int:
        """Number of its rows."""
        return self.rows


@dataclass(frozen=True)
class Roll:
    """A thin wheel, axle z of frame `wheel` through its centre, rolls on the plane z = 0 of frame `floor`."""

    name: str
    wheel: Place
    floor: Place
    radius: Scalar

    def nodes(self, plan: Plan) -> tuple[int, ...]:
        """The nodes on whose rates it acts."""
        return plan.between(self.wheel.node, self.floor.node)

    @property
    def count(self) -> int:
        """Number of its rows."""
        return 3


@dataclass(frozen=True)
class Edge:
    """The origin of frame `edge` does not move along that frame's axis `across`, seen from the body of frame `on`."""

    name: str
    edge: Place
    on: Place
    across: int

    def nodes(self, plan: Plan) -> tuple[int, ...]:
        """The nodes on whose rates it acts."""
        return plan.between(self.edge.node, self.on.node)

    @property
    def count(self) -> int:
        """Number of its rows."""
        return 1


Condition = LinearRelation | GeneralRelation | JointMotion | PointMotion | GeneralVelocityRelation | Roll | Edge


def _of_rates(plan: Plan, rates: Iterable[int]) -> tuple[int, ...]:
    owner = {k: i for i, node in enumerate(plan.nodes) for k, _ in node.columns}
    return tuple(dict.fromkeys(owner[k] for k in rates))


@singledispatch
def planned(record: Any, joints: Mapping[str, JointPlace], locate: Locate) -> Condition:
    """A condition of the description as the laws read it."""
    raise TypeError(f"no rule for conditions of type {type(record).__name__}")


@planned.register
def _(record: relations.LinearRelation, joints: Mapping[str, JointPlace], locate: Locate) -> LinearRelation:
    terms = tuple((*joints[t.joint].indices(t.variable), t.factor) for t in record.terms)
    return LinearRelation(record.name, record.sort, terms, record.offset)


@planned.register
def _(record: relations.GeneralRelation, joints: Mapping[str, JointPlace], locate: Locate) -> GeneralRelation:
    return GeneralRelation(record.name, tuple(joints[j] for j in record.joints), record.law)


@planned.register
def _(record: motions.JointMotion, joints: Mapping[str, JointPlace], locate: Locate) -> JointMotion:
    joint = joints[record.joint]
    terms = tuple((*joint.indices(k), joint.kind.variables[k]) for k in record.variables)
    return JointMotion(record.name, terms, record.law)


@planned.register
def _(record: motions.PointMotion, joints: Mapping[str, JointPlace], locate: Locate) -> PointMotion:
    return PointMotion(record.name, locate(record.point), record.indices(), record.law)


@planned.register
def _(
    record: rolling.GeneralVelocityRelation, joints: Mapping[str, JointPlace], locate: Locate
) -> GeneralVelocityRelation:
    places = tuple(joints[j] for j in record.joints)
    return GeneralVelocityRelation(record.name, places, record.rows, record.law)


@planned.register
def _(record: rolling.Roll, joints: Mapping[str, JointPlace], locate: Locate) -> Roll:
    return Roll(record.name, locate(record.wheel), locate(record.floor), record.radius)


@planned.register
def _(record: rolling.Edge, joints: Mapping[str, JointPlace], locate: Locate) -> Edge:
    return Edge(record.name, locate(record.edge), locate(record.on), "xyz".index(record.across))
