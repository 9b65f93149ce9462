"""Text to machine code."""

from __future__ import annotations

import ctypes

import pytest

from linkwork.errors import KernelError
from linkwork.kernel.machine import Code, compile_text

TWICE = "define double @twice(double %x) {\n  %y = fadd double %x, %x\n  ret double %y\n}\n"
CALLER = """
declare double @{name}(double)
define double @f(double %x) {{
  %y = call double @{name}(double %x)
  ret double %y
}}
"""


def call(code: Code, symbol: str, x: float) -> float:
    return code.function(symbol, ctypes.c_double, result=ctypes.c_double)(x)


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_text_becomes_a_callable_address(level):
    code = Code(compile_text(TWICE, level=level), ["twice"])
    assert call(code, "twice", 1.5) == 3.0


def test_two_modules_may_use_the_same_symbol():
    other = TWICE.replace("fadd", "fmul")
    codes = [Code(compile_text(text), ["twice"]) for text in (TWICE, other)]
    assert [call(code, "twice", 3.0) for code in codes] == [6.0, 9.0]


def test_imports_are_addresses():
    inner = Code(compile_text(TWICE), ["twice"])
    text = CALLER.format(name="twice")
    outer = Code(compile_text(text), ["f"], {"twice": inner["twice"]})
    assert call(outer, "f", 4.0) == 8.0


def test_invalid_text_says_where():
    with pytest.raises(KernelError, match=r"machine code: is not valid: (.|\n)*expected"):
        compile_text("define nothing")


def test_code_that_calls_what_does_not_exist_is_an_error():
    text = CALLER.format(name="nowhere_at_all")
    with pytest.raises(KernelError, match="machine code: cannot be loaded"):
        Code(compile_text(text), ["f"])
