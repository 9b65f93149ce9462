"""Formulas as MathML, which browsers draw themselves: the pages need no script and no network."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from latex2mathml.converter import convert

TAG = re.compile(r"\\tag\{(.*?)\}")


def translated(tex: str, display: str) -> str:
    """MathML of a formula; a \\tag stands beside it."""
    tags = TAG.findall(tex)
    formula = convert(TAG.sub("", tex).strip().rstrip("\\"), display=display)
    return f'{formula}<span class="eqno">({tags[0]})</span>' if tags else formula


def visit_inline(self: Any, node: nodes.math) -> None:
    """$...$"""
    self.body.append(translated(node.astext(), "inline"))
    raise nodes.SkipNode


def visit_block(self: Any, node: nodes.math_block) -> None:
    """$$...$$"""
    self.body.append(f'<div class="math">{translated(node.astext(), "block")}</div>')
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    return {"parallel_read_safe": True}
