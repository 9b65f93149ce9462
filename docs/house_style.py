"""Docstrings as they are written here, for Sphinx: paragraphs as text, what is set in columns as it is.

Names stand between single backticks; numbered equations and lists of fields are indented or set in columns with
spaces. None of that is reStructuredText, so it is translated, not interpreted.
"""

from __future__ import annotations

import re
from typing import Any

_CODE = re.compile(r"`([^`]+)`")
_SPECIAL = re.compile(r"([\\*|_])")
_COLUMNS = re.compile(r"\S {2,}\S")


def paragraphs(lines: list[str]) -> list[list[str]]:
    """Blocks of lines between blank ones."""
    found: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            found[-1].append(line)
        elif found[-1]:
            found.append([])
    return [block for block in found if block]


def as_it_is(block: list[str]) -> bool:
    """Whether a block is set in columns or indented: an equation, a listing, a table of fields."""
    return all(line.startswith("    ") for line in block) or any(_COLUMNS.search(line) for line in block)


def prose(line: str) -> str:
    """A line of text, with what reStructuredText would interpret made harmless and `names` as code."""
    parts = _CODE.split(line)
    words = [_SPECIAL.sub(r"\\\1", part) if k % 2 == 0 else f"``{part}``" for k, part in enumerate(parts)]
    return "".join(words)


def translated(lines: list[str]) -> list[str]:
    """A docstring as reStructuredText."""
    new: list[str] = []
    for block in paragraphs(lines):
        if as_it_is(block):
            new += ["::", "", *(f"    {line}" for line in block), ""]
        else:
            new += [*(prose(line) for line in block), ""]
    return new


def _process(app: Any, what: str, name: str, object: Any, options: Any, lines: list[str]) -> None:
    lines[:] = translated(list(lines))


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("autodoc-process-docstring", _process)
    return {"parallel_read_safe": True}
