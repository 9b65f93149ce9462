"""Values as the user wrote them: plain numbers, or open quantities such as a `Parameter`; never rounded."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, TypeGuard

from ..algebra.parameter import Quantity
from ..algebra.scalars import plain
from ..errors import DescriptionError

Triple = tuple[Any, Any, Any]


def number(x: Any, what: str) -> Any:
    """x if it is a number or an open quantity; NumPy's numbers become Python's, value unchanged."""
    if isinstance(x, Quantity):
        return x
    value = plain(x)
    if value is not None:
        return value
    raise DescriptionError(what, f"is {x!r}, which is not a number", "Give a number or a Parameter")


def triple(values: Any, what: str, example: str = "(0.1, 0, 0)") -> Triple:
    """Three numbers."""
    items = sequence(values, what, f"three numbers, such as {example}")
    if len(items) != 3:
        raise DescriptionError(what, f"has {len(items)} numbers", f"Give three, such as {example}")
    x, y, z = (number(v, what) for v in items)
    return (x, y, z)


def matrix(rows: Any, what: str) -> tuple[Triple, Triple, Triple]:
    """Three rows of three numbers."""
    items = sequence(rows, what, "three rows of three numbers")
    if len(items) != 3:
        raise DescriptionError(what, f"has {len(items)} rows", "Give three rows of three numbers")
    a, b, c = (triple(row, what) for row in items)
    return (a, b, c)


def sequence(values: Any, what: str, expected: str) -> list[Any]:
    """The items of any sequence."""
    if not isinstance(values, (str, bytes, Quantity)):
        with suppress(TypeError):
            return list(values)
    raise DescriptionError(what, f"is {values!r}", f"Give {expected}")


def is_tuple(x: Any) -> TypeGuard[tuple[Any, ...]]:
    """Whether x is a tuple of anything."""
    return isinstance(x, tuple)


def is_list(x: Any) -> TypeGuard[list[Any]]:
    """Whether x is a list of anything."""
    return isinstance(x, list)


def is_object(x: Any) -> TypeGuard[dict[str, Any]]:
    """Whether x is what JSON calls an object."""
    return isinstance(x, dict)


def pair(values: Any, what: str, example: str) -> tuple[Any, Any]:
    """Two numbers."""
    items = sequence(values, what, "two numbers")
    if len(items) != 2:
        raise DescriptionError(what, f"are {len(items)} numbers", f"Give two: {example}")
    return number(items[0], what), number(items[1], what)
