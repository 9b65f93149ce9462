"""The built-in function that is machine code: the right answers, and no reference too few or too many."""

from __future__ import annotations

import gc
import resource
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from linkwork.errors import ShapeError
from linkwork.expression.trace import trace
from linkwork.kernel import trampoline
from linkwork.kernel.compiled import compile_function
from linkwork.kernel.kernel import Kernel


@pytest.fixture(scope="module")
def kernel(pendulum) -> Kernel:
    return compile_function(pendulum)


def counts(*values: object) -> list[int]:
    return [sys.getrefcount(value) for value in values]


def test_it_is_supported_here_and_used(kernel):
    assert trampoline.supported()
    assert type(kernel.call) is type(len)


def test_no_argument_gains_or_loses_a_reference(kernel):
    q, v, g, zero, wrong = np.ones(2), np.ones(2), 9.8125e3, np.array(2.0), np.ones(3)
    kept = (q, v, g, zero, wrong, np.ndarray, kernel, kernel.call)
    calls: list[Callable[[], object]] = [
        lambda: kernel(q, v, g),
        lambda: kernel(q, v, np.float64(1.5)),
        lambda: kernel.call(q, v, zero),
        lambda: kernel(q, v, g=g),
        lambda: kernel(np.ones((3, 2)), v, g),
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
    call = trampoline.builtin(kernel.address, [(2,), ()], [(2,)], general, kernel)
    assert call is not None
    x = np.ones(2)
    assert call(x, 1.0).tolist() == [2.0, 1.0] and seen == []
    odd: list[tuple[Any, ...]] = [
        (x,), (x, 1.0, 2.0), (x, 1), (x, True), (x, np.float32(1)), (x, None), (1.0, 1.0), (x, x),
        (np.ones(3), 1.0), (np.ones((1, 2)), 1.0), (np.ones((2, 2))[:, 0], 1.0), (x.astype(">f8"), 1.0),
        (np.ones(2, int), 1.0), (x.astype(np.float32), 1.0), ([1.0, 1.0], 1.0), (np.ma.ones(2), 1.0),
    ]  # fmt: skip
    for values in odd:
        assert call(*values) == "general"
        passed, named = seen.pop()
        assert all(one is other for one, other in zip(passed, values, strict=True)) and named == {}
    assert call(x, y=1.0) == "general"
    passed, named = seen.pop()
    assert passed[0] is x and named == {"y": 1.0}
    with pytest.raises(TypeError, match="keywords must be strings"):
        call(x, **{1: 2})  # type: ignore[misc]


def test_an_error_of_the_general_call_comes_through():
    def general(*values: Any) -> None:
        raise KeyError("mine")

    kernel = compile_function(trace(lambda x: {"y": x}, {"x": ()}, name="same"))
    call = trampoline.builtin(kernel.address, [()], [()], general, kernel)
    assert call is not None
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
    monkeypatch.setattr(trampoline, "_ND", trampoline._DIMS)
    assert not trampoline._layout_as_expected()
