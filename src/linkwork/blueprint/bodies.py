"""Body: mass, centre of mass, inertia and looks of one rigid part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..algebra.inertias import RigidInertia
from ..algebra.symmetric import Sym3
from ..algebra.vectors import Vec3
from .shapes import Shape
from .values import Triple

GROUND = "ground"
NO_INERTIA = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@dataclass(frozen=True)
class Body:
    """A rigid part. `inertia` is in the body's axes, about its centre of mass ("com") or its origin ("origin")."""

    name: str
    mass: Any = 0.0
    com: Triple = (0.0, 0.0, 0.0)
    inertia: tuple[Triple, Triple, Triple] = NO_INERTIA
    inertia_about: Literal["com", "origin"] = "com"
    shapes: tuple[Shape, ...] = ()
    color: str | None = None

    @property
    def rigid(self) -> RigidInertia:
        """Mass, first and second moment about the body's origin."""
        I, c = Sym3.of_rows(self.inertia), Vec3(*self.com)
        if self.inertia_about == "origin":
            return RigidInertia(self.mass, c * self.mass, I)
        return RigidInertia.about_com(self.mass, c, I)
