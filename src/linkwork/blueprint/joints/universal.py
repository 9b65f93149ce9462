"""Universal joint: a Cardan cross, as the Euler-angle joint of two turns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...algebra.euler_angles import turns
from ...algebra.poses import Pose
from ...algebra.steps import Turn
from .chain import Chain
from .rows import Meet, Row, Square

Pair = Literal["XY", "XZ", "YX", "YZ", "ZX", "ZY"]


@dataclass(frozen=True)
class Universal(Chain):
    """Turn about the first axis of `sequence` (fixed in the parent), then about the second (fixed in the child).

    X(q) = Rot(a, q_1) · Rot(b, q_2)              (1)
    S    = [Rot(b, q_2)ᵀ a, b; 0, 0]              (2)

    Reference: Shah, Saha, Dutt (2013), table 3.8.
    """

    sequence: Pair = "XY"
    placement = Pose()

    @property
    def steps(self) -> tuple[Turn, ...]:
        return turns(self.sequence)

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(f"angle_{letter}" for letter in self.sequence.lower())

    @property
    def rates(self) -> tuple[str, ...]:
        return self.variables

    @property
    def rows(self) -> tuple[Row, ...]:
        i, j = ("XYZ".index(letter) for letter in self.sequence.upper())
        return (Square(i, j), Meet(0), Meet(1), Meet(2))
