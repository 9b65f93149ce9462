"""evaluate: a function by interpretation of its graph, on floats or batches; the referee of all compiled kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from linkwork.errors import ShapeError
from linkwork.expression.graph import Op
from linkwork.expression.trace import Function, Port


def _arctan2(y: Any, x: Any) -> Any:
    """atan2, also of complex steps: to first order in the imaginary parts."""
    if np.isrealobj(y) and np.isrealobj(x):
        return np.arctan2(y, x)
    slope = (np.real(x) * np.imag(y) - np.real(y) * np.imag(x)) / (np.real(x) ** 2 + np.real(y) ** 2)
    return np.arctan2(np.real(y), np.real(x)) + 1j * slope


def _absolute(x: Any) -> Any:
    return np.abs(x) if np.isrealobj(x) else np.where(np.real(x) > 0.0, x, -x)


_LAWS: dict[int, Callable[..., Any]] = {
    Op.ADD: np.add,
    Op.SUB: np.subtract,
    Op.MUL: np.multiply,
    Op.DIV: np.true_divide,
    Op.SQRT: np.sqrt,
    Op.SIN: np.sin,
    Op.COS: np.cos,
    Op.ATAN2: _arctan2,
    Op.EXP: np.exp,
    Op.LOG: np.log,
    Op.TANH: np.tanh,
    Op.MIN: np.minimum,
    Op.MAX: np.maximum,
    Op.ABS: _absolute,
    Op.WHERE: lambda condition, a, b: np.where(np.real(condition) > 0.0, a, b),
}


def evaluate(function: Function, **values: Any) -> dict[str, np.ndarray]:
    """Outputs by name for inputs by name; leading dimensions beyond the port's shape are a batch (NumPy broadcasting).

    Complex inputs are allowed where the functions are analytic: that is how derivatives are checked by complex step.
    """
    graph = function.graph
    arrays = [_input(function, port, values) for port in function.inputs]
    for name in values:
        function.input(name)
    batch = np.broadcast_shapes(*(array.shape[:-1] for array in arrays))
    known: dict[int, Any] = {}
    for port, array in zip(function.inputs, arrays):
        for k, ref in enumerate(port.refs):
            known[ref >> 1] = array[..., k]

    def get(ref: int) -> Any:
        return -known[ref >> 1] if ref & 1 else known[ref >> 1]

    nodes = function.live()
    spent = _last_uses(function, nodes)
    with np.errstate(all="ignore"):
        for node in nodes:
            op = graph.op[node]
            if op in _LAWS:
                known[node] = _LAWS[op](*[get(ref) for ref in graph.operands(node)])
            elif op == Op.CONST:
                known[node] = np.float64(graph.value[node])
            elif op == Op.POW:
                known[node] = get(graph.a[node]) ** graph.b[node]
            elif op == Op.CALL:
                call = graph.calls[graph.a[node]]
                block = () if call.source is None else known[call.source]
                known[node] = call.procedure.numpy([*block, *(get(ref) for ref in call.arguments)])
            elif op == Op.ITEM:
                known[node] = known[graph.a[node]][graph.b[node]]
            for done in spent.get(node, ()):
                del known[done]
    return {port.name: _stacked([get(ref) for ref in port.refs], batch, port.shape) for port in function.outputs}


def _input(function: Function, port: Port, values: dict[str, Any]) -> np.ndarray:
    """The values of a port with its shape flattened into the last dimension."""
    if port.name not in values:
        raise ShapeError(f"input {port.name!r} of function {function.name!r}", "is missing")
    array = np.asarray(values[port.name])
    leading = array.ndim - len(port.shape)
    if leading < 0 or array.shape[leading:] != port.shape:
        wanted = ", ".join(["...", *map(str, port.shape)])
        raise ShapeError(
            f"input {port.name!r} of function {function.name!r}", f"has shape {array.shape}", f"Give ({wanted})"
        )
    if array.dtype.kind not in "fc":
        array = array.astype(float)
    return array.reshape((*array.shape[:leading], port.size))


def _stacked(parts: list[Any], batch: tuple[int, ...], shape: tuple[int, ...]) -> np.ndarray:
    if not parts:
        return np.zeros(batch + shape)
    return np.stack([np.broadcast_to(part, batch) for part in parts], axis=-1).reshape(batch + shape)


def _last_uses(function: Function, nodes: list[int]) -> dict[int, list[int]]:
    """For each node the values that nobody needs after it."""
    graph = function.graph
    kept = {ref >> 1 for port in function.outputs for ref in port.refs}
    last: dict[int, int] = {}
    for node in nodes:
        for ref in graph.operands(node):
            last[ref >> 1] = node
    spent: dict[int, list[int]] = {}
    for value, user in last.items():
        if value not in kept:
            spent.setdefault(user, []).append(value)
    return spent
