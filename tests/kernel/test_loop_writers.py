"""One text of loops, two languages."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from linkwork.kernel.host import host
from linkwork.kernel.loop_writers import CWriter, LlvmWriter, Writer
from linkwork.kernel.machine import Code, compile_text


def triangle(w: Writer) -> None:
    """out[i] = in[0] · in[i] − in[i], i downwards, then a row of a packed triangle scaled."""
    with w.loop(0, 6, down=True) as i:
        w.store("out", i, w.load("in", 0) * w.load("in", i) - w.load("in", i))
    with w.loop(0, 3) as i, w.loop(0, i + 1) as j:
        w.store("out", i.triangle() + j, w.load("out", i.triangle() + j) * w.load("in", 1).inverse())
    with w.loop(4, 4) as i:
        w.store("out", i, w.load("in", 99))


@pytest.mark.parametrize("width", sorted({1, host().width}))
@pytest.mark.parametrize("loops", [False, True])
def test_loops_in_llvm(width, loops):
    writer = LlvmWriter(width)
    triangle(writer)
    code = Code(compile_text(writer.definition("f"), loops=loops), ["f"])
    x = np.random.default_rng(4).uniform(1.0, 2.0, (6, width))
    y = np.zeros((6, width))
    code.function("f", ctypes.c_void_p, ctypes.c_void_p)(x.ctypes.data, y.ctypes.data)
    assert np.allclose(y, (x[0] - 1.0) * x / x[1], rtol=1e-14)


def test_loops_in_c():
    writer = CWriter()
    triangle(writer)
    text = writer.definition("f")
    assert text.startswith("static void f(const double *in, double *out)\n{\n    for (int i1 = 6 - 1; i1 >= 0; --i1) {")
    assert text.count("for (") == 4 and text.count("{") == text.count("}")


@pytest.mark.parametrize("width", sorted({1, host().width}))
def test_each_lane_has_its_own_pivot(width):
    n = 5
    writer = LlvmWriter(width)
    j = writer.index(1)
    writer.copy("in", 0, "out", n * n)
    writer.largest("out", j, n, "out", writer.index(n * n))
    writer.exchange("out", writer.index(n * n), "out", j, n, n)
    code = Code(compile_text(writer.definition("f"), loops=True), ["f"])
    A = np.random.default_rng(6).standard_normal((width, n, n))
    given, out = np.ascontiguousarray(A.reshape(width, -1).T), np.zeros((n * n + 1, width))
    code.function("f", ctypes.c_void_p, ctypes.c_void_p)(given.ctypes.data, out.ctypes.data)
    for lane, matrix in enumerate(A):
        best = 1 + int(np.abs(matrix[1:, 1]).argmax())
        expected = matrix.copy()
        expected[[1, best]] = matrix[[best, 1]]
        assert out[-1, lane] == best and np.array_equal(out[:-1, lane].reshape(n, n), expected)
