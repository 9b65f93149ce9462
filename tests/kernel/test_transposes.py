"""Rows to lanes and back."""

from __future__ import annotations

import ctypes
from functools import cache

import numpy as np
import pytest

from linkwork.kernel.machine import Code, compile_text
from linkwork.kernel.transposes import gather_ir, scatter_ir


@cache
def code(name: str, width: int) -> Code:
    text = {"gather": gather_ir, "scatter": scatter_ir}[name](width)
    return Code(compile_text(text, loops=True), [f"linkwork.{name}.{width}"])


def transfer(
    name: str, width: int, array: np.ndarray, stride: int, first: int, last: int, size: int, block: np.ndarray
):
    prototype = ctypes.CFUNCTYPE(None, ctypes.c_void_p, *[ctypes.c_int64] * 4, ctypes.c_void_p)
    address = code(name, width)[f"linkwork.{name}.{width}"]
    prototype(address)(array.ctypes.data, stride, first, last, size, block.ctypes.data)


@pytest.mark.parametrize("width", [2, 4, 8])
@pytest.mark.parametrize("size", [1, 2, 3, 7, 8, 9, 17])
@pytest.mark.parametrize("first", [0, 5, 14])
def test_gather_takes_rows_and_repeats_the_last(width, size, first):
    states = np.random.default_rng(1).random((16, size))
    padded = -(-size // width) * width
    block = np.full((padded, width), np.nan)
    transfer("gather", width, states, 8 * size, first, 15, size, block)
    rows = np.minimum(first + np.arange(width), 15)
    assert np.array_equal(block[:size], states[rows].T)


@pytest.mark.parametrize("width", [2, 4, 8])
@pytest.mark.parametrize("size", [1, 3, 8, 11])
def test_scatter_writes_nothing_but_the_states(width, size):
    padded = -(-size // width) * width
    block = np.random.default_rng(2).random((padded, width))
    guarded = np.full((width + 4, size), -1.0)
    states = guarded[2:-2]
    transfer("scatter", width, states, 8 * size, 0, width - 1, size, block)
    assert np.array_equal(states, block[:size].T)
    assert (guarded[:2] == -1.0).all() and (guarded[-2:] == -1.0).all()


@pytest.mark.parametrize("width", [4, 8])
def test_one_state_for_all_lanes(width):
    state = np.arange(3.0)
    block = np.empty((width, width))
    transfer("gather", width, state, 0, 8, 100, 3, block)
    assert np.array_equal(block[:3], np.repeat(state[:, None], width, 1))
