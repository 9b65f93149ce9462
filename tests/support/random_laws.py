"""Random laws: straight-line programs over scalars, to be run on floats, symbols and numbers that know their error.

law = data.draw(laws())
law(x)                  list of results for a sequence of n_in scalars of any kind
worst(law, x)           (values, bounds) on floats: how far a rounded evaluation may be from another one
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from linkwork.algebra import scalars

N_IN = 4

UNARY = {
    "neg": lambda a: -a,
    "sin": scalars.sin,
    "cos": scalars.cos,
    "tanh": scalars.tanh,
    "abs": scalars.absolute,
    "exp": lambda a: scalars.exp(scalars.tanh(a)),
    "sqrt": lambda a: scalars.sqrt(a * a + 0.25),
    "log": lambda a: scalars.log(a * a + 0.5),
    "square": lambda a: scalars.power(a, 2),
    "cube": lambda a: scalars.power(a, 3),
    "inverse": lambda a: scalars.power(a * a + 1.0, -1),
}
BINARY = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / (b * b + 0.5),
    "atan2": lambda a, b: scalars.atan2(a, b * b + 0.1),
    "min": scalars.minimum,
    "max": scalars.maximum,
}
SMOOTH = {**{k: v for k, v in UNARY.items() if k != "abs"}}
SMOOTH_BINARY = {k: v for k, v in BINARY.items() if k not in ("min", "max")}
CONSTANTS = (0.0, 1.0, -1.0, 2.0, -2.0, 0.5, 3.0, -0.1, 0.7, 1e-3)


@dataclass(frozen=True)
class Law:
    """Steps (name, operands); an operand counts inputs, constants and earlier results from the end."""

    steps: tuple[tuple[str, tuple[int, ...]], ...]
    n_out: int

    def __call__(self, x: Any) -> list[Any]:
        values = [*CONSTANTS, *(x[i] for i in range(N_IN))]
        for name, picks in self.steps:
            operands = [values[-1 - pick % len(values)] for pick in picks]
            if name == "where":
                values.append(scalars.where(*operands))
            else:
                values.append((UNARY.get(name) or BINARY[name])(*operands))
        return values[-self.n_out :]


@st.composite
def laws(draw: st.DrawFn, *, smooth: bool = False, max_steps: int = 40) -> Law:
    """A random program; `smooth` without where, minimum, maximum and absolute."""
    unary, binary = (SMOOTH, SMOOTH_BINARY) if smooth else (UNARY, BINARY)
    arithmetic = ("add", "sub", "mul") * 6
    names = [*unary, *binary, *arithmetic, *([] if smooth else ["where"])]
    pick = st.one_of(st.integers(0, 5), st.integers(0, 60))
    step = st.sampled_from(names).flatmap(
        lambda name: st.tuples(
            st.just(name), st.tuples(*[pick] * (3 if name == "where" else 1 if name in UNARY else 2))
        )
    )
    steps = draw(st.lists(step, min_size=1, max_size=max_steps))
    return Law(tuple(steps), draw(st.integers(1, min(3, len(steps)))))


def points(bound: float = 2.0) -> st.SearchStrategy[list[float]]:
    """Values for the inputs of a law."""
    return st.lists(st.floats(-bound, bound, width=32), min_size=N_IN, max_size=N_IN)


UNIT = 2.0**-53


class Rounded:
    """A float with a bound on the error of any evaluation order: first-order running error analysis."""

    def __init__(self, value: float, error: float) -> None:
        self.value, self.error = value, error + UNIT * abs(value)

    @staticmethod
    def of(x: Any) -> Rounded:
        return x if isinstance(x, Rounded) else Rounded(float(x), 0.0)

    def __add__(self, other: Any) -> Rounded:
        other = Rounded.of(other)
        return Rounded(self.value + other.value, self.error + other.error)

    def __mul__(self, other: Any) -> Rounded:
        other = Rounded.of(other)
        return Rounded(self.value * other.value, abs(self.value) * other.error + abs(other.value) * self.error + 1e-300)

    def __truediv__(self, other: Any) -> Rounded:
        other = Rounded.of(other)
        value = self.value / other.value
        return Rounded(value, (self.error + abs(value) * other.error) / abs(other.value))

    def __neg__(self) -> Rounded:
        return Rounded(-self.value, self.error)

    def __sub__(self, other: Any) -> Rounded:
        return self + -Rounded.of(other)

    def __rsub__(self, other: Any) -> Rounded:
        return -self + other

    def __rtruediv__(self, other: Any) -> Rounded:
        return Rounded.of(other) / self

    def __pow__(self, exponent: int) -> Rounded:
        if exponent < 0:
            return 1.0 / self**-exponent
        return self if exponent == 1 else self * self ** (exponent - 1)

    __radd__, __rmul__ = __add__, __mul__

    def _smooth(self, value: float, slope: float) -> Rounded:
        return Rounded(value, abs(slope) * self.error + 2 * UNIT * abs(value))

    def _sin(self) -> Rounded:
        return self._smooth(math.sin(self.value), 1.0)

    def _cos(self) -> Rounded:
        return self._smooth(math.cos(self.value), 1.0)

    def _tanh(self) -> Rounded:
        return self._smooth(math.tanh(self.value), 1.0)

    def _exp(self) -> Rounded:
        return self._smooth(math.exp(self.value), math.exp(self.value))

    def _log(self) -> Rounded:
        return self._smooth(math.log(self.value), 1.0 / self.value)

    def _sqrt(self) -> Rounded:
        return self._smooth(math.sqrt(self.value), 0.5 / math.sqrt(self.value))

    def _absolute(self) -> Rounded:
        return Rounded(abs(self.value), self.error)

    def _atan2(self, other: Any) -> Rounded:
        other = Rounded.of(other)
        r = math.hypot(self.value, other.value)
        value = math.atan2(self.value, other.value)
        return Rounded(value, (self.error + other.error) / r + 2 * UNIT * abs(value))

    def _ratan2(self, other: Any) -> Rounded:
        return Rounded.of(other)._atan2(self)

    def _minimum(self, other: Any) -> Rounded:
        other = Rounded.of(other)
        return Rounded(min(self.value, other.value), max(self.error, other.error))

    def _maximum(self, other: Any) -> Rounded:
        other = Rounded.of(other)
        return Rounded(max(self.value, other.value), max(self.error, other.error))

    _rminimum, _rmaximum = _minimum, _maximum

    def _where(self, a: Any, b: Any) -> Rounded:
        assume(abs(self.value) > 100 * self.error)  # else rounding decides the branch
        return Rounded.of(a if self.value > 0.0 else b)

    def _constant(self) -> None:
        return None


def worst(law: Law, x: list[float]) -> tuple[list[float], list[float]]:
    """Values of the law on floats, and how far another evaluation order may be from them."""
    results = [Rounded.of(y) for y in law([Rounded(v, 0.0) for v in x])]
    assume(all(abs(y.value) < 1e100 for y in results))
    return [y.value for y in results], [8.0 * y.error + 1e-290 for y in results]
