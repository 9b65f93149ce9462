"""Stopwatch: how long a call takes, the best of several rows of calls."""

from __future__ import annotations

import os
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from linkwork.expression.trace import Function
from linkwork.kernel import compile_function

STATES = 1024  # of a batch


def seconds(call: Callable[[], Any], *, budget: float = 0.1, rows: int = 5) -> float:
    """Seconds of one call: the best of `rows` rows that together take about `budget` seconds."""
    began = perf_counter()
    call()
    count = max(1, int(budget / rows / max(perf_counter() - began, 1e-7)))
    best = np.inf
    for _ in range(rows):
        began = perf_counter()
        for _ in range(count):
            call()
        best = min(best, (perf_counter() - began) / count)
    return float(best)


def seconds_a_state(function: Function, values: dict[str, np.ndarray], *, level: int = 2) -> float:
    """Seconds that machine code of a function takes for one state, in a batch on one core."""
    kernel = compile_function(function, level=level)
    inputs = [np.tile(values[name], (STATES, 1)) for name in kernel.inputs]
    return seconds(lambda: kernel.call(*inputs, threads=1)) / STATES


def seconds_to_compile(function: Function, *, level: int = 2) -> float:
    """Seconds from a traced function to its machine code, without what is on disk."""
    before = os.environ.get("LINKWORK_CACHE")
    os.environ["LINKWORK_CACHE"] = "off"
    try:
        began = perf_counter()
        compile_function(function, level=level)
        return perf_counter() - began
    finally:
        if before is None:
            del os.environ["LINKWORK_CACHE"]
        else:
            os.environ["LINKWORK_CACHE"] = before
