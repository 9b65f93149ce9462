"""Loops over states, below the arrays of Python."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from linkwork.expression.trace import trace
from linkwork.kernel import batch
from linkwork.kernel.host import host
from linkwork.kernel.modules import Module


def weighted():
    return trace(lambda x, w: {"y": [w * a for a in x], "sum": sum(x)}, {"x": (3,), "w": ()}, name="weighted")


def loops(width: int) -> batch.BatchFunction:
    module = Module("weighted")
    entry = module.add(weighted(), "body", width)
    if width == 1:
        module.write(batch.loop_ir(entry, "loop"))
    else:
        module.write(*batch.batch_ir(entry, "loop"))
    return batch.batch_function(module.link("loop"), "loop")


@pytest.mark.parametrize("width", sorted({1, 2, host().width}))
@pytest.mark.parametrize("count", [1, 2, 7, 8, 9, 100])
@pytest.mark.parametrize("threads", [1, 3])
def test_every_state_and_no_other(width, count, threads):
    x, w = np.random.default_rng(1).random((count, 3)), np.array([[2.0]])
    guarded = np.full((count + 2, 3), -1.0), np.full((count + 2, 1), -1.0)
    y, total = (array[1:-1] for array in guarded)
    batch.run(loops(width), [x, w], [y, total], count, threads=threads, step=width)
    assert np.array_equal(y, 2.0 * x) and np.allclose(total[:, 0], x.sum(1), rtol=1e-15)
    assert all((array[[0, -1]] == -1.0).all() for array in guarded)


@pytest.mark.parametrize("width", sorted({1, host().width}))
def test_strides_may_be_long_short_or_backwards(width):
    base = np.random.default_rng(2).random((40, 5))
    for x in (base[::2, :3], base[::-1, 1:4], np.lib.stride_tricks.as_strided(base, (20, 3), (8, 8))):
        y, total = np.empty((len(x), 3)), np.empty((len(x), 1))
        w = np.arange(float(len(x)))[:, None]
        batch.run(loops(width), [x, w], [y, total], len(x))
        assert np.array_equal(y, w * x)


def test_the_lock_is_released():
    heavy = trace(lambda x: {"y": x**9}, {"x": (2,)}, name="heavy")
    module = Module("heavy")
    module.write(batch.loop_ir(module.add(heavy, "body"), "loop"))
    function = batch.batch_function(module.link("loop"), "loop")
    x = np.ones((3_000_000, 2))
    y = np.empty_like(x)
    worker = threading.Thread(target=batch.run, args=(function, [x], [y], len(x)))
    seen = 0
    worker.start()
    while worker.is_alive():
        seen += 1
        time.sleep(0)
    worker.join()
    assert seen > 20
