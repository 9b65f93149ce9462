"""Text: one function in LLVM's language, written instruction by instruction; vectors of the processor's width."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from linkwork.kernel.sincos import double

from .space import Space, padded

UNROLLED = 512  # vector instructions of a combination that are written out; longer ones become a loop

Term = tuple[float, str]  # coefficient, name of an array


class Text:
    """A function `kind @symbol(ptr %m, …)` over the block of memory %m."""

    def __init__(self, space: Space, width: int, size: int) -> None:
        self.space, self.width, self.size = space, width, size
        self.vector = f"<{width} x double>"
        self.lines: list[str] = []
        self._fresh = 0

    def define(self, symbol: str, kind: str = "void", arguments: str = "", *, internal: bool = True) -> str:
        """The finished definition."""
        more = f", {arguments}" if arguments else ""
        head = f"define {'internal ' if internal else ''}{kind} @{symbol}(ptr %m{more}) nounwind noinline {{"
        return "\n".join([head, "entry:", *self.lines, "}", ""])

    # -- instructions ------------------------------------------------------------------------------------------------

    def do(self, *lines: str) -> None:
        """Instructions without a result."""
        self.lines += [f"  {line}" for line in lines]

    def new(self, instruction: str) -> str:
        """An instruction with a result."""
        self._fresh += 1
        self.do(f"%x{self._fresh} = {instruction}")
        return f"%x{self._fresh}"

    def label(self, name: str) -> None:
        """A place to jump to; what comes before must have jumped."""
        self.lines.append(f"{name}:")

    def branch(self, condition: str, yes: str, no: str) -> None:
        """Jump."""
        self.do(f"br i1 {condition}, label %{yes}, label %{no}")

    def go(self, name: str) -> None:
        """Jump."""
        self.do(f"br label %{name}")

    # -- memory ------------------------------------------------------------------------------------------------------

    def at(self, name: str, offset: int = 0) -> str:
        """Pointer to a word or into an array."""
        return self.new(f"getelementptr double, ptr %m, i64 {self.space.places[name] + offset}")

    def get(self, name: str) -> str:
        """A number from memory."""
        return self.new(f"load double, ptr {self.at(name)}, align 8")

    def put(self, name: str, value: str) -> None:
        """A number into memory."""
        self.do(f"store double {value}, ptr {self.at(name)}, align 8")

    def count(self, name: str) -> str:
        """A whole number from memory."""
        return self.new(f"load i64, ptr {self.at(name)}, align 8")

    def put_count(self, name: str, value: str) -> None:
        """A whole number into memory."""
        self.do(f"store i64 {value}, ptr {self.at(name)}, align 8")

    def add_count(self, name: str, more: int) -> str:
        """Add to a whole number in memory; the new value."""
        value = self.new(f"add i64 {self.count(name)}, {more}")
        self.put_count(name, value)
        return value

    # -- arithmetic --------------------------------------------------------------------------------------------------

    def op(self, name: str, a: str, b: str) -> str:
        """fadd, fsub, fmul, fdiv of numbers."""
        return self.new(f"{name} double {a}, {b}")

    def compare(self, how: str, a: str, b: str) -> str:
        """A comparison of numbers; false if one of them is NaN, for the o-comparisons."""
        return self.new(f"fcmp {how} double {a}, {b}")

    def select(self, condition: str, a: str, b: str) -> str:
        """One of two numbers."""
        return self.new(f"select i1 {condition}, double {a}, double {b}")

    def function(self, name: str, *values: str) -> str:
        """A function of numbers: sqrt, fabs, minnum, maxnum of LLVM."""
        return self.new(f"call double @llvm.{name}.f64({', '.join(f'double {x}' for x in values)})")

    # -- vectors -----------------------------------------------------------------------------------------------------

    def splat(self, value: str) -> str:
        """A number in all lanes."""
        one = self.new(f"insertelement {self.vector} poison, double {value}, i64 0")
        return self.new(
            f"shufflevector {self.vector} {one}, {self.vector} poison, <{self.width} x i32> zeroinitializer"
        )

    def constant(self, x: float) -> str:
        """A known number in all lanes."""
        return f"splat (double {double(x)})"

    def load(self, pointer: str, place: str) -> str:
        """Lanes of an array from element `place` on."""
        return self.new(f"load {self.vector}, ptr {self._element(pointer, place)}, align 64")

    def store(self, value: str, pointer: str, place: str) -> None:
        """Lanes into an array."""
        self.do(f"store {self.vector} {value}, ptr {self._element(pointer, place)}, align 64")

    def _element(self, pointer: str, place: str) -> str:
        return pointer if place == "0" else self.new(f"getelementptr double, ptr {pointer}, i64 {place}")

    def lanes(self, name: str, a: str, b: str) -> str:
        """fadd, fsub, fmul, fdiv lane by lane; products and sums may fuse."""
        flag = "" if name == "fdiv" else " contract"
        return self.new(f"{name}{flag} {self.vector} {a}, {b}")

    def lane_function(self, name: str, *values: str) -> str:
        """A function of LLVM lane by lane."""
        arguments = ", ".join(f"{self.vector} {x}" for x in values)
        return self.new(f"call {self.vector} @llvm.{name}.v{self.width}f64({arguments})")

    def sum(self, x: str) -> str:
        """The sum of all lanes."""
        return self.new(f"call double @llvm.vector.reduce.fadd.v{self.width}f64(double 0.0, {self.vector} {x})")

    def weighted(self, terms: Sequence[Term], pointers: dict[str, str], place: str) -> str:
        """Σ coefficient · array, one vector; the terms are not all zero."""
        total = ""
        for coefficient, name in terms:
            if coefficient == 0.0:
                continue
            x = self.load(pointers[name], place)
            product = x if coefficient == 1.0 else self.lanes("fmul", x, self.constant(coefficient))
            total = self.lanes("fadd", total, product) if total else product
        return total

    def every_vector(self, cost: int, body: Callable[[str], None]) -> None:
        """`body(place)` for every vector of a state, written out or, if that is long, in a loop."""
        places = range(0, padded(self.size), self.width)
        if len(places) * cost <= UNROLLED:
            for place in places:
                body(str(place))
            return
        self._fresh += 1
        label = f"loop{self._fresh}"
        before = f"before{self._fresh}"
        self.go(before)
        self.label(before)
        self.go(label)
        self.label(label)
        place = f"%place{self._fresh}"
        self.do(f"{place} = phi i64 [ 0, %{before} ], [ {place}.next, %{label} ]")
        body(place)
        self.do(f"{place}.next = add i64 {place}, {self.width}")
        more = self.new(f"icmp slt i64 {place}.next, {padded(self.size)}")
        self.branch(more, label, f"{label}.done")
        self.label(f"{label}.done")

    def pointers(self, *names: str) -> dict[str, str]:
        """Pointers to arrays by name."""
        return {name: self.at(name) for name in dict.fromkeys(names)}

    def combine(self, out: str, base: str, scale: str, terms: Sequence[Term]) -> None:
        """out = base + scale Σ coefficient · array."""
        terms = [(x, name) for x, name in terms if x != 0.0]
        pointers = self.pointers(out, base, *(name for _, name in terms))
        factor = self.splat(scale)

        def body(place: str) -> None:
            total = self.weighted(terms, pointers, place)
            moved = self.lanes("fadd", self.load(pointers[base], place), self.lanes("fmul", total, factor))
            self.store(moved, pointers[out], place)

        self.every_vector(2 * len(terms) + 3, body)

    def scale(self, out: str, factor: str, source: str) -> None:
        """out = factor · source."""
        pointers, x = self.pointers(out, source), self.splat(factor)

        def body(place: str) -> None:
            self.store(self.lanes("fmul", self.load(pointers[source], place), x), pointers[out], place)

        self.every_vector(3, body)

    def copy_row(self, out: str, source: str) -> None:
        """out = source, arrays of any size."""
        self.move(self.at(out), self.at(source), self.space.sizes[source])

    def move(self, out: str, source: str, count: int) -> None:
        """`count` numbers from one pointer to another, anywhere in memory."""
        place = 0
        while place < count:
            kind = self.vector if place + self.width <= count else "double"
            a, b = (x if not place else self.new(f"getelementptr double, ptr {x}, i64 {place}") for x in (source, out))
            self.do(f"store {kind} {self.new(f'load {kind}, ptr {a}, align 8')}, ptr {b}, align 8")
            place += self.width if kind == self.vector else 1

    def copy(self, out: str, source: str) -> None:
        """out = source."""
        pointers = self.pointers(out, source)
        self.every_vector(2, lambda place: self.store(self.load(pointers[source], place), pointers[out], place))
