"""Program: the machine code of a kind of run, and the memory that one run of it works on."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.expression.trace import Function
from linkwork.kernel.host import host
from linkwork.kernel.modules import Module

from ..control.table import Table
from ..methods import SemiImplicit, Tableau, Variational
from .adaptive import adaptive_ir, error_ir
from .fixed import advance_ir, apart_ir, fixed_ir
from .layout import Layout
from .rates import LOOK_UP, closing_ir, events_ir, pointers, rates_ir, row_ir, signals_ir
from .space import Memory, Space
from .steps import begin_ir, between_ir, dense_ir, step_ir
from .text import Text
from .variational import variational_ir

Method = Tableau | SemiImplicit | Variational

ROUNDS = 8  # Newton steps of a projection before the loops count as open

Run = Callable[[int], int]
At = Callable[[int, int, int], int]
_POINTER, _CODE = ctypes.c_void_p, ctypes.c_int64


@dataclass(frozen=True)
class Laws:
    """The traced laws of a run.

    motion       rates of the state
    coordinates  q̇ alone, for methods that update positions with new velocities
    closing      projection, or None
    events       watched expressions, or None
    directions   of each: 1 rising, −1 falling, 0 both
    tables       sizes of the tables
    iterate, finish, conditions  of a structure-preserving method
    """

    motion: Function
    coordinates: Function
    closing: Function | None = None
    events: Function | None = None
    directions: tuple[int, ...] = ()
    tables: tuple[int, ...] = ()
    iterate: Function | None = None
    finish: Function | None = None
    conditions: int = 0


class Program:
    """Machine code for one machine, control law and method."""

    def __init__(self, laws: Laws, method: Method, n_u: int, n_p: int) -> None:
        self.laws, self.method = laws, method
        events = len(laws.directions)
        stages, degree = (
            _rows_of_rates(method),
            len(method.dense[0]) if isinstance(method, Tableau) and method.dense else 0,
        )
        self.layout = Layout.of(laws.motion, stages, degree, events, n_u, n_p, laws.conditions)
        self.space: Space = self.layout.space()
        names = ["run", "advance", "begin_at", "close_at", *(["cross_at"] if events else [])]
        code = self._module().link(*names)
        self.run: Run = code.function("run", _POINTER, result=_CODE)
        self.advance: Run = code.function("advance", _POINTER, result=_CODE)
        doors = {name: code.function(name, *[_POINTER] * 3, result=_CODE) for name in names[2:]}
        self.begin_at: At = doors["begin_at"]
        self.close_at: At = doors["close_at"]
        self.cross_at: At | None = doors.get("cross_at")

    def memory(self) -> Memory:
        """A block for one run."""
        return Memory(self.space)

    def _module(self) -> Module:
        laws, method, layout = self.laws, self.method, self.layout
        width = host().width
        module = Module("run")

        def new() -> Text:
            return Text(self.space, width, layout.size)

        motion = module.add(laws.motion, "motion_body")
        varies = isinstance(method, Variational)
        closes = laws.closing is not None and not varies
        pivots = any(port.name == "pivot" for port in laws.motion.outputs)
        has_events = laws.events is not None
        parts = [_declarations(width), rates_ir(new, layout, motion, bool(laws.tables))]
        if laws.tables:
            parts += [LOOK_UP, signals_ir(new, layout, list(laws.tables))]
        parts += [row_ir(new, layout, bool(laws.tables)), begin_ir(new, layout)]
        if isinstance(method, Variational):
            assert laws.iterate is not None and laws.finish is not None
            iterate, finish = module.add(laws.iterate, "iterate_body"), module.add(laws.finish, "finish_body")
            parts.append(variational_ir(new, layout, method, iterate, finish))
        else:
            parts.append(step_ir(new, layout, method))
        if laws.closing is not None:
            parts.append(closing_ir(new, layout, module.add(laws.closing, "closing_body"), ROUNDS))
        if laws.events is not None:
            parts.append(events_ir(new, layout, module.add(laws.events, "events_body"), laws.directions))
        if isinstance(method, (SemiImplicit, Variational)):
            coordinates = module.add(laws.coordinates, "coordinates_body")
            parts.append(_coordinates_ir(new, layout, coordinates))
        if closes:
            parts.append(apart_ir(new, layout.n_q))
        parts.append(advance_ir(new, begins=not varies, events=has_events, closes=closes, pivots=pivots and not varies))
        if isinstance(method, Tableau) and method.adaptive:
            parts += [error_ir(new, layout, method), dense_ir(new, layout, method), between_ir(new, layout)]
            parts.append(
                adaptive_ir(
                    new, layout, method, events=has_events, closes=closes, pivots=pivots, tables=bool(laws.tables)
                )
            )
        else:
            parts.append(fixed_ir(new, events=has_events))
        parts.append(_doors(new, laws.closing is not None, has_events))
        module.write("\n".join(parts))
        return module


def _rows_of_rates(method: Method) -> int:
    if not isinstance(method, Tableau):
        return 2
    return max(method.stages + 1 + len(method.a_dense), len(method.dense))


def _coordinates_ir(new: Callable[[], Text], layout: Layout, entry: Any) -> str:
    text = new()
    text.do(entry.call(*pointers(text, layout, entry.function, text.at("t"), "%y"), "%k"), "ret void")
    return text.define("coordinates", "void", "ptr %y, ptr %k")


def _doors(new: Callable[[], Text], closes: bool, events: bool) -> str:
    """`i64 f(m, t, y)`: rates into k0, projection, events, for Python."""
    begin = new()
    begin.do(f"call void @rates(ptr %m, ptr %t, ptr %y, ptr {begin.at('k0')})", "ret i64 0")
    close = new()
    close.do("%code = call i64 @closing(ptr %m, ptr %t, ptr %y)" if closes else "%code = add i64 0, 0", "ret i64 %code")
    parts = [
        begin.define("begin_at", "i64", "ptr %t, ptr %y", internal=False),
        close.define("close_at", "i64", "ptr %t, ptr %y", internal=False),
    ]
    if events:
        cross = new()
        cross.do(
            "%crossed = call i1 @crossed(ptr %m, ptr %t, ptr %y)", "%code = zext i1 %crossed to i64", "ret i64 %code"
        )
        parts.append(cross.define("cross_at", "i64", "ptr %t, ptr %y", internal=False))
    return "\n".join(parts)


def _declarations(width: int) -> str:
    vector = f"<{width} x double>"
    lines = [
        *(f"declare double @llvm.{name}.f64(double)" for name in ("sqrt", "fabs")),
        *(f"declare double @llvm.{name}.f64(double, double)" for name in ("minnum", "maxnum")),
        f"declare {vector} @llvm.fabs.v{width}f64({vector})",
        f"declare {vector} @llvm.maxnum.v{width}f64({vector}, {vector})",
        f"declare double @llvm.vector.reduce.fadd.v{width}f64(double, {vector})",
        "declare double @pow(double, double)",
    ]
    return "\n".join(lines)


def tables_in_memory(tables: tuple[Table, ...]) -> np.ndarray:
    """What `look_up` reads: of each table the number of pieces, a hint, the times, the coefficients."""
    parts: list[np.ndarray] = []
    for table in tables:
        head = np.array([len(table.t) - 1, 0], dtype=np.int64).view(np.float64)
        parts += [head, table.t, table.coefficients.ravel()]
    return np.concatenate(parts) if parts else np.zeros(1)
