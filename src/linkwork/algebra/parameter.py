"""Named quantities that stay open: `Parameter("l1", 0.4)` stands wherever a number may.

Arithmetic on a parameter makes an immutable expression tree (`Operation`). `evaluate` replaces the leaves by scalars
of any kind, `default` by the values that were given at the start. A `Variable` is a leaf without value: the t of a
function of time.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeGuard

import numpy as np

from ..errors import ParameterError, nearest
from . import scalars

APPLY: dict[str, Callable[..., Any]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "div": scalars.quotient,
    "neg": operator.neg,
    "pow": scalars.power,
    "sin": scalars.sin,
    "cos": scalars.cos,
    "sqrt": scalars.sqrt,
    "atan2": scalars.atan2,
    "exp": scalars.exp,
    "log": scalars.log,
    "tanh": scalars.tanh,
    "min": scalars.minimum,
    "max": scalars.maximum,
    "abs": scalars.absolute,
    "where": scalars.where,
}
"""What each operation of an expression tree does to scalars of any kind."""

UFUNCS = {
    "add": "add", "subtract": "sub", "multiply": "mul", "divide": "div", "negative": "neg", "sin": "sin", "cos": "cos",
    "sqrt": "sqrt", "arctan2": "atan2", "exp": "exp", "log": "log", "tanh": "tanh", "minimum": "min", "maximum": "max",
    "absolute": "abs", "fabs": "abs",
}  # fmt: skip
"""NumPy's names of the operations."""

POWERS = ("power", "float_power")
COMPARISONS = ("less", "less_equal", "greater", "greater_equal")
SHOWN = 30  # operations of an expression that are written out


class Quantity:
    """The arithmetic that parameters, variables and operations share."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """NumPy's functions and the arithmetic of its numbers and arrays."""
        if method != "__call__" or options:
            return NotImplemented
        if any(getattr(x, "ndim", 0) for x in inputs):
            return ufunc(*(np.asarray(x, dtype=object) for x in inputs))
        if ufunc.__name__ in COMPARISONS:
            return self._not_a_number()
        if ufunc.__name__ in UFUNCS:
            return _operation(UFUNCS[ufunc.__name__], *inputs)
        if ufunc.__name__ in POWERS:
            base, exponent = map(_plain, inputs)
            return base**exponent
        if ufunc.__name__ in scalars.DERIVED:
            return scalars.DERIVED[ufunc.__name__](*inputs)
        known = ", ".join(sorted({*UFUNCS, *POWERS, *scalars.DERIVED}))
        raise ParameterError(f"numpy.{ufunc.__name__}", f"has no meaning for {self}", f"Open quantities know: {known}")

    def __add__(self, other: Any) -> Any:
        return _operation("add", self, other)

    def __radd__(self, other: Any) -> Any:
        return _operation("add", other, self)

    def __sub__(self, other: Any) -> Any:
        return _operation("sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return _operation("sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return _operation("mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return _operation("mul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return _operation("div", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return _operation("div", other, self)

    def __neg__(self) -> Any:
        return _operation("neg", self)

    def __pos__(self) -> Any:
        return self

    def __pow__(self, exponent: Any) -> Any:
        if hasattr(exponent, "_constant"):
            return scalars.exp(exponent * self._log())
        number = scalars.plain(exponent)
        if number is None or not _is_finite(number) or not (2.0 * number).is_integer():
            remedy = "Use a whole or a half number, or exp(power * log(x)) for a positive x"
            raise ParameterError(f"{self}", f"cannot be raised to {exponent!r}", remedy)
        if number == int(number):
            return _operation("pow", self, int(number))
        return _operation("pow", self._sqrt(), int(2.0 * number))

    def __rpow__(self, base: Any) -> Any:
        return scalars.exp(self * scalars.log(base))

    def __abs__(self) -> Any:
        return self._absolute()

    def _sin(self) -> Any:
        return _operation("sin", self)

    def _cos(self) -> Any:
        return _operation("cos", self)

    def _sqrt(self) -> Any:
        return _operation("sqrt", self)

    def _atan2(self, other: Any) -> Any:
        return _operation("atan2", self, other)

    def _exp(self) -> Any:
        return _operation("exp", self)

    def _log(self) -> Any:
        return _operation("log", self)

    def _tanh(self) -> Any:
        return _operation("tanh", self)

    def _minimum(self, other: Any) -> Any:
        return _operation("min", self, other)

    def _maximum(self, other: Any) -> Any:
        return _operation("max", self, other)

    def _ratan2(self, other: Any) -> Any:
        return _operation("atan2", other, self)

    _rminimum, _rmaximum = _minimum, _maximum

    def _absolute(self) -> Any:
        return _operation("abs", self)

    def _where(self, positive: Any, otherwise: Any) -> Any:
        return _operation("where", self, positive, otherwise)

    def _constant(self) -> float | None:
        return None

    # NumPy's functions call methods of these names on objects that they do not know.
    sin, cos, sqrt, exp, log, tanh, arctan2, fabs = _sin, _cos, _sqrt, _exp, _log, _tanh, _atan2, _absolute
    tan, arcsin, arccos, arctan, hypot = scalars.tan, scalars.arcsin, scalars.arccos, scalars.arctan, scalars.hypot
    radians, degrees, deg2rad, rad2deg = scalars.radians, scalars.degrees, scalars.radians, scalars.degrees

    def _not_a_number(self, *_: Any) -> Any:
        raise ParameterError(
            f"{self}",
            "has no value yet and cannot be compared or turned into a number",
            "Use linkwork.where, minimum, maximum, sin, cos ... which work on open quantities too",
        )

    __lt__ = __le__ = __gt__ = __ge__ = __bool__ = __float__ = __int__ = __index__ = _not_a_number


@dataclass(frozen=True, slots=True)
class Parameter(Quantity):
    """A named number that stays an input of the compiled machine; `value` is what it is unless another one is given."""

    name: str
    value: float

    def __post_init__(self) -> None:
        if not isinstance(self.name, str) or not self.name:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ParameterError(
                f"parameter {self.name!r}", "needs a name that is a text", "Write Parameter('l1', 0.4)"
            )
        value = scalars.plain(self.value)
        if value is None or not _is_finite(value):
            raise ParameterError(
                f"parameter {self.name!r}",
                f"needs a finite number as its value, not {self.value!r}",
                "Write Parameter('l1', 0.4)",
            )
        object.__setattr__(self, "value", value)

    def __str__(self) -> str:
        return f"parameter {self.name!r}"


@dataclass(frozen=True, slots=True)
class Variable(Quantity):
    """A named leaf without value, such as the time t in a traced function of time."""

    name: str

    def __str__(self) -> str:
        return f"variable {self.name!r}"


class Operation(Quantity):
    """One arithmetic operation on scalars of any kind; equal when written equally."""

    __slots__ = ("name", "arguments", "_hash")

    name: str
    arguments: tuple[Any, ...]

    def __init__(self, name: str, *arguments: Any):
        if name not in APPLY:
            raise ParameterError(f"operation {name!r}", "does not exist", nearest(name, APPLY))
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "arguments", arguments)
        object.__setattr__(self, "_hash", hash((name, arguments)))

    def __setattr__(self, *_: Any) -> None:
        raise AttributeError("an expression does not change")

    def __reduce__(self) -> tuple[Any, ...]:
        return Operation, (self.name, *self.arguments)

    def __hash__(self) -> int:
        return self._hash  # type: ignore[attr-defined]

    def __eq__(self, other: object) -> bool:
        return _equal(self, other) if isinstance(other, Operation) else NotImplemented

    def __repr__(self) -> str:
        count = sum(isinstance(node, Operation) for node in _inner_first((self,)))
        if count > SHOWN:
            return f"<{self} with {count} operations>"
        return f"{self.name}({', '.join(map(repr, self.arguments))})"

    def __str__(self) -> str:
        names = ", ".join(repr(leaf.name) for leaf in leaves(self))
        return f"expression of {names}" if names else "expression"


def evaluate(x: Any, env: Mapping[Any, Any]) -> Any:
    """x with its leaves replaced: a parameter by env[name] or its value, a variable by env[variable] or itself."""
    return evaluate_all((x,), env)[0]


def evaluate_all(several: Sequence[Any], env: Mapping[Any, Any]) -> tuple[Any, ...]:
    """`evaluate` for several quantities; what they share is done once."""
    known: dict[int, Any] = {}
    for node in _inner_first(several):
        if isinstance(node, Operation):
            arguments = [known[id(a)] if isinstance(a, Quantity) else a for a in node.arguments]
            known[id(node)] = apply(node.name, *arguments)
        elif isinstance(node, Parameter):
            known[id(node)] = env.get(node.name, node.value)
        else:
            known[id(node)] = env.get(node, node)
    return tuple(known[id(x)] if isinstance(x, Quantity) else x for x in several)


def default(x: Any) -> float:
    """x as a number, each parameter at its own value."""
    return float(evaluate(x, {}))


def apply(name: str, *arguments: Any) -> Any:
    """The operation done on scalars of any kind; it stays open while one of them is open."""
    if any(isinstance(a, Quantity) for a in arguments):
        return _operation(name, *arguments)
    return APPLY[name](*arguments)


def leaves(x: Any) -> Iterator[Parameter | Variable]:
    """Each parameter and variable that a quantity depends on, once."""
    seen: set[Any] = set()
    for node in _inner_first((x,)):
        if not isinstance(node, Operation) and node not in seen:
            seen.add(node)
            yield node


def parameters(record: Any) -> dict[str, Parameter]:
    """The parameters inside a record (dataclasses, tuples, lists, mappings), by name, in order of appearance."""
    found: dict[str, Parameter] = {}
    for item in _quantities(record):
        for leaf in leaves(item):
            if isinstance(leaf, Parameter):
                found.setdefault(leaf.name, leaf)
    return found


def clashes(record: Any) -> dict[str, set[float]]:
    """Names of parameters that stand for more than one value."""
    values: dict[str, set[float]] = {}
    for item in _quantities(record):
        for leaf in leaves(item):
            if isinstance(leaf, Parameter):
                values.setdefault(leaf.name, set()).add(leaf.value)
    return {name: several for name, several in values.items() if len(several) > 1}


def bind(record: Any, env: Mapping[str, Any]) -> Any:
    """The same record with every open quantity evaluated (see `evaluate`)."""
    if isinstance(record, Quantity):
        return evaluate(record, env)
    if _is_tuple(record):
        new = tuple(bind(item, env) for item in record)
        return record if all(a is b for a, b in zip(record, new, strict=True)) else new
    if is_dataclass(record) and not isinstance(record, type):
        changed: dict[str, Any] = {}
        for field in fields(record):
            old = getattr(record, field.name)
            new = bind(old, env)
            if new is not old:
                changed[field.name] = new
        return replace(record, **changed) if changed else record
    return record


def _operation(name: str, *arguments: Any) -> Any:
    """An operation, where 0 and 1 vanish: x + 0, x · 1, x − 0, x / 1, x · 0."""
    if any(isinstance(a, np.ndarray) and a.ndim for a in arguments):
        return np.frompyfunc(lambda *items: _operation(name, *items), len(arguments), 1)(*arguments)
    arguments = tuple(map(_plain, arguments))
    if any(a is None for a in arguments):
        return NotImplemented
    if len(arguments) == 2:
        a, b = arguments
        if (
            (name in ("add", "sub") and _is(b, 0))
            or (name in ("mul", "div") and _is(b, 1))
            or (name == "pow" and b == 1)
        ):
            return a
        if (name == "add" and _is(a, 0)) or (name == "mul" and _is(a, 1)):
            return b
        if name == "mul" and (_is(a, 0) or _is(b, 0)):
            return 0.0
        if name == "div" and _is(a, 0):
            return 0.0
    if name == "neg" and isinstance(arguments[0], Operation) and arguments[0].name == "neg":
        return arguments[0].arguments[0]
    return Operation(name, *arguments)


def _plain(x: Any) -> Any:
    """x if it is open, else Python's own number or None."""
    return x if hasattr(x, "_constant") else scalars.plain(x)


def _is(x: Any, number: float) -> bool:
    return not hasattr(x, "_constant") and x == number


def _is_finite(x: float) -> bool:
    try:
        return math.isfinite(x)
    except OverflowError:  # a whole number that no double holds
        return False


def _inner_first(several: Sequence[Any]) -> Iterator[Any]:
    """The nodes of expressions, arguments before the operations on them, each object once."""
    done: set[int] = set()
    stack: list[tuple[Any, bool]] = [(x, False) for x in reversed(several) if isinstance(x, Quantity)]
    while stack:
        node, ready = stack.pop()
        if id(node) in done:
            continue
        if ready or not isinstance(node, Operation):
            done.add(id(node))
            yield node
            continue
        stack.append((node, True))
        stack.extend((a, False) for a in reversed(node.arguments) if isinstance(a, Quantity))


def _is_tuple(record: Any) -> TypeGuard[tuple[Any, ...]]:
    return type(record) is tuple


def _is_mapping(record: Any) -> TypeGuard[Mapping[Any, Any]]:
    return isinstance(record, Mapping)


def _is_row(record: Any) -> TypeGuard[Sequence[Any]]:
    return isinstance(record, (tuple, list))


def _quantities(record: Any) -> Iterator[Quantity]:
    if isinstance(record, Quantity):
        yield record
    elif _is_mapping(record):
        for item in record.values():
            yield from _quantities(item)
    elif _is_row(record):
        for item in record:
            yield from _quantities(item)
    elif is_dataclass(record) and not isinstance(record, type):
        for field in fields(record):
            yield from _quantities(getattr(record, field.name))


def _equal(a: Operation, b: Operation) -> bool:
    """Structural equality; a pair that was compared is not compared again, so that shared terms cost once."""
    known: set[tuple[int, int]] = set()
    stack: list[tuple[Any, Any]] = [(a, b)]
    while stack:
        x, y = stack.pop()
        if x is y or (id(x), id(y)) in known:
            continue
        if not (isinstance(x, Operation) and isinstance(y, Operation)):
            if isinstance(x, Quantity) != isinstance(y, Quantity) or x != y:
                return False
            continue
        if x.name != y.name or hash(x) != hash(y) or len(x.arguments) != len(y.arguments):
            return False
        known.add((id(x), id(y)))
        stack.extend(zip(x.arguments, y.arguments))
    return True
