"""interpret_function: a Function → a Kernel that is interpreted node by node; the referee of the machine code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import Function
from linkwork.kernel.kernel import Arrays, Kernel


class Interpreter:
    """A function by interpretation of its graph."""

    address = 0

    def __init__(self, function: Function):
        self.function = function

    def quick(self, general: Callable[..., Any]) -> None:
        """There is no faster call."""

    def one(self, inputs: Arrays, outputs: Arrays) -> None:
        """One state."""
        named = {port.name: array for port, array in zip(self.function.inputs, inputs, strict=True)}
        results = evaluate(self.function, **named)
        for port, array in zip(self.function.outputs, outputs, strict=True):
            array[...] = results[port.name]

    def many(self, inputs: Arrays, outputs: Arrays, count: int, threads: int | None) -> None:
        """A batch, vectorised by NumPy; `threads` changes nothing."""
        ports = zip(self.function.inputs, inputs, strict=True)
        results = evaluate(self.function, **{port.name: array.reshape(-1, *port.shape) for port, array in ports})
        for port, array in zip(self.function.outputs, outputs, strict=True):
            array.reshape(count, *port.shape)[...] = results[port.name]


def interpret_function(function: Function) -> Kernel:
    """A kernel without machine code: slow, and as simple as it can be."""
    return Kernel(function, Interpreter(function))
