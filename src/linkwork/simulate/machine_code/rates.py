"""Calls of the traced laws from the machine code of a run: rates, projection, events, signals, rows."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.expression.trace import Function
from linkwork.kernel.modules import Entry

from .layout import ROW_HEAD, Layout
from .text import Text

New = Callable[[], Text]


def pointers(text: Text, layout: Layout, function: Function, t: str, y: str) -> list[str]:
    """Pointers to the inputs of a law, for the time behind `t` and the state behind `y`."""
    found = []
    for port in function.inputs:
        if port.name == "t":
            found.append(t)
        elif port.name in ("u", "p"):
            found.append(text.at(port.name))
        else:
            found.append(text.new(f"getelementptr double, ptr {y}, i64 {layout.start(port.name)}"))
    return found


def rates_ir(new: New, layout: Layout, motion: Entry, tables: bool) -> str:
    """`void @rates(m, t, y, k)`: signals, then all rates; keeps the smallest pivot."""
    text = new()
    if tables:
        t = text.new("load double, ptr %t, align 8")
        text.do(f"call void @signals(ptr %m, double {t})")
    results = []
    for port in motion.function.outputs:
        if port.name == "pivot":
            results.append(text.at("pivot_now"))
        else:
            results.append(text.new(f"getelementptr double, ptr %k, i64 {layout.start(port.name)}"))
    text.do(motion.call(*pointers(text, layout, motion.function, "%t", "%y"), *results))
    if any(port.name == "pivot" for port in motion.function.outputs):
        now, least = text.get("pivot_now"), text.get("pivot")
        text.put("pivot", text.select(text.compare("olt", now, least), now, least))
    text.add_count("evaluations", 1)
    text.do("ret void")
    return text.define("rates", "void", "ptr %t, ptr %y, ptr %k")


def signals_ir(new: New, layout: Layout, tables: list[int]) -> str:
    """`void @signals(m, t)`: values of all tables at a time, into the first signals.

    A table lies in memory as: number of pieces n, last piece found, n + 1 times, then (n, 4, size) coefficients. The
    word `tables_at` is the address of the first, the others follow.
    """
    text = new()
    start = text.count("tables_at")
    place = text.new(f"inttoptr i64 {start} to ptr")
    first = 0
    for size in tables:
        place = text.new(f"call ptr @look_up(ptr {place}, double %t, ptr {text.at('u', first)}, i64 {size})")
        first += size
    text.do("ret void")
    return text.define("signals", "void", "double %t")


LOOK_UP = """
define internal ptr @look_up(ptr %table, double %t, ptr %out, i64 %size) nounwind noinline {
entry:
  %n = load i64, ptr %table
  %hint.at = getelementptr i64, ptr %table, i64 1
  %hint = load i64, ptr %hint.at
  %times = getelementptr double, ptr %table, i64 2
  %end.at = getelementptr double, ptr %times, i64 %n
  %begin = load double, ptr %times
  %end = load double, ptr %end.at
  %early = fcmp olt double %t, %begin
  %t1 = select i1 %early, double %begin, double %t
  %late = fcmp ogt double %t1, %end
  %t2 = select i1 %late, double %end, double %t1
  %last = sub i64 %n, 1
  br label %down
down:
  %i = phi i64 [ %hint, %entry ], [ %i.less, %lower ]
  %left.at = getelementptr double, ptr %times, i64 %i
  %left = load double, ptr %left.at
  %below = fcmp olt double %t2, %left
  %some = icmp sgt i64 %i, 0
  %move = and i1 %below, %some
  br i1 %move, label %lower, label %up
lower:
  %i.less = sub i64 %i, 1
  br label %down
up:
  %j = phi i64 [ %i, %down ], [ %j.next, %higher ]
  %j.next = add i64 %j, 1
  %right.at = getelementptr double, ptr %times, i64 %j.next
  %right = load double, ptr %right.at
  %above = fcmp oge double %t2, %right
  %more = icmp slt i64 %j, %last
  %climb = and i1 %above, %more
  br i1 %climb, label %higher, label %found
higher:
  br label %up
found:
  store i64 %j, ptr %hint.at
  %from.at = getelementptr double, ptr %times, i64 %j
  %from = load double, ptr %from.at
  %s = fsub double %t2, %from
  %coefficients = getelementptr double, ptr %end.at, i64 1
  %each = mul i64 %size, 4
  %skip = mul i64 %j, %each
  %c0 = getelementptr double, ptr %coefficients, i64 %skip
  %c1 = getelementptr double, ptr %c0, i64 %size
  %c2 = getelementptr double, ptr %c1, i64 %size
  %c3 = getelementptr double, ptr %c2, i64 %size
  br label %value
value:
  %k = phi i64 [ 0, %found ], [ %k.next, %value ]
  %a0 = getelementptr double, ptr %c0, i64 %k
  %a1 = getelementptr double, ptr %c1, i64 %k
  %a2 = getelementptr double, ptr %c2, i64 %k
  %a3 = getelementptr double, ptr %c3, i64 %k
  %x0 = load double, ptr %a0
  %x1 = load double, ptr %a1
  %x2 = load double, ptr %a2
  %x3 = load double, ptr %a3
  %y3 = fmul double %x3, %s
  %y2 = fadd double %y3, %x2
  %z2 = fmul double %y2, %s
  %y1 = fadd double %z2, %x1
  %z1 = fmul double %y1, %s
  %y0 = fadd double %z1, %x0
  %o = getelementptr double, ptr %out, i64 %k
  store double %y0, ptr %o
  %k.next = add i64 %k, 1
  %again = icmp slt i64 %k.next, %size
  br i1 %again, label %value, label %done
done:
  %all = mul i64 %n, %each
  %next = getelementptr double, ptr %coefficients, i64 %all
  ret ptr %next
}
"""


def row_ir(new: New, layout: Layout, tables: bool) -> str:
    """`void @record(m, t, y)`: one row into the buffer of rows."""
    text = new()
    if tables:
        text.do("call void @signals(ptr %m, double %t)")
    count = text.count("rows")
    start = text.new(f"inttoptr i64 {text.count('rows_at')} to ptr")
    skip = text.new(f"mul i64 {count}, {layout.row}")
    row = text.new(f"getelementptr double, ptr {start}, i64 {skip}")
    evaluations = text.new(f"sitofp i64 {text.count('evaluations')} to double")
    for k, value in enumerate(("%t", text.get("h_now"), evaluations)):
        place = text.new(f"getelementptr double, ptr {row}, i64 {k}")
        text.do(f"store double {value}, ptr {place}, align 8")
    y = text.new(f"getelementptr double, ptr {row}, i64 {len(ROW_HEAD)}")
    text.move(y, "%y", layout.size)
    if layout.n_u:
        u = text.new(f"getelementptr double, ptr {y}, i64 {layout.size}")
        text.move(u, text.at("u"), layout.n_u)
    text.put_count("rows", text.new(f"add i64 {count}, 1"))
    text.do("ret void")
    return text.define("record", "void", "double %t, ptr %y")


def closing_ir(new: New, layout: Layout, closing: Entry, limit: int) -> str:
    """`i64 @closing(m, t, y)`: Newton steps of the projection until the state is near enough; 0, or a code."""
    text = new()
    names = [port.name for port in closing.function.outputs]
    iterated = "left" in names
    text.go("again")
    text.label("again")
    if iterated:
        text.do("%round = phi i64 [ 1, %entry ], [ %round.next, %more ]")
    target = text.at("y_project")
    results = []
    for name in names:
        if name in ("left", "pivot"):
            results.append(text.at("left" if name == "left" else "pivot_now"))
        else:
            results.append(text.new(f"getelementptr double, ptr {target}, i64 {layout.start(name)}"))
    text.do(closing.call(*pointers(text, layout, closing.function, "%t", "%y"), *results))
    text.add_count("projections", 1)
    for port in closing.function.outputs:
        if port.name not in ("left", "pivot"):
            to = text.new(f"getelementptr double, ptr %y, i64 {layout.start(port.name)}")
            source = text.new(f"getelementptr double, ptr {target}, i64 {layout.start(port.name)}")
            text.move(to, source, port.size)
    if iterated:
        text.branch(text.compare("ole", text.get("left"), "1.0"), "near", "far")
        text.label("far")
        text.do("%round.next = add i64 %round, 1")
        text.branch(text.new(f"icmp sgt i64 %round.next, {limit}"), "failed", "more")
        text.label("more")
        text.go("again")
        text.label("failed")
        text.do("ret i64 4")
        text.label("near")
    text.do("ret i64 0")
    return text.define("closing", "i64", "ptr %t, ptr %y")


def events_ir(new: New, layout: Layout, events: Entry, directions: tuple[int, ...]) -> str:
    """`i1 @crossed(m, t, y)`: values of the watched expressions, and whether one of them changed its sign as asked."""
    text = new()
    target = text.at("g_new")
    text.do(events.call(*pointers(text, layout, events.function, "%t", "%y"), target))
    crossed = "false"
    for k, direction in enumerate(directions):
        old = text.new(f"load double, ptr {text.at('g_old', k)}, align 8")
        new_value = text.new(f"load double, ptr {text.at('g_new', k)}, align 8")
        ways = []
        if direction >= 0:
            ways.append((text.compare("olt", old, "0.0"), text.compare("oge", new_value, "0.0")))
        if direction <= 0:
            ways.append((text.compare("ogt", old, "0.0"), text.compare("ole", new_value, "0.0")))
        for before, after in ways:
            crossed = text.new(f"or i1 {crossed}, {text.new(f'and i1 {before}, {after}')}")
    text.do(f"ret i1 {crossed}")
    return text.define("crossed", "i1", "ptr %t, ptr %y")
