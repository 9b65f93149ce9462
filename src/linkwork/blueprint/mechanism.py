"""Blueprint: a whole machine as frozen data, and the differences between two of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from ..algebra.parameter import Parameter, Quantity, bind, default, parameters
from ..errors import OptionError, UnknownName
from .actuators import Actuator
from .bodies import GROUND, Body
from .connections import Closure, Joint
from .frames import Frame
from .loads import Load
from .motions import Motion
from .relations import Relation
from .rolling import VelocityRelation
from .shapes import Shape
from .values import Triple, is_tuple


@dataclass(frozen=True)
class NamedFrame:
    """A frame that the user gave a name."""

    name: str
    frame: Frame


def no_frame(frames: Iterable[NamedFrame], name: object) -> None:
    """A body is meant: the name of a frame is told as the body and point that it stands for."""
    for named in frames:
        if named.name == name:
            x, y, z = (f"{default(c):.9g}" for c in named.frame.pose.translation)
            told = f"is the name of a frame of body {named.frame.body!r}"
            raise OptionError(f"body {name!r}", told, f"Write body={named.frame.body!r}, at=({x}, {y}, {z})")


@dataclass(frozen=True)
class Placed:
    """Coordinates of a joint in the starting pose."""

    joint: str
    q: tuple[Any, ...]


@dataclass(frozen=True)
class Blueprint:
    """What a machine is. Names are unique among bodies and frames, and among everything else."""

    name: str
    gravity: Triple
    bodies: tuple[Body, ...] = ()
    frames: tuple[NamedFrame, ...] = ()
    joints: tuple[Joint, ...] = ()
    closures: tuple[Closure, ...] = ()
    relations: tuple[Relation, ...] = ()
    motions: tuple[Motion, ...] = ()
    velocity_relations: tuple[VelocityRelation, ...] = ()
    loads: tuple[Load, ...] = ()
    actuators: tuple[Actuator, ...] = ()
    start: tuple[Placed, ...] = ()
    ground_shapes: tuple[Shape, ...] = ()
    notes: str = ""

    @property
    def body_names(self) -> tuple[str, ...]:
        """Names of the bodies, the ground not counted."""
        return tuple(b.name for b in self.bodies)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """Names of the joints that carry bodies."""
        return tuple(j.name for j in self.joints)

    def body(self, name: str) -> Body:
        """The body of that name; "ground" is a body without mass."""
        if name == GROUND:
            return Body(GROUND, shapes=self.ground_shapes)
        return _named(self.bodies, name, "body", self.name)

    def joint(self, name: str) -> Joint:
        """The joint of that name."""
        return _named(self.joints, name, "joint", self.name)

    def closure(self, name: str) -> Closure:
        """The closure of that name."""
        return _named(self.closures, name, "closure", self.name)

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The open quantities by name, in the order of their appearance."""
        return parameters(self)

    def bind(self, **values: Any) -> Blueprint:
        """The same machine with parameters replaced by scalars of any kind; those not named take their own values."""
        known = self.parameters
        for name in values:
            if name not in known:
                raise UnknownName("parameter", name, known, f"mechanism {self.name!r}")
        return bind(self, values)

    def start_of(self, joint: str) -> tuple[Any, ...]:
        """Coordinates of a joint in the starting pose, neutral if the user gave none."""
        for placed in self.start:
            if placed.joint == joint:
                return placed.q
        return self.joint(joint).kind.neutral()

    def diff(self, other: Blueprint) -> tuple[str, ...]:
        """The differences to another machine, one sentence each; none if they are equal."""
        return tuple(_differences("", self, other))


def _named(records: Any, name: str, kind: str, mechanism: str) -> Any:
    for record in records:
        if record.name == name:
            return record
    raise UnknownName(kind, name, [r.name for r in records], f"mechanism {mechanism!r}")


def _differences(path: str, a: Any, b: Any) -> Iterator[str]:
    """Where two records differ; members of tuples with names are compared by name."""
    if type(a) is type(b) and is_dataclass(a) and not isinstance(a, Quantity):
        for field in fields(a):
            where = f"{path}.{field.name}" if path else field.name
            yield from _differences(where, getattr(a, field.name), getattr(b, field.name))
    elif is_tuple(a) and is_tuple(b) and _all_named(a + b):
        yield from _named_differences(path, a, b)
    elif is_tuple(a) and is_tuple(b) and len(a) == len(b):
        for k, (x, y) in enumerate(zip(a, b)):
            yield from _differences(f"{path}[{k}]", x, y)
    elif a != b:
        yield f"{path}: {_show(a)} became {_show(b)}"


def _named_differences(path: str, a: tuple[Any, ...], b: tuple[Any, ...]) -> Iterator[str]:
    before, after = {r.name: r for r in a}, {r.name: r for r in b}
    for name in before:
        if name not in after:
            yield f"{path}: {name!r} was removed"
    for name in after:
        if name not in before:
            yield f"{path}: {name!r} was added"
        else:
            yield from _differences(f"{path} {name!r}", before[name], after[name])
    common = [n for n in before if n in after]
    if common != [n for n in after if n in before]:
        yield f"{path}: the order changed"


def _all_named(records: tuple[Any, ...]) -> bool:
    return bool(records) and all(hasattr(r, "name") and not isinstance(r, Quantity) for r in records)


def _show(x: Any) -> str:
    return f"{x} = {x.value!r}" if isinstance(x, Parameter) else repr(x)
