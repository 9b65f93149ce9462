"""The ten longest files, functions and folders of the package: a mirror, not a gate.

`make sizes` prints them beside the sizes at which one looks again (file 400 lines, function 50, folder 15 files).
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "linkwork"


def files() -> Iterator[tuple[int, str]]:
    """Lines of every source file."""
    for path in SOURCE.rglob("*.py"):
        yield len(path.read_text(encoding="utf-8").splitlines()), str(path.relative_to(SOURCE))


def functions() -> Iterator[tuple[int, str]]:
    """Lines of every function, its docstring not counted."""
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield _lines(node), f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}"


def _lines(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    documented = (
        isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    )
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (node.end_lineno or node.lineno) - node.lineno + 1 - docstring


def folders() -> Iterator[tuple[int, str]]:
    """Number of source files in every folder."""
    for folder, count in Counter(path.parent for path in SOURCE.rglob("*.py")).items():
        yield count, f"{folder.relative_to(SOURCE)}/"


def main() -> None:
    for title, look_again, rows in (
        ("files (lines)", 400, files()),
        ("functions (lines without docstring)", 50, functions()),
        ("folders (files)", 15, folders()),
    ):
        print(f"{title}: look again above {look_again}")
        for size, name in sorted(rows, reverse=True)[:10]:
            print(f"  {size:5d} {'>' if size > look_again else ' '} {name}")


if __name__ == "__main__":
    main()
