"""Module: functions of graphs and hand-written loops around them, compiled and kept on disk as one.

    module = Module("rk4")
    f = module.add(function, "f")                  # void @f(ptr q, ptr v, ptr qdd), see body.py
    module.write(f"define void @step(...) {{ ... {f.call('%q', '%v', '%qdd')} ... }}")
    code = module.link("step")                     # code["step"] is an address

Text that is written may call functions of the module, the C functions of host.LIBRARY_FUNCTIONS and the pieces that it
names (pieces.py); the latter two it declares itself. Nothing is emitted when the cache has the object code.
"""

from __future__ import annotations

import json
import marshal
import re
from collections.abc import Iterable
from dataclasses import dataclass

from linkwork.expression.trace import Function
from linkwork.kernel.body import body_ir
from linkwork.kernel.cache import key_of, stored
from linkwork.kernel.machine import Code, compile_text
from linkwork.kernel.pieces import addresses

_DECLARATION = re.compile(r"^declare .*$\n?", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """A function of a graph inside a module."""

    symbol: str
    function: Function
    width: int

    def call(self, *pointers: str) -> str:
        """The instruction that calls it, with one pointer for each input and output port, in order."""
        return f"call void @{self.symbol}({', '.join(f'ptr {pointer}' for pointer in pointers)})"

    @property
    def type(self) -> str:
        """LLVM's name of one element."""
        return "double" if self.width == 1 else f"<{self.width} x double>"


class Module:
    """Machine code in the making."""

    def __init__(self, name: str):
        self.name = name
        self._entries: list[Entry] = []
        self._texts: list[str] = []
        self._pieces: set[str] = set()

    def add(self, function: Function, symbol: str, width: int = 1) -> Entry:
        """Add a function of a graph as `@symbol`, for `width` states at once."""
        entry = Entry(symbol, function, width)
        self._entries.append(entry)
        return entry

    def write(self, text: str, pieces: Iterable[str] = ()) -> None:
        """Add hand-written text."""
        self._texts.append(text)
        self._pieces.update(pieces)

    def key(self, symbols: Iterable[str], level: int) -> str:
        """Name of the object code."""
        parts: list[bytes | str] = ["module", str(level), " ".join(symbols), *self._texts, *sorted(self._pieces)]
        for entry in self._entries:
            parts += [f"{entry.symbol} {entry.width}", *fingerprint(entry.function)]
        return key_of(parts)

    def text(self) -> tuple[str, list[str]]:
        """The whole module in LLVM's language, and the pieces that it calls."""
        declared: dict[str, None] = {}
        defined: list[str] = []
        pieces = set(self._pieces)
        for text in self._texts:
            declared.update(dict.fromkeys(line.strip() for line in _DECLARATION.findall(text)))
            defined.append(_DECLARATION.sub("", text))
        for entry in self._entries:
            body = body_ir(entry.function, entry.symbol, entry.width)
            declared.update(dict.fromkeys(sorted(body.declarations)))
            defined.append(body.text)
            pieces |= body.pieces
        return "\n".join([*declared, *defined]) + "\n", sorted(pieces)

    def link(self, *symbols: str, level: int = 2) -> Code:
        """Compile or find the object code, load it, and give the addresses of the symbols."""

        def make() -> bytes:
            text, pieces = self.text()
            head = json.dumps(pieces).encode()
            return len(head).to_bytes(4, "little") + head + compile_text(text, level=level)

        image = stored(self.key(symbols, level), make)
        size = 4 + int.from_bytes(image[:4], "little")
        return Code(image[size:], symbols, addresses(json.loads(image[4:size])))


def fingerprint(function: Function) -> list[bytes]:
    """All that determines the machine code of a function, quickly."""
    graph = function.graph
    calls = [(call.procedure.name, call.arguments, call.source) for call in graph.calls]
    ports = [[(port.name, port.shape, port.refs) for port in side] for side in (function.inputs, function.outputs)]
    return [marshal.dumps(part, 2) for part in (ports, calls, graph.op, graph.a, graph.b, graph.c, graph.value)]
