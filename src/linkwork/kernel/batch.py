"""Loops over states in machine code, and the two or more threads that share them.

    void @name.call(ptr in, ptr out)                              one state; pointers to the ports' pointers
    void @name.loop(ptr in, ptr strides, ptr out, i64 n, i64 m)   states n … m−1, one after the other
    void @name.batch(same)                                        the same, W states at a time

`in` and `out` point to one pointer a port, `strides` to the bytes from one state to the next of each input (0: one
value for all states). Outputs are packed. A batch gathers W states into lanes, computes, and scatters the lanes.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from linkwork.kernel.machine import Code
from linkwork.kernel.modules import Entry

HEAP = 1 << 16  # bytes of lane buffers that may lie on the stack

BatchFunction = Callable[[int, int, int, int, int], None]


def call_ir(entry: Entry, symbol: str) -> str:
    """`void @symbol(ptr in, ptr out)`: one state, pointers in two tables."""
    lines, pointers = _pointers(entry)
    body = "\n".join([*lines, f"  {entry.call(*pointers)}"])
    return f"define void @{symbol}(ptr %in, ptr %out) nounwind {{\n{body}\n  ret void\n}}\n"


def loop_ir(entry: Entry, symbol: str) -> str:
    """`void @symbol(ptr in, ptr strides, ptr out, i64 n, i64 m)`: one state after the other."""
    lines, pointers = _pointers(entry)
    n_in = len(entry.function.inputs)
    steps, places = list(lines), []
    moves: list[str] = []
    for k, pointer in enumerate(pointers):
        if k < n_in:
            steps += [f"  %s{k}.at = getelementptr i64, ptr %strides, i64 {k}", f"  %s{k} = load i64, ptr %s{k}.at"]
            stride = f"%s{k}"
        else:
            stride = str(8 * entry.function.outputs[k - n_in].size)
        moves += [f"  %m{k} = mul i64 %i, {stride}", f"  %x{k} = getelementptr i8, ptr {pointer}, i64 %m{k}"]
        places.append(f"%x{k}")
    return _counted(symbol, steps, [*moves, f"  {entry.call(*places)}"], 1)


def batch_ir(entry: Entry, symbol: str) -> tuple[str, list[str]]:
    """`void @symbol(ptr in, ptr strides, ptr out, i64 n, i64 m)` in lanes, and the pieces that it calls."""
    width, function = entry.width, entry.function
    lines, pointers = _pointers(entry)
    n_in = len(function.inputs)
    sizes = [port.size for port in (*function.inputs, *function.outputs)]
    starts, total = [], 0
    for size in sizes:
        starts.append(total)
        total += -(-size // width) * width * width * 8
    steps = list(lines)
    heap = total > HEAP
    if heap:
        steps += [
            f"  %heap = call ptr @malloc(i64 {total + 64})",
            "  %address = ptrtoint ptr %heap to i64",
            "  %past = add i64 %address, 63",
            "  %aligned = and i64 %past, -64",
            "  %block = inttoptr i64 %aligned to ptr",
        ]
    else:
        steps.append(f"  %block = alloca [{max(total, 1)} x i8], align 64")
    steps.append("  %last = sub i64 %m, 1")
    gather, scatter = f"linkwork.gather.{width}", f"linkwork.scatter.{width}"
    before, after, blocks = [], [], []
    for k, (pointer, size, start) in enumerate(zip(pointers, sizes, starts, strict=True)):
        steps.append(f"  %b{k} = getelementptr i8, ptr %block, i64 {start}")
        blocks.append(f"%b{k}")
        common = f"i64 %i, i64 %last, i64 {size}, ptr %b{k}"
        if k < n_in:
            steps += [f"  %s{k}.at = getelementptr i64, ptr %strides, i64 {k}", f"  %s{k} = load i64, ptr %s{k}.at"]
            before.append(f"  call void @{gather}(ptr {pointer}, i64 %s{k}, {common})")
        else:
            after.append(f"  call void @{scatter}(ptr {pointer}, i64 {8 * size}, {common})")
    done = ["  call void @free(ptr %heap)"] if heap else []
    text = _counted(symbol, steps, [*before, f"  {entry.call(*blocks)}", *after], width, done)
    signature = "(ptr, i64, i64, i64, i64, ptr)"
    declarations = [f"declare void @{gather}{signature}", f"declare void @{scatter}{signature}"]
    if heap:
        declarations += ["declare ptr @malloc(i64)", "declare void @free(ptr)"]
    return "\n".join([*declarations, text]), [gather, scatter]


def _pointers(entry: Entry) -> tuple[list[str], list[str]]:
    """Instructions that read the ports' pointers from the tables."""
    lines, names = [], []
    for table, ports in (("in", entry.function.inputs), ("out", entry.function.outputs)):
        for k in range(len(ports)):
            name = f"%{table}{k}"
            lines += [f"  {name}.at = getelementptr ptr, ptr %{table}, i64 {k}", f"  {name} = load ptr, ptr {name}.at"]
            names.append(name)
    return lines, names


def _counted(symbol: str, before: list[str], body: list[str], step: int, after: Sequence[str] = ()) -> str:
    """A loop over i = n, n + step, ... < m."""
    lines = [
        f"define void @{symbol}(ptr %in, ptr %strides, ptr %out, i64 %n, i64 %m) nounwind {{",
        "entry:",
        *before,
        "  %some = icmp slt i64 %n, %m",
        "  br i1 %some, label %loop, label %done",
        "loop:",
        "  %i = phi i64 [ %n, %entry ], [ %next, %loop ]",
        *body,
        f"  %next = add i64 %i, {step}",
        "  %more = icmp slt i64 %next, %m",
        "  br i1 %more, label %loop, label %done",
        "done:",
        *after,
        "  ret void",
        "}",
        "",
    ]
    return "\n".join(lines)


def batch_function(code: Code, symbol: str) -> BatchFunction:
    """A loop in machine code; a call releases the interpreter's lock."""
    return code.function(symbol, *[ctypes.c_void_p] * 3, ctypes.c_int64, ctypes.c_int64)


def run(
    function: BatchFunction,
    inputs: Sequence[np.ndarray],
    outputs: Sequence[np.ndarray],
    count: int,
    *,
    threads: int = 1,
    step: int = 1,
) -> None:
    """Run over `count` states: inputs (count or 1, size) with packed rows, outputs (count, size) packed."""
    n_in = len(inputs)
    tables = np.empty(2 * n_in + len(outputs), dtype=np.int64)
    for k, array in enumerate(inputs):
        tables[k] = array.ctypes.data
        tables[n_in + k] = array.strides[0] if len(array) > 1 else 0
    for k, array in enumerate(outputs):
        tables[2 * n_in + k] = array.ctypes.data
    place = tables.ctypes.data
    spots = place, place + 8 * n_in, place + 16 * n_in
    if threads <= 1:
        function(*spots, 0, count)
        return
    share = -(-count // (threads * step)) * step
    pending = [
        _pool(threads).submit(function, *spots, start, min(start + share, count))
        for start in range(share, count, share)
    ]
    function(*spots, 0, min(share, count))
    for each in pending:
        each.result()


_pools: dict[int, ThreadPoolExecutor] = {}
_pools_lock = threading.Lock()


def _pool(threads: int) -> ThreadPoolExecutor:
    """Workers for calls with so many threads; the caller itself is one more."""
    with _pools_lock:
        if threads not in _pools:
            _pools[threads] = ThreadPoolExecutor(threads - 1, thread_name_prefix="linkwork")
        return _pools[threads]


def _forget_pools() -> None:
    """A forked child has none of its parent's threads, and perhaps a lock that one of them held."""
    global _pools_lock
    _pools.clear()
    _pools_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pools)
