"""Bodies and frames of a mechanism under construction."""

from __future__ import annotations

from typing import Any

from ...errors import DescriptionError
from ..bodies import NO_INERTIA, Body
from ..colours import colour
from ..shapes import SHAPES
from ..values import matrix, number, sequence, triple
from .desk import Desk, name_of
from .handles import BodyHandle


class Bodies(Desk):
    """Bodies, frames and looks."""

    def body(
        self,
        name: str,
        *,
        mass: Any = 0.0,
        com: Any = (0.0, 0.0, 0.0),
        inertia: Any = None,
        inertia_about: str = "com",
        shapes: Any = (),
        color: str | None = None,
    ) -> BodyHandle:
        """A rigid part. `inertia`: three moments, a matrix or one of `linkwork.inertia`, about "com" or "origin"."""
        what = f"body {name!r}"
        if inertia_about not in ("com", "origin"):
            raise DescriptionError(what, f"has its inertia about {inertia_about!r}", "Use 'com' or 'origin'")
        body = Body(
            name_of(name, "body"),
            number(mass, f"mass of {what}"),
            triple(com, f"centre of mass of {what}"),
            inertia_of(inertia, f"inertia of {what}"),
            inertia_about,
            shapes_of(shapes),
            colour(color, f"colour of {what}"),
        )
        self._bodies.append(body)
        self._wrote(name, "body")
        return BodyHandle(self, name)

    def draw_ground(self, *shapes: Any) -> None:
        """Shapes of the ground."""
        self._ground_shapes.extend(shapes_of(shapes))


def inertia_of(value: Any, what: str) -> Any:
    """Three rows from three moments, a matrix or nothing."""
    if value is None:
        return NO_INERTIA
    items = sequence(value, what, "three moments or a 3×3 matrix")
    if len(items) == 3 and not isinstance(items[0], (tuple, list)) and getattr(items[0], "ndim", 0) == 0:
        xx, yy, zz = triple(items, what)
        return ((xx, 0.0, 0.0), (0.0, yy, 0.0), (0.0, 0.0, zz))
    return matrix(items, what)


def shapes_of(shapes: Any) -> tuple[Any, ...]:
    """The shapes of one or several."""
    items = [shapes] if isinstance(shapes, tuple(SHAPES.values())) else sequence(shapes, "shapes", "a list of shapes")
    for shape in items:
        if not isinstance(shape, tuple(SHAPES.values())):
            raise DescriptionError("shapes", f"hold {shape!r}", "Make them with linkwork.shapes: " + ", ".join(SHAPES))
    return tuple(items)
