"""Sine and cosine against many digits."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

import mpmath
import numpy as np
import pytest

from linkwork.kernel.host import host, library_addresses
from linkwork.kernel.machine import Code, compile_text
from linkwork.kernel.sincos import LIMIT, sincos_ir

RNG = np.random.default_rng(7)
VARIANTS = [(1, True), (2, True), (host().width, True), (1, False), (4, False)]


@cache
def sincos(width: int, fma: bool) -> Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]:
    """The machine code as a function of an array."""
    kind = "double" if width == 1 else f"<{width} x double>"
    pair = f"{{ {kind}, {kind} }}"
    text = f"""{sincos_ir(width, fma)}
define void @test(ptr %x, ptr %s, ptr %c, i64 %n) {{
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %xp = getelementptr {kind}, ptr %x, i64 %i
  %sp = getelementptr {kind}, ptr %s, i64 %i
  %cp = getelementptr {kind}, ptr %c, i64 %i
  %v = load {kind}, ptr %xp, align 8
  %r = call {pair} @linkwork.sincos.{width}({kind} %v)
  %rs = extractvalue {pair} %r, 0
  %rc = extractvalue {pair} %r, 1
  store {kind} %rs, ptr %sp, align 8
  store {kind} %rc, ptr %cp, align 8
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""
    code = Code(compile_text(text), ["test"], library_addresses())
    function = ctypes.CFUNCTYPE(None, *[ctypes.c_void_p] * 3, ctypes.c_int64)(code["test"])

    def apply(x: np.ndarray, keep: Code = code) -> tuple[np.ndarray, np.ndarray]:
        padded = np.concatenate([x, np.zeros(-len(x) % width)])
        s, c = np.empty_like(padded), np.empty_like(padded)
        function(padded.ctypes.data, s.ctypes.data, c.ctypes.data, len(padded) // width)
        return s[: len(x)], c[: len(x)]

    return apply


def worst(x: np.ndarray, s: np.ndarray, c: np.ndarray) -> float:
    """Largest error in units of the last place of the true value."""
    errors = []
    with mpmath.workprec(1400):  # enough to reduce the largest double
        for angle, sine, cosine in zip(x, s, c, strict=True):
            for value, law in ((sine, mpmath.sin), (cosine, mpmath.cos)):
                true = law(mpmath.mpf(float(angle)))
                errors.append(abs(mpmath.mpf(float(value)) - true) / np.spacing(abs(float(true))))
    return float(max(errors))


def multiples_of_quarter_turns(count: int) -> np.ndarray:
    """Doubles below the limit next to multiples of π/2: the closest of all, and some more."""
    with mpmath.workprec(250):
        quarter = int(mpmath.nint(mpmath.pi / 2 * mpmath.mpf(2) ** 200))
    distances = []
    for k in range(1, 63662):
        exact = k * quarter
        drop = exact.bit_length() - 53
        rounded = ((exact >> (drop - 1)) + 1) >> 1
        distances.append((abs(exact - (rounded << drop)), rounded * 2.0 ** (drop - 200)))
    closest = np.array([x for _, x in sorted(distances)[:count]])
    some = np.array([distances[int(k)][1] for k in RNG.integers(0, len(distances), count)])
    return np.concatenate([closest, some, np.nextafter(some, 0.0), np.nextafter(some, 1e9), -closest])


def odd_eighths_of_turns(count: int) -> np.ndarray:
    """Where the reduction changes from one multiple to the next."""
    k = RNG.integers(0, 31000, count)
    near = (2 * k + 1) * (np.pi / 4)
    return np.concatenate([near, np.nextafter(near, 0.0), np.nextafter(near, 1e9)])


NASTY = {
    "a turn": RNG.uniform(-4.0, 4.0, 400),
    "below the limit": RNG.uniform(-LIMIT, LIMIT, 400),
    "all magnitudes": 10.0 ** RNG.uniform(-12.0, 5.0, 400),
    "tiny and denormal": np.concatenate([10.0 ** RNG.uniform(-323.0, -8.0, 100), [5e-324, 2.2250738585072014e-308]]),
    "near multiples of a quarter turn": multiples_of_quarter_turns(150),
    "near odd eighths of a turn": odd_eighths_of_turns(100),
    "near multiples of half a turn": np.array([22.0, 355.0, 710.0, 103993.0, 104348.0]),
    "at the limit": np.array([LIMIT, -LIMIT, np.nextafter(LIMIT, 0), np.nextafter(LIMIT, 1e9)]),
    "beyond the limit": np.concatenate([10.0 ** RNG.uniform(5.0, 308.0, 100), [1.7976931348623157e308]]),
}


@pytest.mark.parametrize("width, fma", VARIANTS)
@pytest.mark.parametrize("name", NASTY)
def test_error_is_below_one_unit_in_the_last_place(width, fma, name):
    x = NASTY[name]
    assert worst(x, *sincos(width, fma)(x)) < 1.0


def test_the_double_closest_of_all_to_a_multiple_is_as_good_as_the_library():
    x = np.array([6381956970095103.0 * 2.0**797])  # within 5e-19 of a multiple of pi/2; glibc is 8 units off
    assert worst(x, *sincos(host().width, host().fma)(x)) < 10.0


@pytest.mark.parametrize("width, fma", VARIANTS)
def test_infinity_and_nan_give_nan(width, fma):
    s, c = sincos(width, fma)(np.array([np.inf, -np.inf, np.nan, 1.0]))
    assert np.isnan(s[:3]).all() and np.isnan(c[:3]).all()
    assert (s[3], c[3]) == pytest.approx((np.sin(1.0), np.cos(1.0)), rel=1e-15)


@pytest.mark.parametrize("width, fma", VARIANTS)
def test_zeros_keep_their_sign(width, fma):
    s, c = sincos(width, fma)(np.array([0.0, -0.0]))
    assert np.signbit(s).tolist() == [False, True]
    assert c.tolist() == [1.0, 1.0]


def test_a_lane_does_not_depend_on_its_neighbours():
    width = host().width
    near = RNG.uniform(-3.0, 3.0, width)
    alone = sincos(width, host().fma)(near)
    mixed = near.copy()
    mixed[1::2] = 1e9
    beside = sincos(width, host().fma)(mixed)
    assert np.array_equal(alone[0][::2], beside[0][::2]) and np.array_equal(alone[1][::2], beside[1][::2])
