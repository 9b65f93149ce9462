"""Spherical joint: a ball in its socket."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...algebra.euler_angles import turns
from ...algebra.poses import Pose
from ...algebra.steps import Ball, Step
from .chain import Chain
from .rows import Meet, Row

Coordinates = Literal[
    "quaternion", "XYX", "XYZ", "XZX", "XZY", "YXY", "YXZ", "YZX", "YZY", "ZXY", "ZXZ", "ZYX", "ZYZ"
]  # fmt: skip


@dataclass(frozen=True)
class Spherical(Chain):
    """Any rotation about a common point.

    "quaternion": X(q) = R(q), q = (w, x, y, z);  S = 1, v = angular velocity in the child       (1)
    "ZYX" ...:    X(q) = Rot_a(q_1) Rot_b(q_2) Rot_c(q_3), one of twelve sequences; v = q̇       (2)

    Reference: Shah, Saha, Dutt (2013), table 3.6 for (2), without its dummy links.
    """

    coordinates: Coordinates = "quaternion"
    placement = Pose()

    @property
    def steps(self) -> tuple[Step, ...]:
        return (Ball(),) if self.coordinates == "quaternion" else turns(self.coordinates)

    @property
    def variables(self) -> tuple[str, ...]:
        return ("w", "x", "y", "z") if self.coordinates == "quaternion" else angle_names(self.coordinates)

    @property
    def rates(self) -> tuple[str, ...]:
        return ("wx", "wy", "wz") if self.coordinates == "quaternion" else angle_names(self.coordinates)

    @property
    def rows(self) -> tuple[Row, ...]:
        return (Meet(0), Meet(1), Meet(2))


def angle_names(sequence: str) -> tuple[str, ...]:
    """angle_z, angle_y, angle_x; a letter that comes twice is counted: angle_z1, angle_x, angle_z2."""
    letters = sequence.lower()
    return tuple(
        f"angle_{c}" + (str(letters[: k + 1].count(c)) if letters.count(c) > 1 else "") for k, c in enumerate(letters)
    )
