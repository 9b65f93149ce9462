"""Colours of bodies and shapes: "#rrggbb", as the views read them, or one of a few names."""

from __future__ import annotations

import re
from typing import Any

from ..errors import DescriptionError, nearest

NAMES = {
    "black": "#000000", "white": "#ffffff", "gray": "#808080", "grey": "#808080", "silver": "#c0c0c0",
    "red": "#ff0000", "maroon": "#800000", "brown": "#a52a2a", "orange": "#ffa500", "gold": "#ffd700",
    "yellow": "#ffff00", "olive": "#808000", "lime": "#00ff00", "green": "#008000", "teal": "#008080",
    "cyan": "#00ffff", "blue": "#0000ff", "navy": "#000080", "purple": "#800080", "magenta": "#ff00ff",
    "pink": "#ffc0cb",
}  # fmt: skip
"""As in CSS."""

SIX, THREE = re.compile(r"#[0-9a-fA-F]{6}"), re.compile(r"#[0-9a-fA-F]{3}")


def colour(value: Any, what: str) -> str | None:
    """The colour as "#rrggbb"; None if there is none."""
    if value is None:
        return None
    if isinstance(value, str):
        if SIX.fullmatch(value):
            return value
        if THREE.fullmatch(value):
            return "#" + "".join(2 * digit for digit in value[1:])
        if value.lower() in NAMES:
            return NAMES[value.lower()]
    raise DescriptionError(what, f"is {value!r}", f"Write '#1a9e77' or a name. {nearest(value, NAMES)}")
