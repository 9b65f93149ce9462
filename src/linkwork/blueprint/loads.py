"""Loads: what pushes and pulls besides gravity and actuators."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Protocol

from .formula import Formula
from .frames import Frame


class Load(Protocol):
    """Something that acts on the machine."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class PointSpring:
    """Spring and damper between two points: tension = stiffness · (distance − length) + damping · d(distance)/dt."""

    name: str
    a: Frame
    b: Frame
    stiffness: Any = 0.0
    damping: Any = 0.0
    length: Any = 0.0


@dataclass(frozen=True)
class JointSpring:
    """Spring and damper on one joint coordinate: force = −stiffness · (q − rest) − damping · v; torsional on angles."""

    name: str
    joint: str
    variable: int = 0
    stiffness: Any = 0.0
    damping: Any = 0.0
    rest: Any = 0.0


@dataclass(frozen=True)
class Friction:
    """Against each of the rates: force = −viscous · v − coulomb · tanh(v / smoothing)."""

    name: str
    joint: str
    variables: tuple[int, ...]
    viscous: Any = 0.0
    coulomb: Any = 0.0
    smoothing: Any = 0.01


@dataclass(frozen=True)
class Limit:
    """A stop as a one-sided spring and damper: beyond `lower` or `upper` (None: no stop on that side).

    With the depth d > 0 beyond the stop: force = max(0, stiffness · d + damping · ḋ) back.
    """

    name: str
    joint: str
    variable: int = 0
    lower: Any | None = None
    upper: Any | None = None
    stiffness: Any = 1e4
    damping: Any = 0.0


@dataclass(frozen=True)
class AppliedWrench:
    """Force(t) and moment(t) on a body at the origin of frame `at`, in axes of ground ("world") or `at` ("body")."""

    name: str
    at: Frame
    force: Formula
    moment: Formula
    axes: Literal["world", "body"] = "world"


@dataclass(frozen=True)
class Rotor:
    """A motor's rotor geared to a joint coordinate: it turns `ratio` times as fast and adds inertia · ratio² to it."""

    name: str
    joint: str
    variable: int = 0
    inertia: Any = 0.0
    ratio: Any = 1.0


LOADS: dict[str, type] = {
    "point_spring": PointSpring,
    "joint_spring": JointSpring,
    "friction": Friction,
    "limit": Limit,
    "wrench": AppliedWrench,
    "rotor": Rotor,
}
