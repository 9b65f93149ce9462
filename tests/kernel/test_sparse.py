"""Sparse factorisations in machine code and in C against their meaning in NumPy."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from sparse_systems import Example, example

from linkwork.expression.procedures import Block
from linkwork.expression.sparse import SYSTEMS, sparse_ldl_factor, sparse_ldl_solve
from linkwork.kernel.host import host
from linkwork.kernel.pieces import addresses
from linkwork.kernel.procedures import procedure_c, procedure_symbol

Run = Callable[..., None]
EXAMPLES = [(1, 0), (1, 1), (7, 3), (90, 40)]


def procedures(x: Example, m: int):
    SYSTEMS[x.system.key] = x.system
    return sparse_ldl_factor(x.system.key), sparse_ldl_solve(x.system.key, m)


def expected(x: Example, b: np.ndarray, m: int) -> tuple[np.ndarray, np.ndarray]:
    """The worst pivot and the solution of each state."""
    factor, solve = procedures(x, m)
    numbers = Block(factor, list(x.given.T)).numbers
    return numbers[0], np.stack(solve.numpy([*numbers, *b.T]), -1)


def check(x: Example, m: int, width: int, factor: Run, solve: Run) -> None:
    b = np.random.default_rng(5).normal(size=(len(x.A), x.system.size * m))
    worst, answer = expected(x, b, m)
    for start in range(0, len(x.A), width):
        states = slice(start, start + width)
        given, right = (np.ascontiguousarray(a[states].T) for a in (x.given, b))
        known, found = np.full((x.system.space, width), np.nan), np.full(right.shape, np.nan)
        factor(*(ctypes.c_void_p(a.ctypes.data) for a in (given, known)))
        solve(*(ctypes.c_void_p(a.ctypes.data) for a in (known, right, found)))
        assert np.allclose(found.T, answer[states], rtol=1e-8, atol=1e-9)
        assert np.allclose(known[0], worst[states], rtol=1e-8)


@pytest.mark.parametrize("width", sorted({1, host().width}))
@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("sizes", EXAMPLES)
def test_machine_code_does_what_numpy_does(sizes: tuple[int, int], weighted: bool, width: int) -> None:
    x = example(*sizes, weighted=weighted)
    names = [procedure_symbol(procedure.name, width) for procedure in procedures(x, 2)]
    found = addresses(names)
    factor = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 2)(found[names[0]])
    solve = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3)(found[names[1]])
    check(x, 2, width, factor, solve)


@pytest.mark.parametrize("weighted", [True, False])
@pytest.mark.parametrize("sizes", EXAMPLES)
def test_c_code_does_what_numpy_does(sizes: tuple[int, int], weighted: bool, tmp_path: Path) -> None:
    x = example(*sizes, weighted=weighted)
    factor, solve = (procedure_c(p.name, name) for p, name in zip(procedures(x, 2), ("factor", "solve")))
    source = f"""#include <math.h>
{factor}{solve}
void f(const double *in, double *out) {{ factor(in, out); }}
void s(const double *factors, const double *in, double *out) {{ solve(factors, in, out); }}
"""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return
    (tmp_path / "piece.c").write_text(source)
    flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, str(tmp_path / "piece.c"), "-o", str(tmp_path / "piece.so"), "-lm"], check=True)
    library = ctypes.CDLL(str(tmp_path / "piece.so"))
    check(x, 2, 1, library.f, library.s)
