"""Factorisations in machine code and in C against their meaning in NumPy."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from linkwork.errors import KernelError
from linkwork.expression import procedures
from linkwork.expression.graph import Procedure
from linkwork.kernel.host import host
from linkwork.kernel.pieces import addresses
from linkwork.kernel.procedures import ALGORITHMS, procedure_c, procedure_ir, procedure_symbol

RNG = np.random.default_rng(3)
STATES = 16


def spd(n: int) -> np.ndarray:
    """Symmetric matrices with clear pivots, one for each state."""
    A = RNG.standard_normal((STATES, n, n))
    return A @ A.swapaxes(-1, -2) + n * np.eye(n)


def arguments(name: str, n: int, m: int) -> tuple[Procedure, list[np.ndarray]]:
    """A procedure and the arrays that it reads, one row for each state."""
    lower = np.tril_indices(n)
    b = RNG.standard_normal((STATES, n * m))
    if name == "factor_ldl":
        return procedures.factor_ldl(n), [spd(n)[:, lower[0], lower[1]]]
    if name == "factor_lu":
        return procedures.factor_lu(n), [RNG.standard_normal((STATES, n * n))]
    source, values = arguments("factor_ldl" if name.endswith("ldl") else "factor_lu", n, m)
    sizes, b = ((n,), b[:, :0]) if name == "inverse_ldl" else ((n, m), b)
    return getattr(procedures, name)(*sizes), [expected(source, values), b]


def expected(procedure: Procedure, arrays: list[np.ndarray]) -> np.ndarray:
    """What the procedure means."""
    return np.stack(procedure.numpy([x for array in arrays for x in array.T]), -1)


def pointers(arrays: list[np.ndarray]) -> list[ctypes.c_void_p]:
    return [ctypes.c_void_p(array.ctypes.data) for array in arrays]


DENSE = sorted(name for name in ALGORITHMS if not name.startswith(("sparse", "branch")))
SIZES = [(1, 1), (2, 3), (5, 1), (9, 4), (37, 67)]


@pytest.mark.parametrize("width", sorted({1, host().width}))
@pytest.mark.parametrize("n, m", SIZES)
@pytest.mark.parametrize("name", DENSE)
def test_machine_code_does_what_numpy_does(name, n, m, width):
    procedure, arrays = arguments(name, n, m)
    symbol = procedure_symbol(procedure.name, width)
    run = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * (len(arrays) + 1))(addresses([symbol])[symbol])
    results = np.empty((STATES, procedure.n_out))
    for start in range(0, STATES, width):
        given = [np.ascontiguousarray(array[start : start + width].T) for array in arrays]
        out = np.full((procedure.n_out, width), np.nan)
        run(*pointers([*given, out]))
        results[start : start + width] = out.T
    assert np.allclose(results, expected(procedure, arrays), rtol=1e-9, atol=1e-11)


@pytest.mark.parametrize("name", DENSE)
def test_c_code_does_what_numpy_does(name, tmp_path: Path):
    procedure, arrays = arguments(name, 6, 2)
    source = f"#include <math.h>\n{procedure_c(procedure.name, 'piece')}"
    names = [f"x{k}" for k in range(len(arrays) + 1)]
    source += f"void run({', '.join(f'double *{x}' for x in names)}) {{ piece({', '.join(names)}); }}\n"
    assert "malloc" not in source
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return
    (tmp_path / "piece.c").write_text(source)
    flags = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC"]
    library = tmp_path / "piece.so"
    subprocess.run([compiler, *flags, str(tmp_path / "piece.c"), "-o", str(library), "-lm"], check=True)
    run = ctypes.CDLL(str(library)).run
    for *state, row in zip(*arrays, expected(procedure, arrays), strict=True):
        out = np.empty(procedure.n_out)
        run(*pointers([*map(np.ascontiguousarray, state), out]))
        assert np.allclose(out, row, rtol=1e-9, atol=1e-11)


def test_an_unknown_procedure_is_named():
    with pytest.raises(KernelError, match="procedure 'factor_qr 3': has no machine code. Add its loops"):
        procedure_ir("factor_qr 3", 1)
