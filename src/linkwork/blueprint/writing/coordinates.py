"""Coordinates: which variables of a joint the user means, and functions of them.

A joint that is missing is not a fault here: the check reports it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import wraps
from typing import Any

from ...errors import DescriptionError, nearest
from ..connections import Joint
from ..formula import Formula, flat, formula
from ..rolling import GeneralVelocityRelation
from ..values import is_list, is_tuple, sequence


def law(function: Any, joints: tuple[str, ...], known: Mapping[str, Joint], what: str) -> Formula:
    """The formula of a function of (q, t); empty while a joint is missing, which the check reports."""
    if not all(j in known for j in joints):
        return Formula((), ())
    inputs = tuple(f"q{k}" for k in range(sum(known[j].kind.n_q for j in joints)))
    return formula(function, (*inputs, "t"), None, what, group=len(inputs))


def velocity_relation(
    name: str, joints: tuple[str, ...], function: Any, known: Mapping[str, Joint], what: str
) -> GeneralVelocityRelation:
    """The record of a function of (q, t) that gives (A, b), A one row or several, b one number a row or 0 for all."""
    n_v = sum(known[j].kind.n_v for j in joints) if all(j in known for j in joints) else 0
    if n_v == 0 or not callable(function):
        if n_v and not callable(function):
            raise DescriptionError(what, "needs a function", "Write function(q, t) that gives (A, b) of A v = b")
        return GeneralVelocityRelation(name, joints, 1, Formula((), ()))
    rows: list[int] = []

    def flattened(*arguments: Any) -> list[Any]:
        pair = function(*arguments)
        if not (is_tuple(pair) or is_list(pair)) or len(pair) != 2:
            raise DescriptionError(
                what, "does not give a pair", "Give (A, b) of A v = b, with b = 0 for a law without drift"
            )
        A, b = flat(pair[0]), flat(pair[1])
        count = len(A) // n_v
        b = b * count if len(b) == 1 else b
        if not A or len(A) % n_v or len(b) != count:
            raise DescriptionError(
                what,
                f"gives {len(A)} numbers for A and {len(b)} for b",
                f"A needs {n_v} a row, one for each rate, and b one a row",
            )
        rows.append(count)
        return [*A, *b]

    flat_law = law(wraps(function)(flattened), joints, known, what)
    return GeneralVelocityRelation(name, joints, rows[0], flat_law)


def coordinates(known: Mapping[str, Joint], joint: str, variables: Any, what: str) -> tuple[int, ...]:
    """Indices of the coordinates that are meant, all if none is named."""
    if joint not in known:
        return ()
    return _indices(known[joint].kind.variables, variables, what, joint)


def rates(known: Mapping[str, Joint], joint: str, variables: Any, what: str) -> tuple[int, ...]:
    """Indices of the rates that are meant, all if none is named."""
    if joint not in known:
        return ()
    return _indices(known[joint].kind.rates, variables, what, joint)


def coordinate(known: Mapping[str, Joint], joint: str, variable: Any, what: str) -> int:
    """The one coordinate that is meant."""
    if joint not in known:
        return 0
    names = known[joint].kind.variables
    if variable is None and len(names) > 1:
        raise DescriptionError(
            what,
            f"does not say which coordinate of joint {joint!r} it means",
            "Add variable=, one of: " + ", ".join(names),
        )
    if not names:
        return 0
    return _indices(names, [0] if variable is None else [variable], what, joint)[0]


def _indices(names: tuple[str, ...], variables: Any, what: str, joint: str) -> tuple[int, ...]:
    if variables is None:
        return tuple(range(len(names)))
    items = [variables] if isinstance(variables, (str, int)) else sequence(variables, what, "names of variables")
    chosen: list[int] = []
    for item in items:
        if item in names:
            chosen.append(names.index(item))
        elif isinstance(item, int) and 0 <= item < len(names):
            chosen.append(item)
        else:
            raise DescriptionError(
                what, f"names the variable {item!r} of joint {joint!r}, which does not exist", nearest(str(item), names)
            )
    return tuple(chosen)
