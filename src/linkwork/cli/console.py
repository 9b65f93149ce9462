"""What commands write: tables for people, one JSON document for scripts, a progress bar where somebody watches."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, is_dataclass
from typing import IO, Any, Protocol

import numpy as np
from rich.box import SIMPLE, SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

PAPER = 120  # width where no terminal tells one


def out() -> Console:
    """Standard output."""
    return _console(sys.stdout)


def errors() -> Console:
    """The error stream."""
    return _console(sys.stderr)


def _console(file: IO[str]) -> Console:
    width = None if file.isatty() or "COLUMNS" in os.environ else PAPER
    return Console(file=file, width=width, highlight=False)


def say(text: str = "") -> None:
    """One paragraph; words in [bold] and the like are styles."""
    out().print(text)


def say_plainly(text: str) -> None:
    """Text as it is."""
    out().print(text, markup=False, soft_wrap=True)


def show_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]], *, note: str = "") -> None:
    """A table; columns whose cells are all numbers are set flush right."""
    cells = [[_cell(x) for x in row] for row in rows]
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        caption=note or None,
        caption_justify="left",
        box=SIMPLE_HEAD if any(columns) else SIMPLE,
        show_header=any(columns),
    )
    for k, column in enumerate(columns):
        numbers = bool(cells) and all(_is_number(row[k]) for row in cells)
        table.add_column(column, justify="right" if numbers else "left", overflow="fold")
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    out().print(table)


def show_json(data: Any) -> None:
    """One JSON document; what is not a number there (NaN, infinity) is null."""
    sys.stdout.write(json.dumps(plain(data), indent=2, ensure_ascii=False) + "\n")


def plain(data: Any) -> Any:
    """Arrays, dataclasses and NumPy numbers as plain JSON data."""
    if isinstance(data, Mapping):
        return {str(key): plain(value) for key, value in data.items()}
    if is_dataclass(data) and not isinstance(data, type):
        return plain(asdict(data))
    if isinstance(data, np.ndarray | np.generic):
        return plain(data.tolist())
    if isinstance(data, list | tuple | set | frozenset):
        return [plain(value) for value in data]
    if isinstance(data, float) and not math.isfinite(data):
        return None
    return data if data is None or isinstance(data, bool | int | float | str) else str(data)


class Step(Protocol):
    """Called with the share done (0 to 1) or with words."""

    def __call__(self, done: float | None = None, words: str = "") -> None: ...


@contextmanager
def progress(title: str) -> Generator[Step, None, None]:
    """A progress bar on the error stream if that is a terminal, else nothing."""
    if not sys.stderr.isatty():
        yield lambda done=None, words="": None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=errors(), transient=True) as bar:
        task = bar.add_task(title, total=None)

        def step(done: float | None = None, words: str = "") -> None:
            if done is not None:
                bar.update(task, total=1.0, completed=done)
            if words:
                bar.update(task, description=f"{title}: {words}")

        yield step


def count(n: int, one: str, many: str = "") -> str:
    """'1 loop', '2 loops', '3 bodies'."""
    return f"{n} {one if n == 1 else many or one + 's'}"


def number(x: float, digits: int = 4) -> str:
    """A number to read."""
    return f"{x:.{digits}g}"


def _cell(x: Any) -> str:
    if isinstance(x, float):
        return number(x)
    return "" if x is None else str(x)


def _is_number(text: str) -> bool:
    words = text.replace(",", "").split()
    try:
        return not words or bool([float(words[0].rstrip("%×"))])
    except ValueError:
        return text in ("-", "")
