"""Numbers of equal parts that a machine is made of."""

from __future__ import annotations

from typing import Any

from ...errors import OptionError


def counted(n: Any, parts: str) -> int:
    """A whole number of parts, one or more."""
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise OptionError(f"number of {parts}", f"is {n!r}", "Give a whole number, 1 or more")
    return n
