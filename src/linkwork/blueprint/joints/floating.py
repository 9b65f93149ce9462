"""Floating joint: six degrees of freedom, the base of a robot that walks or flies."""

from __future__ import annotations

from dataclasses import dataclass

from ...algebra.euler_angles import turns
from ...algebra.poses import Pose
from ...algebra.steps import Free, Slide, Step
from .chain import Chain
from .rows import Row
from .spherical import Coordinates, angle_names


@dataclass(frozen=True)
class Floating(Chain):
    """Any motion.

    "quaternion": q = (x, y, z, w, qx, qy, qz);  v = twist (ω, ȯ) of the child in the child         (1)
    "ZYX" ...:    X(q) = Shift(q_1, q_2, q_3) Rot_a(q_4) Rot_b(q_5) Rot_c(q_6);  v = q̇             (2)
    """

    coordinates: Coordinates = "quaternion"
    placement = Pose()

    @property
    def steps(self) -> tuple[Step, ...]:
        if self.coordinates == "quaternion":
            return (Free(),)
        return (Slide(0), Slide(1), Slide(2), *turns(self.coordinates))

    @property
    def variables(self) -> tuple[str, ...]:
        turned = ("w", "qx", "qy", "qz") if self.coordinates == "quaternion" else angle_names(self.coordinates)
        return ("x", "y", "z", *turned)

    @property
    def rates(self) -> tuple[str, ...]:
        return ("wx", "wy", "wz", "vx", "vy", "vz") if self.coordinates == "quaternion" else self.variables

    @property
    def rows(self) -> tuple[Row, ...]:
        return ()
