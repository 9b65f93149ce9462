"""Put measured tables into the README and the documentation: `python tools/bench_tables.py [part[.table] ...]`.

A page marks the place of a table, which of them, and, if not all, which of its columns:

    <!-- bench loops.forward columns=1,2,3,4 -->
    (replaced)
    <!-- end bench -->

The named tables, all if none is named, are measured now, on this computer (`benchmarks/`, needs the development
environment and a quiet machine); the others stay as they are.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/benchmarks.md")
PLACE = re.compile(r"<!-- bench (\S+)(?: columns=([\d,]+))? -->\n.*?<!-- end bench -->", re.S)


def measured(table: str) -> str:
    """The Markdown of one table, measured now."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.md"
        command = [sys.executable, str(ROOT / "benchmarks"), table, "--markdown", str(path)]
        subprocess.run(command, check=True, cwd=ROOT)
        return path.read_text(encoding="utf-8")


def chosen(markdown: str, columns: Sequence[int]) -> str:
    """The table with some of its columns (counted from 1; all if none are named)."""
    lines = []
    for line in markdown.strip().split("\n"):
        if line.startswith("|") and columns:
            cells = line.strip("|").split("|")
            line = "|" + "|".join(cells[k - 1] for k in columns) + "|"
        lines.append(line)
    return "\n".join(lines)


def filled(text: str, tables: dict[str, str]) -> str:
    """A page with its tables replaced."""

    def fill(place: re.Match[str]) -> str:
        name, columns = place.group(1), place.group(2)
        if name not in tables:
            return place.group(0)
        head = place.group(0).split("\n", 1)[0]
        wanted = [int(k) for k in columns.split(",")] if columns else []
        return f"{head}\n{chosen(tables[name], wanted)}\n<!-- end bench -->"

    return PLACE.sub(fill, text)


def main() -> None:
    """Measure what the pages ask for and write them."""
    pages = [ROOT / name for name in PAGES]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    known = dict.fromkeys(place.group(1) for text in texts for place in PLACE.finditer(text))
    for wanted in sys.argv[1:] or ["all"]:
        names = [name for name in known if wanted in ("all", name, name.partition(".")[0])]
        if not names:
            sys.exit(f"no page has a place for {wanted!r}; there are: {', '.join(known)}")
        for name in names:  # each page is written as soon as a table is there
            tables = {name: measured(name)}
            for page in pages:
                text = page.read_text(encoding="utf-8")
                page.write_text(filled(text, tables), encoding="utf-8")
            print(f"{name} is in its place", flush=True)


if __name__ == "__main__":
    main()
