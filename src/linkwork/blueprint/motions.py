"""Prescribed motions: joint coordinates or points of bodies that follow a function of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from .formula import Formula
from .frames import Frame


class Motion(Protocol):
    """Something that follows `law(t)`."""

    @property
    def name(self) -> str: ...
    @property
    def law(self) -> Formula: ...


@dataclass(frozen=True)
class JointMotion:
    """Coordinates `variables` of a joint follow law(t), one output each."""

    name: str
    joint: str
    variables: tuple[int, ...]
    law: Formula


@dataclass(frozen=True)
class PointMotion:
    """A point's coordinates along `axes` (of the ground, such as "xy") follow law(t), one output each."""

    name: str
    point: Frame
    axes: str
    law: Formula

    def indices(self) -> tuple[int, ...]:
        """Which coordinates of the point."""
        return tuple("xyz".index(c) for c in self.axes)


MOTIONS: dict[str, type] = {"joint": JointMotion, "point": PointMotion}
