"""The built-in function that is machine code: the right answers, and no reference too few or too many."""

from __future__ import annotations

import ctypes
import gc
import resource
import sys
from collections.abc import Callable
from enum import IntEnum
from functools import partial
from typing import Any

import numpy as np
import pytest

from linkwork.errors import OptionError, ShapeError
from linkwork.expression.trace import trace
from linkwork.kernel import trampoline
from linkwork.kernel.compiled import compile_function
from linkwork.kernel.interpreter import interpret_function
from linkwork.kernel.kernel import Kernel, guarded_call


@pytest.fixture(scope="module")
def kernel(pendulum) -> Kernel:
    return compile_function(pendulum)


def short(kernel: Kernel, general: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel's machine code with another general call."""
    made = trampoline.shortcut(
        kernel.inputs, list(kernel.outputs.values()), kernel=kernel.address, general=general, owner=kernel
    )
    assert made is not None
    return made.call


def refuse(*values: Any, **named: Any) -> None:
    pytest.fail("the general call was used")


def counts(*values: object) -> list[int]:
    return [sys.getrefcount(value) for value in values]


def test_it_is_supported_here_and_used(kernel):
    assert trampoline.supported()
    assert type(kernel.call) is type(len)


def test_no_argument_gains_or_loses_a_reference(kernel):
    q, v, g, zero, wrong = np.ones(2), np.ones(2), 9.8125e3, np.array(2.0), np.ones(3)
    out, batch = (np.empty(2), np.empty(())), (np.empty((3, 2)), np.empty(3))
    kept = (q, v, g, zero, wrong, np.ndarray, kernel, kernel.call, out, *out, batch, *batch)
    calls: list[Callable[[], object]] = [
        lambda: kernel(q, v, g),
        lambda: kernel(q, v, np.float64(1.5)),
        lambda: kernel.call(q, v, zero),
        lambda: kernel(q, v, g=g),
        lambda: kernel(q, v, g, out=out),
        lambda: kernel(np.ones((3, 2)), v, g),
        lambda: kernel(np.ones((3, 2)), v, g, out=batch),
        lambda: kernel([1.0, 1.0], v, g, out=out),
        lambda: pytest.raises(ShapeError, kernel, q, wrong, g),
    ]
    for call in calls:
        call()
        gc.collect()
        before = counts(*kept)
        for _ in range(1000):
            call()
        gc.collect()
        assert [after - count for after, count in zip(counts(*kept), before, strict=True)] == [0] * len(kept)


def test_the_descriptor_of_doubles_gains_or_loses_no_reference(kernel):
    q, double = np.ones(2), np.dtype(np.float64)
    kernel(q, q, 1.0)
    before = sys.getrefcount(double)
    for _ in range(1000):
        kernel(q, q, 1.0)
    assert sys.getrefcount(double) == before


def test_results_have_one_owner(kernel):
    results = kernel(np.ones(2), np.ones(2), 9.81)
    assert sys.getrefcount(results) == 2  # the name and the argument
    assert [sys.getrefcount(result) for result in results] == [3, 3]  # and the tuple
    a = results[0]
    assert a.flags.owndata and a.flags.writeable and a.flags.c_contiguous and a.base is None


def test_a_million_calls_take_no_memory(kernel):
    q, v = np.ones(2), np.ones(2)

    def run(count: int) -> None:
        for _ in range(count):
            kernel(q, v, 9.81)

    run(20_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    run(1_000_000)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert grown < 2000 * (1024 if sys.platform == "darwin" else 1)  # one lost object a call would be 100 MB


def test_whatever_does_not_fit_goes_to_the_general_call():
    seen: list[Any] = []

    def general(*values: Any, **named: Any) -> str:
        seen.append((values, named))
        return "general"

    function = trace(lambda x, y: {"z": [x[0] + y, x[1]]}, {"x": (2,), "y": ()}, name="f")
    kernel = compile_function(function)
    call = short(kernel, general)
    x = np.ones(2)
    for result in (call(x, 1.0), call(x, y=1.0), call(y=1.0, x=x), call(x, np.array(1.0))):
        assert result.tolist() == [2.0, 1.0] and seen == []
    odd: list[tuple[Any, ...]] = [
        (x,), (x, 1.0, 2.0), (x, 1), (x, True), (x, np.float32(1)), (x, None), (1.0, 1.0), (x, x),
        (np.ones(3), 1.0), (np.ones((1, 2)), 1.0), (np.ones((2, 2))[:, 0], 1.0), (x.astype(">f8"), 1.0),
        (np.ones(2, int), 1.0), (x.astype(np.float32), 1.0), ([1.0, 1.0], 1.0), (np.ma.ones(2), 1.0),
    ]  # fmt: skip
    for values in odd:
        assert call(*values) == "general"
        passed, named = seen.pop()
        assert all(one is other for one, other in zip(passed, values, strict=True)) and named == {}
    for named in ({"y": 1}, {"z": 1.0}, {"y": 1.0, "threads": 1}, {"y": 1.0, "x": x}, {"y": 1.0, "out": [x]}):
        assert call(x, **named) == "general"
        passed, others = seen.pop()
        assert passed[0] is x and others == named
    made_at_run_time = "".join(["o", "u", "t"])
    assert call(x, 1.0, **{made_at_run_time: np.empty(2)}) is not None
    with pytest.raises(TypeError, match="keywords must be strings"):
        call(x, **{1: 2})  # type: ignore[misc]


def lines() -> Kernel:
    function = trace(lambda x, y: {"z": [x[0] + y, x[1]], "s": x[0] * y}, {"x": (2,), "y": ()}, name="lines")
    return compile_function(function)


@pytest.mark.parametrize("count", [1, 3, 8, 50])
def test_small_batches_take_the_short_way(count):
    kernel = lines()
    x, y = np.random.default_rng(1).random((count, 2)), np.random.default_rng(2).random(count)
    kernel(np.ones((64, 2)), 1.0)  # now the loop in lanes is there
    table = kernel.runner.short.table  # type: ignore[attr-defined]
    assert table[trampoline.Word.LANES] != 0 and table[trampoline.Word.LIMIT] > 100
    general, table[trampoline.Word.SLOW] = table[trampoline.Word.SLOW], id(refuse)
    try:
        for a, b in ((x, y), (x, 2.0), (x[0], y), (x, np.array(2.0))):
            expected = np.stack([a[..., 0] + b, np.broadcast_to(a[..., 1], np.shape(a[..., 0] + b))], -1)
            z, s = kernel(a, b)
            assert np.array_equal(z, expected) and np.array_equal(s, a[..., 0] * b)
            out = np.empty((count, 2)), np.empty(count)
            assert kernel(y=b, x=a, out=out) is out and np.array_equal(out[0], expected)
    finally:
        table[trampoline.Word.SLOW] = general


def test_given_arrays_are_filled_without_the_general_call():
    kernel = lines()
    call = short(kernel, refuse)
    out = np.zeros(2), np.zeros(())
    assert call(np.array([1.0, 2.0]), 3.0, out=out) is out
    assert out[0].tolist() == [4.0, 2.0] and out[1] == 3.0
    alone = compile_function(kernel.function.select("z"))
    z = np.zeros(2)
    assert short(alone, refuse)(np.array([1.0, 2.0]), 3.0, out=z) is z and z.tolist() == [4.0, 2.0]


def test_given_arrays_that_do_not_fit_or_overlap_go_to_the_general_call():
    kernel = lines()
    call = short(kernel, lambda *values, **named: "general")
    x, number, space = np.ones(4), np.zeros(()), np.zeros(8)
    locked = np.zeros(2)
    locked.flags.writeable = False
    odd: list[Any] = [
        np.zeros(2), [np.zeros(2), number], (np.zeros(2),), (np.zeros(3), number), (np.zeros((1, 2)), number),
        (np.zeros(2, np.float32), number), (np.zeros(4)[::2], number), (locked, number), (x[:2], number),
        (x[1:3], number),
        (space[:2], space[1:2].reshape(())), (np.zeros(2), None), {"z": np.zeros(2), "s": number},
    ]  # fmt: skip
    assert call(x[:2], 1.0, out=(space[:2], space[2:3].reshape(()))) != "general"
    assert call(x[:2], 1.0, out=(x[2:], number)) != "general"
    for out in odd:
        assert call(x[:2], 1.0, out=out) == "general"
    batch = np.ones((3, 2))
    assert call(batch, 1.0, out=(np.zeros((4, 2)), np.zeros(3))) == "general"
    assert call(batch, 1.0, out=(batch, np.zeros(3))) == "general"
    assert call(batch, np.ones(4)) == "general"
    assert call(np.ones((0, 2)), 1.0) == "general"
    assert call(np.ones((1, 3, 2)), 1.0) == "general"


def test_a_guard_drops_results_that_are_not_sound():
    function = trace(lambda x: {"y": [2.0 * x, x], "pivot": x}, {"x": ()}, name="guarded")
    kernel = compile_function(function)
    call = guarded_call(kernel, 0.5, lambda *values, **named: ("otherwise", values, named))
    assert call(1.0).tolist() == [2.0, 1.0]
    assert call(0.5) == ("otherwise", (0.5,), {})
    assert call(np.nan)[0] == "otherwise" and call(x=0.25) == ("otherwise", (), {"x": 0.25})
    assert call(np.ones(3))[0] == "otherwise"
    out = np.empty(2)
    assert call(3.0, out=out) is out and out.tolist() == [6.0, 3.0]
    assert call(0.0, out=out)[0] == "otherwise"
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(200_000):
        call(0.0)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 2000 * (
        1024 if sys.platform == "darwin" else 1
    )


def test_a_guard_is_a_number():
    kernel = compile_function(trace(lambda x: {"y": x, "guard": [x]}, {"x": ()}, name="wrong"))
    with pytest.raises(
        OptionError, match="output 'guard' of kernel 'wrong': is no number. Guard with a scalar output."
    ):
        guarded_call(kernel, 0.0, refuse)


def test_a_guard_without_machine_code_always_asks():
    kernel = interpret_function(trace(lambda x: {"y": x, "guard": x}, {"x": ()}, name="plain"))
    assert guarded_call(kernel, 0.0, refuse) is refuse


def test_interpreters_that_do_not_export_the_call_of_anything(kernel, monkeypatch):
    """CPython 3.10: the general call is reached as a Python function, whatever it is; where that is not exported either
    (3.13 has but the call of anything), the short way is not taken."""
    caches = (trampoline._vectorcall, trampoline._process_words, trampoline.supported)

    def forget() -> None:
        for cached in caches:
            cached.cache_clear()

    forget()
    monkeypatch.setattr(trampoline, "ANY", "PyObject_VectorcallOfTomorrow")
    try:
        exported = hasattr(ctypes.pythonapi, "_PyFunction_Vectorcall")
        assert trampoline.supported() == exported
        if not exported:
            return
        general = partial(lambda word, *values, **named: (word, values, named), "general")
        call, q = short(kernel, general), np.ones(2)
        before = counts(q, general)
        assert call(q, 1) == ("general", (q, 1), {})
        assert call(q, v="x") == ("general", (q,), {"v": "x"})
        for one, other in zip(call(q, q, 9.81), kernel(q, q, 9.81), strict=True):
            np.testing.assert_array_equal(one, other)
        assert counts(q, general) == before
    finally:
        forget()


def test_an_error_of_the_general_call_comes_through():
    def general(*values: Any) -> None:
        raise KeyError("mine")

    kernel = compile_function(trace(lambda x: {"y": x}, {"x": ()}, name="same"))
    call = short(kernel, general)
    with pytest.raises(KeyError, match="mine"):
        call("text")


def test_many_ports(monkeypatch):
    def law(*values: Any) -> dict[str, Any]:
        return {f"out{k}": [value, 2.0 * value] if k % 2 else value for k, value in enumerate(values)}

    for count in (trampoline.PORTS, trampoline.PORTS + 1):
        kernel = compile_function(trace(law, {f"in{k}": () for k in range(count)}, name="many"))
        results = kernel(*(float(k) for k in range(count)))
        assert len(results) == count
        assert all(np.array_equal(r, [k, 2.0 * k] if k % 2 else k) for k, r in enumerate(results))


def test_on_an_unknown_layout_the_general_call_is_used(monkeypatch, pendulum):
    monkeypatch.setattr(trampoline, "supported", lambda: False)
    kernel = compile_function(pendulum)
    assert type(kernel.call) is not type(len)
    assert kernel(np.zeros(2), np.zeros(2), 2.0)[1] == -2.0


def test_an_unexpected_layout_is_noticed(monkeypatch):
    class Shifted(IntEnum):
        TYPE, DATA, ND, DIMS, DESCR, FLAGS = 8, 16, 32, 40, 56, 64

    assert trampoline._layout_as_expected()
    monkeypatch.setattr(trampoline, "At", Shifted)
    assert not trampoline._layout_as_expected()
