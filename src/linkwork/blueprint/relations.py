"""Relations between joint coordinates: gears, belts, racks, differentials, screws, and the user's own h(q, t) = 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from .formula import Formula

Sort = Literal["gear", "rack", "belt", "differential", "screw", "linear"]


class Relation(Protocol):
    """Zero in each entry of `residual`, a function of the coordinates of `joints` and the time."""

    @property
    def name(self) -> str: ...
    @property
    def joints(self) -> tuple[str, ...]: ...
    def residual(self, q: Mapping[str, Sequence[Any]], t: Any) -> tuple[Any, ...]: ...


@dataclass(frozen=True)
class Term:
    """One joint coordinate with its factor; `variable` counts the coordinates of the joint from 0."""

    joint: str
    variable: int
    factor: Any


@dataclass(frozen=True)
class LinearRelation:
    """Σ factor · q = offset. `sort` says what the user meant: gear, rack, belt, differential, screw or linear."""

    name: str
    sort: Sort
    terms: tuple[Term, ...]
    offset: Any = 0.0

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints that it relates, each once."""
        return tuple(dict.fromkeys(term.joint for term in self.terms))

    def residual(self, q: Mapping[str, Sequence[Any]], t: Any = 0.0) -> tuple[Any, ...]:
        """Σ factor · q − offset."""
        total = -self.offset
        for term in self.terms:
            total = total + q[term.joint][term.variable] * term.factor
        return (total,)


@dataclass(frozen=True)
class GeneralRelation:
    """h(q, t) = 0; the law's inputs are the coordinates of the joints one after another, then t."""

    name: str
    joints: tuple[str, ...]
    law: Formula

    def residual(self, q: Mapping[str, Sequence[Any]], t: Any = 0.0) -> tuple[Any, ...]:
        """h(q, t)."""
        return self.law(*(x for joint in self.joints for x in q[joint]), t)


RELATIONS: dict[str, type] = {"linear": LinearRelation, "general": GeneralRelation}
