"""A bar on the terminal for long runs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

PATIENCE = 1.0  # seconds before a bar appears
INTERVAL = 0.1  # seconds between two looks


class Progress:
    """Shows how far a run is: nothing, a bar, or a function that is told the share done."""

    def __init__(self, wanted: bool | None | Callable[[float], Any], start: float, end: float, title: str) -> None:
        self.start, self.end, self.title = start, end, title
        self._tell = wanted if callable(wanted) else None
        terminal = sys.stderr is not None and sys.stderr.isatty()
        self._shown = wanted is True or (wanted is None and terminal)
        self._began = self._looked = time.monotonic()
        self._bar: Any = None
        self._task: Any = None

    def at(self, t: float) -> None:
        """The run has come to time t."""
        now = time.monotonic()
        if now - self._looked < INTERVAL:
            return
        self._looked = now
        share = (t - self.start) / (self.end - self.start)
        if self._tell is not None:
            self._tell(share)
        elif self._shown and (self._bar is not None or now - self._began > PATIENCE):
            self._draw(share)

    def _draw(self, share: float) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
            from rich.progress import Progress as Bar

            columns = (
                TextColumn("{task.description}"),
                BarColumn(),
                TextColumn("{task.percentage:3.0f} %"),
                TimeRemainingColumn(),
            )
            self._bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self._bar.start()
            self._task = self._bar.add_task(self.title, total=1.0)
        self._bar.update(self._task, completed=share)

    def close(self) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()
            self._bar = None
