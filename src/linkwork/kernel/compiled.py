"""compile_function: a Function → a Kernel that runs as machine code."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.errors import OptionError
from linkwork.expression.trace import Function
from linkwork.kernel.batch import BatchFunction, batch_function, batch_ir, call_ir, loop_ir, run
from linkwork.kernel.host import cores, host
from linkwork.kernel.kernel import Arrays, Kernel
from linkwork.kernel.machine import Code
from linkwork.kernel.modules import Module
from linkwork.kernel.trampoline import Shortcut, shortcut

SECONDS_PER_BYTE = 2e-12  # measured: what a state costs in a batch, for each byte of machine code
WORTH = 1e-4  # seconds of work that are worth a thread
ALONE = 5e-5  # seconds for which a call may keep the interpreter's lock


class Machine:
    """A function in machine code: scalar at once, for a batch when the first batch comes."""

    def __init__(self, function: Function, level: int):
        self.function, self.level = function, level
        module = Module(function.name)
        entry = module.add(function, "body")
        module.write(call_ir(entry, "call"))
        module.write(loop_ir(entry, "loop"))
        self.scalar: Code = module.link("call", "loop", level=level)
        self.address: int = self.scalar["call"]
        self.call: Any = self.scalar.function("call", ctypes.c_void_p, ctypes.c_void_p)
        self.loop = batch_function(self.scalar, "loop")
        self.lanes: BatchFunction | None = None
        self.short: Shortcut | None = None
        self.lock = threading.Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        return Machine, (self.function, self.level)

    def quick(self, general: Callable[..., Any]) -> Callable[..., Any] | None:
        """The call without a Python frame."""
        self.short = shortcut(
            {port.name: port.shape for port in self.function.inputs},
            [port.shape for port in self.function.outputs],
            kernel=self.address,
            loop=self.scalar["loop"],
            width=host().width,
            general=general,
            owner=self,
        )
        return self.short and self.short.call

    def one(self, inputs: Arrays, outputs: Arrays) -> None:
        """One state."""
        tables = np.array([x.ctypes.data for x in (*inputs, *outputs)] or [0], dtype=np.int64)
        place = tables.ctypes.data
        self.call(place, place + 8 * len(inputs))

    def many(self, inputs: Arrays, outputs: Arrays, count: int, threads: int | None) -> None:
        """A batch: in lanes when it fills them once, and on threads where the work is worth it."""
        width = host().width
        small = count < width
        function = self.loop if small else self.batch()
        if threads is None:
            size = self.scalar.size * (width if small else 1)
            threads = max(1, min(cores(), int(count * size * SECONDS_PER_BYTE / WORTH)))
        run(function, inputs, outputs, count, threads=threads, step=width)

    def batch(self) -> BatchFunction:
        """The batch loop in lanes, compiled or loaded when first asked for."""
        with self.lock:
            if self.lanes is None:
                module = Module(self.function.name)
                entry = module.add(self.function, "body", host().width)
                text, pieces = batch_ir(entry, "batch")
                module.write(text, pieces)
                code = module.link("batch", level=self.level)
                self.lanes = batch_function(code, "batch")
                if self.short is not None:
                    self.short.lanes(code["batch"], int(ALONE / (self.scalar.size * SECONDS_PER_BYTE)))
            return self.lanes


def compile_function(function: Function, *, level: int = 2) -> Kernel:
    """Machine code of a function for this processor, from the cache on disk if it is there.

    `level` is LLVM's optimisation level: 0 compiles several times faster and runs about 1.5 times slower.
    """
    if level not in (0, 1, 2, 3):
        raise OptionError(f"function {function.name!r}", f"cannot be compiled at level {level!r}", "Give 0, 1, 2 or 3")
    return Kernel(function, Machine(function, level))
