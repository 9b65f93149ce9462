"""Time per call of several ways to do one thing, measured in turns so that a noisy machine disturbs all alike."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping


def alternately(
    ways: Mapping[str, Callable[[], object]], *, rounds: int = 7, seconds: float = 0.05
) -> dict[str, float]:
    """Best time per call of each way, in seconds; each round runs every way for about `seconds`."""
    counts = {name: _calls_in(way, seconds) for name, way in ways.items()}
    best = dict.fromkeys(ways, float("inf"))
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, way in ways.items():
                best[name] = min(best[name], _time(way, counts[name]) / counts[name])
    finally:
        if collecting:
            gc.enable()
    return best


def _time(way: Callable[[], object], count: int) -> float:
    start = time.perf_counter()
    for _ in range(count):
        way()
    return time.perf_counter() - start


def _calls_in(way: Callable[[], object], seconds: float) -> int:
    way()
    count = 1
    while (spent := _time(way, count)) < seconds / 5:
        count *= 4
    return max(1, int(count * seconds / spent))
