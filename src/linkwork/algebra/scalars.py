"""Functions of a scalar that may be a float, a NumPy array (a batch) or a symbol of a graph.

A law is written once with these; the kind of number decides where the work is done. A kind of number joins by
having the methods `_sin`, `_cos`, `_sqrt`, `_atan2`, `_exp`, `_log`, `_tanh`, `_minimum`, `_maximum`, `_absolute`,
`_where`, `_constant`. A kind that is built of other scalars (a jet) says so by `_of_scalars` and takes the lead.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

Scalar = Any  # float | numpy.ndarray | expression.Symbol | Parameter: whatever has arithmetic

PLAIN: tuple[type[Any], ...] = (float, int, np.floating, np.integer)
WHOLE: tuple[type[Any], ...] = (int, np.integer)


def plain(x: Any) -> float | int | None:
    """Python's own number of the same value as x; None if x is no real number."""
    if type(x) in (float, int):
        return x
    if getattr(x, "shape", None) == () and hasattr(x, "item"):
        x = x.item()
    if isinstance(x, bool) or not isinstance(x, PLAIN):
        return None
    return int(x) if isinstance(x, WHOLE) else float(x)


def _function(
    of_float: Callable[..., float], of_array: Callable[..., Any], method: str, doc: str
) -> Callable[..., Any]:
    def apply(x: Scalar) -> Scalar:
        if isinstance(x, PLAIN):
            return of_float(x)
        if isinstance(x, np.ndarray):
            return of_array(x)
        return getattr(x, method)()

    apply.__doc__, apply.__name__ = doc, method.strip("_")
    return apply


def _pair(of_float: Callable[..., float], of_array: Callable[..., Any], method: str, doc: str) -> Callable[..., Any]:
    def apply(x: Scalar, y: Scalar) -> Scalar:
        if isinstance(x, PLAIN) and isinstance(y, PLAIN):
            return of_float(x, y)
        if hasattr(x, method) and not (hasattr(y, "_of_scalars") and not hasattr(x, "_of_scalars")):
            return getattr(x, method)(y)
        if hasattr(y, method):
            return getattr(y, "_r" + method[1:])(x)
        return of_array(x, y)

    apply.__doc__, apply.__name__ = doc, method.strip("_")
    return apply


sin = _function(math.sin, np.sin, "_sin", "Sine.")
cos = _function(math.cos, np.cos, "_cos", "Cosine.")
sqrt = _function(math.sqrt, np.sqrt, "_sqrt", "Square root.")
exp = _function(math.exp, np.exp, "_exp", "Exponential.")
log = _function(math.log, np.log, "_log", "Natural logarithm.")
tanh = _function(math.tanh, np.tanh, "_tanh", "Hyperbolic tangent.")
absolute = _function(math.fabs, np.abs, "_absolute", "Absolute value.")
atan2 = _pair(math.atan2, np.arctan2, "_atan2", "Angle of the point (y, x), as atan2(y, x).")
minimum = _pair(min, np.minimum, "_minimum", "The smaller of two.")
maximum = _pair(max, np.maximum, "_maximum", "The larger of two.")


_where_of_arrays: Callable[..., Any] = np.where


def where(condition: Scalar, a: Scalar, b: Scalar) -> Scalar:
    """`a` where condition > 0, else `b`."""
    if isinstance(condition, PLAIN):
        return a if condition > 0 else b
    for x in (a, b):
        if hasattr(x, "_of_scalars") and not hasattr(condition, "_of_scalars"):
            return x._where_else(condition, a, b)
    if hasattr(condition, "_where"):
        return condition._where(a, b)
    return _where_of_arrays(condition > 0, a, b)


def power(x: Scalar, exponent: int) -> Scalar:
    """x multiplied with itself `exponent` times (an integer, may be negative)."""
    return x**exponent


def quotient(a: Scalar, b: Scalar) -> Scalar:
    """a / b."""
    return a / b


def tan(x: Scalar) -> Scalar:
    """Tangent."""
    return sin(x) / cos(x)


def arcsin(x: Scalar) -> Scalar:
    """Angle in [−π/2, π/2] whose sine is x."""
    return atan2(x, sqrt((1.0 - x) * (1.0 + x)))


def arccos(x: Scalar) -> Scalar:
    """Angle in [0, π] whose cosine is x."""
    return atan2(sqrt((1.0 - x) * (1.0 + x)), x)


def arctan(x: Scalar) -> Scalar:
    """Angle in (−π/2, π/2) whose tangent is x."""
    return atan2(x, 1.0)


def hypot(x: Scalar, y: Scalar) -> Scalar:
    """√(x² + y²)."""
    return sqrt(x * x + y * y)


def radians(x: Scalar) -> Scalar:
    """Degrees to radians."""
    return x * (math.pi / 180.0)


def degrees(x: Scalar) -> Scalar:
    """Radians to degrees."""
    return x * (180.0 / math.pi)


def square(x: Scalar) -> Scalar:
    """x²."""
    return x * x


def reciprocal(x: Scalar) -> Scalar:
    """1 / x."""
    return 1.0 / x


DERIVED: dict[str, Callable[..., Scalar]] = {
    "tan": tan, "arcsin": arcsin, "arccos": arccos, "arctan": arctan, "hypot": hypot, "radians": radians,
    "deg2rad": radians, "degrees": degrees, "rad2deg": degrees, "square": square, "reciprocal": reciprocal,
}  # fmt: skip
"""NumPy's functions that are made of the others, by its names."""


def constant_value(x: Scalar) -> float | None:
    """The number that x is known to be before any input is given, else None."""
    if isinstance(x, PLAIN):
        return float(x)
    if isinstance(x, np.ndarray):
        return None
    return x._constant()


def is_zero(x: Scalar) -> bool:
    """Whether x is known to be exactly zero."""
    return constant_value(x) == 0.0


def is_one(x: Scalar) -> bool:
    """Whether x is known to be exactly one."""
    return constant_value(x) == 1.0


def same(x: Scalar, y: Scalar) -> bool:
    """Whether x and y are known to be the same number: one object, one node of a graph, or equal constants."""
    if x is y:
        return True
    if isinstance(x, PLAIN) and isinstance(y, PLAIN):
        return x == y
    test = getattr(x, "_same", None)
    return bool(test is not None and test(y))
