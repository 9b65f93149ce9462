"""Loops over numbered elements of arrays, written down in LLVM's language or in C.

An algorithm asks a `Writer` for loops, loads, stores and arithmetic; indices and values are objects with operators. The
LLVM text works on W states at once, element i of an array at 8·W·i bytes; the C text on one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from linkwork.kernel.host import host


@dataclass(frozen=True)
class Index:
    """A whole number known when the loop runs (or before, as digits)."""

    writer: Writer
    text: str

    def __add__(self, other: Index | int) -> Index:
        return self.writer.whole("add", self, self.writer.index(other))

    __radd__ = __add__

    def __mul__(self, other: Index | int) -> Index:
        return self.writer.whole("mul", self, self.writer.index(other))

    __rmul__ = __mul__

    def __sub__(self, other: Index | int) -> Index:
        return self.writer.whole("sub", self, self.writer.index(other))

    def down_to(self, step: int) -> Index:
        """The largest multiple of a step that is not larger."""
        return self if step == 1 else self.writer.whole("udiv", self, self.writer.index(step)) * step

    def triangle(self) -> Index:
        """Number of entries of a packed lower triangle above row i: i(i+1)/2."""
        return self.writer.whole("udiv", self * (self + 1), self.writer.index(2))


@dataclass(frozen=True)
class Value:
    """A number (or one for each lane)."""

    writer: Writer
    text: str

    def __add__(self, other: Value) -> Value:
        return self.writer.real("fadd", self, other)

    def __sub__(self, other: Value) -> Value:
        return self.writer.real("fsub", self, other)

    def __mul__(self, other: Value) -> Value:
        return self.writer.real("fmul", self, other)

    def inverse(self) -> Value:
        """1 / value."""
        return self.writer.real("fdiv", self.writer.one, self)


class Writer(ABC):
    """What an algorithm needs of a language.

    together  how many rounds of a loop over numbers that do not depend on each other the processor takes at once
    panel     how many neighbouring columns of a matrix fit into its registers
    room      bytes that a procedure may take for arrays of its own
    width     states that are worked on at once
    """

    lines: list[str]
    one: Value
    zero: Value
    together: int
    panel: int
    room: int
    width: int

    def index(self, i: Index | int) -> Index:
        return i if isinstance(i, Index) else Index(self, str(i))

    @abstractmethod
    def whole(self, op: str, a: Index, b: Index) -> Index:
        """add, sub, mul or udiv of indices."""

    @abstractmethod
    def real(self, op: str, a: Value, b: Value) -> Value:
        """fadd, fsub, fmul or fdiv."""

    @abstractmethod
    def magnitude(self, value: Value) -> Value: ...

    @abstractmethod
    def maximum(self, a: Value, b: Value) -> Value:
        """The larger one; NaN if one of them is."""

    @abstractmethod
    def loop(
        self, start: Index | int, stop: Index | int, *, step: int = 1, down: bool = False, apart: bool = False
    ) -> AbstractContextManager[Index]:
        """Run over start, start + step … below stop, or backwards in steps of one.

        `apart` promises that no round reads what another one writes.
        """

    @abstractmethod
    def table(self, name: str, values: Sequence[int]) -> str:
        """A new array of constant whole numbers."""

    @abstractmethod
    def entry(self, table: str, i: Index | int) -> Index: ...

    @abstractmethod
    def dot(self, one: str, i: Index, other: str, j: Index | int, start: Index, stop: Index) -> Value:
        """Σ one[i + k] other[j + k] over k = start … stop−1, in any order."""

    @abstractmethod
    def less_rows(
        self,
        array: str,
        place: Callable[[Index], Index],
        i: Index,
        count: int,
        factors: str,
        factor: Callable[[Index, Index], Index],
        start: Index | int,
        stop: Index | int,
        *,
        rows: int = 1,
    ) -> None:
        """`count` entries from place(i), less Σ_k factors[factor(i, k)] × those from place(k), k = start … stop−1.

        `place` gives where a panel of some columns begins in a row of `array`; likewise for the next rows, if several.
        """

    @abstractmethod
    def scratch(self, name: str, size: int) -> str:
        """A new array."""

    @abstractmethod
    def load(self, array: str, i: Index | int) -> Value: ...

    @abstractmethod
    def store(self, array: str, i: Index | int, value: Value) -> None: ...

    @abstractmethod
    def exchange(self, pivots: str, pivot: Index, array: str, j: Index, n: int, m: int) -> None:
        """Swap row j of `array` (n rows of m) with the row that pivots[pivot] names, in each lane."""

    @abstractmethod
    def largest(self, array: str, j: Index, n: int, pivots: str, pivot: Index) -> None:
        """pivots[pivot] = row i ≥ j with the largest |array[i n + j]|, the first of equals."""

    def copy(self, source: str, start: int, target: str, size: int) -> None:
        with self.loop(0, size) as i:
            self.store(target, i, self.load(source, i + start))

    def clear(self, array: str, start: Index | int, size: Index | int) -> None:
        first = self.index(start)
        with self.loop(0, size) as i:
            self.store(array, first + i, self.zero)

    def panels(self, m: int, rows: int = 1) -> list[tuple[int, int]]:
        """(first, count) of the columns that are taken together, of m; for so many rows at once."""
        size = self.panel // rows
        return [(first, min(size, m - first)) for first in range(0, m, size)]

    def reduce(self, array: str, i: Index, factor: Value, j: Index, m: int) -> None:
        """Row i of `array` (rows of m) less factor × row j."""
        with self.loop(0, m) as c:
            self.store(array, i * m + c, self.load(array, i * m + c) - factor * self.load(array, j * m + c))

    def scale(self, array: str, i: Index, factor: Value, m: int) -> None:
        """Row i of `array` times a factor."""
        with self.loop(0, m) as c:
            self.store(array, i * m + c, self.load(array, i * m + c) * factor)


class LlvmWriter(Writer):
    def __init__(self, width: int):
        self.width = width
        self.type = "double" if width == 1 else f"<{width} x double>"
        self.bits = "i64" if width == 1 else f"<{width} x i64>"
        self.mask = "i1" if width == 1 else f"<{width} x i1>"
        self.suffix = "f64" if width == 1 else f"v{width}f64"
        self.lines: list[str] = []
        self.head: list[str] = []
        self.count = 0
        self.block = "entry"
        self.one = Value(self, "1.0" if width == 1 else "splat (double 1.0)")
        self.zero = Value(self, "0.0" if width == 1 else "zeroinitializer")
        self.together = host().width if width == 1 else 1
        self.panel = 8 * self.together
        self.room = 1 << 20
        self.tables: list[str] = []
        self.metadata: list[str] = []
        self.declared: set[str] = set()
        self.group = ""  # mark of loads and stores that do not depend on those of other rounds
        self.freedom = ""  # whether sums may be taken in another order

    def add(self, instruction: str) -> str:
        self.count += 1
        self.lines.append(f"  %v{self.count} = {instruction}")
        return f"%v{self.count}"

    def label(self, name: str) -> None:
        self.lines.append(f"{name}:")
        self.block = name

    def whole(self, op: str, a: Index, b: Index) -> Index:
        if op == "add" and b.text == "0" or op == "mul" and b.text == "1":
            return a
        return Index(self, self.add(f"{op} i64 {a.text}, {b.text}"))

    def real(self, op: str, a: Value, b: Value) -> Value:
        flag = "" if op == "fdiv" else f"{self.freedom} contract"
        return Value(self, self.add(f"{op}{flag} {self.type} {a.text}, {b.text}"))

    @contextmanager
    def loop(
        self, start: Index | int, stop: Index | int, *, step: int = 1, down: bool = False, apart: bool = False
    ) -> Generator[Index, None, None]:
        self.count += 1
        k, before = self.count, self.block
        first, end = self.index(start).text, self.index(stop).text
        none = self.add(f"icmp sge i64 {first}, {end}")
        self.lines.append(f"  br i1 {none}, label %end{k}, label %loop{k}")
        self.label(f"loop{k}")
        phi = len(self.lines)
        self.lines.append("")
        i = f"%i{k}"
        if down:
            last = self.add(f"add i64 {first}, {end}")
            last = self.add(f"sub i64 {last}, %c{k}")
            self.lines.append(f"  {i} = sub i64 {last}, 1")
        counter = f"%c{k}" if down else i
        hint = self.hint() if apart and self.together > 1 else ""
        yield Index(self, i)
        self.group = ""
        self.lines.append(f"  %n{k} = add i64 {counter}, {step}")
        more = self.add(f"icmp slt i64 %n{k}, {end}")
        self.lines[phi] = f"  {counter} = phi i64 [ {first}, %{before} ], [ %n{k}, %{self.block} ]"
        self.lines.append(f"  br i1 {more}, label %loop{k}, label %end{k}{hint}")
        self.label(f"end{k}")

    def hint(self) -> str:
        """Have the rounds of the innermost loop taken together, without asking whether they may be."""
        k = len(self.metadata)
        group, loop, parallel, width, single = (f"!{k + i}" for i in range(5))
        self.metadata += [
            f"{group} = distinct !{{}}",
            f"{loop} = distinct !{{{loop}, {parallel}, {width}, {single}}}",
            f'{parallel} = !{{!"llvm.loop.parallel_accesses", {group}}}',
            f'{width} = !{{!"llvm.loop.vectorize.width", i32 {self.together}}}',
            f'{single} = !{{!"llvm.loop.interleave.count", i32 1}}',
        ]
        self.group = f", !llvm.access.group {group}"
        return f", !llvm.loop {loop}"

    def table(self, name: str, values: Sequence[int]) -> str:
        entries = ", ".join(f"i32 {x}" for x in values)
        self.tables.append(f"@{name} = private unnamed_addr constant [{len(values)} x i32] [{entries}]")
        return name

    def entry(self, table: str, i: Index | int) -> Index:
        place = self.add(f"getelementptr i32, ptr @{table}, i64 {self.index(i).text}")
        number = self.add(f"load i32, ptr {place}, align 4{self.group}")
        return Index(self, self.add(f"sext i32 {number} to i64"))

    def dot(self, one: str, i: Index, other: str, j: Index | int, start: Index, stop: Index) -> Value:
        total = self.scratch(f"sum{self.count}", 1)
        self.store(total, 0, self.zero)
        self.freedom = " reassoc"
        with self.loop(start, stop, apart=True) as k:
            group, self.group = self.group, ""
            sum_ = self.load(total, 0)
            self.group = group
            sum_ = sum_ + self.load(one, i + k) * self.load(other, k + j)
            self.group = ""
            self.store(total, 0, sum_)
        self.freedom = ""
        return self.load(total, 0)

    def less_rows(
        self,
        array: str,
        place: Callable[[Index], Index],
        i: Index,
        count: int,
        factors: str,
        factor: Callable[[Index, Index], Index],
        start: Index | int,
        stop: Index | int,
        *,
        rows: int = 1,
    ) -> None:
        registers = 1 << (-(-count // self.together) - 1).bit_length()  # LLVM splits powers of two well
        lanes = registers * self.together * self.width  # some of them masked
        kind, mask = f"<{lanes} x double>", f"<{lanes} x i1>"
        chosen = f"{mask} <{', '.join(f'i1 {str(k < count * self.width).lower()}' for k in range(lanes))}>"
        move = f"masked.{{}}.v{lanes}f64.p0"
        self.declared |= {
            f"declare {kind} @llvm.{move.format('load')}(ptr, i32, {mask}, {kind})",
            f"declare void @llvm.{move.format('store')}({kind}, ptr, i32, {mask})",
        }

        def read(k: Index) -> str:
            spot = self.at(array, place(k))
            return self.add(
                f"call {kind} @llvm.{move.format('load')}(ptr {spot}, i32 8, {chosen}, {kind} zeroinitializer)"
            )

        totals = []
        for r in range(rows):
            self.count += 1
            totals.append(f"%row{self.count}")
            self.head.append(f"  {totals[r]} = alloca {kind}, align 64")
            self.lines.append(f"  store {kind} {read(i + r)}, ptr {totals[r]}")
        with self.loop(start, stop) as k:
            row = read(k)
            for r, total in enumerate(totals):
                many = self.spread(self.load(factors, factor(i + r, k)), lanes)
                product = self.add(f"fmul contract {kind} {many}, {row}")
                before = self.add(f"load {kind}, ptr {total}")
                self.lines.append(
                    f"  store {kind} {self.add(f'fsub contract {kind} {before}, {product}')}, ptr {total}"
                )
        for r, total in enumerate(totals):
            value, spot = self.add(f"load {kind}, ptr {total}"), self.at(array, place(i + r))
            self.lines.append(f"  call void @llvm.{move.format('store')}({kind} {value}, ptr {spot}, i32 8, {chosen})")

    def spread(self, value: Value, lanes: int) -> str:
        """A value again and again until it fills so many lanes."""
        one, kind = value.text, f"<{self.width} x double>"
        if self.width == 1:
            one = self.add(f"insertelement {kind} poison, double {one}, i64 0")
        picks = ", ".join(f"i32 {lane % self.width}" for lane in range(lanes))
        return self.add(f"shufflevector {kind} {one}, {kind} poison, <{lanes} x i32> <{picks}>")

    def scratch(self, name: str, size: int) -> str:
        self.head.append(f"  %{name} = alloca [{size} x {self.type}], align 64")
        return name

    def at(self, array: str, i: Index | int) -> str:
        return self.add(f"getelementptr {self.type}, ptr %{array}, i64 {self.index(i).text}")

    def load(self, array: str, i: Index | int) -> Value:
        return Value(self, self.add(f"load {self.type}, ptr {self.at(array, i)}, align 8{self.group}"))

    def store(self, array: str, i: Index | int, value: Value) -> None:
        self.lines.append(f"  store {self.type} {value.text}, ptr {self.at(array, i)}, align 8{self.group}")

    def exchange(self, pivots: str, pivot: Index, array: str, j: Index, n: int, m: int) -> None:
        places = self.at(pivots, pivot)
        with self.loop(0, self.width) as lane:
            place = self.add(f"getelementptr double, ptr {places}, i64 {lane.text}")
            number = self.add(f"load double, ptr {place}, align 8")
            row = self.add(f"call i64 @llvm.fptosi.sat.i64.f64(double {number})")
            row = Index(self, self.add(f"call i64 @llvm.umin.i64(i64 {row}, i64 {n - 1})"))
            stop = self.add(f"icmp eq i64 {row.text}, {j.text}")
            stop = self.add(f"select i1 {stop}, i64 0, i64 {m}")
            with self.loop(0, Index(self, stop)) as c:
                ends = [(i * m + c) * self.width + lane for i in (j, row)]
                spots = [self.add(f"getelementptr double, ptr %{array}, i64 {end.text}") for end in ends]
                values = [self.add(f"load double, ptr {spot}, align 8") for spot in spots]
                self.lines.append(f"  store double {values[0]}, ptr {spots[1]}, align 8")
                self.lines.append(f"  store double {values[1]}, ptr {spots[0]}, align 8")

    def largest(self, array: str, j: Index, n: int, pivots: str, pivot: Index) -> None:
        best, size = self.scratch(f"best{self.count}", 1), self.scratch(f"size{self.count}", 1)
        self.store(best, 0, self.numbered(j))
        self.store(size, 0, self.magnitude(self.load(array, j * n + j)))
        with self.loop(j + 1, n) as i:
            found, old = self.magnitude(self.load(array, i * n + j)), self.load(size, 0)
            larger = self.add(f"fcmp ogt {self.type} {found.text}, {old.text}")
            for place, a, b in ((size, found, old), (best, self.numbered(i), self.load(best, 0))):
                chosen = self.add(f"select {self.mask} {larger}, {self.type} {a.text}, {self.type} {b.text}")
                self.store(place, 0, Value(self, chosen))
        self.store(pivots, pivot, self.load(best, 0))

    def magnitude(self, value: Value) -> Value:
        return Value(self, self.add(f"call {self.type} @llvm.fabs.{self.suffix}({self.type} {value.text})"))

    def maximum(self, a: Value, b: Value) -> Value:
        pair = f"{self.type} {a.text}, {self.type} {b.text}"
        return Value(self, self.add(f"call {self.type} @llvm.maximum.{self.suffix}({pair})"))

    def numbered(self, i: Index) -> Value:
        number = self.add(f"sitofp i64 {i.text} to double")
        if self.width == 1:
            return Value(self, number)
        first = self.add(f"insertelement {self.type} poison, double {number}, i64 0")
        zeros = f"<{self.width} x i32> zeroinitializer"
        return Value(self, self.add(f"shufflevector {self.type} {first}, {self.type} poison, {zeros}"))

    def definition(self, symbol: str, read: Sequence[str] = ("in",)) -> str:
        body = "\n".join([*self.head, *self.lines])
        parameters = ", ".join(f"ptr noalias %{name}" for name in (*read, "out"))
        tables, metadata = "\n".join(self.tables), "\n".join(self.metadata)
        declared = "\n".join(sorted(self.declared))
        return f"""{tables}
{declared}
declare {self.type} @llvm.fabs.{self.suffix}({self.type})
declare {self.type} @llvm.maximum.{self.suffix}({self.type}, {self.type})
declare i64 @llvm.fptosi.sat.i64.f64(double)
declare i64 @llvm.umin.i64(i64, i64)
define void @{symbol}({parameters}) nounwind {{
entry:
{body}
  ret void
}}
{metadata}
"""


_SIGNS = {"add": "+", "sub": "-", "mul": "*", "udiv": "/", "fadd": "+", "fsub": "-", "fmul": "*", "fdiv": "/"}


class CWriter(Writer):
    together = 4
    panel = 32
    room = 0
    width = 1

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.count = 0
        self.one, self.zero = Value(self, "1.0"), Value(self, "0.0")

    def put(self, line: str) -> None:
        self.lines.append("    " * self.depth + line)

    def whole(self, op: str, a: Index, b: Index) -> Index:
        if op == "add" and b.text == "0" or op == "mul" and b.text == "1":
            return a
        return Index(self, f"({a.text} {_SIGNS[op]} {b.text})")

    def real(self, op: str, a: Value, b: Value) -> Value:
        return Value(self, f"({a.text} {_SIGNS[op]} {b.text})")

    def magnitude(self, value: Value) -> Value:
        return Value(self, f"fabs({value.text})")

    def maximum(self, a: Value, b: Value) -> Value:
        return Value(self, f"({a.text} > {b.text} || {a.text} != {a.text} ? {a.text} : {b.text})")

    @contextmanager
    def loop(
        self, start: Index | int, stop: Index | int, *, step: int = 1, down: bool = False, apart: bool = False
    ) -> Generator[Index, None, None]:
        self.count += 1
        i, first, end = f"i{self.count}", self.index(start).text, self.index(stop).text
        if down:
            self.put(f"for (int {i} = {end} - 1; {i} >= {first}; --{i}) {{")
        else:
            self.put(f"for (int {i} = {first}; {i} < {end}; {f'{i} += {step}' if step > 1 else f'++{i}'}) {{")
        self.depth += 1
        yield Index(self, i)
        self.depth -= 1
        self.put("}")

    def table(self, name: str, values: Sequence[int]) -> str:
        values = values or [0]
        self.put(f"static const int {name}[{len(values)}] = {{")
        for k in range(0, len(values), 16):
            self.put(f"    {', '.join(map(str, values[k : k + 16]))},")
        self.put("};")
        return name

    def entry(self, table: str, i: Index | int) -> Index:
        self.count += 1
        self.put(f"const int t{self.count} = {table}[{self.index(i).text}];")
        return Index(self, f"t{self.count}")

    def dot(self, one: str, i: Index, other: str, j: Index | int, start: Index, stop: Index) -> Value:
        self.count += 1
        total = f"x{self.count}"
        self.put(f"double {total} = 0.0;")
        with self.loop(start, stop) as k:
            self.put(f"{total} += {one}[{(i + k).text}] * {other}[{(k + j).text}];")
        return Value(self, total)

    def less_rows(
        self,
        array: str,
        place: Callable[[Index], Index],
        i: Index,
        count: int,
        factors: str,
        factor: Callable[[Index, Index], Index],
        start: Index | int,
        stop: Index | int,
        *,
        rows: int = 1,
    ) -> None:
        for r in range(rows):
            with self.loop(start, stop) as k:
                one = self.load(factors, factor(i + r, k))
                with self.loop(0, count) as c:
                    target = place(i + r) + c
                    self.store(array, target, self.load(array, target) - one * self.load(array, place(k) + c))

    def scratch(self, name: str, size: int) -> str:
        self.put(f"double {name}[{size}];")
        return name

    def load(self, array: str, i: Index | int) -> Value:
        self.count += 1
        self.put(f"const double x{self.count} = {array}[{self.index(i).text}];")
        return Value(self, f"x{self.count}")

    def store(self, array: str, i: Index | int, value: Value) -> None:
        self.put(f"{array}[{self.index(i).text}] = {value.text};")

    def exchange(self, pivots: str, pivot: Index, array: str, j: Index, n: int, m: int) -> None:
        self.count += 1
        row = Index(self, f"r{self.count}")
        self.put(f"const int {row.text} = (int){pivots}[{pivot.text}];")
        with self.loop(0, m) as c:
            one, other = self.load(array, j * m + c), self.load(array, row * m + c)
            self.store(array, j * m + c, other)
            self.store(array, row * m + c, one)

    def largest(self, array: str, j: Index, n: int, pivots: str, pivot: Index) -> None:
        best = f"best{self.count}"
        self.put(f"int {best} = {j.text};")
        with self.loop(j + 1, n) as i:
            new, old = f"{array}[{(i * n + j).text}]", f"{array}[{(Index(self, best) * n + j).text}]"
            self.put(f"if (fabs({new}) > fabs({old})) {best} = {i.text};")
        self.put(f"{pivots}[{pivot.text}] = {best};")

    def definition(self, symbol: str, read: Sequence[str] = ("in",)) -> str:
        body = "\n".join(self.lines)
        unread = [name for name in read if f"{name}[" not in body]
        body = "\n".join([*(f"    (void){name};" for name in unread), body])
        parameters = ", ".join(f"const double *{name}" for name in read)
        return f"static void {symbol}({parameters}, double *out)\n{{\n{body}\n}}\n"
