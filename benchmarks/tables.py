"""Tables on the terminal, as Markdown and as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table


@dataclass
class Results:
    """One table: a title, column names and rows of texts or numbers, and how to draw a picture of it."""

    title: str
    columns: Sequence[str]
    rows: list[Sequence[object]] = field(default_factory=list)
    note: str = ""
    draw: Callable[[Path], None] | None = None

    def add(self, *row: object) -> None:
        """One more row."""
        self.rows.append(row)

    def show(self, console: Console) -> None:
        """Print it."""
        table = Table(title=self.title, caption=self.note or None, title_justify="left", caption_justify="left")
        for k, name in enumerate(self.columns):
            table.add_column(name, justify="left" if k == 0 else "right")
        for row in self.rows:
            table.add_row(*map(text, row))
        console.print(table)

    def markdown(self) -> str:
        """The same for a page."""
        lines = [
            f"| {' | '.join(self.columns)} |",
            f"|{'|'.join('---' if k == 0 else '---:' for k in range(len(self.columns)))}|",
            *(f"| {' | '.join(map(text, row))} |" for row in self.rows),
        ]
        return f"**{self.title}**\n\n" + "\n".join(lines) + (f"\n\n{self.note}" if self.note else "") + "\n"


def text(x: object) -> str:
    """A cell: numbers with three digits."""
    if isinstance(x, float):
        if x == 0.0 or x != x:
            return "–" if x != x else "0"
        return f"{x:.0f}" if abs(x) >= 100 else f"{x:.3g}"
    return str(x)
