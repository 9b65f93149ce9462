"""Space: where everything lies in the one block of memory that a run's machine code works on."""

from __future__ import annotations

import numpy as np

LINE = 8  # doubles in a cache line: arrays begin on lines and fill them


class Space:
    """Words and arrays by name, in doubles from the start of the block."""

    def __init__(self) -> None:
        self.places: dict[str, int] = {}
        self.sizes: dict[str, int] = {}
        self.total = 0

    def word(self, *names: str) -> None:
        """Room for single numbers."""
        for name in names:
            self._take(name, 1, 1)

    def array(self, name: str, size: int) -> None:
        """Room for a row of numbers, on lines of its own."""
        self.total = padded(self.total)
        self._take(name, size, padded(max(size, 1)))

    def _take(self, name: str, size: int, room: int) -> None:
        self.places[name], self.sizes[name] = self.total, size
        self.total += room


def padded(size: int) -> int:
    """Doubles of the lines that a row fills."""
    return -(-size // LINE) * LINE


class Memory:
    """The block of one run."""

    def __init__(self, space: Space) -> None:
        block = np.zeros(space.total + LINE)
        start = (-block.ctypes.data // 8) % LINE
        self.doubles = block[start : start + space.total]
        self.integers = self.doubles.view(np.int64)
        self.address: int = self.doubles.ctypes.data
        self._space = space

    def row(self, name: str) -> np.ndarray:
        """The numbers of an array, to read and write."""
        start = self._space.places[name]
        return self.doubles[start : start + self._space.sizes[name]]

    def __getitem__(self, name: str) -> float:
        return float(self.doubles[self._space.places[name]])

    def __setitem__(self, name: str, value: float) -> None:
        self.doubles[self._space.places[name]] = value

    def count(self, name: str) -> int:
        """A word that holds a whole number."""
        return int(self.integers[self._space.places[name]])

    def set_count(self, name: str, value: int) -> None:
        """Write a whole number."""
        self.integers[self._space.places[name]] = value
