"""Prescribed motions and velocity relations of a mechanism under construction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import DescriptionError
from ..bodies import GROUND
from ..connections import Joint
from ..formula import formula
from ..frames import Frame
from ..motions import JointMotion, PointMotion
from ..rolling import Edge, GeneralVelocityRelation, Roll
from ..values import number
from .coordinates import coordinates, velocity_relation
from .desk import Desk, Draft, name_of
from .handles import Handle


class Motions(Desk):
    """What follows a function of time, rolls, or may not slide."""

    def prescribe(
        self, target: Any, function: Any, *, variables: Any = None, axes: str = "xyz", name: str | None = None
    ) -> Handle:
        """Let a joint, or a point of a body, follow a function of time (a constant holds it).

        A joint: `function(t)` gives its coordinates, or only those in `variables`.
        A frame or body: `function(t)` gives the place of its origin in the ground, along `axes` such as "xy".
        """
        if self._is_point(target):
            return self._prescribe_point(self._frame(target), function, axes, name)
        joint = self._reference(target)
        label = name_of(name or f"motion of {joint}", "prescribed motion")
        what = f"prescribed motion {label!r}"

        def draft(known: Mapping[str, Joint]) -> JointMotion:
            chosen = coordinates(known, joint, variables, what)
            return JointMotion(label, joint, chosen, formula(function, ("t",), len(chosen) or None, what))

        self._motions.append(Draft(label, draft))
        return self._wrote(label)

    def _prescribe_point(self, frame: Frame, function: Any, axes: str, name: str | None) -> Handle:
        label = name_of(name or f"motion of a point of {frame.body}", "prescribed motion")
        word = axes.lower() if isinstance(axes, str) else ""  # pyright: ignore[reportUnnecessaryIsInstance]
        if not word or any(c not in "xyz" for c in word) or len(set(word)) != len(word):
            raise DescriptionError(
                f"prescribed motion {label!r}", f"has the axes {axes!r}", "Use some of 'xyz', such as 'xy'"
            )
        law = formula(function, ("t",), len(word), f"prescribed motion {label!r}")
        self._motions.append(PointMotion(label, frame, word, law))
        return self._wrote(label)

    def velocity_relation(self, name: str, function: Any, joints: Any) -> Handle:
        """A law A(q, t) v = b: `function(q, t)` gives (A, b), A one row or several, b = 0 or one number a row."""
        names, what = self._references(joints), f"velocity relation {name!r}"

        def draft(known: Mapping[str, Joint]) -> GeneralVelocityRelation:
            return velocity_relation(name, names, function, known, what)

        self._velocity_relations.append(Draft(name, draft))
        return self._wrote(name_of(name, "velocity relation"))

    def roll(self, name: str, wheel: Any, radius: Any, floor: Any = GROUND) -> Handle:
        """A thin wheel, centre and axle (z) of frame `wheel`, rolls without slip on the plane z = 0 of `floor`."""
        record = Roll(
            name_of(name, "rolling"), self._frame(wheel), self._frame(floor), number(radius, f"radius of {name!r}")
        )
        self._velocity_relations.append(record)
        return self._wrote(name)

    def edge(self, name: str, frame: Any, across: str = "y", on: Any = GROUND) -> Handle:
        """A knife or skate: the origin of `frame` does not move along the frame's axis `across`."""
        if across not in ("x", "y", "z"):
            raise DescriptionError(f"edge {name!r}", f"has across={across!r}", "Use 'x', 'y' or 'z'")
        self._velocity_relations.append(Edge(name_of(name, "edge"), self._frame(frame), self._frame(on), across))
        return self._wrote(name)
