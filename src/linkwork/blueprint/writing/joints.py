"""Joints and closures of a mechanism under construction."""

from __future__ import annotations

from typing import Any

from ...errors import DescriptionError
from ..bodies import GROUND
from ..connections import Closure, Joint
from ..joints import Distance
from ..joints.choose import choose
from ..values import number
from .desk import Desk, name_of
from .handles import Handle


class Joints(Desk):
    """Joints that carry bodies, and closures between bodies that they already connect."""

    def joint(self, name: str, parent: Any, child: Any, kind: Any, **options: Any) -> Handle:
        """A joint of any kind that carries the body of `child` on the body of `parent`."""
        chosen = choose(kind, options, f"joint {name!r}")
        self._joints.append(Joint(name_of(name, "joint"), self._frame(parent), self._frame(child), chosen))
        return self._wrote(name)

    def fixed(self, name: str, parent: Any, child: Any) -> Handle:
        """No motion between the two bodies."""
        return self.joint(name, parent, child, "fixed")

    def revolute(self, name: str, parent: Any, child: Any, axis: Any = "z") -> Handle:
        """A hinge: q = angle about `axis`."""
        return self.joint(name, parent, child, "revolute", axis=axis)

    def prismatic(self, name: str, parent: Any, child: Any, axis: Any = "z") -> Handle:
        """A slider: q = distance along `axis`."""
        return self.joint(name, parent, child, "prismatic", axis=axis)

    def helical(self, name: str, parent: Any, child: Any, pitch: Any, axis: Any = "z") -> Handle:
        """A screw: q = angle about `axis`, with `pitch` metres along it per radian."""
        return self.joint(name, parent, child, "helical", axis=axis, pitch=pitch)

    def cylindrical(self, name: str, parent: Any, child: Any, axis: Any = "z") -> Handle:
        """A shaft in a sleeve: q = (angle about, distance along) `axis`."""
        return self.joint(name, parent, child, "cylindrical", axis=axis)

    def universal(self, name: str, parent: Any, child: Any, axes: Any = "XY") -> Handle:
        """A Cardan cross: q = two angles about `axes`, the first fixed in the parent, the second in the child."""
        return self.joint(name, parent, child, "universal", axes=axes)

    def spherical(self, name: str, parent: Any, child: Any, coordinates: str = "quaternion") -> Handle:
        """A ball: q = quaternion (w, x, y, z), or three angles of a sequence such as "ZYX"."""
        return self.joint(name, parent, child, "spherical", coordinates=coordinates)

    def planar(self, name: str, parent: Any, child: Any, normal: Any = "z") -> Handle:
        """A plate on a table: q = (x, y, angle) in the plane with that normal."""
        return self.joint(name, parent, child, "planar", normal=normal)

    def floating(self, name: str, child: Any, parent: Any = GROUND, coordinates: str = "quaternion") -> Handle:
        """A body that is free to move: q = (x, y, z, quaternion), or (x, y, z, three angles)."""
        return self.joint(name, parent, child, "floating", coordinates=coordinates)

    def dh(
        self,
        name: str,
        parent: Any,
        child: Any,
        *,
        a: Any = 0.0,
        alpha: Any = 0.0,
        b: Any = 0.0,
        theta: Any = 0.0,
        kind: str = "revolute",
    ) -> Handle:
        """A joint about or along z by a row of modified Denavit–Hartenberg parameters; q is added to `theta` or to `b`.

        X(q) = Shift_x(a) Rot_x(α) Shift_z(b) Rot_z(θ + q), or Shift_z(b + q) Rot_z(θ) if prismatic.
        """
        if kind not in ("revolute", "prismatic"):
            raise DescriptionError(f"joint {name!r}", f"is of kind {kind!r}", "A DH row is 'revolute' or 'prismatic'")
        return self.joint(name, self._frame(parent).dh(a, alpha, b, theta), child, kind, axis="z")

    # ---- closures

    def close(self, name: str, a: Any, b: Any, kind: Any = "revolute", **options: Any) -> Handle:
        """Close a loop between two bodies that the joints already connect: any kind of joint, "point", "distance"."""
        chosen = choose(kind, options, f"closure {name!r}", carries=False)
        self._closures.append(Closure(name_of(name, "closure"), self._frame(a), self._frame(b), chosen))
        return self._wrote(name)

    def distance(self, name: str, a: Any, b: Any, length: Any) -> Handle:
        """Hold two points at a distance: a rod of negligible mass with a ball at each end."""
        chosen = Distance(number(length, f"length of closure {name!r}"))
        self._closures.append(Closure(name_of(name, "closure"), self._frame(a), self._frame(b), chosen))
        return self._wrote(name)

    def cut(self, *joints: Any) -> None:
        """Make these joints closures: they close loops instead of carrying bodies."""
        self._cuts.extend(self._reference(j) for j in joints)
