"""Loops written by hand around functions of graphs."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from linkwork.expression.trace import trace
from linkwork.kernel.host import host
from linkwork.kernel.modules import Module, fingerprint
from linkwork.kernel.sincos import double


def oscillator(stiffness: float = 4.0):
    return trace(lambda x: {"rate": [x[1], -stiffness * x[0]]}, {"x": (2,)}, name="oscillator")


def euler(module: Module, symbol: str, width: int, stiffness: float = 4.0) -> None:
    """void @symbol(ptr x, i64 n, double h): n steps in place."""
    f = module.add(oscillator(stiffness), f"{symbol}.f", width)
    kind = f.type
    step = "%h" if width == 1 else "%hv"
    spread = (
        ""
        if width == 1
        else (
            f"  %h1 = insertelement {kind} poison, double %h, i64 0\n"
            f"  %hv = shufflevector {kind} %h1, {kind} poison, <{width} x i32> zeroinitializer\n"
        )
    )
    updates = "".join(
        f"  %x{i}.at = getelementptr {kind}, ptr %x, i64 {i}\n  %r{i}.at = getelementptr {kind}, ptr %rate, i64 {i}\n"
        f"  %x{i} = load {kind}, ptr %x{i}.at, align 8\n  %r{i} = load {kind}, ptr %r{i}.at, align 8\n"
        f"  %d{i} = fmul contract {kind} %r{i}, {step}\n  %y{i} = fadd contract {kind} %x{i}, %d{i}\n"
        f"  store {kind} %y{i}, ptr %x{i}.at, align 8\n"
        for i in range(2)
    )
    module.write(f"""
define void @{symbol}(ptr %x, i64 %n, double %h) {{
entry:
  %rate = alloca [2 x {kind}], align 64
{spread}  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  {f.call("%x", "%rate")}
{updates}  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
""")


STEPS = ctypes.c_void_p, ctypes.c_int64, ctypes.c_double


@pytest.mark.parametrize("width", sorted({1, 2, host().width}))
def test_a_loop_around_a_function(width):
    module = Module("euler")
    euler(module, "euler", width)
    steps = module.link("euler").function("euler", *STEPS)
    x = np.random.default_rng(1).random((2, width))
    expected = x.copy()
    for _ in range(100):
        expected = expected + 0.01 * np.stack([expected[1], -4.0 * expected[0]])
    steps(x.ctypes.data, 100, 0.01)
    assert np.allclose(x, expected, rtol=1e-12)


def test_several_functions_in_one_module():
    module = Module("two")
    euler(module, "soft", 1, 1.0)
    euler(module, "stiff", host().width, 9.0)
    code = module.link("soft", "stiff")
    x, y = np.array([1.0, 0.0]), np.ones((2, host().width))
    code.function("soft", *STEPS)(x.ctypes.data, 1, 0.5)
    code.function("stiff", *STEPS)(y.ctypes.data, 1, 0.5)
    assert x.tolist() == [1.0, -0.5]
    assert (y == np.array([[1.5], [-3.5]])).all()


def test_library_functions_and_pieces_may_be_called():
    module = Module("library")
    pair = "{ double, double }"
    module.write(
        f"""declare double @tanh(double)
declare {pair} @linkwork.sincos.1(double)
declare double @tanh(double)
define double @f(double %x) {{
  %t = call double @tanh(double %x)
  %p = call {pair} @linkwork.sincos.1(double %t)
  %s = extractvalue {pair} %p, 0
  %r = fadd double %s, {double(0.1)}
  ret double %r
}}
""",
        pieces=["linkwork.sincos.1"],
    )
    f = module.link("f").function("f", ctypes.c_double, result=ctypes.c_double)
    assert f(0.7) == pytest.approx(np.sin(np.tanh(0.7)) + 0.1, rel=1e-15)


def test_the_second_time_nothing_is_emitted(monkeypatch):
    def make() -> Module:
        module = Module("again")
        euler(module, "euler", 1, 2.5)
        return module

    make().link("euler")
    monkeypatch.setattr(Module, "text", lambda self: pytest.fail("emitted again"))
    assert make().link("euler")["euler"]


def test_keys_know_everything_that_matters(pendulum, chain):
    def key(symbol: str = "f", width: int = 1, text: str = "", level: int = 2, function=pendulum) -> str:
        module = Module("any")
        module.add(function, symbol, width)
        module.write(text)
        return module.key([symbol], level)

    keys = [
        key(),
        key("g"),
        key(width=2),
        key(text="; x"),
        key(level=1),
        key(function=chain(3)),
        key(function=chain(4)),
    ]
    assert len(set(keys)) == len(keys)
    assert key() == key()


def test_fingerprints_differ_where_functions_differ():
    def one(factor: float, shape: tuple[int, ...] = (2,), name: str = "x"):
        return fingerprint(trace(lambda x: {"y": factor * x}, {name: shape}))

    prints = [b"".join(one(*args)) for args in [(2.0,), (3.0,), (2.0, (3,)), (2.0, (2,), "z"), (2.0, (2, 1))]]
    assert len(set(prints)) == 5
    assert b"".join(one(2.0)) == prints[0]
