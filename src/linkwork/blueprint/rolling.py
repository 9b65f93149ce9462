"""Velocity relations: A(q, t) v = b, rolling without slip, and edges that do not slide sideways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from .formula import Formula
from .frames import Frame


class VelocityRelation(Protocol):
    """A law between velocities that need not come from a law between positions."""

    @property
    def name(self) -> str: ...


@dataclass(frozen=True)
class GeneralVelocityRelation:
    """A(q, t) v = b with the coordinates and rates of `joints` one after another.

    The law's inputs are these coordinates, then t; its outputs the entries of A row by row, then those of b.
    """

    name: str
    joints: tuple[str, ...]
    rows: int
    law: Formula

    def matrix(
        self, q: Mapping[str, Sequence[Any]], t: Any = 0.0
    ) -> tuple[tuple[tuple[Any, ...], ...], tuple[Any, ...]]:
        """A and b."""
        values = self.law(*(x for joint in self.joints for x in q[joint]), t)
        n_v = len(values) // self.rows - 1
        A = tuple(values[r * n_v : (r + 1) * n_v] for r in range(self.rows))
        return A, values[self.rows * n_v :]


@dataclass(frozen=True)
class Roll:
    """A thin wheel of `radius` rolls without slip on the plane z = 0 of frame `floor`.

    The wheel's centre is the origin of frame `wheel`, its axle that frame's z axis; it stands on the side z > 0.
    At the lowest point c of its rim the wheel has no velocity relative to the floor: ȯ + ω × c = 0, three rows.
    """

    name: str
    wheel: Frame
    floor: Frame
    radius: Any


@dataclass(frozen=True)
class Edge:
    """A knife or skate: against frame `on`, the origin of frame `edge` has no velocity along its own axis `across`."""

    name: str
    edge: Frame
    on: Frame
    across: Literal["x", "y", "z"] = "y"


VELOCITY_RELATIONS: dict[str, type] = {"general": GeneralVelocityRelation, "roll": Roll, "edge": Edge}
