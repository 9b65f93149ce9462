"""Symbol: a scalar that writes down what is done to it. A law that is run on symbols leaves its equations in a Graph.

Operators take symbols of the same graph, Python and NumPy numbers, and NumPy arrays (element by element). A result that
turns out to be constant comes back as a float, so that zeros and ones of a law fold at the speed of floats.
"""

# pyright: reportPrivateUsage=false
# what a symbol means to NumPy's functions is a table of its methods
from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from linkwork.algebra import scalars
from linkwork.algebra.jets import Jet
from linkwork.errors import ParameterError, ShapeError, TraceError
from linkwork.expression.graph import Graph

Scalar = Any  # a Symbol or a number


class Symbol:
    """One value of a graph, named by its reference; symbols with the same reference are the same object."""

    __slots__ = ("graph", "ref")

    graph: Graph
    ref: int

    def __init__(self, graph: Graph, ref: int) -> None:
        self.graph = graph
        self.ref = ref

    # -- operators: the branch for two symbols first, it is what a law does most -------------------------------------

    def __add__(self, other: Scalar) -> Scalar:
        graph = self.graph
        if other.__class__ is Symbol and other.graph is graph:
            ref = graph.add(self.ref, other.ref)
        elif other.__class__ is float and other == 0.0:
            return self
        else:
            ref = _reference(graph, other)
            if ref is None:
                return _elementwise(np.add, self, other)
            ref = graph.add(self.ref, ref)
        known = graph.symbols.get(ref)
        return scalar(graph, ref) if known is None else known

    def __radd__(self, other: Scalar) -> Scalar:
        if other.__class__ is float and other == 0.0:
            return self
        graph = self.graph
        ref = _reference(graph, other)
        if ref is None:
            return _elementwise(np.add, other, self)
        ref = graph.add(ref, self.ref)
        known = graph.symbols.get(ref)
        return scalar(graph, ref) if known is None else known

    def __sub__(self, other: Scalar) -> Scalar:
        graph = self.graph
        if other.__class__ is Symbol and other.graph is graph:
            ref = graph.add(self.ref, other.ref ^ 1)
        else:
            ref = _reference(graph, other)
            if ref is None:
                return _elementwise(np.subtract, self, other)
            ref = graph.sub(self.ref, ref)
        known = graph.symbols.get(ref)
        return scalar(graph, ref) if known is None else known

    def __rsub__(self, other: Scalar) -> Scalar:
        graph = self.graph
        ref = _reference(graph, other)
        if ref is None:
            return _elementwise(np.subtract, other, self)
        ref = graph.add(ref, self.ref ^ 1)
        known = graph.symbols.get(ref)
        return scalar(graph, ref) if known is None else known

    def __mul__(self, other: Scalar) -> Scalar:
        graph = self.graph
        if other.__class__ is Symbol and other.graph is graph:
            ref = graph.mul(self.ref, other.ref)
        elif other.__class__ is float and other == 0.0:
            return 0.0
        else:
            ref = _reference(graph, other)
            if ref is None:
                return _elementwise(np.multiply, self, other)
            ref = graph.mul(self.ref, ref)
        known = graph.symbols.get(ref)
        return scalar(graph, ref) if known is None else known

    def __rmul__(self, other: Scalar) -> Scalar:
        if other.__class__ is float and other == 0.0:
            return 0.0
        graph = self.graph
        ref = _reference(graph, other)
        if ref is None:
            return _elementwise(np.multiply, other, self)
        ref = graph.mul(ref, self.ref)
        known = graph.symbols.get(ref)
        return scalar(graph, ref) if known is None else known

    def __truediv__(self, other: Scalar) -> Scalar:
        graph = self.graph
        ref = _reference(graph, other)
        if ref is None:
            return _elementwise(np.true_divide, self, other)
        return scalar(graph, graph.div(self.ref, ref))

    def __rtruediv__(self, other: Scalar) -> Scalar:
        graph = self.graph
        ref = _reference(graph, other)
        if ref is None:
            return _elementwise(np.true_divide, other, self)
        return scalar(graph, graph.div(ref, self.ref))

    def __neg__(self) -> Scalar:
        graph = self.graph
        ref = graph.negate(self.ref)
        known = graph.symbols.get(ref)
        return scalar(graph, ref) if known is None else known

    def __pos__(self) -> Symbol:
        return self

    def __abs__(self) -> Scalar:
        return self._absolute()

    def __pow__(self, exponent: Scalar) -> Scalar:
        graph = self.graph
        if isinstance(exponent, Symbol):
            return (self._log() * exponent)._exp()
        twice = 2.0 * float(exponent)
        if not twice.is_integer():
            raise TraceError(
                f"power {exponent!r} of {self!r}",
                "is neither a whole nor a half number",
                "Write exp(power * log(x)) for a positive x",
            )
        if twice % 2.0 == 0.0:
            return scalar(graph, graph.power(self.ref, int(exponent)))
        return scalar(graph, graph.power(graph.sqrt(self.ref), int(twice)))

    def __rpow__(self, base: Scalar) -> Scalar:
        return (self * math.log(base))._exp()

    # -- functions: the protocol of algebra/scalars.py ---------------------------------------------------------------

    def _sin(self) -> Scalar:
        return scalar(self.graph, self.graph.sin(self.ref))

    def _cos(self) -> Scalar:
        return scalar(self.graph, self.graph.cos(self.ref))

    def _sqrt(self) -> Scalar:
        return scalar(self.graph, self.graph.sqrt(self.ref))

    def _exp(self) -> Scalar:
        return scalar(self.graph, self.graph.exp(self.ref))

    def _log(self) -> Scalar:
        return scalar(self.graph, self.graph.log(self.ref))

    def _tanh(self) -> Scalar:
        return scalar(self.graph, self.graph.tanh(self.ref))

    def _absolute(self) -> Scalar:
        return scalar(self.graph, self.graph.absolute(self.ref))

    def _atan2(self, other: Scalar) -> Scalar:
        """Angle of the point (other, self)."""
        return scalar(self.graph, self.graph.atan2(self.ref, reference(self.graph, other)))

    def _ratan2(self, other: Scalar) -> Scalar:
        """Angle of the point (self, other)."""
        return scalar(self.graph, self.graph.atan2(reference(self.graph, other), self.ref))

    def _minimum(self, other: Scalar) -> Scalar:
        return scalar(self.graph, self.graph.minimum(self.ref, reference(self.graph, other)))

    def _maximum(self, other: Scalar) -> Scalar:
        return scalar(self.graph, self.graph.maximum(self.ref, reference(self.graph, other)))

    _rminimum, _rmaximum = _minimum, _maximum

    def _where(self, a: Scalar, b: Scalar) -> Scalar:
        """a where this symbol is positive, else b."""
        graph = self.graph
        return scalar(graph, graph.where(self.ref, reference(graph, a), reference(graph, b)))

    def _constant(self) -> float | None:
        return self.graph.constant_value(self.ref)

    def _dense_solve(self, A: Any, b: Any, symmetric: bool) -> Any:
        from linkwork.expression.procedures import solve_general, solve_symmetric  # they are written with symbols

        solver = solve_symmetric if symmetric else solve_general
        return [row[0] for row in solver(A, [[x] for x in b])]

    def _dense_solve_rows(self, A: Any, B: Any) -> Any:
        from linkwork.expression.procedures import solve_symmetric

        return solve_symmetric(A, B)

    def _dense_inverse(self, A: Any) -> Any:
        from linkwork.expression.procedures import inverse_symmetric

        return inverse_symmetric(A)

    def _inertia_matrix(self, tree: Any, values: Any) -> Any:
        from linkwork.expression.branches import inertia_matrix

        return inertia_matrix(tree, values)

    def _pair_derivatives(self, tree: Any, values: Any) -> Any:
        from linkwork.expression.branches import pair_derivatives

        return pair_derivatives(tree, values)

    def _sparse_ldl(self, system: Any, values: Any) -> Any:
        from linkwork.expression.sparse import factors

        return factors(self.graph, system, values)

    def _same(self, other: Scalar) -> bool:
        return self is other or (isinstance(other, Symbol) and other.graph is self.graph and other.ref == self.ref)

    # what NumPy calls on objects
    sin, cos, sqrt, exp, log, tanh, arctan2 = _sin, _cos, _sqrt, _exp, _log, _tanh, _atan2
    tan, arcsin, arccos, arctan, hypot = scalars.tan, scalars.arcsin, scalars.arccos, scalars.arctan, scalars.hypot
    radians, degrees, deg2rad, rad2deg = scalars.radians, scalars.degrees, scalars.radians, scalars.degrees

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Any:
        if method == "__call__" and not options:
            if any(isinstance(x, np.ndarray) and x.ndim for x in inputs):
                return _elementwise(ufunc, *inputs)
            law = _UFUNCS.get(ufunc.__name__)
            if law is not None:
                return law(*(x.item() if isinstance(x, (np.ndarray, np.generic)) else x for x in inputs))
        raise TraceError(
            f"numpy.{ufunc.__name__}",
            "cannot be written down as an expression",
            f"Symbols know: {', '.join(_UFUNCS)}",
        )

    # -- what a symbol cannot do -------------------------------------------------------------------------------------

    def __bool__(self) -> bool:
        self._refuse("be tested for truth")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        self._refuse("be compared (==)")

    def __ne__(self, other: object) -> bool:
        if self is other:
            return False
        self._refuse("be compared (!=)")

    def __lt__(self, other: Scalar) -> bool:
        self._refuse("be compared (<)")

    def __le__(self, other: Scalar) -> bool:
        self._refuse("be compared (<=)")

    def __gt__(self, other: Scalar) -> bool:
        self._refuse("be compared (>)")

    def __ge__(self, other: Scalar) -> bool:
        self._refuse("be compared (>=)")

    __hash__ = object.__hash__

    def __float__(self) -> float:
        value = self._constant()
        if value is None:
            self._refuse("become a float")
        return value

    def __repr__(self) -> str:
        graph, ref = self.graph, self.ref
        value = graph.constant_value(ref)
        if value is not None:
            return repr(value)
        node, sign = ref >> 1, "-" if ref & 1 else ""
        if graph.op[node] == 1:
            return sign + graph.inputs[graph.a[node]]
        return f"{sign}<node {node}>"

    def _refuse(self, deed: str) -> NoReturn:
        raise ParameterError(
            f"symbol {self!r}",
            f"cannot {deed}, for its value is known only when the compiled function runs",
            "Use where, minimum, maximum, absolute, sin, cos, sqrt ... of linkwork, "
            "or branch on something that is known beforehand",
        )


def scalar(graph: Graph, ref: int) -> Scalar:
    """What a reference stands for: its Symbol, or a float where it is constant."""
    found = graph.symbols.get(ref)
    if found is not None:
        return found
    value = graph.constant_value(ref)
    found = Symbol(graph, ref) if value is None else value
    graph.symbols[ref] = found
    return found


def reference(graph: Graph, x: Scalar) -> int:
    """The reference of a symbol or number in this graph."""
    ref = _reference(graph, x)
    if ref is None:
        raise ShapeError("an expression", f"needs a scalar and was given an array of shape {np.shape(x)}")
    return ref


def _reference(graph: Graph, x: Scalar) -> int | None:
    """As `reference`, but None for an array and for a jet, which knows what to do with symbols."""
    if x.__class__ is Symbol:
        if x.graph is not graph:
            raise TraceError(
                f"symbol {x!r}", "belongs to another trace", "Pass its value in as an input of this function"
            )
        return x.ref
    if x.__class__ is float or x.__class__ is int:
        return graph.constant(x)
    if isinstance(x, Jet) or (isinstance(x, np.ndarray) and x.ndim):
        return None
    if isinstance(x, np.ndarray):
        return _reference(graph, x.item())
    try:
        return graph.constant(x)
    except (TypeError, ValueError):
        raise ParameterError(
            f"{x!r} of type {type(x).__name__}", "cannot stand in an expression", "Give a real number or a symbol"
        ) from None


def _elementwise(ufunc: np.ufunc, *inputs: Any) -> np.ndarray:
    """A ufunc over object arrays, with symbols as arrays without dimensions."""
    if any(isinstance(x, Jet) for x in inputs):
        return NotImplemented
    boxes = []
    for x in inputs:
        box = np.empty(np.shape(x) if isinstance(x, np.ndarray) else (), object)
        box[...] = x
        boxes.append(box)
    return ufunc(*boxes)


_UFUNCS: dict[str, Callable[..., Scalar]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "negative": operator.neg,
    "positive": operator.pos,
    "power": operator.pow,
    "float_power": operator.pow,
    "absolute": Symbol._absolute,
    "fabs": Symbol._absolute,
    "sqrt": Symbol._sqrt,
    "sin": Symbol._sin,
    "cos": Symbol._cos,
    "exp": Symbol._exp,
    "log": Symbol._log,
    "tanh": Symbol._tanh,
    "arctan2": lambda y, x: y._atan2(x) if isinstance(y, Symbol) else x._ratan2(y),
    "minimum": lambda x, y: x._minimum(y) if isinstance(x, Symbol) else y._minimum(x),
    "maximum": lambda x, y: x._maximum(y) if isinstance(x, Symbol) else y._maximum(x),
    **scalars.DERIVED,
}  # what NumPy's functions mean for a symbol
