"""Graph: every distinct value of a law once, as a node; equal terms are shared and constants folded while it grows.

A *reference* is an int, `2*node + sign`; sign 1 stands for the negated value, so that a negation costs nothing and
`a - b` and `b - a` are one node. Normal forms that every builder keeps:

    CONST            value >= 0; node 0 is 0.0 and node 1 is 1.0, so that the references 0, 2, 3 are 0, 1, -1
    ADD, SUB         both operands positive references, the smaller one first
    MUL              both positive; a constant factor first, else the smaller one first; never constant * constant
    SIN, ATAN2, TANH first operand positive (they are odd), COS and ABS too (they are even)
    WHERE            b positive or both of b, c of different sign
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from linkwork.errors import ShapeError, TraceError


class Op(IntEnum):
    """What a node computes from its operands a, b, c."""

    CONST = 0  # value
    INPUT = 1  # a: running index into graph.inputs
    ADD = 2
    SUB = 3
    MUL = 4
    DIV = 5
    SQRT = 6
    SIN = 7
    COS = 8
    ATAN2 = 9  # a: sine side, b: cosine side
    EXP = 10
    LOG = 11
    TANH = 12
    MIN = 13
    MAX = 14
    ABS = 15
    WHERE = 16  # b if a > 0 else c
    POW = 17  # b: the integer exponent itself, |b| > 64; smaller ones become products
    CALL = 18  # a: index into graph.calls
    ITEM = 19  # a: node of the CALL, b: which of its results


_CONST, _INPUT, _ADD, _SUB, _MUL, _DIV = 0, 1, 2, 3, 4, 5
_SQRT, _SIN, _COS, _ATAN2, _EXP, _LOG, _TANH = 6, 7, 8, 9, 10, 11, 12
_MIN, _MAX, _ABS, _WHERE, _POW, _CALL, _ITEM = 13, 14, 15, 16, 17, 18, 19

ZERO, ONE, MINUS_ONE = 0, 2, 3

UNARY = frozenset({Op.SQRT, Op.SIN, Op.COS, Op.EXP, Op.LOG, Op.TANH, Op.ABS})
BINARY = frozenset({Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.ATAN2, Op.MIN, Op.MAX})

_SMALL, _LARGE = 1e-290, 1e290  # constants are merged only while their product stays clear of under- and overflow


@dataclass(frozen=True)
class Procedure:
    """A piece of machine code with loops inside, such as a dense factorisation, seen by the graph as one node.

    numpy                      its meaning on floats or batches: n_in arrays in, n_out arrays out; the results of its
                               source, if it has one, stand before its own arguments
    multiplications, additions what it costs
    source                     the procedure whose results it reads as a whole where they lie: its derivatives are those
                               with respect to the arguments of `source` and to its own
    tangent, adjoint           derivatives over any scalars, see procedures.py; without them it cannot be differentiated
    """

    name: str
    n_in: int
    n_out: int
    numpy: Callable[[Sequence[Any]], Sequence[Any]] = field(compare=False, repr=False)
    multiplications: int = field(default=0, compare=False, repr=False)
    additions: int = field(default=0, compare=False, repr=False)
    source: Procedure | None = field(default=None, compare=False, repr=False)
    tangent: Callable[..., Sequence[Any]] | None = field(default=None, compare=False, repr=False)
    adjoint: Callable[..., Sequence[Any]] | None = field(default=None, compare=False, repr=False)

    @property
    def kind(self) -> str:
        """First word of the name: what machine code does it."""
        return self.name.split()[0]


@dataclass(frozen=True)
class Call:
    """One use of a procedure: the references that it is given, and the node of the CALL whose results it reads."""

    procedure: Procedure
    arguments: tuple[int, ...]
    source: int | None = None


class Graph:
    """Hash-consed nodes in parallel lists; operands always come before the node that uses them."""

    __slots__ = (
        *("op", "a", "b", "c", "value", "inputs", "calls", "symbols"),
        *("_constants", "_sums", "_products", "_rest"),  # reference by what it stands for
    )

    def __init__(self) -> None:
        self.op: list[int] = []
        self.a: list[int] = []
        self.b: list[int] = []
        self.c: list[int] = []
        self.value: list[float] = []
        self.inputs: list[str] = []
        self.calls: list[Call] = []
        self.symbols: dict[int, Any] = {}  # reference -> its Symbol, see symbol.py
        self._constants: dict[float, int] = {}
        self._sums: dict[int, int] = {}
        self._products: dict[int, int] = {}
        self._rest: dict[tuple[Any, ...], int] = {}
        self.constant(0.0)
        self.constant(1.0)

    def __len__(self) -> int:
        return len(self.op)

    def __repr__(self) -> str:
        return f"Graph({len(self.op)} nodes, {len(self.inputs)} inputs)"

    # -- leaves ---------------------------------------------------------------------------------------------------

    def constant(self, x: float) -> int:
        """Reference of the number x."""
        x = float(x)
        magnitude = abs(x)
        ref = self._constants.get(magnitude)
        if ref is None:
            if x != x:
                raise TraceError(
                    "a constant of the equations",
                    "is not a number (NaN)",
                    "Look for a division 0/0 or a difference of infinities among the numbers of the description",
                )
            ref = self._append(_CONST, 0, 0, 0, magnitude)
            self._constants[magnitude] = ref
        return ref + (x < 0.0)

    def input(self, name: str) -> int:
        """Reference of a new input; each call makes another one."""
        self.inputs.append(name)
        return self._append(_INPUT, len(self.inputs) - 1)

    def constant_value(self, ref: int) -> float | None:
        """The number behind a reference, or None if it depends on an input."""
        node = ref >> 1
        if self.op[node] != _CONST:
            return None
        return -self.value[node] if ref & 1 else self.value[node]

    # -- sums and products ----------------------------------------------------------------------------------------

    def negate(self, a: int) -> int:
        """-a, without a node."""
        return a ^ 1 if a else 0

    def add(self, a: int, b: int) -> int:
        """a + b."""
        if a > b:
            a, b = b, a
        sign = a & 1
        if sign:
            a ^= 1
            b ^= 1
        key = a << 32 | b
        ref = self._sums.get(key)
        if ref is not None:
            return ref ^ sign
        op = self.op
        if op[a >> 1] == _CONST or op[b >> 1] == _CONST or a >> 1 == b >> 1:
            ref = self._special_sum(a, b)
            if ref < 2:
                return 0
        else:
            ref = len(op) << 1
            op.append(_SUB if b & 1 else _ADD)
            self.a.append(a)
            self.b.append(b & -2)
            self.c.append(0)
            self.value.append(0.0)
        self._sums[key] = ref
        return ref ^ sign

    def sub(self, a: int, b: int) -> int:
        """a - b."""
        return self.add(a, b ^ 1) if b else a

    def mul(self, a: int, b: int) -> int:
        """a * b."""
        sign = (a ^ b) & 1
        a &= -2
        b &= -2
        key = a << 32 | b if a < b else b << 32 | a
        ref = self._products.get(key)
        if ref is not None:
            return ref ^ sign
        op = self.op
        if op[a >> 1] == _CONST:
            ref = self._scaled(b, self.value[a >> 1])
        elif op[b >> 1] == _CONST:
            ref = self._scaled(a, self.value[b >> 1])
        else:
            ref = len(op) << 1
            op.append(_MUL)
            if a < b:
                self.a.append(a)
                self.b.append(b)
            else:
                self.a.append(b)
                self.b.append(a)
            self.c.append(0)
            self.value.append(0.0)
        if ref < 2:
            return 0
        self._products[key] = ref
        return ref ^ sign

    def scale(self, a: int, factor: float) -> int:
        """factor * a for a number."""
        if factor == 1.0:
            return a
        if factor == -1.0:
            return a ^ 1 if a else 0
        return self.mul(a, self.constant(factor))

    def div(self, a: int, b: int) -> int:
        """a / b."""
        sign = (a ^ b) & 1
        a &= -2
        b &= -2
        if b == 0:
            raise TraceError(
                "the equations",
                "divide by a constant zero",
                "Look for a length, mass or inertia that is zero in the description and must not be",
            )
        if a == 0:
            return 0
        ref = self._rest.get((_DIV, a, b))
        if ref is None:
            ref = self._quotient(a, b)
            self._rest[(_DIV, a, b)] = ref
        return ref ^ sign

    def power(self, a: int, exponent: int) -> int:
        """a ** exponent for an integer exponent: repeated squaring."""
        if exponent < 0:
            return self.div(ONE, self.power(a, -exponent))
        if exponent > 64 and self.op[a >> 1] != _CONST:
            return self._unique(_POW, a & -2, exponent) ^ (a & exponent & 1)
        result = ONE
        while exponent:
            if exponent & 1:
                result = self.mul(result, a)
            exponent >>= 1
            if exponent:
                a = self.mul(a, a)
        return result

    # -- functions ------------------------------------------------------------------------------------------------

    def sqrt(self, a: int) -> int:
        """Square root."""
        return self._function(_SQRT, a, math.sqrt)

    def sin(self, a: int) -> int:
        """Sine; sin(-a) is -sin(a)."""
        ref = self._function(_SIN, a & -2, math.sin)
        return ref ^ (a & 1) if ref else 0

    def cos(self, a: int) -> int:
        """Cosine; cos(-a) is cos(a)."""
        return self._function(_COS, a & -2, math.cos)

    def tanh(self, a: int) -> int:
        """Hyperbolic tangent; odd."""
        ref = self._function(_TANH, a & -2, math.tanh)
        return ref ^ (a & 1) if ref else 0

    def exp(self, a: int) -> int:
        """Exponential function."""
        return self._function(_EXP, a, math.exp)

    def log(self, a: int) -> int:
        """Natural logarithm."""
        return self._function(_LOG, a, math.log)

    def absolute(self, a: int) -> int:
        """Absolute value; even."""
        a &= -2
        if self.op[a >> 1] in (_CONST, _ABS, _SQRT, _EXP):
            return a
        return self._unique(_ABS, a)

    def atan2(self, a: int, b: int) -> int:
        """Angle of the point (b, a); odd in a."""
        sign, a = a & 1, a & -2
        y, x = self.constant_value(a), self.constant_value(b)
        ref = self._unique(_ATAN2, a, b) if y is None or x is None else self.constant(math.atan2(y, x))
        return ref ^ sign if ref else 0

    def minimum(self, a: int, b: int) -> int:
        """The smaller of a and b."""
        return self._extreme(_MIN, a, b, math.inf)

    def maximum(self, a: int, b: int) -> int:
        """The larger of a and b."""
        return self._extreme(_MAX, a, b, -math.inf)

    def where(self, condition: int, a: int, b: int) -> int:
        """a where condition > 0, else b."""
        known = self.constant_value(condition)
        if known is not None:
            return a if known > 0.0 else b
        if a == b:
            return a
        if a & 1 and (b & 1 or b == 0):
            return self._unique(_WHERE, condition, a ^ 1, b ^ 1 if b else 0) ^ 1
        if a == 0 and b & 1:
            return self._unique(_WHERE, condition, 0, b ^ 1) ^ 1
        return self._unique(_WHERE, condition, a, b)

    def call(self, procedure: Procedure, arguments: Sequence[int], source: int | None = None) -> tuple[int, ...]:
        """References of the results of a procedure."""
        node = self.block(procedure, arguments, source)
        return tuple(self.item(node, k) for k in range(procedure.n_out))

    def item(self, node: int, k: int) -> int:
        """Reference of one result of a CALL."""
        return self._unique(_ITEM, node, k)

    def block(self, procedure: Procedure, arguments: Sequence[int], source: int | None = None) -> int:
        """The CALL of a procedure, which may be the source of other calls; the same call twice is one call."""
        arguments = tuple(arguments)
        given = None if source is None else self.calls[self.a[source]].procedure
        if given != procedure.source:
            raise ShapeError(
                f"procedure {procedure.name!r}",
                f"reads the results of {procedure.source and procedure.source.name!r}, not of {given and given.name!r}",
            )
        if len(arguments) != procedure.n_in:
            raise ShapeError(
                f"procedure {procedure.name!r}", f"takes {procedure.n_in} values and was given {len(arguments)}"
            )
        key = (_CALL, procedure, arguments, source)
        ref = self._rest.get(key)
        if ref is None:
            self.calls.append(Call(procedure, arguments, source))
            ref = self._append(_CALL, len(self.calls) - 1)
            self._rest[key] = ref
        return ref >> 1

    # -- reading --------------------------------------------------------------------------------------------------

    def operands(self, node: int) -> tuple[int, ...]:
        """References that a node reads; for an ITEM that of its CALL, for a CALL that of its source first."""
        op = self.op[node]
        if op in BINARY:
            return self.a[node], self.b[node]
        if op in UNARY or op == _POW:
            return (self.a[node],)
        if op == _WHERE:
            return self.a[node], self.b[node], self.c[node]
        if op == _ITEM:
            return (2 * self.a[node],)
        if op == _CALL:
            call = self.calls[self.a[node]]
            return call.arguments if call.source is None else (2 * call.source, *call.arguments)
        return ()

    # -- inside ---------------------------------------------------------------------------------------------------

    def _append(self, op: int, a: int = 0, b: int = 0, c: int = 0, value: float = 0.0) -> int:
        ref = len(self.op) << 1
        self.op.append(op)
        self.a.append(a)
        self.b.append(b)
        self.c.append(c)
        self.value.append(value)
        return ref

    def _unique(self, op: int, a: int, b: int = 0, c: int = 0) -> int:
        key = (op, a, b, c)
        ref = self._rest.get(key)
        if ref is None:
            ref = self._rest[key] = self._append(op, a, b, c)
        return ref

    def _special_sum(self, a: int, b: int) -> int:
        """a + b with a positive, where one is constant or both are the same node."""
        if a == b:
            return self.mul(self.constant(2.0), a)
        if a ^ 1 == b:
            return ZERO
        if a == 0:
            return b
        x, y = self.constant_value(a), self.constant_value(b)
        if x is not None and y is not None:
            return self.constant(x + y)
        number, other = (x, b) if x is not None else (y, a)
        assert number is not None
        return self._shifted(other, number)

    def _shifted(self, a: int, number: float) -> int:
        """a + number, where a is not constant: (x + c) + d is x + (c + d)."""
        if number == 0.0:
            return a
        node = a >> 1
        if self.op[node] in (_ADD, _SUB):
            p, q = self.a[node], self.b[node] ^ (self.op[node] == _SUB)
            x, y = self.constant_value(p), self.constant_value(q)
            if x is not None or y is not None:
                sign = a & 1
                inner, rest = (x, q) if x is not None else (y, p)
                assert inner is not None
                return self.add(self.constant(-inner + number if sign else inner + number), rest ^ sign)
        b = self.constant(number)
        if a > b:
            a, b = b, a
        sign = a & 1
        a ^= sign
        b ^= sign
        return self._unique(_SUB if b & 1 else _ADD, a, b & -2) ^ sign

    def _scaled(self, a: int, factor: float) -> int:
        """factor * a for a positive reference and a factor >= 0: constants merge along products."""
        if factor == 0.0 or a == 0:
            return ZERO
        if factor == 1.0:
            return a
        node = a >> 1
        op = self.op[node]
        if op == _CONST:
            return self.constant(factor * self.value[node])
        if op == _MUL:
            inner = self.constant_value(self.a[node])
            if inner is not None and _SMALL < inner * factor < _LARGE:
                if inner * factor == 1.0:
                    return self.b[node]
                return self._product(self.constant(inner * factor), self.b[node])
        return self._product(self.constant(factor), a)

    def _product(self, constant: int, a: int) -> int:
        key = constant << 32 | a if constant < a else a << 32 | constant
        ref = self._products.get(key)
        if ref is None:
            ref = self._products[key] = self._append(_MUL, constant, a)
        return ref

    def _quotient(self, a: int, b: int) -> int:
        """a / b for positive references, neither of them zero."""
        if b == ONE:
            return a
        if a == b:
            return ONE
        x, y = self.constant_value(a), self.constant_value(b)
        if y is not None:
            if x is not None:
                return self.constant(x / y)
            if math.frexp(y)[0] == 0.5 and _SMALL < y < _LARGE:
                return self.scale(a, 1.0 / y)
            node = a >> 1
            if self.op[node] == _MUL:
                inner = self.constant_value(self.a[node])
                if inner is not None and _SMALL < inner / y < _LARGE:
                    return self.scale(self.b[node], inner / y)
        node = b >> 1
        if self.op[node] == _DIV and self.a[node] == ONE:
            return self.mul(a, self.b[node])
        if self.op[node] == _MUL and x is not None:
            inner = self.constant_value(self.a[node])
            if inner is not None and _SMALL < x / inner < _LARGE:
                return self.div(self.constant(x / inner), self.b[node])
        return self._append(_DIV, a, b)

    def _function(self, op: int, a: int, law: Callable[[float], float]) -> int:
        x = self.constant_value(a)
        if x is None:
            return self._unique(op, a)
        try:
            return self.constant(law(x))
        except (ValueError, OverflowError) as fault:
            raise TraceError(
                f"{Op(op).name.lower()} of the constant {x!r}",
                f"has no value ({fault})",
                "Look at the numbers of the description",
            ) from None

    def _extreme(self, op: int, a: int, b: int, neutral: float) -> int:
        """Minimum or maximum; `neutral` is the number that never wins."""
        x, y = self.constant_value(a), self.constant_value(b)
        if x is not None and y is not None:
            return self.constant(min(x, y) if op == _MIN else max(x, y))
        if a == b or y == neutral:
            return a
        if x == neutral:
            return b
        if a & 1 and b & 1:
            op, a, b = (_MAX if op == _MIN else _MIN), a ^ 1, b ^ 1
            return self._unique(op, min(a, b), max(a, b)) ^ 1
        return self._unique(op, min(a, b), max(a, b))
