"""Choose a kind of joint by its name and options, as the user writes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...algebra.euler_angles import PAIRS, TRIPLES
from ...errors import DescriptionError, nearest
from ..values import is_list, is_tuple, number
from . import CUTS, KINDS
from .axis import axis as direction

OPTIONS: dict[str, tuple[str, ...]] = {
    "fixed": (),
    "revolute": ("axis",),
    "prismatic": ("axis",),
    "helical": ("axis", "pitch"),
    "cylindrical": ("axis",),
    "universal": ("axes",),
    "spherical": ("coordinates",),
    "planar": ("normal",),
    "floating": ("coordinates",),
    "point": (),
    "distance": ("length",),
}
REQUIRED = {"pitch": "Give the metres per radian, pitch=0.01", "length": "Give the metres, length=0.4"}


def choose(kind: Any, options: dict[str, Any], what: str, carries: bool = True) -> Any:
    """The kind of joint; `carries` says that it must be able to carry a body, not only to close a loop."""
    if not isinstance(kind, str):
        return _instance(kind, options, what, carries)
    word = kind.lower()
    known = KINDS if carries else CUTS
    if word not in known:
        remedy = f"Use m.close or m.distance for a {word} closure" if word in CUTS else nearest(word, known)
        raise DescriptionError(
            what,
            f"is of kind {kind!r}, " + ("which only closes loops" if word in CUTS else "which does not exist"),
            remedy,
        )
    for option in options:
        if option not in OPTIONS[word]:
            takes = ", ".join(OPTIONS[word]) or "none"
            raise DescriptionError(what, f"is {word} and takes no option {option!r}", f"Its options: {takes}")
    for option in OPTIONS[word]:
        if option in REQUIRED and option not in options:
            raise DescriptionError(what, f"is {word} and needs {option!r}", REQUIRED[option])
    return CUTS[word](**{_FIELD.get(name, name): _READ[name](value, what) for name, value in options.items()})


def _instance(kind: Any, options: dict[str, Any], what: str, carries: bool) -> Any:
    known = KINDS if carries else CUTS
    if isinstance(kind, tuple(known.values())) and not options:
        return kind
    raise DescriptionError(what, f"is of kind {kind!r}", "Name a kind: " + ", ".join(known))


def _sequence(value: Any, what: str) -> str:
    word: Any = "".join(map(str, value)) if is_tuple(value) or is_list(value) else value
    if not isinstance(word, str) or word.upper() not in PAIRS:
        raise DescriptionError(f"axes of {what}", f"are {value!r}", "Use two different letters: " + ", ".join(PAIRS))
    return word.upper()


def _coordinates(value: Any, what: str) -> str:
    if value == "quaternion":
        return value
    if not isinstance(value, str) or value.upper() not in TRIPLES:
        raise DescriptionError(
            f"coordinates of {what}", f"are {value!r}", "Use 'quaternion' or one of the sequences " + ", ".join(TRIPLES)
        )
    return value.upper()


_READ: dict[str, Callable[[Any, str], Any]] = {
    "axis": direction,
    "normal": direction,
    "axes": _sequence,
    "coordinates": _coordinates,
    "pitch": lambda value, what: number(value, f"pitch of {what}"),
    "length": lambda value, what: number(value, f"length of {what}"),
}
_FIELD = {"axes": "sequence"}
