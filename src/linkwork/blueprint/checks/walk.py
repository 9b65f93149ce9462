"""Walk: the parts of a description with what the user calls them, and the numbers inside them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from ...algebra.parameter import Quantity, Variable, default, leaves
from ..actuators import Actuator
from ..bodies import Body
from ..connections import Closure, Joint
from ..formula import Formula
from ..frames import Frame
from ..mechanism import Blueprint, NamedFrame, Placed
from ..motions import JointMotion, PointMotion
from ..rolling import Edge, GeneralVelocityRelation, Roll
from ..values import is_tuple

WORDS: dict[type, str] = {
    Body: "body",
    NamedFrame: "frame",
    Joint: "joint",
    Closure: "closure",
    JointMotion: "prescribed motion",
    PointMotion: "prescribed motion",
    GeneralVelocityRelation: "velocity relation",
    Roll: "rolling",
    Edge: "edge",
    Actuator: "actuator",
}


def word(record: Any) -> str:
    """What the user calls such a part."""
    if isinstance(record, Placed):
        return "starting pose of joint"
    return WORDS.get(record.__class__) or getattr(record, "sort", None) or _from_class(type(record).__name__)


def subject(record: Any) -> str:
    """'joint 'knee'' and the like."""
    return f"{word(record)} {name(record)!r}"


def name(record: Any) -> str:
    """Its name."""
    return record.joint if isinstance(record, Placed) else record.name


def space(record: Any) -> str:
    """Where its name must be unique."""
    if isinstance(record, (Body, NamedFrame)):
        return "body"
    return "start" if isinstance(record, Placed) else "item"


def items(blueprint: Blueprint) -> tuple[Any, ...]:
    """Everything with a name besides bodies and frames."""
    b = blueprint
    return (*b.joints, *b.closures, *b.relations, *b.motions, *b.velocity_relations, *b.loads, *b.actuators)


def parts(blueprint: Blueprint) -> tuple[Any, ...]:
    """Everything that the user wrote down."""
    return (*blueprint.bodies, *blueprint.frames, *items(blueprint), *blueprint.start)


def frames_of(record: Any) -> Iterator[tuple[str, Frame]]:
    """The frames of a part with the names of their fields."""
    for field in fields(record):
        value = getattr(record, field.name)
        if isinstance(value, Frame):
            yield field.name, value


def joints_of(record: Any) -> tuple[str, ...]:
    """Names of the joints whose coordinates or rates a part uses."""
    joint = getattr(record, "joint", None)
    return tuple(getattr(record, "joints", ())) if joint is None else (joint,)


def numbers_of(record: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every number inside a record with the path to it."""
    if isinstance(record, (float, int)) and not isinstance(record, bool) or isinstance(record, Quantity):
        yield path, record
    elif is_tuple(record):
        for k, item in enumerate(record):
            yield from numbers_of(item, f"{path}[{k}]")
    elif is_dataclass(record) and not isinstance(record, (type, Formula)):
        for field in fields(record):
            inner = f"{path}.{field.name}" if path else field.name
            yield from numbers_of(getattr(record, field.name), inner)


def value(x: Any) -> float:
    """A number at the parameters' own values; NaN where it has none."""
    if isinstance(x, Quantity) and any(isinstance(leaf, Variable) for leaf in leaves(x)):
        return math.nan
    try:
        return default(x)
    except (ArithmeticError, ValueError):
        return math.nan


def _from_class(class_name: str) -> str:
    known = {"PointSpring": "spring", "JointSpring": "spring", "AppliedWrench": "wrench", "GeneralRelation": "relation"}
    return known.get(class_name, class_name.lower())
