"""LLVM: text of instructions → object code → addresses in this process."""

from __future__ import annotations

import ctypes
import itertools
import threading
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import llvmlite.binding as llvm

from linkwork.errors import KernelError
from linkwork.kernel.host import host, library_addresses

_counter = itertools.count()
_lock = threading.RLock()


@cache
def _target(level: int) -> llvm.TargetMachine:
    known = host()
    target = llvm.Target.from_triple(known.triple)
    model = "small" if known.compact else "jitdefault"
    return target.create_target_machine(
        cpu=known.cpu, features=known.features, opt=level, reloc="pic", codemodel=model, jit=True
    )


@cache
def _linker() -> llvm.LLJIT:
    return llvm.create_lljit_compiler(_target(2), use_jit_link=host().compact, suppress_errors=True)


def compile_text(text: str, *, level: int = 2, loops: bool = False) -> bytes:
    """Object code of a module in LLVM's language.

    Passes over the intermediate language run for `loops` only: a graph has neither common terms nor dead ones, and its
    blocks are straight; measured, the standard passes double the time and gain nothing. Instruction selection contracts
    products and sums, schedules and assigns registers at the given level.
    """
    with _lock:
        target = _target(level)
        try:
            module = llvm.parse_assembly(text)
        except RuntimeError as fault:
            raise KernelError("machine code", f"is not valid: {fault}") from None
        with module:
            module.triple = host().triple
            module.data_layout = str(target.target_data)
            if loops:
                options = llvm.create_pipeline_tuning_options(speed_level=level)
                builder = llvm.create_pass_builder(target, options)
                builder.getModulePassManager().run(module, builder)
            return target.emit_object(module)


class Code:
    """Machine code in memory; `code["symbol"]` is an address, which is valid while the Code lives."""

    __slots__ = ("_addresses", "_tracker", "size")

    def __init__(self, image: bytes, symbols: Iterable[str], imports: Mapping[str, int] | None = None):
        builder = llvm.JITLibraryBuilder().add_object_img(image)
        for name, address in (library_addresses() if imports is None else imports).items():
            builder.import_symbol(name, address)
        symbols = tuple(symbols)
        for name in symbols:
            builder.export_symbol(name)
        with _lock:
            try:
                self._tracker = builder.link(_linker(), f"linkwork-{next(_counter)}")
            except RuntimeError as fault:
                raise KernelError("machine code", f"cannot be loaded: {fault}") from None
        self._addresses = {name: self._tracker[name] for name in symbols}
        self.size = len(image)

    def __getitem__(self, symbol: str) -> int:
        return self._addresses[symbol]

    def function(self, symbol: str, *arguments: Any, result: Any = None) -> Any:
        """The code at a symbol as a function of ctypes, which keeps it alive and releases the interpreter's lock."""
        function: Any = ctypes.CFUNCTYPE(result, *arguments)(self[symbol])
        function.code = self
        return function
