"""Every kind of joint, one file each; a new one is a file and a line here."""

from __future__ import annotations

from .chain import Chain, Closes, CutKind, JointKind
from .cylindrical import Cylindrical
from .distance import Distance
from .fixed import Fixed
from .floating import Floating
from .helical import Helical
from .planar import Planar
from .point import Point
from .prismatic import Prismatic
from .revolute import Revolute
from .spherical import Spherical
from .universal import Universal

KINDS: dict[str, type] = {
    "fixed": Fixed,
    "revolute": Revolute,
    "prismatic": Prismatic,
    "helical": Helical,
    "cylindrical": Cylindrical,
    "universal": Universal,
    "spherical": Spherical,
    "planar": Planar,
    "floating": Floating,
}
"""Joints that can carry a body, and close a loop."""

CUTS: dict[str, type] = {**KINDS, "point": Point, "distance": Distance}
"""Joints that can close a loop."""

__all__ = [
    "CUTS", "KINDS", "Chain", "Closes", "CutKind", "Cylindrical", "Distance", "Fixed", "Floating", "Helical",
    "JointKind", "Planar", "Point", "Prismatic", "Revolute", "Spherical", "Universal",
]  # fmt: skip
