"""The loop over steps of a given size."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.kernel.sincos import double

from .codes import Code
from .text import Text

New = Callable[[], Text]


PULLED = 0.25  # squared share of a step's motion by which the projection may move the machine back
TORN = 1e-6  # the same for small motions, in rad² and m²


def advance_ir(new: New, *, begins: bool, events: bool, closes: bool, pivots: bool) -> str:
    """`i64 @advance(m)`: one step from t to t_new with h_now, projection, checks; y_new, and 0 or a code."""
    text = new()
    text.put("pivot", "1.0")
    if begins:
        text.do("call void @begin(ptr %m)")
    text.do("call void @step(ptr %m)")
    finish(text, events=events, closes=closes, pivots=pivots)
    return text.define("advance", "i64", internal=False)


def finish(text: Text, *, events: bool, closes: bool, pivots: bool) -> None:
    """What follows a step: finite? away from singular poses? back onto the loops; events."""
    finite = all_finite(text, "y_new")
    text.branch(finite, "finite", "not_finite")
    text.label("not_finite")
    text.do(f"ret i64 {Code.NOT_FINITE}")
    text.label("finite")
    if pivots:
        text.branch(text.compare("oge", text.get("pivot"), text.get("pivot_limit")), "regular", "singular")
        text.label("singular")
        text.do(f"ret i64 {Code.SINGULAR}")
        text.label("regular")
    t, y = text.at("t_new"), text.at("y_new")
    if closes:
        text.copy("y_sub", "y_new")
        code = text.new(f"call i64 @closing(ptr %m, ptr {t}, ptr {y})")
        text.branch(text.new(f"icmp eq i64 {code}, 0"), "closed", "open")
        text.label("open")
        text.do(f"ret i64 {Code.OPEN}")
        text.label("closed")
        pulled, moved = text.new("call double @apart(ptr %m, i64 0)"), text.new("call double @apart(ptr %m, i64 1)")
        most = text.function("maxnum", text.op("fmul", moved, double(PULLED)), double(TORN))
        text.branch(text.compare("ole", pulled, most), "near", "open")
        text.label("near")
    if events:
        crossed = text.new(f"call i1 @crossed(ptr %m, ptr {t}, ptr {y})")
        ignored = text.new(f"icmp ne i64 {text.count('ignore_events')}, 0")
        heeded = text.new(f"and i1 {crossed}, {text.new(f'xor i1 {ignored}, true')}")
        text.branch(heeded, "event", "quiet")
        text.label("event")
        text.do(f"ret i64 {Code.EVENT}")
        text.label("quiet")
    text.do("ret i64 0")


def apart_ir(new: New, n_q: int) -> str:
    """`double @apart(m, which)`: |q − q'|² between a step before projection and after it (0) or its start (1)."""
    text = new()
    names = text.pointers("y_sub", "y_new", "y")
    other = text.new(f"select i1 {text.new('icmp eq i64 %which, 0')}, ptr {names['y_new']}, ptr {names['y']}")
    total = "0.0"
    for k in range(n_q):
        a, b = (text.new(f"getelementptr double, ptr {x}, i64 {k}") for x in (names["y_sub"], other))
        d = text.op("fsub", *(text.new(f"load double, ptr {x}, align 8") for x in (a, b)))
        total = text.op("fadd", total, text.op("fmul", d, d))
    text.do(f"ret double {total}")
    return text.define("apart", "double", "i64 %which")


def all_finite(text: Text, name: str) -> str:
    """Whether all numbers of an array are finite: x − x is zero for these alone."""
    names = text.pointers(name, "sum_5")
    text.store(text.constant(0.0), names["sum_5"], "0")

    def body(place: str) -> None:
        x = text.load(names[name], place)
        odd = text.new(f"fsub {text.vector} {x}, {x}")
        text.store(text.lanes("fadd", text.load(names["sum_5"], "0"), odd), names["sum_5"], "0")

    text.every_vector(4, body)
    return text.compare("oeq", text.sum(text.load(names["sum_5"], "0")), "0.0")


def accept(text: Text, events: bool) -> None:
    """The new state becomes the present one."""
    text.copy("y", "y_new")
    text.put("t", text.get("t_new"))
    for name, function in (("shortest", "minnum"), ("longest", "maxnum")):
        text.put(name, text.function(function, text.get(name), text.get("h_now")))
    text.add_count("accepted", 1)
    text.add_count("count", 1)
    if events:
        text.copy_row("g_old", "g_new")
        text.put_count("ignore_events", "0")


def stop_row_and_budget(text: Text) -> None:
    """The head of both loops: has the end come, is a row due, is the buffer full, is the budget of steps used up?"""
    text.branch(text.compare("olt", text.get("t"), text.get("stop")), "go_on", "stopped")
    text.label("stopped")
    text.do(f"ret i64 {Code.STOPPED}")
    text.label("go_on")
    text.branch(text.new(f"icmp sge i64 {text.count('count')}, {text.count('due')}"), "due", "recorded")
    text.label("due")
    text.branch(text.new(f"icmp slt i64 {text.count('rows')}, {text.count('rows_max')}"), "room", "full")
    text.label("full")
    text.do(f"ret i64 {Code.FULL}")
    text.label("room")
    text.do(f"call void @record(ptr %m, double {text.get('t')}, ptr {text.at('y')})")
    text.put_count("due", text.new(f"add i64 {text.count('count')}, {text.count('every')}"))
    text.go("recorded")
    text.label("recorded")
    budget = text.count("budget")
    text.branch(text.new(f"icmp sgt i64 {budget}, 0"), "paid", "spent")
    text.label("spent")
    text.do(f"ret i64 {Code.BUDGET}")
    text.label("paid")
    text.put_count("budget", text.new(f"sub i64 {budget}, 1"))


def fixed_ir(new: New, *, events: bool) -> str:
    """`i64 @run(m)`: steps of h from t to stop, the last one cut or stretched to end there."""
    text = new()
    text.go("loop")
    text.label("loop")
    stop_row_and_budget(text)
    t, h, stop = text.get("t"), text.get("h"), text.get("stop")
    rest = text.op("fsub", stop, t)
    reach = text.op("fmul", h, double(1 + 1e-9))
    last = text.compare("ole", rest, reach)
    text.put("h_now", text.select(last, rest, h))
    done = text.new(f"sub i64 {text.count('count')}, {text.count('base_count')}")
    steps = text.new(f"sitofp i64 {text.new(f'add i64 {done}, 1')} to double")
    grid = text.op("fadd", text.get("base_t"), text.op("fmul", steps, h))
    text.put("t_new", text.select(last, stop, grid))
    code = text.new("call i64 @advance(ptr %m)")
    text.branch(text.new(f"icmp eq i64 {code}, 0"), "good", "bad")
    text.label("bad")
    text.do(f"ret i64 {code}")
    text.label("good")
    accept(text, events)
    text.branch(last, "aligned", "loop")
    text.label("aligned")
    text.put("base_t", stop)
    text.put_count("base_count", text.count("count"))
    text.go("loop")
    return text.define("run", "i64", internal=False)
