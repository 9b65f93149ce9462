"""Jet: a scalar that moves, with its first few time derivatives; any law run on jets gives its own rates.

A jet holds Taylor coefficients c_0 … c_n of x(t₀ + s) = Σ c_k s^k, each a scalar of any kind, so that products are
convolutions and functions follow from their differential equations (Griewank & Walther 2008, chapter 13). Of two jets
the one that is known to fewer orders sets the order of the result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import factorial
from typing import Any

from . import scalars
from .scalars import Scalar


class Jet:
    """x, ẋ, ẍ, … as Taylor coefficients."""

    __slots__ = ("c",)
    __array_ufunc__ = None
    _of_scalars = True

    def __init__(self, coefficients: Sequence[Scalar]) -> None:
        self.c = tuple(coefficients)

    @staticmethod
    def moving(*derivatives: Scalar) -> Jet:
        """From x, ẋ, ẍ, …"""
        return Jet([d * (1.0 / factorial(k)) if k > 1 else d for k, d in enumerate(derivatives)])

    def derivative(self, k: int) -> Scalar:
        """The k-th time derivative."""
        return self.c[k] * float(factorial(k)) if k > 1 else self.c[k]

    @property
    def rate(self) -> Jet:
        """ẋ, which is known to one order less."""
        return Jet([c * float(k + 1) if k else c for k, c in enumerate(self.c[1:])])

    def _lift(self, x: Any) -> tuple[Scalar, ...]:
        return x.c if isinstance(x, Jet) else (x, *(0.0,) * (len(self.c) - 1))

    def __add__(self, other: Any) -> Jet:
        return Jet([a + b for a, b in zip(self.c, self._lift(other))])

    __radd__ = __add__

    def __sub__(self, other: Any) -> Jet:
        return Jet([a - b for a, b in zip(self.c, self._lift(other))])

    def __rsub__(self, other: Any) -> Jet:
        return Jet([b - a for a, b in zip(self.c, self._lift(other))])

    def __neg__(self) -> Jet:
        return Jet([-a for a in self.c])

    def __mul__(self, other: Any) -> Jet:
        if not isinstance(other, Jet):
            return Jet([a * other for a in self.c])
        return Jet([_convolve(self.c, other.c, k) for k in range(min(len(self.c), len(other.c)))])

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Jet:
        if not isinstance(other, Jet):
            return Jet([a / other for a in self.c])
        inverse = 1.0 / other.c[0]
        out: list[Scalar] = []
        for k in range(min(len(self.c), len(other.c))):
            rest = self.c[k]
            for j in range(k):
                rest = rest - out[j] * other.c[k - j]
            out.append(rest * inverse)
        return Jet(out)

    def __rtruediv__(self, other: Any) -> Jet:
        return Jet(self._lift(other)) / self

    def __pow__(self, exponent: int) -> Jet:
        if exponent < 0:
            return 1.0 / self**-exponent
        result: Any = Jet(self._lift(1.0))
        for _ in range(exponent):
            result = result * self
        return result

    # ---- functions: k c_k = Σ j a_j g_{k−j} where d(f)/dt = ȧ g

    def _from_rate(self, first: Scalar, rate_factor: Callable[[list[Scalar], int], Scalar]) -> Jet:
        """f with ḟ = ȧ g; `rate_factor(f so far, m)` gives coefficient m of g."""
        out = [first]
        g: list[Scalar] = []
        for k in range(1, len(self.c)):
            g.append(rate_factor(out, k - 1))
            total: Scalar = 0.0
            for j in range(1, k + 1):
                total = total + self.c[j] * float(j) * g[k - j]
            out.append(total * (1.0 / k))
        return Jet(out)

    def _circular(self) -> tuple[Jet, Jet]:
        s, c = [scalars.sin(self.c[0])], [scalars.cos(self.c[0])]
        for k in range(1, len(self.c)):
            ds: Scalar = 0.0
            dc: Scalar = 0.0
            for j in range(1, k + 1):
                w = self.c[j] * float(j)
                ds, dc = ds + w * c[k - j], dc - w * s[k - j]
            s.append(ds * (1.0 / k))
            c.append(dc * (1.0 / k))
        return Jet(s), Jet(c)

    def _sin(self) -> Jet:
        return self._circular()[0]

    def _cos(self) -> Jet:
        return self._circular()[1]

    def _exp(self) -> Jet:
        return self._from_rate(scalars.exp(self.c[0]), lambda f, m: f[m])

    def _log(self) -> Jet:
        inverse = 1.0 / self
        return self._from_rate(scalars.log(self.c[0]), lambda _, m: inverse.c[m])

    def _tanh(self) -> Jet:
        def factor(f: list[Scalar], m: int) -> Scalar:
            return float(m == 0) - _convolve(f, f, m)

        return self._from_rate(scalars.tanh(self.c[0]), factor)

    def _sqrt(self) -> Jet:
        root = scalars.sqrt(self.c[0])
        out, half = [root], 0.5 / root
        for k in range(1, len(self.c)):
            rest = self.c[k]
            for j in range(1, k):
                rest = rest - out[j] * out[k - j]
            out.append(rest * half)
        return Jet(out)

    def _atan2(self, other: Any) -> Jet:
        y, x = self, Jet(self._lift(other))
        return _angle(y, x)

    def _ratan2(self, other: Any) -> Jet:
        return _angle(Jet(self._lift(other)), self)

    def _choose(self, condition: Scalar, other: Any) -> Jet:
        return Jet([scalars.where(condition, a, b) for a, b in zip(self.c, self._lift(other))])

    def _minimum(self, other: Any) -> Jet:
        return self._choose(self._lift(other)[0] - self.c[0], other)

    def _maximum(self, other: Any) -> Jet:
        return self._choose(self.c[0] - self._lift(other)[0], other)

    _rminimum, _rmaximum = _minimum, _maximum

    def _absolute(self) -> Jet:
        return self._choose(self.c[0], -self)

    def _where(self, a: Any, b: Any) -> Any:
        if not isinstance(a, Jet) and not isinstance(b, Jet):
            return scalars.where(self.c[0], a, b)
        return Jet([scalars.where(self.c[0], x, y) for x, y in zip(self._lift(a), self._lift(b))])

    def _where_else(self, condition: Scalar, a: Any, b: Any) -> Jet:
        return Jet([scalars.where(condition, x, y) for x, y in zip(self._lift(a), self._lift(b))])

    def _constant(self) -> float | None:
        value = scalars.constant_value(self.c[0])
        return value if all(scalars.constant_value(x) == 0.0 for x in self.c[1:]) else None

    def __repr__(self) -> str:
        return f"Jet{self.c!r}"


def _convolve(a: Sequence[Scalar], b: Sequence[Scalar], k: int) -> Scalar:
    total: Scalar = 0.0
    for j in range(k + 1):
        total = total + a[j] * b[k - j]
    return total


def _angle(y: Jet, x: Jet) -> Jet:
    """atan2(y, x): its rate is (ẏ x − y ẋ) / (x² + y²)."""
    n = len(y.c)
    dy = Jet([y.c[k + 1] * float(k + 1) for k in range(n - 1)])
    dx = Jet([x.c[k + 1] * float(k + 1) for k in range(n - 1)])
    x0, y0 = Jet(x.c[: n - 1]), Jet(y.c[: n - 1])
    rate = (dy * x0 - y0 * dx) / (x0 * x0 + y0 * y0) if n > 1 else Jet(())
    return Jet([scalars.atan2(y.c[0], x.c[0]), *(r * (1.0 / (k + 1)) for k, r in enumerate(rate.c))])


def coefficients(x: Any, order: int) -> tuple[Scalar, ...]:
    """x, ẋ, … up to the order asked for, of a jet or of a constant."""
    if isinstance(x, Jet):
        return tuple(x.derivative(k) for k in range(order + 1))
    return (x, *(0.0,) * order)
