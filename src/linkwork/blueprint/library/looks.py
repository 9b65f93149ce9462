"""Looks: colours and the few shapes that make a machine look like itself; and bodies that are uniform bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import inertia, shapes
from ..builder import Mechanism
from ..writing.handles import BodyHandle

BLUE, ORANGE, GREEN, RED, PURPLE, TEAL, GOLD, GREY, DARK = (
    "#3b6fb6", "#e08214", "#4d9a3a", "#c0392b", "#7b5aa6", "#2a9d8f", "#d4a017", "#9aa0a6", "#4a4f57",
)  # fmt: skip
PALETTE = (BLUE, ORANGE, GREEN, PURPLE, TEAL, GOLD, RED)


def color(k: int) -> str:
    """The k-th colour, round and round."""
    return PALETTE[k % len(PALETTE)]


def bar(
    m: Mechanism,
    name: str,
    length: Any,
    mass: Any,
    *,
    paint: str = BLUE,
    level: float = 0.0,
    com: Any = None,
    moments: Any = None,
    size: Any = None,
) -> BodyHandle:
    """A uniform slender bar: from the body's origin along x. `level` shifts its picture along z, so that bars pass each
    other.

    `com` (along x) and `moments` (about the centre of mass) replace those of a uniform bar.
    """
    center = length / 2 if com is None else com
    tensor = inertia.rod(mass, length) if moments is None else moments
    return m.body(
        name, mass=mass, com=(center, 0.0, 0.0), inertia=tensor, shapes=bar_shapes(length, level, size), color=paint
    )


def bar_shapes(length: Any, level: float = 0.0, size: Any = None) -> list[Any]:
    """A bar with an eye at each end."""
    r = length * 0.04 if size is None else size
    z = level * r * 2.5
    return [
        shapes.rod((0.0, 0.0, z), (length, 0.0, z), r),
        shapes.cylinder(r * 1.6, r * 2.2, (0.0, 0.0, z)),
        shapes.cylinder(r * 1.6, r * 2.2, (length, 0.0, z)),
    ]


def bearings(m: Mechanism, size: Any, *places: Sequence[Any], axis: Any = "z") -> None:
    """Fixed bearings, drawn as dark discs on the ground."""
    m.draw_ground(*(shapes.cylinder(size * 1.8, size * 1.5, _three(p), axis, DARK) for p in places))


def rail(m: Mechanism, start: Sequence[Any], end: Sequence[Any], size: Any) -> None:
    """A fixed rail, drawn as a grey rod."""
    m.draw_ground(shapes.rod(_three(start), _three(end), size, GREY))


def _three(p: Sequence[Any]) -> tuple[Any, Any, Any]:
    x, y, *rest = p
    return (x, y, rest[0] if rest else 0.0)
