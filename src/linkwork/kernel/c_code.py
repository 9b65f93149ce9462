"""Function → C99: one header, one source file, no allocation, no globals, nothing but math.h.

    void name(const double *q, const double *v, double *qdd);

Arrays are row-major and must not overlap. The source is cut into static functions of a few hundred lines, because
compilers are slow on long ones; the values that cross lie in an array on the stack of the outer function.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from linkwork.errors import KernelError, OptionError
from linkwork.expression.graph import Op
from linkwork.expression.trace import Function, Port
from linkwork.kernel.chunks import Workspace, cut
from linkwork.kernel.procedures import procedure_c

_TAKEN = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
    "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
    "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
    "w", "sin", "cos", "sqrt", "atan2", "exp", "log", "tanh", "fabs", "pow",
}  # fmt: skip
_BINARY: dict[int, str] = {Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.DIV: "/"}
_NAMED: dict[int, str] = {
    Op.SQRT: "sqrt",
    Op.ATAN2: "atan2",
    Op.EXP: "exp",
    Op.LOG: "log",
    Op.TANH: "tanh",
    Op.ABS: "fabs",
}


@dataclass(frozen=True)
class CCode:
    """A header and a source file."""

    name: str
    header: str
    source: str

    def write(self, folder: str | Path) -> tuple[Path, Path]:
        """Write `name.h` and `name.c` into a folder and give their paths."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        paths = place / f"{self.name}.h", place / f"{self.name}.c"
        for path, text in zip(paths, (self.header, self.source), strict=True):
            path.write_text(text, encoding="ascii")
        return paths


def c_code(function: Function, name: str | None = None) -> CCode:
    """The function as C99; without a name it has that of the function, as far as C allows."""
    name = identifier(function.name) if name is None else name
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or name in _TAKEN:
        raise OptionError(f"C function {name!r}", "has a name that C does not allow", "Give name='some_word'")
    return _Emitter(function, name).code()


def identifier(text: str) -> str:
    """The nearest name that C allows."""
    word = re.sub(r"\W+", "_", text, flags=re.ASCII).strip("_")
    return f"m_{word}" if not word or word[0].isdigit() or word in _TAKEN else word


class _Emitter:
    def __init__(self, function: Function, name: str):
        self.function, self.graph, self.name = function, function.graph, name
        self.chunks = cut(function)
        self.work = Workspace()
        self.lines: list[str] = []
        self.taken: set[int] = set()
        self.procedures: dict[str, str] = {}
        self.ports = _identifiers([*function.inputs, *function.outputs])
        count = len(function.inputs)
        self.text: dict[int, str] = {}  # node -> expression, wherever it is at hand
        for port, word in zip(function.inputs, self.ports[:count], strict=True):
            self.text.update((ref >> 1, f"{word}[{i}]") for i, ref in enumerate(port.refs))
        self.stores: dict[int, list[tuple[int, str]]] = {}
        for port, word in zip(function.outputs, self.ports[count:], strict=True):
            for i, ref in enumerate(port.refs):
                self.stores.setdefault(ref >> 1, []).append((ref, f"{word}[{i}]"))
        self.given: dict[int, int] = {}  # CALL -> place of its arguments, which are stored there when they are made
        for node in self.chunks.calls:
            arguments = self.graph.calls[self.graph.a[node]].arguments
            self.given[node] = start = self.work.reserve(len(arguments))
            for i, ref in enumerate(arguments, start):
                if self.graph.op[ref >> 1] > Op.INPUT:
                    self.stores.setdefault(ref >> 1, []).append((ref, f"w[{i}]"))
        kinds = ["const double *"] * count + ["double *"] * len(function.outputs)
        self.parameters = {word: kind + word for kind, word in zip(kinds, self.ports, strict=True)}

    def code(self) -> CCode:
        parts = [self.chunk(k) for k in range(len(self.chunks.nodes))]
        prototype = f"void {self.name}({', '.join(self.parameters.values()) or 'void'})"
        chunks = []
        if len(parts) > 1 or self.work.size:
            places = self.parameters | {"w": "double *w"}
            calls = []
            for k, part in enumerate(parts):
                found = set(re.findall(r"\b(\w+)(?:\[| \+ \d+[,)])", "\n".join(part)))
                words = [word for word in places if word in found]
                chunks.append(
                    _defined(
                        f"static void {self.name}_{k}({', '.join(places[word] for word in words) or 'void'})", part
                    )
                )
                calls.append(f"{self.name}_{k}({', '.join(words)});")
            parts = [[f"double w[{max(self.work.size, 1)}];", *calls]]
        used = set(re.findall(r"\w+", "\n".join(parts[0])))
        parts[0] += [f"(void){word};" for word in self.ports if word not in used]
        pieces = [procedure_c(procedure, symbol) for procedure, symbol in self.procedures.items()]
        guard = f"{self.name.upper()}_H"
        header = (
            f'{self.about()}#ifndef {guard}\n#define {guard}\n\n#ifdef __cplusplus\nextern "C" {{\n#endif\n\n'
            f"{prototype};\n\n#ifdef __cplusplus\n}}\n#endif\n\n#endif\n"
        )
        head = f'{self.about()}#include "{self.name}.h"\n\n#include <math.h>\n'
        return CCode(self.name, header, "\n".join([head, *pieces, *chunks, _defined(prototype, parts[0])]))

    def about(self) -> str:
        """The comment at the head of a file: what goes in and comes out."""
        count = len(self.function.inputs)
        ports = [*self.function.inputs, *self.function.outputs]
        rows = []
        for k, (port, word) in enumerate(zip(ports, self.ports, strict=True)):
            size = "".join(f"[{n}]" for n in port.shape)
            rows.append(f" *   {'in ' if k < count else 'out'}  {word}{size}\n")
        remark = "Row-major arrays of doubles that do not overlap. Made by linkwork."
        return f"/* {self.name}\n *\n{''.join(rows)} *\n * {remark}\n */\n"

    def chunk(self, k: int) -> list[str]:
        self.lines = []
        graph, chunks = self.graph, self.chunks
        front = chunks.front if k == 0 else []
        waiting = set(chunks.before) if k == 0 else set()
        if not waiting:
            self.pairs(front)
        for node in chunks.nodes[k]:
            self.node(node, graph.op[node])
            if waiting:
                waiting.discard(node)
                if not waiting:
                    self.pairs(front)
        for node in [*chunks.nodes[k], *(n for angle in front for n in chunks.angles[angle])]:
            if node in self.work.slot and graph.op[node] not in (Op.ITEM, Op.CALL):
                self.text[node] = f"w[{self.work.slot[node]}]"
        if k == len(chunks.nodes) - 1:
            for node in self.stores:
                if graph.op[node] <= Op.INPUT:
                    self.keep(node)
        self.work.end(k, chunks.last)
        return self.lines

    def get(self, ref: int) -> str:
        """The value of a reference."""
        node = ref >> 1
        if self.graph.op[node] == Op.CONST:
            value = self.graph.value[node]
            text = "INFINITY" if value == float("inf") else repr(value)
        else:
            text = self.text[node]
        return f"(-{text})" if ref & 1 else text

    def make(self, node: int, text: str) -> None:
        self.lines.append(f"const double n{node} = {text};")
        self.text[node] = f"n{node}"
        self.keep(node)

    def keep(self, node: int) -> None:
        for ref, place in self.stores.get(node, ()):
            self.lines.append(f"{place} = {self.get(ref)};")
        if node in self.chunks.last and self.graph.op[node] != Op.ITEM:
            self.lines.append(f"w[{self.work.take(node)}] = {self.text[node]};")

    def pairs(self, angles: list[int]) -> None:
        """Sine and cosine of an angle next to each other: compilers make one call of them."""
        for angle in angles:
            if angle not in self.taken:
                self.taken.add(angle)
                for node in self.chunks.angles[angle]:
                    self.make(node, f"{'sin' if self.graph.op[node] == Op.SIN else 'cos'}({self.get(angle)})")

    def node(self, node: int, op: int) -> None:
        graph = self.graph
        if op == Op.SIN or op == Op.COS:
            self.pairs([graph.a[node]])
        elif op == Op.CALL:
            self.call(node)
        elif op == Op.ITEM:
            place = self.work.slot[graph.a[node]] + graph.b[node]
            self.work.slot[node], self.text[node] = place, f"w[{place}]"
            self.keep(node)
        else:
            values = [self.get(ref) for ref in graph.operands(node)]
            self.make(node, self.expression(node, op, values))

    def expression(self, node: int, op: int, values: list[str]) -> str:
        if op in _BINARY:
            return f"{values[0]} {_BINARY[op]} {values[1]}"
        if op in _NAMED:
            return f"{_NAMED[op]}({', '.join(values)})"
        if op == Op.MIN or op == Op.MAX:  # of a number and NaN: NaN
            a, b = values
            return f"({a} {'<' if op == Op.MIN else '>'} {b} || {a} != {a}) ? {a} : {b}"
        if op == Op.WHERE:
            return f"{values[0]} > 0.0 ? {values[1]} : {values[2]}"
        if op == Op.POW:
            return f"pow({values[0]}, {float(self.graph.b[node])!r})"
        raise KernelError(f"function {self.function.name!r}", f"has a node of unknown kind {op}")

    def call(self, node: int) -> None:
        call, start = self.graph.calls[self.graph.a[node]], self.given[node]
        name = call.procedure.name
        symbol = self.procedures.setdefault(name, f"{self.name}_{name.replace(' ', '_')}")
        for i, ref in enumerate(call.arguments, start):
            if self.graph.op[ref >> 1] <= Op.INPUT:
                self.lines.append(f"w[{i}] = {self.get(ref)};")
        self.work.slot[node] = result = self.work.reserve(call.procedure.n_out)
        places = [start, result] if call.source is None else [self.work.slot[call.source], start, result]
        self.lines.append(f"{symbol}({', '.join(f'w + {place}' for place in places)});")
        self.work.release(range(start, start + len(call.arguments)))


def _identifiers(ports: list[Port]) -> list[str]:
    """Names of the ports that C allows, all different."""
    words: list[str] = []
    for port in ports:
        word = re.sub(r"[^A-Za-z0-9_]", "_", port.name) or "x"
        if word[0].isdigit():
            word = f"x{word}"
        while word in _TAKEN or word in words or re.fullmatch(r"n\d+", word):
            word += "_"
        words.append(word)
    return words


def _defined(signature: str, lines: list[str]) -> str:
    return f"{signature}\n{{\n" + "".join(f"    {line}\n" for line in lines) + "}\n"
