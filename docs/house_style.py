"""Docstrings as they are written here, for Sphinx: paragraphs as text, what is set in columns as it is.

Names stand between single backticks; numbered equations and lists of fields are indented or set in columns with
spaces. None of that is reStructuredText, so it is translated, not interpreted.
"""

from __future__ import annotations

import re
from typing import Any

_CODE = re.compile(r"`([^`]+)`")
_SPECIAL = re.compile(r"([\\*|_])")
_FIELD = re.compile(r"([A-Za-z_][\w, ]*?) {2,}(\S.*)$")
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
    words = [_SPECIAL.sub(r"\\\1", part) if k % 2 == 0 else f"\\ ``{part}``\\ " for k, part in enumerate(parts)]
    return "".join(words)


def fields(block: list[str]) -> list[tuple[str, list[str]]] | None:
    """'name   what it is' lines with indented continuations, as pairs; None if a block is something else."""
    found: list[tuple[str, list[str]]] = []
    for line in block:
        match = _FIELD.match(line)
        if match:
            found.append((match.group(1), [match.group(2)]))
        elif found and line.startswith("    "):
            found[-1][1].append(line.strip())
        else:
            return None
    return found


def translated(lines: list[str]) -> list[str]:
    """A docstring as reStructuredText."""
    new: list[str] = []
    for block in paragraphs(lines):
        pairs = fields(block)
        if pairs is not None:
            for name, text in pairs:
                new += [f"``{name}``", *(f"    {prose(line)}" for line in text)]
            new.append("")
        elif as_it_is(block):
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
