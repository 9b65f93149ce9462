"""One step of a structure-preserving method in machine code: iterate, then finish, for every substep."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.kernel.modules import Entry
from linkwork.kernel.sincos import double

from ..methods import Variational
from .layout import Layout
from .text import Text

New = Callable[[], Text]

ROUNDS = 20  # calls of `iterate`, of two corrections each, before a step counts as failed
PLACES = {"q": "y_sub", "change": "change", "lam": "lam", "h": "h_sub", "t": "t_sub", "t_next": "t_stage"}


def variational_ir(new: New, layout: Layout, method: Variational, iterate: Entry, finish: Entry) -> str:
    """`void @step(m)`: y_new from y; not finite where the equations have no solution near."""
    text = new()
    text.copy("y_sub", "y")
    text.put("t_sub", text.get("t"))
    for weight in method.weights:
        h = text.get("h_now")
        text.put("h_sub", h if weight == 1.0 else text.op("fmul", h, double(weight)))
        text.do("call void @substep(ptr %m)")
        text.put("t_sub", text.get("t_stage"))
        text.copy("y_sub", "y_new")
    text.do("ret void")
    return _substep_ir(new, layout, iterate, finish) + text.define("step", "void")


def _substep_ir(new: New, layout: Layout, iterate: Entry, finish: Entry) -> str:
    text = new()
    h = text.get("h_sub")
    text.put("t_stage", text.op("fadd", text.get("t_sub"), h))
    text.do(f"call void @coordinates(ptr %m, ptr {text.at('y_sub')}, ptr {text.at('k1')})")
    text.scale("y_stage", h, "k1")
    text.move(text.at("change"), text.at("y_stage"), layout.n_q)
    text.go("again")
    text.label("again")
    text.do("%round = phi i64 [ 1, %entry ], [ %round.next, %more ]")
    results = {"change": text.at("change_found"), "lam": text.at("lam_found"), "left": text.at("left")}
    text.do(iterate.call(*_inputs(text, layout, iterate), *(results[port.name] for port in iterate.function.outputs)))
    text.add_count("evaluations", 2)
    text.copy_row("change", "change_found")
    text.copy_row("lam", "lam_found")
    text.branch(text.compare("ole", text.get("left"), "1.0"), "found", "far")
    text.label("far")
    text.do("%round.next = add i64 %round, 1")
    text.branch(text.new(f"icmp sgt i64 %round.next, {ROUNDS}"), "failed", "more")
    text.label("more")
    text.go("again")
    text.label("failed")
    text.do(f"store double {double(float('nan'))}, ptr {text.at('y_new')}", "ret void")
    text.label("found")
    results = {name: text.at("y_new", layout.start(name)) for name in ("q", "v", "c")}
    results |= {"work_change": text.at("work_change"), "lost_change": text.at("lost_change")}
    text.do(finish.call(*_inputs(text, layout, finish), *(results[port.name] for port in finish.function.outputs)))
    for flow, change in (("work_dot", "work_change"), ("lost_dot", "lost_change")):
        if flow in layout.flows:
            place = layout.start(flow)
            old = text.new(f"load double, ptr {text.at('y_sub', place)}, align 8")
            sum_ = text.op("fadd", old, text.get(change))
            text.do(f"store double {sum_}, ptr {text.at('y_new', place)}, align 8")
    text.do("ret void")
    return text.define("substep", "void")


def _inputs(text: Text, layout: Layout, entry: Entry) -> list[str]:
    found = []
    for port in entry.function.inputs:
        if port.name in ("v", "c"):
            found.append(text.at("y_sub", layout.start(port.name)))
        else:
            place = PLACES.get(port.name, port.name)
            assert text.space.sizes[place] >= port.size, f"{port.name} does not fit its place in memory"
            found.append(text.at(place))
    return found
