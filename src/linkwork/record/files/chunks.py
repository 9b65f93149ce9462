"""A record that grows on disk while a run goes on: a folder with `record.json` and one .npy file a chunk of samples.

Every file is written whole under another name and then put in place, so that a run that is killed leaves a folder that
can be read, and continued.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from linkwork.errors import FormatError, OptionError

from ..layout import Layout
from ..outcome import Ending, Outcome
from ..record import Record
from . import header
from .described import KEY, description, with_machine
from .whole import whole

HEADER = "record.json"


class Folder:
    """The folder of a growing record: `append` samples, `close` with the ending."""

    def __init__(self, path: Path, layout: Layout, about: Any, described: Any, chunks: int = 0) -> None:
        self.path, self.layout, self.about, self.described, self.chunks = path, layout, about, described, chunks

    @classmethod
    def create(cls, path: str | os.PathLike[str], layout: Layout, about: Any, machine: Any = None) -> Folder:
        """A new folder; one that is there must be empty."""
        path = Path(path)
        if path.exists() and (not path.is_dir() or any(path.iterdir())):
            remedy = "Give another name, or continue from the record."
            raise OptionError(f"record folder {str(path)!r}", "is already there", remedy)
        path.mkdir(parents=True, exist_ok=True)
        folder = cls(path, layout, about, description(machine))
        folder._write_header(None)
        return folder

    @classmethod
    def resume(cls, path: str | os.PathLike[str], layout: Layout) -> Folder:
        """The folder of an earlier run, to be continued in the same columns."""
        path = Path(path)
        told = _header(path)
        if told["layout"] != layout:
            told_names, names = set(told["layout"].names), set(layout.names)
            differing = ", ".join(sorted(told_names ^ names)[:4]) or "their order"
            remedy = "Continue with the machine and the recording settings of the first run."
            raise FormatError(f"record folder {str(path)!r}", f"has other columns: {differing}", remedy)
        about = dict(told["about"])
        described = {KEY: about.pop(KEY)} if KEY in about else {}
        return cls(path, layout, about, described, len(_chunks(path)))

    def append(self, rows: np.ndarray) -> None:
        """One chunk of samples."""
        name = self.path / f"rows-{self.chunks:08d}.npy"
        with whole(name) as unfinished, unfinished.open("wb") as file:
            np.save(file, np.ascontiguousarray(rows, dtype=float))
        self.chunks += 1

    def close(self, ending: Ending) -> None:
        """Write down how the run ended."""
        self._write_header(ending)

    def _write_header(self, ending: Ending | None) -> None:
        with whole(self.path / HEADER) as unfinished:
            unfinished.write_text(
                header.written(self.layout, ending, {**self.about, **self.described}), encoding="ascii"
            )


def read(path: Path, every: int = 1) -> Record:
    """The samples of a folder, each `every`-th and the last; the whole is never in memory at once."""
    told = _header(path)
    parts, count, last = [], 0, None
    for rows in blocks(path, told["layout"].width):
        parts.append(np.array(rows[-count % every :: every]))
        count, last = count + len(rows), np.array(rows[-1:])
    if last is not None and (count - 1) % every:
        parts.append(last)
    data = np.concatenate(parts) if parts else np.empty((0, told["layout"].width))
    t = float(data[-1, 0]) if len(data) else float("nan")
    record = Record(told["layout"], data, told["ending"] or Ending(Outcome.INTERRUPTED, t), told["about"])
    return with_machine(record, f"record folder {str(path)!r}")


def blocks(path: Path, width: int) -> Iterator[np.ndarray]:
    """The chunks of a folder one after the other, as maps of their files."""
    for chunk in _chunks(path):
        subject = f"record folder {str(path)!r}: {chunk.name}"
        try:
            rows = np.load(chunk, mmap_mode="r", allow_pickle=False)
        except (ValueError, OSError, EOFError):
            rows = None
        if rows is None or rows.ndim != 2 or rows.shape[1] != width:
            remedy = "Delete it and the chunks after it to keep what came before."
            raise header.damaged(subject, remedy)
        if len(rows):
            yield rows


def _header(path: Path) -> dict[str, Any]:
    subject = f"record folder {str(path)!r}"
    if not (path / HEADER).is_file():
        raise header.foreign(subject)
    return header.read(subject, (path / HEADER).read_text(encoding="ascii", errors="replace"))


def _chunks(path: Path) -> list[Path]:
    return sorted(path.glob("rows-*.npy"))
