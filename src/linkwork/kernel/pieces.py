"""Pieces: machine code that all kernels of a process share, compiled when first asked for and kept on disk.

linkwork.sincos.W           sine and cosine of W numbers
linkwork.gather.W, .scatter.W   states to lanes and back
linkwork.<procedure>.W      a procedure of the expression graph, such as "factor_ldl 6", for W states
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from linkwork.errors import KernelError
from linkwork.kernel.cache import key_of, stored
from linkwork.kernel.host import host, library_addresses
from linkwork.kernel.machine import Code, compile_text
from linkwork.kernel.procedures import procedure_ir
from linkwork.kernel.sincos import sincos_ir
from linkwork.kernel.transposes import gather_ir, scatter_ir

_loaded: dict[str, Code] = {}
_lock = threading.Lock()


def addresses(names: Iterable[str]) -> dict[str, int]:
    """Where the pieces lie in this process, together with the C library's functions."""
    with _lock:
        for name in names:
            if name not in _loaded:
                _loaded[name] = _load(name)
        return library_addresses() | {name: _loaded[name][name] for name in names}


def _load(name: str) -> Code:
    text = piece_ir(name)
    image = stored(key_of(["piece", text]), lambda: compile_text(text, loops=True))
    return Code(image, [name], library_addresses())


def piece_ir(name: str) -> str:
    """The text of a piece."""
    _, kind, *rest = name.split(".")
    width = int(rest[-1])
    if kind == "sincos":
        return sincos_ir(width, host().fma)
    if kind == "gather":
        return gather_ir(width)
    if kind == "scatter":
        return scatter_ir(width)
    if kind == "call":
        return procedure_ir(rest[0].replace("-", " "), width)
    raise KernelError(f"piece {name!r}", "does not exist")
