"""C99: compiled where there is a compiler, and always looked at."""

from __future__ import annotations

import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from linkwork.algebra.scalars import atan2, exp, log, maximum, minimum, sin, tanh, where
from linkwork.errors import OptionError
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import Function, trace
from linkwork.kernel.c_code import c_code, identifier

RNG = np.random.default_rng(9)
FLAGS = ["-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-O1", "-shared", "-fPIC"]


def compiled(function: Function, folder: Path):
    """The C function, or None where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    code = c_code(function)
    _, source = code.write(folder)
    if compiler is None:
        return None
    library = folder / f"{code.name}.so"
    subprocess.run([compiler, *FLAGS, str(source), "-o", str(library), "-lm"], check=True)
    return getattr(ctypes.CDLL(str(library)), code.name)


def check(function: Function, folder: Path, rtol: float = 1e-11) -> None:
    run = compiled(function, folder)
    if run is None:
        return
    for _ in range(5):
        given = {port.name: RNG.uniform(-2.0, 2.0, port.shape) for port in function.inputs}
        expected = evaluate(function, **given)
        results = [np.full(port.shape, np.nan) for port in function.outputs]
        run(*(ctypes.c_void_p(x.ctypes.data) for x in [*given.values(), *results]))
        for port, result in zip(function.outputs, results, strict=True):
            assert np.allclose(result, expected[port.name], rtol=rtol, atol=rtol)


@pytest.mark.parametrize("length", [2, 400])
def test_short_and_long_functions(chain, length, tmp_path):
    check(chain(length), tmp_path)


@pytest.mark.parametrize("symmetric", [True, False])
def test_procedures(solver, symmetric, tmp_path):
    check(solver(7, symmetric=symmetric), tmp_path, 1e-8)


def test_all_functions(tmp_path):
    def law(x, y):
        angle = atan2(x, y)
        return {
            "many": [exp(x), log(x * x + 1.0), tanh(y), abs(x), minimum(x, -y), maximum(x, y), x / y, x**70],
            "choice": where(x - 0.5, -y, sin(angle)),
            "half": -0.5,
        }

    check(trace(law, {"x": (), "y": ()}, name="everything"), tmp_path)


def test_minimum_and_maximum_pass_nan_on(tmp_path):
    run = compiled(trace(lambda x, y: {"z": [minimum(x, y), maximum(x, y)]}, {"x": (), "y": ()}, name="f"), tmp_path)
    for pair in ((np.nan, 1.0), (1.0, np.nan)) if run is not None else ():
        x, y, z = np.array(pair[0]), np.array(pair[1]), np.empty(2)
        run(*(ctypes.c_void_p(a.ctypes.data) for a in (x, y, z)))
        assert np.isnan(z).all()


def test_nothing_but_math_h_no_allocation_and_no_globals(chain):
    code = c_code(chain(400))
    assert re.findall(r"#include (.*)", code.source) == ['"chain.h"', "<math.h>"]
    assert not re.search(r"malloc|calloc|alloca|\bfree\b", code.source)
    outside = re.sub(r"\{(?:.|\n)*?\n\}", "", code.source)
    assert all(re.match(r"(static )?void |#include|/\*| \*|$", line) for line in outside.splitlines())
    longest = max(len(body.splitlines()) for body in re.findall(r"\{(?:.|\n)*?\n\}", code.source))
    assert longest < 1000


def test_the_header_says_what_goes_in_and_out(pendulum):
    code = c_code(pendulum, "swing")
    assert " *   in   q[2]\n *   in   v[2]\n *   in   g\n *   out  a[2]\n *   out  energy\n" in code.header
    prototype = "void swing(const double *q, const double *v, const double *g, double *a, double *energy)"
    assert f"{prototype};" in code.header and f"{prototype}\n{{" in code.source


def test_port_names_that_c_does_not_allow(tmp_path):
    names = {"double": (), "w": (), "a b": (), "a_b": (), "n1": (), "2nd": (), "sin": (), "ü": ()}
    function = trace(lambda *x: {"sum": sum(x), "int": sin(x[0])}, names, name="names")
    check(function, tmp_path)
    assert "const double *double_, const double *w_, const double *a_b, const double *a_b_, const double *n1_" in (
        c_code(function).header
    )


def test_without_a_name_it_has_that_of_the_function_as_far_as_c_allows():
    names = {"four-bar mass_matrix": "four_bar_mass_matrix", "3-RRR": "m_3_RRR", "sin": "m_sin", "Größe": "Gr_e"}
    assert {name: identifier(name) for name in names} == names


@pytest.mark.parametrize("name", ["", "two words", "1st", "double", "sin", "x-y"])
def test_a_function_name_that_c_does_not_allow(pendulum, name):
    with pytest.raises(OptionError, match="C function .*: has a name that C does not allow"):
        c_code(pendulum, name)
