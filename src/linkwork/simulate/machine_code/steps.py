"""One step of a method in machine code: from y at t with step h_now to y_new."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.kernel.sincos import double

from ..methods import SemiImplicit, Tableau
from .layout import Layout
from .text import Term, Text

New = Callable[[], Text]


def step_ir(new: New, layout: Layout, method: Tableau | SemiImplicit) -> str:
    """`void @step(m)`. The rates k0 at (t, y) must be there."""
    text = new()
    if isinstance(method, SemiImplicit):
        _semi_implicit(text, layout)
    else:
        _stages(text, method.a, method.c, first=0)
        text.combine("y_new", "y", text.get("h_now"), _terms(method.b))
        if method.closing:
            _rates_at(text, "t_new", "y_new", method.stages)
    text.do("ret void")
    return text.define("step", "void")


def begin_ir(new: New, layout: Layout) -> str:
    """`void @begin(m)`: the rates k0 at (t, y)."""
    text = new()
    _rates_at(text, "t", "y", 0)
    text.do("ret void")
    return text.define("begin", "void")


def dense_ir(new: New, layout: Layout, method: Tableau) -> str:
    """`void @dense(m)`: the dense output of the step just made; f at the new point must be there."""
    text = new()
    _stages(text, method.a_dense, method.c_dense, first=method.stages + 1)
    for power in range(layout.degree):
        terms = [(row[power], f"k{k}") for k, row in enumerate(method.dense) if row[power] != 0.0]
        names = text.pointers(f"dense{power}", *(name for _, name in terms))
        h = text.splat(text.get("h_now"))

        def body(place: str) -> None:
            total = text.weighted(terms, names, place)  # noqa: B023
            text.store(text.lanes("fmul", total, h), names[f"dense{power}"], place)  # noqa: B023

        text.every_vector(2 * len(terms) + 2, body)
    text.do("ret void")
    return text.define("dense", "void")


def between_ir(new: New, layout: Layout) -> str:
    """`void @between(m, theta)`: y_stage = y(t + θ h) by the dense output."""
    text = new()
    powers = [f"dense{k}" for k in reversed(range(layout.degree))]
    names = text.pointers("y_stage", "y", *powers)
    theta = text.splat("%theta")

    def body(place: str) -> None:
        total = text.load(names[powers[0]], place)
        for name in powers[1:]:
            total = text.lanes("fadd", text.lanes("fmul", total, theta), text.load(names[name], place))
        moved = text.lanes("fadd", text.load(names["y"], place), text.lanes("fmul", total, theta))
        text.store(moved, names["y_stage"], place)

    text.every_vector(3 * len(powers) + 2, body)
    text.do("ret void")
    return text.define("between", "void", "double %theta")


def _terms(row: tuple[float, ...]) -> list[Term]:
    return [(x, f"k{k}") for k, x in enumerate(row)]


def _rates_at(text: Text, t: str, y: str, k: int) -> None:
    text.do(f"call void @rates(ptr %m, ptr {text.at(t)}, ptr {text.at(y)}, ptr {text.at(f'k{k}')})")


def _stages(text: Text, a: tuple[tuple[float, ...], ...], c: tuple[float, ...], first: int) -> None:
    """k_i = f(t + c_i h, y + h Σ a_ij k_j); stage 0 is there already."""
    for i, (row, time) in enumerate(zip(a, c), first):
        if i == 0:
            continue
        h = text.get("h_now")
        text.combine("y_stage", "y", h, _terms(row))
        moved = text.op("fmul", h, double(time)) if time != 1.0 else h
        text.put("t_stage", text.op("fadd", text.get("t"), moved))
        _rates_at(text, "t_stage", "y_stage", i)


def _semi_implicit(text: Text, layout: Layout) -> None:
    """v ← v + h v̇, then q ← q + h q̇(q, v): the second pass is asked for its q̇ only."""
    h = text.get("h_now")
    text.combine("y_new", "y", h, [(1.0, "k0")])
    v, new = text.at("y_new", layout.n_q), text.at("y_stage", layout.n_q)
    text.move(text.at("y_stage"), text.at("y"), layout.n_q)
    text.move(new, v, layout.n_v)
    text.do(f"call void @coordinates(ptr %m, ptr {text.at('y_stage')}, ptr {text.at('k1')})")
    text.combine("y_stage", "y", h, [(1.0, "k1")])
    text.move(text.at("y_new"), text.at("y_stage"), layout.n_q)
