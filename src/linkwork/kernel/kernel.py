"""Kernel: a function that is called with arrays, whatever computes it.

    kernel(q, v, tau)                       one state: arrays of the ports' shapes
    kernel(q, v, tau=tau)                   by name
    kernel(Q, V, tau)                       a batch: leading dimensions, broadcast among the inputs
    kernel(Q, V, tau, out=qdd, threads=4)   into an array; a batch on so many cores (default: all, where it pays)

One output comes back as an array, several as a tuple in order. C-contiguous arrays of doubles are read where they lie.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from linkwork.algebra.scalars import plain
from linkwork.errors import OptionError, ShapeError, UnknownName
from linkwork.expression.trace import Function, Port
from linkwork.kernel.trampoline import shortcut

Arrays = list[np.ndarray]


class Runner(Protocol):
    """What computes a kernel; inputs and outputs are one array for each port."""

    @property
    def address(self) -> int:
        """`void (const double *const *in, double *const *out)` in machine code, or 0."""
        ...

    def quick(self, general: Callable[..., Any]) -> Callable[..., Any] | None:
        """A faster call that hands over to the general one whatever it does not take; None if there is none."""
        ...

    def one(self, inputs: Arrays, outputs: Arrays) -> None:
        """One state; packed arrays of the ports' shapes."""
        ...

    def many(self, inputs: Arrays, outputs: Arrays, count: int, threads: int | None) -> None:
        """`count` states; inputs (count or 1, size) with packed rows, outputs (count, size) packed."""
        ...


class Kernel:
    """A function of arrays. `call` is the same as the kernel itself, as a built-in function where that is possible."""

    __slots__ = ("__call__", "__weakref__", "call", "function", "runner")

    call: Callable[..., Any]
    function: Function
    runner: Runner

    if TYPE_CHECKING:  # at run time the slot above: the built-in is called without a Python frame between

        def __call__(self, *values: Any, out: Any = None, threads: int | None = None, **named: Any) -> Any: ...

    def __init__(self, function: Function, runner: Runner):
        for port in function.inputs:
            if port.name in ("out", "threads"):
                raise OptionError(
                    f"input {port.name!r} of function {function.name!r}",
                    "has the name of an option of the call",
                    "Give it another name.",
                )
        self.function, self.runner = function, runner
        general = _general_call(function, runner)
        self.call = runner.quick(general) or general
        object.__setattr__(self, "__call__", self.call)

    @property
    def name(self) -> str:
        """Name of the function."""
        return self.function.name

    @property
    def inputs(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the inputs by name."""
        return {port.name: port.shape for port in self.function.inputs}

    @property
    def outputs(self) -> dict[str, tuple[int, ...]]:
        """Shapes of the outputs by name."""
        return {port.name: port.shape for port in self.function.outputs}

    @property
    def address(self) -> int:
        """Machine code `void (const double *const *in, double *const *out)`, valid while the kernel lives; else 0."""
        return self.runner.address

    @property
    def __signature__(self) -> inspect.Signature:
        """What `help` and editors show."""
        either, only = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
        words = [inspect.Parameter(name, either) for name in self.inputs if name.isidentifier()]
        return inspect.Signature(
            [*words, *(inspect.Parameter(name, only, default=None) for name in ("out", "threads"))]
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: the graph goes there, machine code is made or loaded there."""
        return Kernel, (self.function, self.runner)

    def __repr__(self) -> str:
        left, right = (
            ", ".join(name + (str(list(shape)) if shape else "") for name, shape in side.items())
            for side in (self.inputs, self.outputs)
        )
        return f"Kernel {self.name}({left}) -> {right}"


def guarded_call(kernel: Kernel, least: float, otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """The kernel's call without its last output, a number, as long as that is greater than `least`.

    Every other call goes to `otherwise` with the arguments as they came: numbers that are too small, and batches.
    """
    *ports, guard = kernel.function.outputs
    if guard.shape:
        raise OptionError(
            f"output {guard.name!r} of kernel {kernel.name!r}", "is no number", "Guard with a scalar output"
        )
    if not kernel.address:
        return otherwise
    short = shortcut(
        kernel.inputs,
        [port.shape for port in ports],
        kernel=kernel.address,
        general=otherwise,
        owner=kernel.runner,
        least=least,
    )
    return otherwise if short is None else short.call


def _general_call(function: Function, runner: Runner) -> Callable[..., Any]:
    """The call that takes everything; a plain function, so that the short way can hand over to it."""

    def kernel(*values: Any, out: Any = None, threads: int | None = None, **named: Any) -> Any:
        if threads is not None:
            threads = _threads(function, threads)
        ports = function.inputs
        inputs = [
            _array(function, port, value) for port, value in zip(ports, _bound(function, values, named), strict=True)
        ]
        leads = [array.shape[: array.ndim - len(port.shape)] for port, array in zip(ports, inputs, strict=True)]
        batch = _batch(function, leads)
        results, given = _results(function, batch, out), out is not None
        if given:
            inputs = [x.copy() if any(np.may_share_memory(x, y) for y in results) else x for x in inputs]
        if not batch:
            runner.one([np.ascontiguousarray(x) for x in inputs], results)
        elif all(batch):
            count = math.prod(batch)
            rows = [_rows(x, lead, batch, port) for x, lead, port in zip(inputs, leads, ports, strict=True)]
            flat = [y.reshape(count, -1 if y.size else 0) for y in results]
            runner.many(rows, flat, count, threads)
        if given:
            return out
        if not batch:
            results = [y if y.ndim else y[()] for y in results]
        return results[0] if len(results) == 1 else tuple(results)

    kernel.__name__ = kernel.__qualname__ = function.name or "kernel"
    return kernel


def _threads(function: Function, given: Any) -> int:
    count = plain(given)
    if not isinstance(count, int) or count < 1:
        raise OptionError(
            f"kernel {function.name!r}", f"was given threads={given!r}", "Give a whole number of at least 1."
        )
    return count


def _subject(function: Function, port: Port, side: str = "input") -> str:
    return f"{side} {port.name!r} of kernel {function.name!r}"


def _usage(function: Function) -> str:
    return f"Call {function.name or 'kernel'}({', '.join(port.name for port in function.inputs)})"


def _bound(function: Function, values: Sequence[Any], named: Mapping[str, Any]) -> list[Any]:
    """One value for each input port, from positions and names."""
    ports = function.inputs
    if len(values) > len(ports):
        problem = f"takes {len(ports)} input{'s' if len(ports) != 1 else ''} and was given {len(values)}"
        raise ShapeError(f"kernel {function.name!r}", problem, _usage(function))
    bound = dict(zip((port.name for port in ports), values, strict=False))
    for name, value in named.items():
        if name in bound:
            raise ShapeError(f"input {name!r} of kernel {function.name!r}", "is given twice", _usage(function))
        if not any(port.name == name for port in ports):
            known = [port.name for port in ports]
            raise UnknownName("input", name, known, f"kernel {function.name!r}")
        bound[name] = value
    for port in ports:
        if port.name not in bound:
            raise ShapeError(_subject(function, port), "is missing", _usage(function))
    return [bound[port.name] for port in ports]


def _wanted(shape: tuple[int, ...]) -> str:
    """A shape with leading batch dimensions, as NumPy writes it."""
    return f"({', '.join(['...', *map(str, shape)])})"


def _array(function: Function, port: Port, value: Any) -> np.ndarray:
    """An input as an aligned array of doubles of the right trailing shape."""
    remedy = f"Give an array of real numbers of shape {_wanted(port.shape)}"
    try:
        array = np.asarray(value)
    except ValueError as fault:
        raise ShapeError(_subject(function, port), f"is not a rectangular array ({fault})", remedy) from None
    if np.ma.is_masked(value):
        raise ShapeError(_subject(function, port), "has masked entries", "Give numbers for them: x.filled(...)")
    if array.dtype.kind not in "fiub":
        raise ShapeError(_subject(function, port), f"holds {_kind(array, value)}", remedy)
    if array.dtype != np.float64 or not array.flags.aligned or not array.dtype.isnative:
        array = array.astype(np.float64)
    start = array.ndim - len(port.shape)
    if start < 0 or array.shape[start:] != port.shape:
        one = f"{port.shape}, or {_wanted(port.shape)} for a batch"
        raise ShapeError(_subject(function, port), f"has shape {array.shape}", f"Give {one}")
    return array


def _kind(array: np.ndarray, value: Any) -> str:
    if value is None:
        return "None"
    return {"c": "complex numbers", "O": "Python objects", "U": "text", "S": "bytes"}.get(
        array.dtype.kind, f"values of type {array.dtype}"
    )


def _batch(function: Function, leads: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The common batch shape of the inputs."""
    try:
        return np.broadcast_shapes(*leads)
    except ValueError:
        shapes = ", ".join(f"{port.name} {lead}" for port, lead in zip(function.inputs, leads, strict=True))
        raise ShapeError(
            f"kernel {function.name!r}",
            f"was given batches that do not fit each other: {shapes}",
            "Give all inputs the same leading dimensions, or 1 or none",
        ) from None


def _results(function: Function, batch: tuple[int, ...], out: Any) -> Arrays:
    """The arrays that the outputs go to."""
    ports = function.outputs
    if out is None:
        return [np.empty(batch + port.shape) for port in ports]
    if len(ports) == 1 and isinstance(out, np.ndarray):
        out = (out,)
    if isinstance(out, Mapping):
        out = tuple(out.get(port.name) for port in ports)
    if not isinstance(out, (tuple, list)) or len(out) != len(ports):
        names = ", ".join(port.name for port in ports)
        raise ShapeError(f"out= of kernel {function.name!r}", "does not fit", f"Give one array for each of: {names}")
    for port, array in zip(ports, out, strict=True):
        _check_result(function, port, array, batch + port.shape)
    for k, array in enumerate(out):
        if any(np.may_share_memory(array, other) for other in out[:k]):
            raise ShapeError(f"out= of kernel {function.name!r}", "has arrays that overlap", "Give separate arrays")
    return list(out)


def _check_result(function: Function, port: Port, array: Any, shape: tuple[int, ...]) -> None:
    subject = f"out= for output {port.name!r} of kernel {function.name!r}"
    remedy = f"Give a C-contiguous, writable array of float64 of shape {shape}"
    if not isinstance(array, np.ndarray):
        raise ShapeError(subject, f"is a {type(array).__name__}", remedy)
    if array.dtype != np.float64 or not array.dtype.isnative:
        raise ShapeError(subject, f"holds {array.dtype}", remedy)
    if array.shape != shape:
        raise ShapeError(subject, f"has shape {array.shape}", remedy)
    if not (array.flags.c_contiguous and array.flags.writeable and array.flags.aligned):
        raise ShapeError(subject, "is not contiguous, aligned and writable", remedy)


def _rows(array: np.ndarray, lead: tuple[int, ...], batch: tuple[int, ...], port: Port) -> np.ndarray:
    """(count, size), or (1, size) for an input that is the same for all; a copy only if it must be."""
    if math.prod(lead) == 1:
        return np.ascontiguousarray(array).reshape(1, port.size)
    if lead != batch:
        array = np.broadcast_to(array, batch + port.shape)
    rows = array.reshape(math.prod(batch), port.size)
    return rows if port.size <= 1 or rows.strides[1] == 8 else np.ascontiguousarray(rows)
