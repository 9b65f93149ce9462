"""The loop over steps that a tolerance chooses, with dense output between them.

    ‖e‖² = 1/n Σ (e_i / (atol_i + rtol max(|y_i|, |y_i⁺|)))²,   a step is good when ‖e‖ <= 1                      (1)
    h ← h · min(FASTER, max(SLOWER, SAFETY ‖e‖^−exponent ‖e_before‖^beta))                                        (2)

Reference: Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, section II.4.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwork.kernel.sincos import double

from ..methods import Tableau
from .codes import Code
from .fixed import accept
from .layout import Layout
from .text import Text

New = Callable[[], Text]

SAFETY, SLOWER, FASTER = 0.9, 0.2, 8.0
STRETCH = 1.01  # a last step may be so much longer than the tolerance asks for
NEAR = 1e-9  # of the recording grid: so near to an instant is on it


def error_ir(new: New, layout: Layout, method: Tableau) -> str:
    """`double @error(m)`: ‖e‖ of the step just made."""
    text = new()
    sums = ("sum_5", "sum_3")[: len(method.errors)]
    terms = [[(x, f"k{k}") for k, x in enumerate(row) if x != 0.0] for row in method.errors]
    names = text.pointers("y", "y_new", "atol", *sums, *(name for row in terms for _, name in row))
    for name in sums:
        text.store(text.constant(0.0), names[name], "0")
    rtol = text.splat(text.get("rtol"))

    def body(place: str) -> None:
        old, y = (text.lane_function("fabs", text.load(names[name], place)) for name in ("y", "y_new"))
        larger = text.lane_function("maxnum", old, y)
        scale = text.lanes("fadd", text.load(names["atol"], place), text.lanes("fmul", larger, rtol))
        for name, row in zip(sums, terms):
            e = text.lanes("fdiv", text.weighted(row, names, place), scale)
            total = text.lanes("fadd", text.load(names[name], "0"), text.lanes("fmul", e, e))
            text.store(total, names[name], "0")

    text.every_vector(2 * sum(map(len, terms)) + 12, body)
    found = [text.sum(text.load(names[name], "0")) for name in sums]
    h = text.function("fabs", text.get("h_now"))
    n = text.new(f"sitofp i64 {text.count('controlled')} to double")
    if len(found) == 1:
        value = text.function("sqrt", text.op("fdiv", found[0], n))
    else:
        both = text.op("fadd", found[0], text.op("fmul", found[1], double(0.01)))
        some = text.select(text.compare("oeq", both, "0.0"), "1.0", both)
        value = text.op("fdiv", found[0], text.function("sqrt", text.op("fmul", some, n)))
    text.do(f"ret double {text.op('fmul', value, h)}")
    return text.define("error_norm", "double")


def adaptive_ir(
    new: New, layout: Layout, method: Tableau, *, events: bool, closes: bool, pivots: bool, tables: bool
) -> str:
    """`i64 @run(m)`: steps as the tolerance asks, from t to stop."""
    text = new()
    text.go("loop")
    text.label("loop")
    text.branch(text.new(f"icmp ne i64 {text.count('in_dense')}, 0"), "sample", "start")
    text.label("start")
    _head(text)
    _try_step(text, method, pivots)
    _reject(text, method)
    _good(text, method, events, closes)
    _samples(text, method, closes)
    _accept(text, method, events, closes)
    return text.define("run", "i64", internal=False)


def _head(text: Text) -> None:
    """The end, rows that are due at t, the budget."""
    text.branch(text.compare("olt", text.get("t"), text.get("stop")), "go_on", "stopped")
    text.label("stopped")
    text.do(f"ret i64 {Code.STOPPED}")
    text.label("go_on")
    by_count = text.new(f"icmp sge i64 {text.count('count')}, {text.count('due')}")
    near = text.op("fmul", text.get("grid_step"), double(NEAR))
    by_time = text.compare("ole", text.get("next_t"), text.op("fadd", text.get("t"), near))
    text.branch(text.new(f"or i1 {by_count}, {by_time}"), "due", "recorded")
    text.label("due")
    text.branch(text.new(f"icmp slt i64 {text.count('rows')}, {text.count('rows_max')}"), "room", "full")
    text.label("full")
    text.do(f"ret i64 {Code.FULL}")
    text.label("room")
    text.do(f"call void @record(ptr %m, double {text.get('t')}, ptr {text.at('y')})")
    text.put_count("due", text.new(f"add i64 {text.count('count')}, {text.count('every')}"))
    text.branch(by_time, "next_instant", "recorded")
    text.label("next_instant")
    _next_instant(text)
    text.go("recorded")
    text.label("recorded")
    budget = text.count("budget")
    text.branch(text.new(f"icmp sgt i64 {budget}, 0"), "paid", "spent")
    text.label("spent")
    text.do(f"ret i64 {Code.BUDGET}")
    text.label("paid")
    text.put_count("budget", text.new(f"sub i64 {budget}, 1"))


def _next_instant(text: Text) -> None:
    count = text.add_count("grid_count", 1)
    steps = text.new(f"sitofp i64 {count} to double")
    far = text.op("fadd", text.get("grid_start"), text.op("fmul", steps, text.get("grid_step")))
    text.put("next_t", far)


def _try_step(text: Text, method: Tableau, pivots: bool) -> None:
    """A step of h, or to the end; ends in 'rejected' or 'good'."""
    t, h = text.get("t"), text.function("minnum", text.get("h"), text.get("h_max"))
    text.put("h", h)
    rest = text.op("fsub", text.get("stop"), t)
    last = text.compare("ole", rest, text.op("fmul", h, double(STRETCH)))
    text.put("h_now", text.select(last, rest, h))
    text.put("t_new", text.select(last, text.get("stop"), text.op("fadd", t, h)))
    text.branch(text.compare("oge", h, text.get("h_min")), "long_enough", "too_small")
    text.label("too_small")
    text.do(f"ret i64 {Code.TOO_SMALL}")
    text.label("long_enough")
    text.put("pivot", "1.0")
    text.branch(text.new(f"icmp ne i64 {text.count('fresh')}, 0"), "ready", "stale")
    text.label("stale")
    text.do("call void @begin(ptr %m)")
    text.put_count("fresh", "1")
    text.go("ready")
    text.label("ready")
    text.do("call void @step(ptr %m)")
    if pivots:
        text.branch(text.compare("oge", text.get("pivot"), text.get("pivot_limit")), "regular", "singular")
        text.label("singular")
        text.do(f"ret i64 {Code.SINGULAR}")
        text.label("regular")
    error = text.new("call double @error_norm(ptr %m)")
    text.put("error", error)
    text.branch(text.compare("ole", error, "1.0"), "good", "rejected")


def _power(text: Text, x: str, exponent: float) -> str:
    return text.new(f"call double @pow(double {x}, double {double(exponent)})")


def _reject(text: Text, method: Tableau) -> None:
    """A shorter step; also where the error is not a number."""
    text.label("rejected")
    error = text.get("error")
    factor = text.op("fdiv", double(SAFETY), _power(text, error, method.exponent))
    usable = text.compare("ogt", factor, double(SLOWER))
    shorter = text.op("fmul", text.get("h_now"), text.select(usable, factor, double(SLOWER)))
    text.put("h", shorter)
    text.add_count("rejected", 1)
    text.put_count("rejected_last", "1")
    text.go("loop")


def _good(text: Text, method: Tableau, events: bool, closes: bool) -> None:
    """Back onto the loops; events; the next step size."""
    text.label("good")
    t, y = text.at("t_new"), text.at("y_new")
    if closes:
        code = text.new(f"call i64 @closing(ptr %m, ptr {t}, ptr {y})")
        text.branch(text.new(f"icmp eq i64 {code}, 0"), "closed", "open")
        text.label("open")
        quarter = text.op("fmul", text.get("h_now"), double(0.25))
        text.put("h", quarter)
        text.add_count("rejected", 1)
        text.put_count("rejected_last", "1")
        text.branch(text.compare("oge", quarter, text.get("h_min")), "loop", "torn")
        text.label("torn")
        text.do(f"ret i64 {Code.OPEN}")
        text.label("closed")
    if events:
        crossed = text.new(f"call i1 @crossed(ptr %m, ptr {t}, ptr {y})")
        ignored = text.new(f"icmp ne i64 {text.count('ignore_events')}, 0")
        heeded = text.new(f"and i1 {crossed}, {text.new(f'xor i1 {ignored}, true')}")
        text.branch(heeded, "event", "quiet")
        text.label("event")
        text.do(f"ret i64 {Code.EVENT}")
        text.label("quiet")
    error = text.function("maxnum", text.get("error"), double(1e-10))
    factor = text.op("fdiv", double(SAFETY), _power(text, error, method.exponent))
    if method.beta:
        factor = text.op("fmul", factor, _power(text, text.get("error_old"), method.beta))
    factor = text.function("minnum", text.function("maxnum", factor, double(SLOWER)), double(FASTER))
    again = text.new(f"icmp ne i64 {text.count('rejected_last')}, 0")
    factor = text.select(again, text.function("minnum", factor, "1.0"), factor)
    h, h_now = text.get("h"), text.get("h_now")
    wanted = text.op("fmul", h_now, factor)
    cut = text.compare("olt", h_now, h)
    text.put("h", text.select(cut, text.function("maxnum", wanted, h), wanted))
    text.put("error_old", text.function("maxnum", error, double(1e-4)))
    text.put_count("rejected_last", "0")
    wants = text.compare("olt", text.op("fadd", text.get("next_t"), _near(text)), text.get("t_new"))
    text.branch(wants, "dense", "plain")
    text.label("plain")
    if method.closing and not closes:
        text.copy("k0", f"k{method.stages}")
    else:
        text.put_count("fresh", "0")
    text.go("accept")


def _near(text: Text) -> str:
    return text.op("fmul", text.get("grid_step"), double(NEAR))


def _samples(text: Text, method: Tableau, closes: bool) -> None:
    """Rows at the instants within the step; `in_dense` lets a full buffer be emptied meanwhile."""
    text.label("dense")
    if not method.closing:
        t, y, k = text.at("t_new"), text.at("y_new"), text.at(f"k{method.stages}")
        text.do(f"call void @rates(ptr %m, ptr {t}, ptr {y}, ptr {k})")
    text.do("call void @dense(ptr %m)")
    text.put_count("in_dense", "1")
    text.go("sample")
    text.label("sample")
    within = text.compare("olt", text.op("fadd", text.get("next_t"), _near(text)), text.get("t_new"))
    text.branch(within, "more", "done")
    text.label("more")
    text.branch(text.new(f"icmp slt i64 {text.count('rows')}, {text.count('rows_max')}"), "space", "filled")
    text.label("filled")
    text.do(f"ret i64 {Code.FULL}")
    text.label("space")
    instant = text.get("next_t")
    theta = text.op("fdiv", text.op("fsub", instant, text.get("t")), text.get("h_now"))
    text.do(f"call void @between(ptr %m, double {theta})")
    if closes:
        text.put("t_stage", instant)
        text.do(f"call i64 @closing(ptr %m, ptr {text.at('t_stage')}, ptr {text.at('y_stage')})")
    text.do(f"call void @record(ptr %m, double {instant}, ptr {text.at('y_stage')})")
    _next_instant(text)
    text.go("sample")
    text.label("done")
    text.put_count("in_dense", "0")
    if method.closing and closes:
        text.put_count("fresh", "0")
    else:
        text.copy("k0", f"k{method.stages}")
    text.go("accept")


def _accept(text: Text, method: Tableau, events: bool, closes: bool) -> None:
    text.label("accept")
    accept(text, events)
    text.go("loop")
