"""Random functions: interpreter, scalar machine code, SIMD machine code and C agree to rounding."""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from linkwork.algebra.scalars import absolute, atan2, cos, exp, log, maximum, minimum, sin, sqrt, tanh, where
from linkwork.expression.procedures import solve_general, solve_symmetric
from linkwork.expression.trace import Function, trace
from linkwork.kernel import c_code, compile_function, interpret_function
from linkwork.kernel.chunks import cut

INPUTS = 5
COMPILER = shutil.which("cc") or shutil.which("gcc")

# Every step is continuous and keeps values moderate, so that rounding stays rounding. Selection looks at inputs alone.
UNARY: list[Callable[[Any], Any]] = [
    sin, cos, tanh, absolute, lambda x: -x, lambda x: sqrt(x * x + 1.0), lambda x: log(x * x + 0.5),
    lambda x: exp(tanh(x)), lambda x: tanh(x) ** 3, lambda x: 2.5 * x, lambda x: x - 0.75, lambda x: tanh(x) ** 70,
    lambda x: 1.0 / (2.0 + cos(x)),
]  # fmt: skip
BINARY: list[Callable[[Any, Any], Any]] = [
    lambda x, y: x + y, lambda x, y: x - y, lambda x, y: tanh(x) * y, minimum, maximum,
    lambda x, y: atan2(x, 1.0 + y * y), lambda x, y: x / (1.5 + sin(y)), lambda x, y: sin(x + y),
    lambda x, y: solved(solve_symmetric, x, y), lambda x, y: solved(solve_general, x, y),
]  # fmt: skip


def solved(solve: Callable[..., Any], x: Any, y: Any) -> Any:
    """A value out of a small linear system, solved by a procedure with loops."""
    a, b = tanh(x), tanh(y)
    column = solve([[3.0, a, b], [a, 4.0, a * b], [b, a * b, 5.0]], [[x], [1.0], [y]])
    return column[0][0] - column[2][0]


steps = st.lists(
    st.tuples(st.integers(0, len(UNARY) + len(BINARY)), st.integers(0, 10**6), st.integers(0, 10**6)), max_size=60
)


def function_of(recipe: list[tuple[int, int, int]], outputs: int) -> Function:
    """The function that a list of random steps writes down."""

    def law(x: Any) -> dict[str, Any]:
        values: list[Any] = [*x, 1.0, -2.0]
        for kind, i, j in recipe:
            a, b = values[i % len(values)], values[j % len(values)]
            if kind < len(UNARY):
                values.append(UNARY[kind](a))
            elif kind < len(UNARY) + len(BINARY):
                values.append(BINARY[kind - len(UNARY)](a, b))
            else:
                values.append(where(x[i % INPUTS], a, b))
        return {"y": values[-outputs:], "first": values[0]}

    return trace(law, {"x": (INPUTS,)}, name="random_function")


def agree(results: Any, expected: Any) -> None:
    for one, other in zip(results, expected, strict=True):
        scale = np.maximum(1.0, np.abs(other))
        assert np.shape(one) == np.shape(other)
        assert np.all((np.abs(one - other) <= 1e-9 * scale) | (np.isnan(one) & np.isnan(other)))


@pytest.fixture(autouse=True, scope="module")
def no_cache():
    """Nobody will ask for these functions again."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LINKWORK_CACHE", os.devnull + "/none")
        yield


SIZES = st.sampled_from([3, 20, 500])  # of chunks: small ones let most values cross


def cut_to(size: int) -> Any:
    """While it lasts, all emitters cut functions into chunks of that size."""
    stack = contextlib.ExitStack()
    for emitter in ("body", "c_code"):
        module = import_module(f"linkwork.kernel.{emitter}")
        stack.enter_context(mock.patch.object(module, "cut", functools.partial(cut, size=size)))
    return stack


@settings(max_examples=80, deadline=None)
@given(steps, st.integers(1, 12), st.integers(0, 2**32 - 1), SIZES)
def test_interpreter_scalar_and_lanes_agree(recipe, outputs, seed, size):
    function = function_of(recipe, outputs)
    states = np.random.default_rng(seed).uniform(-2.0, 2.0, (11, INPUTS))
    expected = interpret_function(function)(states)
    with cut_to(size):
        kernel = compile_function(function)
        agree(kernel(states), expected)
    agree(kernel(states[:3]), [result[:3] for result in expected])
    agree(kernel(states[7]), [result[7] for result in expected])


@settings(max_examples=10, deadline=None)
@given(steps, st.integers(1, 12), st.integers(0, 2**32 - 1), SIZES)
def test_c_agrees_with_the_machine_code(recipe, outputs, seed, size):
    function = function_of(recipe, outputs)
    state = np.random.default_rng(seed).uniform(-2.0, 2.0, INPUTS)
    with tempfile.TemporaryDirectory() as folder, cut_to(size):
        _, source = c_code(function).write(folder)
        if COMPILER is None:
            return
        library = Path(folder) / "f.so"
        subprocess.run(
            [COMPILER, "-std=c99", "-O0", "-shared", "-fPIC", str(source), "-o", str(library), "-lm"], check=True
        )
        results = [np.empty(port.shape) for port in function.outputs]
        run = ctypes.CDLL(str(library)).random_function
        run(*(ctypes.c_void_p(array.ctypes.data) for array in (state, *results)))
    agree(results, compile_function(function)(state))
