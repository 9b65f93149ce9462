"""Machine code of functions, against the interpreter."""

from __future__ import annotations

import ctypes
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest

from linkwork.algebra.scalars import absolute, atan2, cos, exp, log, maximum, minimum, sin, sqrt, tanh, where
from linkwork.errors import OptionError
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import Function, trace
from linkwork.kernel.body import body_ir
from linkwork.kernel.compiled import compile_function
from linkwork.kernel.host import host

RNG = np.random.default_rng(5)


def check(function: Function, *, count: int, rtol: float = 1e-12, low: float = -2.0) -> None:
    """The kernel and the interpreter agree on `count` states, in lanes and one by one."""
    given = {port.name: RNG.uniform(low, 2.0, (count, *port.shape)) for port in function.inputs}
    kernel = compile_function(function)
    expected = evaluate(function, **given)
    results = kernel(**given)
    results = results if isinstance(results, tuple) else (results,)
    for port, result in zip(function.outputs, results, strict=True):
        assert result.shape == (count, *port.shape)
        assert np.allclose(result, expected[port.name], rtol=rtol, atol=rtol, equal_nan=True)
    for k in range(min(count, 5)):
        one = kernel(*(value[k] for value in given.values()))
        one = one if isinstance(one, tuple) else (one,)
        for port, result in zip(function.outputs, one, strict=True):
            assert np.allclose(result, expected[port.name][k], rtol=rtol, atol=rtol, equal_nan=True)


@pytest.mark.parametrize("count", [1, 3, 8, 21])
def test_short_functions(pendulum, count):
    check(pendulum, count=count)


@pytest.mark.parametrize("length", [1, 70, 700])
def test_long_functions_in_chunks(chain, length):
    check(chain(length), count=19, rtol=1e-10)


@pytest.mark.parametrize("symmetric", [True, False])
@pytest.mark.parametrize("n", [1, 3, 12])
def test_procedures_with_loops(solver, n, symmetric):
    check(solver(n, symmetric=symmetric), count=17, rtol=1e-8)


UNARY = {"sqrt": sqrt, "sin": sin, "cos": cos, "exp": exp, "log": log, "tanh": tanh, "absolute": absolute}
BINARY = {"atan2": atan2, "minimum": minimum, "maximum": maximum}


@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_number(name):
    law = UNARY[name]
    check(trace(lambda x: {"y": law(x) - law(-3.0 * x * x), "z": law(-x)}, {"x": ()}, name=name), count=40)


@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_numbers(name):
    law = BINARY[name]
    check(trace(lambda x, y: {"z": law(x, y), "w": law(-x, -y)}, {"x": (), "y": ()}, name=name), count=40)


def test_selection_takes_the_second_where_the_condition_is_not_positive():
    function = trace(lambda c, a, b: {"y": where(c, a, -b)}, {"c": (), "a": (), "b": ()}, name="selection")
    kernel = compile_function(function)
    conditions = np.array([1.0, -1.0, 0.0, -0.0, np.nan, np.inf, -np.inf, 5e-324])
    expected = [1.0, -2.0, -2.0, -2.0, -2.0, 1.0, -2.0, 1.0]
    assert kernel(conditions, 1.0, 2.0).tolist() == expected
    assert [float(kernel(c, 1.0, 2.0)) for c in conditions] == expected


@pytest.mark.parametrize("exponent", [2, 3, -2, 65, 200, -101])
def test_powers(exponent):
    function = trace(lambda x: {"y": x**exponent}, {"x": ()}, name="power")
    check(function, count=30, low=0.9)
    assert float(compile_function(function)(-1.0)) == (-1.0) ** exponent


def test_minimum_and_maximum_pass_nan_on():
    function = trace(lambda x, y: {"a": minimum(x, y), "b": maximum(x, y)}, {"x": (), "y": ()}, name="extremes")
    x, y = np.array([np.nan, 1.0] * 8), np.array([1.0, np.nan] * 8)
    kernel = compile_function(function)
    assert all(np.isnan(result).all() for result in kernel(x, y))
    assert all(np.isnan(result) for result in kernel(np.nan, 1.0))


def test_a_nan_stays_in_its_lane(pendulum):
    kernel = compile_function(pendulum)
    q, v = RNG.random((2, 16, 2))
    clean = kernel(q, v, 9.81)
    q[5, 0] = np.nan
    spoilt = kernel(q, v, 9.81)
    keep = np.arange(16) != 5
    for before, after in zip(clean, spoilt, strict=True):
        assert np.array_equal(before[keep], after[keep])
    assert np.isnan(spoilt[0][5, 0]) and not np.isnan(spoilt[0][5, 1])


def test_large_angles_are_right(pendulum):
    kernel = compile_function(pendulum)
    angles = np.array([1e5, 1e7, 1e300, -1e22, 0.5, 3e5, 7.0, 1e6])
    q = np.stack([angles, np.zeros(8)], 1)
    expected = -np.sin(angles)
    assert np.allclose(kernel(q, np.zeros(2), 1.0)[0][:, 0], expected, rtol=1e-15, atol=0)
    for state, value in zip(q, expected, strict=True):
        assert kernel(state, np.zeros(2), 1.0)[0][0] == pytest.approx(value, rel=1e-15)


def test_a_function_without_inputs():
    function = trace(lambda: {"y": [1.0, -2.5]}, {}, name="constant")
    assert compile_function(function)().tolist() == [1.0, -2.5]


def test_ports_of_size_zero():
    function = trace(lambda a, b: {"c": [2.0 * b[0]], "nothing": []}, {"a": (0,), "b": (1,)}, name="empty")
    kernel = compile_function(function)
    c, nothing = kernel(np.empty(0), np.ones(1))
    assert c.tolist() == [2.0] and nothing.shape == (0,)
    c, nothing = kernel(np.empty((20, 0)), np.ones((20, 1)))
    assert c.tolist() == [[2.0]] * 20 and nothing.shape == (20, 0)


@pytest.mark.parametrize("level", [0, 1, 3])
def test_levels_of_optimisation_change_nothing_but_the_speed(chain, level):
    function = chain(40)
    x = RNG.random((9, 6))
    for one, other in zip(compile_function(function, level=level)(x), compile_function(function)(x), strict=True):
        assert np.allclose(one, other, rtol=1e-12)


def test_a_level_that_does_not_exist(pendulum):
    with pytest.raises(OptionError, match="function 'pendulum': cannot be compiled at level 7. Give 0, 1, 2 or 3."):
        compile_function(pendulum, level=7)


def test_more_states_than_threads_can_share_evenly(pendulum):
    kernel = compile_function(pendulum)
    for count in (9, 64, 1001):
        q, v = RNG.random((2, count, 2))
        one = kernel(q, v, 9.81, threads=1)
        for threads in (2, 3, 16, 100):
            for a, b in zip(one, kernel(q, v, 9.81, threads=threads), strict=True):
                assert np.array_equal(a, b)


def test_batches_from_several_threads_at_once(chain):
    kernel = compile_function(chain(30))
    x = RNG.random((500, 6))
    expected = kernel(x, threads=1)[0]
    wrong: list[int] = []

    def work(k: int) -> None:
        for _ in range(20):
            if not np.array_equal(kernel(x, threads=2)[0], expected):
                wrong.append(k)

    workers = [threading.Thread(target=work, args=(k,)) for k in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert wrong == []


def test_the_address_can_be_called_from_other_machine_code(pendulum):
    kernel = compile_function(pendulum)
    q, v, g = np.array([0.3, 0.4]), np.array([0.5, 0.6]), np.array(9.81)
    a, energy = np.empty(2), np.empty(())
    pointers = ctypes.c_void_p * 3, ctypes.c_void_p * 2
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)(kernel.address)
    inputs, outputs = pointers[0](*(x.ctypes.data for x in (q, v, g))), pointers[1](a.ctypes.data, energy.ctypes.data)
    call(ctypes.addressof(inputs), ctypes.addressof(outputs))
    expected = kernel(q, v, g)
    assert np.array_equal(a, expected[0]) and energy == expected[1]


def test_text_holds_no_library_sine(pendulum):
    body = body_ir(pendulum, "f", host().width)
    assert "@sin(" not in body.text and body.pieces == {f"linkwork.sincos.{host().width}"}


def test_a_workspace_too_large_for_the_stack(chain, monkeypatch):
    monkeypatch.setattr("linkwork.kernel.body.STACK", 8)
    monkeypatch.setattr("linkwork.kernel.batch.HEAP", 8)
    monkeypatch.setenv("LINKWORK_CACHE", "off")
    assert "malloc" in body_ir(chain(700), "f").text
    check(chain(700), count=11, rtol=1e-10)


FORKED = """
    import multiprocessing, numpy as np
    from linkwork.expression.trace import trace
    from linkwork.kernel.compiled import compile_function

    kernel = compile_function(trace(lambda x: {"y": 2.0 * x}, {"x": ()}, name="twice"))
    x = np.arange(1000.0)
    kernel(x, threads=2)

    def child(queue):
        queue.put(float(kernel(x, threads=2).sum()))

    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    process = context.Process(target=child, args=(queue,))
    process.start()
    assert queue.get(timeout=30) == 999000.0
    process.join(30)
    assert process.exitcode == 0
"""


def test_a_forked_child_has_its_own_threads():
    if sys.platform == "linux":
        subprocess.run([sys.executable, "-c", textwrap.dedent(FORKED)], check=True, timeout=60)
