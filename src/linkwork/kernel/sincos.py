"""Sine and cosine together, for W numbers at once: error below 1 ulp for every argument.

    n = round(2x/π),    r + ρ = x − n π/2,  |r| ≤ π/4                                         (1)
    sin(r + ρ), cos(r + ρ) by polynomials of degree 13 and 14 in r, first order in ρ          (2)
    (sin x, cos x) = (s, c), (c, −s), (−s, −c), (−c, s)  for n mod 4 = 0, 1, 2, 3             (3)

π/2 is a sum of three parts P1 + P2 + P3 of 53, 36 and 53 bits (Cody and Waite 1980). For |x| < 10⁵, n has 16 bits, so
x − n P1 is exact in one fused multiply-add, and n P2 is exact. The error of their difference is exact by Dekker's
Fast2Sum: either the first is the larger, or both are multiples of 2⁻⁸⁹ so small that their difference has no error.
Without fused multiply-add, four parts of 36, 36, 36 and 53 bits do the same. Polynomials: FreeBSD msun, k_sin.c and
k_cos.c. Larger arguments, infinities and NaN go to the C library, lane by lane.
"""

from __future__ import annotations

import struct

LIMIT = 1e5
FUSED = tuple(map(float.fromhex, ("0x1.921fb54442d18p+0", "0x1.1a6263314p-54", "0x1.701b839a25205p-92")))
SPLIT = tuple(
    map(float.fromhex, ("0x1.921fb5444p+0", "0x1.68c234c4cp-39", "0x1.98a2e037p-77", "0x1.cd129024e088ap-115"))
)
TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
ROUNDER = 6755399441055744.0  # 3 · 2^51: adding it rounds to an integer, whose low bits are those of the sum

SINE = tuple(
    map(
        float.fromhex,
        (
            "-0x1.5555555555549p-3",
            "0x1.111111110f8a6p-7",
            "-0x1.a01a019c161d5p-13",
            "0x1.71de357b1fe7dp-19",
            "-0x1.ae5e68a2b9cebp-26",
            "0x1.5d93a5acfd57cp-33",
        ),
    )
)
COSINE = tuple(
    map(
        float.fromhex,
        (
            "0x1.555555555554cp-5",
            "-0x1.6c16c16c15177p-10",
            "0x1.a01a019cb159p-16",
            "-0x1.27e4f809c52adp-22",
            "0x1.1ee9ebdb4b1c4p-29",
            "-0x1.8fae9be8838d4p-37",
        ),
    )
)


def double(x: float) -> str:
    """A number as LLVM reads it without loss."""
    return f"0x{struct.unpack('>Q', struct.pack('>d', x))[0]:016X}"


class _Lines:
    """Instructions of one type, each a new value."""

    def __init__(self, width: int):
        self.width = width
        self.type = "double" if width == 1 else f"<{width} x double>"
        self.bits = "i64" if width == 1 else f"<{width} x i64>"
        self.mask = "i1" if width == 1 else f"<{width} x i1>"
        self.text: list[str] = []

    def add(self, instruction: str) -> str:
        name = f"%s{len(self.text)}"
        self.text.append(f"  {name} = {instruction}")
        return name

    def number(self, x: float | int, kind: str = "double") -> str:
        value = double(x) if kind == "double" else str(x)
        return value if self.width == 1 else "splat (" + kind + " " + value + ")"

    def op(self, name: str, a: str, b: str) -> str:
        return self.add(f"{name} {self.type} {a}, {b}")

    def integer(self, name: str, a: str, b: int) -> str:
        return self.add(f"{name} {self.bits} {a}, {self.number(b, 'i64')}")

    def fma(self, a: str, b: str, c: str) -> str:
        suffix = "f64" if self.width == 1 else f"v{self.width}f64"
        return self.add(f"call {self.type} @llvm.fma.{suffix}({self.type} {a}, {self.type} {b}, {self.type} {c})")

    def polynomial(self, z: str, coefficients: tuple[float, ...]) -> str:
        """Horner's rule from the highest coefficient."""
        value = self.number(coefficients[-1])
        for c in reversed(coefficients[:-1]):
            value = self.op("fadd contract", self.op("fmul contract", z, value), self.number(c))
        return value

    def cast(self, a: str, source: str, target: str) -> str:
        return self.add(f"bitcast {source} {a} to {target}")


def _reduced_fused(t: _Lines, n: str) -> tuple[str, str]:
    """(1) with fused multiply-add: r and ρ."""
    minus = t.add(f"fneg {t.type} {n}")
    first = t.fma(minus, t.number(FUSED[0]), "%x")
    second = t.op("fmul", n, t.number(FUSED[1]))
    r = t.op("fsub", first, second)
    error = t.op("fsub", t.op("fsub", first, r), second)
    return r, t.fma(minus, t.number(FUSED[2]), error)


def _reduced_split(t: _Lines, n: str) -> tuple[str, str]:
    """(1) without fused multiply-add: r and ρ."""
    first = t.op("fsub", "%x", t.op("fmul", n, t.number(SPLIT[0])))
    second = t.op("fmul", n, t.number(SPLIT[1]))
    sum2 = t.op("fsub", first, second)
    error2 = t.op("fsub", t.op("fsub", first, sum2), second)
    third = t.op("fmul", n, t.number(SPLIT[2]))
    r = t.op("fsub", sum2, third)
    moved = t.op("fsub", sum2, r)  # Knuth's TwoSum: here either may be the larger
    back = t.op("fadd", r, moved)
    error3 = t.op("fsub", moved, third)
    error3 = t.op("fadd", error3, t.op("fsub", sum2, back))
    low = t.op("fsub", t.op("fadd", error2, error3), t.op("fmul", n, t.number(SPLIT[3])))
    return r, low


def sincos_ir(width: int, fma: bool) -> str:
    """Definitions of `@linkwork.sincos.W`: W numbers in, {sines, cosines} out."""
    t = _Lines(width)
    suffix = "f64" if width == 1 else f"v{width}f64"
    pair = f"{{ {t.type}, {t.type} }}"
    if fma:
        shifted = t.fma("%x", t.number(TWO_OVER_PI), t.number(ROUNDER))
    else:
        shifted = t.op("fadd", t.op("fmul", "%x", t.number(TWO_OVER_PI)), t.number(ROUNDER))
    n = t.op("fsub", shifted, t.number(ROUNDER))
    r, low = (_reduced_fused if fma else _reduced_split)(t, n)
    z = t.op("fmul", r, r)

    v = t.op("fmul", z, r)  # (2)
    tail = t.polynomial(z, SINE[1:])
    half = t.op("fmul", t.number(0.5), low)
    inner = t.op("fsub contract", half, t.op("fmul contract", v, tail))
    inner = t.op("fsub contract", t.op("fmul contract", z, inner), low)
    sine = t.op("fsub", r, t.op("fsub contract", inner, t.op("fmul contract", v, t.number(SINE[0]))))

    tail = t.op("fmul", z, t.polynomial(z, COSINE))
    half = t.op("fmul", t.number(0.5), z)
    w = t.op("fsub", t.number(1.0), half)
    rest = t.op("fsub", t.op("fsub", t.number(1.0), w), half)
    small = t.op("fsub contract", t.op("fmul contract", z, tail), t.op("fmul contract", r, low))
    cosine = t.op("fadd", w, t.op("fadd", rest, small))

    quadrant = t.cast(shifted, t.type, t.bits)  # (3)
    odd = t.add(f"icmp ne {t.bits} {t.integer('and', quadrant, 1)}, {t.number(0, 'i64')}")
    sign_s = t.integer("shl", t.integer("and", quadrant, 2), 62)
    sign_c = t.integer("shl", t.integer("and", t.integer("add", quadrant, 1), 2), 62)
    results = []
    for value, other, sign in ((sine, cosine, sign_s), (cosine, sine, sign_c)):
        chosen = t.add(f"select {t.mask} {odd}, {t.type} {other}, {t.type} {value}")
        flipped = t.add(f"xor {t.bits} {t.cast(chosen, t.type, t.bits)}, {sign}")
        results.append(t.cast(flipped, t.bits, t.type))

    size = t.add(f"call {t.type} @llvm.fabs.{suffix}({t.type} %x)")
    far = t.add(f"fcmp uge {t.type} {size}, {t.number(LIMIT)}")
    any_far = far if width == 1 else t.add(f"icmp ne i{width} {t.cast(far, t.mask, f'i{width}')}, 0")
    near = t.add(f"insertvalue {pair} poison, {t.type} {results[0]}, 0")
    near = t.add(f"insertvalue {pair} {near}, {t.type} {results[1]}, 1")
    body = "\n".join(t.text)
    declared = "declare double @llvm.fabs.f64(double)\n"
    if width > 1:
        declared += f"declare {t.type} @llvm.fabs.{suffix}({t.type})\n"
    if fma:
        declared += f"declare {t.type} @llvm.fma.{suffix}({t.type}, {t.type}, {t.type})\n"
    return f"""{declared}declare double @sin(double)
declare double @cos(double)
define {pair} @linkwork.sincos.{width}({t.type} %x) nounwind {{
{body}
  br i1 {any_far}, label %far, label %near, !prof !{{!"branch_weights", i32 1, i32 1000000}}
near:
  ret {pair} {near}
far:
  %slow = call {pair} @linkwork.sincos.far.{width}({t.type} %x, {pair} {near})
  ret {pair} %slow
}}
define internal {pair} @linkwork.sincos.far.{width}({t.type} %x, {pair} %near) cold noinline nounwind {{
entry:
  %all = alloca [3 x {t.type}], align 64
  %s = getelementptr {t.type}, ptr %all, i64 1
  %c = getelementptr {t.type}, ptr %all, i64 2
  store {t.type} %x, ptr %all
  %s0 = extractvalue {pair} %near, 0
  %c0 = extractvalue {pair} %near, 1
  store {t.type} %s0, ptr %s
  store {t.type} %c0, ptr %c
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %end ]
  %xp = getelementptr double, ptr %all, i64 %i
  %xi = load double, ptr %xp
  %size = call double @llvm.fabs.f64(double %xi)
  %far = fcmp uge double %size, {double(LIMIT)}
  br i1 %far, label %library, label %end
library:
  %si = call double @sin(double %xi)
  %ci = call double @cos(double %xi)
  %sp = getelementptr double, ptr %s, i64 %i
  %cp = getelementptr double, ptr %c, i64 %i
  store double %si, ptr %sp
  store double %ci, ptr %cp
  br label %end
end:
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, {width}
  br i1 %more, label %loop, label %done
done:
  %s1 = load {t.type}, ptr %s
  %c1 = load {t.type}, ptr %c
  %r0 = insertvalue {pair} poison, {t.type} %s1, 0
  %r1 = insertvalue {pair} %r0, {t.type} %c1, 1
  ret {pair} %r1
}}
"""
