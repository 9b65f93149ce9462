"""Function → straight-line instructions in LLVM's language, scalar or for W states at once.

The result of `body_ir` is a definition

    void @symbol(ptr in_0, ..., ptr in_k, ptr out_0, ..., ptr out_m)

with one pointer a port. Element i of a port lies at 8·W·i bytes: for W = 1 a row-major array of doubles, for W > 1 the
same with W states side by side in each element. Outputs must not overlap inputs or each other. Pointers need the
alignment of a double only.

Long graphs are split into functions of about 700 nodes, for LLVM's time grows faster than the length of a block; the
values that cross from one to the next lie in a workspace on the stack, or on the heap if they are very many. Angles
that depend on no other function come first and share calls: in scalar code one vector call takes a vector of them.

Very long graphs repeat themselves; chunks of one shape are emitted once and called in a loop over the rows of a table
that say where each begins to read and write and what its constants are (shapes.py).
"""

from __future__ import annotations

import itertools
import struct
from dataclasses import dataclass

from linkwork.errors import KernelError
from linkwork.expression.graph import Op
from linkwork.expression.trace import Function
from linkwork.kernel.chunks import Workspace, cut
from linkwork.kernel.host import host
from linkwork.kernel.procedures import procedure_symbol
from linkwork.kernel.shapes import Blocks, Instance, shapes
from linkwork.kernel.sincos import double
from linkwork.kernel.sums import in_rows

MOVES = 250  # constants and inputs that are copied in one function of their own
ZEROS = 64  # of an output, from which it is cleared before anything is stored there
RUN = 8  # results of a procedure that are copied as a block
STACK = 1 << 17  # bytes of workspace that may lie on the stack

_CONST, _INPUT, _MUL, _DIV, _SIN, _COS, _POW, _CALL, _ITEM = map(
    int, (Op.CONST, Op.INPUT, Op.MUL, Op.DIV, Op.SIN, Op.COS, Op.POW, Op.CALL, Op.ITEM)
)
_ARITHMETIC: dict[int, str] = {
    Op.ADD: "fadd contract",
    Op.SUB: "fsub contract",
    Op.MUL: "fmul contract",
    Op.DIV: "fdiv",
}
_INTRINSIC: dict[int, str] = {Op.SQRT: "sqrt", Op.ABS: "fabs", Op.MIN: "minimum", Op.MAX: "maximum"}
_LIBRARY: dict[int, str] = {Op.ATAN2: "atan2", Op.EXP: "exp", Op.LOG: "log", Op.TANH: "tanh"}


@dataclass(frozen=True)
class Body:
    """Instructions of a function."""

    symbol: str
    text: str
    declarations: frozenset[str]
    pieces: frozenset[str]  # code that it calls, see pieces.py
    workspace: int  # doubles a state


def body_ir(function: Function, symbol: str, width: int = 1) -> Body:
    """Instructions of `function` as `@symbol`, for `width` states at once."""
    return _Emitter(in_rows(function), symbol, width).body()


class _Emitter:
    def __init__(self, function: Function, symbol: str, width: int):
        self.function, self.graph, self.symbol, self.width = function, function.graph, symbol, width
        self.type = "double" if width == 1 else f"<{width} x double>"
        self.suffix = "f64" if width == 1 else f"v{width}f64"
        self.one = "1.0" if width == 1 else "splat (double 1.0)"
        self.declarations: set[str] = set()
        self.pieces: set[str] = set()
        self.lines: list[str] = []
        self.moves: list[str] = []
        self.fresh = 0
        self.chunks = cut(function, rolls=True)
        self.work = Workspace()
        self.taken: set[int] = set()  # angles whose sine and cosine are there
        self.names = [f"%n{i}" for i in range(len(self.graph))]
        self.here = [-1] * len(self.graph)  # the chunk in which a node's value is at hand
        self.now = 0
        self.place = {
            ref >> 1: (f"%in{k}", i) for k, port in enumerate(function.inputs) for i, ref in enumerate(port.refs)
        }
        self.stores: dict[int, list[tuple[int, str, int]]] = {}  # node -> (ref, pointer, index) of outputs
        self.cleared: dict[str, int] = {}  # outputs that are mostly zeros, and their sizes
        for k, port in enumerate(function.outputs):
            zeros = {i for i, ref in enumerate(port.refs) if self.zero(ref)}
            if len(zeros) >= ZEROS:
                self.cleared[f"%out{k}"] = port.size
            for i, ref in enumerate(port.refs):
                if len(zeros) < ZEROS or i not in zeros:
                    self.stores.setdefault(ref >> 1, []).append((ref, f"%out{k}", i))
        self.given: dict[int, int] = {}  # CALL -> place of its arguments, which are stored there when they are made
        for node in self.chunks.calls:
            arguments = self.graph.calls[self.graph.a[node]].arguments
            self.given[node] = start = self.work.reserve(len(arguments))
            for i, ref in enumerate(arguments, start):
                if self.graph.op[ref >> 1] > _INPUT:
                    self.stores.setdefault(ref >> 1, []).append((ref, "%w", i))
        self.items: dict[int, list[int]] = {}  # CALL -> those of its results that are stored somewhere
        self.watched = self.chunks.last.keys() | self.stores.keys()
        self.ports = [f"%in{k}" for k in range(len(function.inputs))]
        self.ports += [f"%out{k}" for k in range(len(function.outputs))]
        self.pattern: Instance | None = None  # of the shape that is being written
        self.turned: frozenset[int] | set[int] = frozenset()  # values that lie in the workspace with the other sign
        self.columns: dict[tuple[int | str, int] | int, int] = {}  # of the pattern's table: constants, signs
        self.shapes: list[list[Instance]] = []
        if self.chunks.rolled:
            blocks = Blocks(self.chunks)
            self.work.slot, self.work.size = blocks.slot, blocks.size
            self.shapes, self.turned = shapes(self.graph, self.chunks, blocks, self.place, self.stores)

    def zero(self, ref: int) -> bool:
        """Whether a reference is the constant +0."""
        return self.graph.op[ref >> 1] == _CONST and not ref & 1 and self.graph.value[ref >> 1] == 0.0

    def body(self) -> Body:
        shape_of = {instance.chunk: alike for alike in self.shapes for instance in alike}
        plain = [k for k in range(len(self.chunks.nodes)) if k not in shape_of]
        texts = [self.chunk(k) for k in plain]
        if len(self.chunks.nodes) > 1 or self.work.size or self.moves:
            parameters = ", ".join(f"ptr noalias {name}" for name in (*self.ports, "%w"))
            texts = [
                self.defined(f"internal void @{self.symbol}.{k}({parameters})", text) for k, text in zip(plain, texts)
            ]
            texts += [self.shape(alike) for alike in self.shapes]
            texts = [*self.moves, *texts, self.defined(self.signature(), self.driver(self.calls(shape_of)))]
        else:
            texts = [self.defined(self.signature(), texts[0])]
        text = "\n".join(texts)
        return Body(self.symbol, text, frozenset(self.declarations), frozenset(self.pieces), self.work.size)

    def signature(self) -> str:
        return f"void @{self.symbol}({', '.join(f'ptr noalias {name}' for name in self.ports)})"

    def defined(self, signature: str, lines: list[str]) -> str:
        return f"define {signature} nounwind noinline {{\n" + "\n".join(lines) + "\n  ret void\n}"

    def calls(self, shape_of: dict[int, list[Instance]]) -> list[str]:
        """Calls of the chunks in turn, and of the loops over chunks in a row that have one shape."""
        arguments = ", ".join(f"ptr {name}" for name in (*self.ports, "%w"))
        lines = []
        row: dict[int, int] = {}  # of each shape: the next of its instances
        for _, group in itertools.groupby(range(len(self.chunks.nodes)), lambda k: id(shape_of.get(k, k))):
            run = [*group]
            alike = shape_of.get(run[0])
            if alike is None:
                lines += [f"  call void @{self.symbol}.{k}({arguments})" for k in run]
                continue
            name, first = alike[0].chunk, row.get(alike[0].chunk, 0)
            row[name] = first + len(run)
            lines.append(f"  call void @{self.symbol}.loop.{name}({arguments}, i64 {first}, i64 {first + len(run)})")
        return lines

    def shape(self, alike: list[Instance]) -> str:
        """Chunks of one shape: the code, its table and the loop over rows of it."""
        pattern = alike[0]
        name, n_origins = f"{self.symbol}.loop.{pattern.chunk}", len(pattern.origins)
        signs = [[*instance.given.values()] for instance in alike]
        varying = [i for i, column in enumerate(zip(*signs)) if len({*column}) > 1]
        places = [*pattern.given]
        head = [*pattern.constants, *(places[i] for i in varying)]
        self.columns = {what: n_origins + i for i, what in enumerate(head)}
        width = n_origins + len(head)
        step = 8 * self.width
        cells: list[int] = []
        for instance, own in zip(alike, signs):
            cells += [step * index for _, index in instance.origins]
            numbers = [*instance.values(self.graph), *(-1.0 if own[i] != signs[0][i] else 1.0 for i in varying)]
            cells += struct.unpack(f"{len(numbers)}q", struct.pack(f"{len(numbers)}d", *numbers))
        before, self.pattern, self.turned = self.turned, pattern, pattern.turned
        lines = self.chunk(pattern.chunk)
        self.pattern, self.turned = None, before
        origins = ", ".join(f"ptr noalias %o{i}" for i in range(n_origins))
        given = ", ".join(f"ptr noalias {port}" for port in (*self.ports, "%w"))
        loop = [
            "  br label %loop",
            "loop:",
            "  %i = phi i64 [ %from, %0 ], [ %next, %loop ]",
            f"  %row = getelementptr [{width} x i64], ptr @{name}.rows, i64 %i",
        ]
        for i, (pointer, _) in enumerate(pattern.origins):
            loop += [
                f"  %a{i} = getelementptr i64, ptr %row, i64 {i}",
                f"  %b{i} = load i64, ptr %a{i}",
                f"  %c{i} = getelementptr i8, ptr {pointer}, i64 %b{i}",
            ]
        loop += [
            f"  call void @{name}.one({', '.join(f'ptr %c{i}' for i in range(n_origins))}, ptr %row)",
            "  %next = add i64 %i, 1",
            "  %more = icmp slt i64 %next, %to",
            "  br i1 %more, label %loop, label %done",
            "done:",
        ]
        table = f"@{name}.rows = internal constant [{len(cells)} x i64] [{', '.join(f'i64 {cell}' for cell in cells)}]"
        one = self.defined(f"internal void @{name}.one({origins}, ptr noalias %row)", lines)
        return "\n".join([table, one, self.defined(f"internal void @{name}({given}, i64 %from, i64 %to)", loop)])

    def driver(self, calls: list[str]) -> list[str]:
        """Give the chunks a workspace and call them in turn."""
        size = 8 * self.width * self.work.size
        if size <= STACK:
            return [f"  %w = alloca [{size} x i8], align 64", *calls]
        self.declarations |= {"declare ptr @malloc(i64)", "declare void @free(ptr)"}
        return [
            f"  %heap = call ptr @malloc(i64 {size + 64})",
            "  %address = ptrtoint ptr %heap to i64",
            "  %past = add i64 %address, 63",
            "  %aligned = and i64 %past, -64",
            "  %w = inttoptr i64 %aligned to ptr",
            *calls,
            "  call void @free(ptr %heap)",
        ]

    def chunk(self, k: int) -> list[str]:
        """Instructions of one chunk."""
        self.lines = lines = []
        self.now = k
        graph, here, names, watched, kind = self.graph, self.here, self.names, self.watched, self.type
        op, a, b = graph.op, graph.a, graph.b
        for pointer, size in (self.cleared if k == 0 else {}).items():
            self.declarations.add("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
            lines.append(f"  call void @llvm.memset.p0.i64(ptr {pointer}, i8 0, i64 {8 * self.width * size}, i1 false)")
        front = self.chunks.front if k == 0 else []
        waiting = set(self.chunks.before) if k == 0 else set()
        if front and not waiting:
            self.trigonometry(front)
        for node in self.chunks.nodes[k]:
            o = op[node]
            if o <= _DIV:
                i, j = a[node] >> 1, b[node] >> 1
                if here[i] != k:
                    self.fetch(i)
                if here[j] != k:
                    self.fetch(j)
                if o < _MUL and self.pattern:
                    self.sum(node, self.pattern)
                else:
                    lines.append(f"  {names[node]} = {_ARITHMETIC[o]} {kind} {names[i]}, {names[j]}")
                here[node] = k
                if node in watched:
                    self.keep(node)
            else:
                self.other(node, o)
            if waiting:
                waiting.discard(node)
                if not waiting:
                    self.trigonometry(front)
        if k == len(self.chunks.nodes) - 1:
            still = [place for node, places in self.stores.items() if op[node] <= _INPUT for place in places]
            if len(still) <= MOVES:
                for ref, pointer, index in still:
                    self.store(self.get(ref), pointer, index)
            for first in range(0, len(still) if len(still) > MOVES else 0, MOVES):
                self.move(still[first : first + MOVES])
        if not self.chunks.rolled:
            self.work.end(k, self.chunks.last)
        return lines

    # -- values -------------------------------------------------------------------------------------------------------

    def add(self, instruction: str) -> str:
        """A new value."""
        self.fresh += 1
        self.lines.append(f"  %t{self.fresh} = {instruction}")
        return f"%t{self.fresh}"

    def at(self, pointer: str, index: int) -> str:
        return self.add(f"getelementptr {self.type}, ptr {pointer}, i64 {index}") if index else pointer

    def fetch(self, node: int) -> None:
        """Have the value of a node at hand in the present chunk."""
        op = self.graph.op[node]
        self.here[node] = self.now
        if op == _CONST and self.pattern:
            self.names[node] = self.column(node)
            return
        if op == _CONST:
            value = double(self.graph.value[node])
            self.names[node] = value if self.width == 1 else f"splat (double {value})"
            return
        place = self.there(self.place[node] if op == _INPUT else ("%w", self.work.slot[node]))
        if node in self.turned and not self.pattern:
            value = self.add(f"load {self.type}, ptr {self.at(*place)}, align 8")
            self.lines.append(f"  {self.names[node]} = fneg {self.type} {value}")
        else:
            self.lines.append(f"  {self.names[node]} = load {self.type}, ptr {self.at(*place)}, align 8")

    def there(self, place: tuple[str, int]) -> tuple[str, int]:
        """A place as the present chunk knows it."""
        if self.pattern is None:
            return place
        origin, index = self.pattern.places[place]
        return f"%o{origin}", index

    def column(self, what: tuple[int | str, int] | int) -> str:
        """A number of the pattern's row."""
        place = self.add(f"getelementptr double, ptr %row, i64 {self.columns[what]}")
        value = self.add(f"load double, ptr {place}, align 8")
        if self.width == 1:
            return value
        one = self.add(f"insertelement {self.type} poison, double {value}, i64 0")
        return self.add(f"shufflevector {self.type} {one}, {self.type} poison, <{self.width} x i32> zeroinitializer")

    def signed(self, value: str, what: tuple[int | str, int]) -> str:
        """A value with the sign that the row gives it, where the chunks of a shape differ."""
        if what not in self.columns:
            return value
        return self.add(f"fmul contract {self.type} {value}, {self.column(what)}")

    def sum(self, node: int, pattern: Instance) -> None:
        """The sum of a pattern: x + y or x - y, whatever it is in the graph."""
        x, y, place = self.graph.a[node] >> 1, self.graph.b[node] >> 1, (node, 1)
        if place not in pattern.given:
            x, y, place = y, x, (node, 0)
        kind = _ARITHMETIC[Op.SUB if pattern.given[place] else Op.ADD]
        value = self.signed(self.names[y], place)
        self.lines.append(f"  {self.names[node]} = {kind} {self.type} {self.names[x]}, {value}")

    def get(self, ref: int) -> str:
        """The value of a reference, sign and all."""
        node = ref >> 1
        if self.here[node] != self.now:
            self.fetch(node)
        negative = bool(ref & 1) ^ (self.pattern is not None and node in self.turned)
        return self.add(f"fneg {self.type} {self.names[node]}") if negative else self.names[node]

    def store(self, value: str, pointer: str, index: int) -> None:
        self.lines.append(f"  store {self.type} {value}, ptr {self.at(pointer, index)}, align 8")

    def keep(self, node: int) -> None:
        """Store a value where later chunks and the caller look for it."""
        for ref, pointer, index in self.stores.get(node, ()):
            self.store(self.signed(self.get(ref), (pointer, index)), *self.there((pointer, index)))
        if node not in self.chunks.last or self.graph.op[node] == _ITEM:
            return
        if self.chunks.rolled:
            turned = not self.pattern and node in self.turned
            value = self.add(f"fneg {self.type} {self.names[node]}") if turned else self.names[node]
            self.store(value, *self.there(("%w", self.work.slot[node])))
        else:
            self.store(self.names[node], "%w", self.work.take(node))

    def done(self, node: int) -> None:
        self.here[node] = self.now
        if node in self.watched:
            self.keep(node)

    # -- functions ----------------------------------------------------------------------------------------------------

    def other(self, node: int, op: int) -> None:
        """Anything but sums and products."""
        graph = self.graph
        if op in (_SIN, _COS):
            if graph.a[node] not in self.taken:
                self.trigonometry([graph.a[node]])
            return
        if op == _CALL:
            self.call(node)
            return
        if op == _ITEM:
            self.work.slot[node] = self.work.slot[graph.a[node]] + graph.b[node]
            if node in self.stores:
                self.keep(node)
            return
        values = [self.signed(self.get(ref), (node, j)) for j, ref in enumerate(graph.operands(node))]
        if op in _INTRINSIC:
            text = self.intrinsic(_INTRINSIC[op], values)
        elif op in _LIBRARY:
            text = self.lanes(_LIBRARY[op], values)
        elif op == Op.WHERE:
            mask = "i1" if self.width == 1 else f"<{self.width} x i1>"
            zero = "0.0" if self.width == 1 else "zeroinitializer"
            chosen = self.add(f"fcmp ogt {self.type} {values[0]}, {zero}")
            text = f"select {mask} {chosen}, {self.type} {values[1]}, {self.type} {values[2]}"
        elif op == _POW:
            text = self.power(values[0], graph.b[node])
        else:
            raise KernelError(f"function {self.function.name!r}", f"has a node of unknown kind {op}")
        self.lines.append(f"  {self.names[node]} = {text}")
        self.done(node)

    def intrinsic(self, name: str, values: list[str]) -> str:
        full = f"@llvm.{name}.{self.suffix}"
        self.declarations.add(f"declare {self.type} {full}({', '.join([self.type] * len(values))})")
        return f"call {self.type} {full}({', '.join(f'{self.type} {value}' for value in values)})"

    def lanes(self, name: str, values: list[str]) -> str:
        """A function of the C library, lane by lane."""
        self.declarations.add(f"declare double @{name}({', '.join(['double'] * len(values))})")
        if self.width == 1:
            return f"call double @{name}({', '.join(f'double {value}' for value in values)})"
        text, result = "", "poison"
        for lane in range(self.width):
            if text:
                result = self.add(text)
            own = [self.add(f"extractelement {self.type} {value}, i64 {lane}") for value in values]
            one = self.add(f"call double @{name}({', '.join(f'double {value}' for value in own)})")
            text = f"insertelement {self.type} {result}, double {one}, i64 {lane}"
        return text

    def power(self, value: str, exponent: int) -> str:
        """value ** exponent by repeated squaring."""
        one = result = self.one
        inverse, exponent = exponent < 0, abs(exponent)
        while exponent:
            if exponent & 1:
                result = value if result == one else self.add(f"fmul {self.type} {result}, {value}")
            exponent >>= 1
            if exponent:
                value = self.add(f"fmul {self.type} {value}, {value}")
        return f"fdiv {self.type} {one}, {result}" if inverse else f"fmul {self.type} {one}, {result}"

    def call(self, node: int) -> None:
        """A procedure: arguments and results lie in the workspace, and so do the results of its source."""
        call, start = self.graph.calls[self.graph.a[node]], self.given[node]
        still = [(ref, "%w", i) for i, ref in enumerate(call.arguments, start) if self.graph.op[ref >> 1] <= _INPUT]
        for k in range(0, len(still), MOVES):
            self.move(still[k : k + MOVES])
        self.work.slot[node] = result = self.work.reserve(call.procedure.n_out)
        piece = procedure_symbol(call.procedure.name, self.width)
        places = [start, result] if call.source is None else [self.work.slot[call.source], start, result]
        self.pieces.add(piece)
        self.declarations.add(f"declare void @{piece}({', '.join(['ptr'] * len(places))})")
        pointers = ", ".join(f"ptr {self.at('%w', place)}" for place in places)
        self.lines.append(f"  call void @{piece}({pointers})")
        self.work.release(range(start, start + len(call.arguments)))
        self.here[node] = self.now
        self.pass_on(node)

    def pass_on(self, node: int) -> None:
        """Copy results of a procedure that go on as they are and side by side, to outputs and to other procedures."""
        graph, slot = self.graph, self.work.slot[node]
        if not self.items:
            for item in self.stores:
                if graph.op[item] == _ITEM:
                    self.items.setdefault(graph.a[item], []).append(item)
        moves = [
            (pointer, index - graph.b[item], index, item, ref)
            for item in self.items.get(node, ())
            for ref, pointer, index in self.stores[item]
            if not ref & 1
        ]
        step, run = 8 * self.width, []
        for move in [*sorted(moves), ("", 0, 0, 0, 0)]:
            if run and (move[:2] != run[-1][:2] or move[2] != run[-1][2] + 1):
                if len(run) >= RUN:
                    pointer, shift, index = run[0][:3]
                    here = f"ptr {self.at(pointer, index)}, ptr {self.at('%w', slot + index - shift)}"
                    self.lines.append(f"  call void @llvm.memcpy.p0.p0.i64({here}, i64 {step * len(run)}, i1 false)")
                    self.declarations.add("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
                    for _, _, place, item, ref in run:
                        self.stores[item].remove((ref, pointer, place))
                run = []
            run.append(move)

    def move(self, moves: list[tuple[int, str, int]]) -> None:
        """Copy constants and inputs to other places, in a function of its own: a long block of copies takes LLVM more
        than its share of time."""
        lines = []
        for k, (ref, target, place) in enumerate(moves):
            node = ref >> 1
            if self.graph.op[node] == _CONST:
                number = double(-self.graph.value[node] if ref & 1 else self.graph.value[node])
                value = number if self.width == 1 else f"splat (double {number})"
            else:
                pointer, index = self.place[node]
                value = f"%v{k}"
                lines.append(f"  %p{k} = getelementptr {self.type}, ptr {pointer}, i64 {index}")
                lines.append(f"  {value} = load {self.type}, ptr %p{k}, align 8")
                if ref & 1:
                    lines.append(f"  %m{k} = fneg {self.type} {value}")
                    value = f"%m{k}"
            lines.append(f"  %q{k} = getelementptr {self.type}, ptr {target}, i64 {place}")
            lines.append(f"  store {self.type} {value}, ptr %q{k}, align 8")
        name = f"@{self.symbol}.move.{len(self.moves)}"
        parameters = ", ".join(f"ptr noalias {port}" for port in (*self.ports, "%w"))
        self.moves.append(self.defined(f"internal void {name}({parameters})", lines))
        self.lines.append(f"  call void {name}({', '.join(f'ptr {port}' for port in (*self.ports, '%w'))})")

    def trigonometry(self, angles: list[int]) -> None:
        """Sines and cosines of some angles; scalar code takes them by the vector."""
        lanes = 1
        if self.width == 1:
            while lanes < min(len(angles), host().width):
                lanes *= 2
        for start in range(0, len(angles), lanes):
            self.pairs(angles[start : start + lanes], lanes)

    def pairs(self, angles: list[int], lanes: int) -> None:
        wide = max(lanes, self.width)
        self.taken.update(angles)
        kind = "double" if wide == 1 else f"<{wide} x double>"
        pair = f"{{ {kind}, {kind} }}"
        if lanes == 1:
            vector = self.get(angles[0])
        else:
            vector = "zeroinitializer"
            for lane, angle in enumerate(angles):
                vector = self.add(f"insertelement {kind} {vector}, double {self.get(angle)}, i64 {lane}")
        piece = f"linkwork.sincos.{wide}"
        self.pieces.add(piece)
        self.declarations.add(f"declare {pair} @{piece}({kind})")
        both = self.add(f"call {pair} @{piece}({kind} {vector})")
        op = self.graph.op
        for which, wanted in ((0, _SIN), (1, _COS)):
            found = [(lane, n) for lane, x in enumerate(angles) for n in self.chunks.angles[x] if op[n] == wanted]
            if lanes == 1:
                for _, node in found:
                    self.lines.append(f"  {self.names[node]} = extractvalue {pair} {both}, {which}")
            elif found:
                values = self.add(f"extractvalue {pair} {both}, {which}")
                for lane, node in found:
                    self.lines.append(f"  {self.names[node]} = extractelement {kind} {values}, i64 {lane}")
            for _, node in found:
                self.done(node)
