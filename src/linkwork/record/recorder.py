"""Recorder: takes the samples of a run as they come, in bounded memory, and to disk if asked."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.errors import OptionError, ShapeError

from .files.chunks import Folder, blocks
from .layout import Layout
from .outcome import Ending
from .record import Record

MEMORY = 64e6  # bytes of samples that a run keeps
CHUNK = 8e6  # bytes of samples in one file on disk
PATIENCE = 10.0  # seconds after which samples go to disk although the chunk is not full


class Recorder:
    """Samples in, record out.

    Of the samples it takes each `every`-th. When they exceed `memory` bytes it drops each second one and from then on
    takes half as many, so that a run of any length keeps an even picture of the whole. With a `path` it also writes all
    samples taken (undropped) to a folder on disk as the run goes; `load` reads it. The first and last are always kept.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        about: Mapping[str, Any] | None = None,
        every: int = 1,
        memory: float = MEMORY,
        path: str | os.PathLike[str] | None = None,
        machine: Any = None,
    ) -> None:
        if every < 1:
            raise OptionError("every", f"is {every}", "Give 1 or more.")
        self.layout, self.about = layout, dict(about or {})
        self._folder = None if path is None else Folder.create(path, layout, self.about, machine)
        self._every = every
        self._most = max(16, int(memory // (8 * layout.width)) // 2 * 2)
        self._begin()

    @classmethod
    def resume(cls, path: str | os.PathLike[str], layout: Layout, **options: Any) -> Recorder:
        """Goes on in the folder of an earlier run; `last` is the sample to start from."""
        recorder = cls(layout, **options)
        folder = Folder.resume(path, layout)
        for rows in blocks(folder.path, layout.width):
            recorder._keep(np.asarray(rows))
            recorder.last = np.array(rows[-1])
        recorder._folder, recorder.about = folder, dict(folder.about)
        recorder._seam = recorder.last
        return recorder

    def _begin(self) -> None:
        self.last: np.ndarray | None = None  # the latest sample given, kept or not
        self._seam: np.ndarray | None = None
        self._given = 0  # samples given
        self._taken = 0  # each `every`-th of these
        self._stride = 1  # of the samples taken, those in memory
        self._rows = np.empty((min(1024, self._most), self.layout.width))
        self._count = 0
        self._chunk: list[np.ndarray] = []
        self._flushed = time.monotonic()

    def __len__(self) -> int:
        """Samples in memory."""
        return self._count

    def append(self, rows: np.ndarray | None = None, **channels: Any) -> None:
        """Samples, as rows of the layout or as one array for each channel."""
        block = self.layout.rows(**channels) if rows is None else np.atleast_2d(np.asarray(rows, dtype=float))
        if block.ndim != 2 or block.shape[1] != self.layout.width:
            told, right = f"have shape {block.shape}", f"Give (samples, {self.layout.width})."
            raise ShapeError("samples of a record", told, right)
        if self._seam is not None and len(block) and block[0, 0] == self._seam[0]:
            block = block[1:]  # the sample that the earlier run ended with
        if not len(block):
            return
        self._seam = None
        taken = block[-self._given % self._every :: self._every]
        self._given += len(block)
        self.last = block[-1].copy()
        if len(taken):
            self._take(taken)

    def _take(self, taken: np.ndarray) -> None:
        self._keep(taken)
        if self._folder is not None:
            self._chunk.append(taken.copy())
            size = sum(rows.nbytes for rows in self._chunk)
            if size > CHUNK or time.monotonic() - self._flushed > PATIENCE:
                self.flush()

    def _keep(self, taken: np.ndarray) -> None:
        """Into memory, each `_stride`-th, thinned to half whenever it is full."""
        while len(taken):
            first = -self._taken % self._stride
            picked = taken[first :: self._stride][: self._most - self._count]
            self._grow(self._count + len(picked))
            self._rows[self._count : self._count + len(picked)] = picked
            self._count += len(picked)
            full = self._count == self._most
            used = first + (len(picked) - 1) * self._stride + 1 if full else len(taken)
            self._taken += used
            taken = taken[used:]
            if full:
                self._thin()

    def _grow(self, rows: int) -> None:
        if rows > len(self._rows):
            grown = np.empty((min(self._most, max(rows, 2 * len(self._rows))), self.layout.width))
            grown[: self._count] = self._rows[: self._count]
            self._rows = grown

    def _thin(self) -> None:
        """Drop each second sample, in place."""
        half = self._count // 2
        for start in range(0, half, 4096):
            end = min(start + 4096, half)
            self._rows[start:end] = self._rows[2 * start : 2 * end : 2]
        self._count = half
        self._stride *= 2

    def flush(self) -> None:
        """Samples that are not on disk yet go there."""
        if self._folder is not None and self._chunk:
            self._folder.append(np.concatenate(self._chunk))
        self._chunk, self._flushed = [], time.monotonic()

    def finish(self, ending: Ending, machine: Any = None, **about: Any) -> Record:
        """The record of the run; what is `about` it is added to what was said at the start."""
        self.about.update(about)
        if self.last is not None:
            if self._folder is not None and self._given and (self._given - 1) % self._every:
                self._chunk.append(self.last[None])
            if not self._count or not np.array_equal(self._rows[self._count - 1], self.last, equal_nan=True):
                self._grow(self._count + 1)
                self._rows[self._count] = self.last
                self._count += 1
        self.flush()
        if self._folder is not None:
            self._folder.about = self.about
            self._folder.close(ending)
        data = self._rows[: self._count]
        return Record(
            self.layout, data.copy() if 2 * self._count < len(self._rows) else data, ending, self.about, machine
        )
