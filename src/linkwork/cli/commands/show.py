"""`linkwork show`: what a machine is made of and how it hangs together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..console import say, say_plainly, show_json, show_table
from ..machines import Json, Machine, find
from ..runs import writable

if TYPE_CHECKING:
    from linkwork.blueprint.mechanism import Blueprint
    from linkwork.connectivity.explain import Explanation
    from linkwork.system import System

LAWS = ("forward_dynamics", "inverse_dynamics", "mass_matrix", "closure_jacobian")


def show(
    machine: Machine,
    svg: Annotated[Path | None, typer.Option(help="Also draw the structure into this file.")] = None,
    json: Json = False,
) -> None:
    """What a machine is made of: bodies, joints, loops, subsystems, degrees of freedom, operation counts."""
    from linkwork.connectivity.explain import explain
    from linkwork.system import compile_mechanism

    writable("--svg", svg, (".svg",))
    found = find(machine)
    system = compile_mechanism(found.blueprint)
    explanation = explain(found.blueprint)
    if svg is not None:
        explanation.save(svg)
    parts, structure = _parts(found.blueprint), _structure(system, explanation)
    if json:
        show_json({"name": found.blueprint.name, "source": found.source, **parts, **structure})
        return
    say(f"[bold]{found.blueprint.name}[/bold]" + (f"  ({found.source})" if found.source else ""))
    say_plainly(explanation.summary() + "\n" + _in_words(system))
    show_table("Bodies", ("body", "mass (kg)", "mass centre (m)"), map(_body_row, parts["bodies"]))
    show_table("Joints", ("joint", "kind", "from", "to", "coordinates", "driven"), map(_joint_row, parts["joints"]))
    if parts["closures"]:
        show_table("Closures", ("closure", "kind", "between", "and"), [list(c.values()) for c in parts["closures"]])
    others = [(sort, name) for sort, names in parts["others"].items() for name in names]
    if others:
        show_table("Conditions and loads", ("sort", "name"), others)
    for text in (explanation.subsystems(), explanation.loops(), explanation.patterns(), explanation.inverse()):
        if text:
            say_plainly(text + "\n")
    show_table(
        "Operations of one evaluation",
        ("law", "× ÷", "+ −", "sin cos", "√", "other"),
        [(law, *counted.values()) for law, counted in structure["counts"].items()],
        note=f"forward dynamics by formulation {structure['formulation']!r}",
    )
    if svg is not None:
        say_plainly(f"written: {svg}")


def _parts(blueprint: Blueprint) -> dict[str, Any]:
    """Everything that the description names."""
    from linkwork.algebra.parameter import default

    driven = {actuator.joint for actuator in blueprint.actuators}
    return {
        "bodies": [
            {"name": b.name, "mass": default(b.mass), "com": [default(x) for x in b.com]} for b in blueprint.bodies
        ],
        "joints": [
            {
                "name": joint.name,
                "kind": _kind(joint.kind),
                "parent": joint.parent.body,
                "child": joint.child.body,
                "coordinates": list(joint.kind.variables),
                "driven": joint.name in driven,
            }
            for joint in blueprint.joints
        ],
        "closures": [{"name": c.name, "kind": _kind(c.kind), "a": c.a.body, "b": c.b.body} for c in blueprint.closures],
        "others": {
            "relation": [r.name for r in blueprint.relations],
            "prescribed motion": [m.name for m in blueprint.motions],
            "velocity relation": [r.name for r in blueprint.velocity_relations],
            "load": [load.name for load in blueprint.loads],
        },
    }


def _structure(system: System, explanation: Explanation) -> dict[str, Any]:
    """Sizes, what vanished, the pattern of loops and subsystems, and the counted operations."""
    from linkwork.dynamics.closure import Motion, vanished_rows
    from linkwork.expression.trace import trace

    vanished: list[str] = []

    def look(q: Any, t: Any) -> dict[str, Any]:
        vanished.extend(f"{r.name}.{r.component}" for r in vanished_rows(Motion(system.plan, list(q), None, t)))
        return {"nothing": 0.0}

    if system.closed:
        trace(look, {"q": (system.n_q,), "t": ()}, name="rows")
    laws = [law for law in LAWS if law == "forward_dynamics" or law in system.laws]
    return {
        "n_q": system.n_q,
        "n_v": system.n_v,
        "multipliers": list(system.lam_names),
        "vanished": vanished,
        "redundant": list(system.redundant_rows),
        "freedom": system.n_v - system.n_lam,
        **_topology(explanation),
        "formulation": system.formulation,
        "counts": {law: _counted(system, law) for law in laws},
    }


def _topology(explanation: Explanation) -> dict[str, Any]:
    """Loops, subsystems and the blocks of J and of the multipliers' matrix that are not zero."""
    s = explanation.structure
    return {
        "subsystems": [
            {"name": p.name, "bodies": list(p.bodies), "rates": p.rates, "driven": p.driven} for p in s.subsystems
        ],
        "loops": [{"cut": loop.name, "joints": list(loop.joints), "bodies": list(loop.bodies)} for loop in s.loops],
        "jacobian_blocks": sorted([s.J.rows[r], s.J.columns[c]] for r, c in s.J.blocks),
        "gicm_blocks": sorted([s.gicm.rows[r], s.gicm.columns[c]] for r, c in s.gicm.blocks),
    }


def _counted(system: System, law: str) -> dict[str, int]:
    from dataclasses import asdict

    return asdict(system.counts(law))


def _in_words(system: System) -> str:
    """What the compiled machine adds: rows that are left, and freedoms by rank."""
    rates, rows, redundant = system.n_v, system.n_lam, system.redundant_rows
    text = f"Compiled: {rates} rates, {rows} rows, degrees of freedom by rank at a closed pose: {rates - rows}."
    if redundant:
        text += f" Over-constrained: {', '.join(redundant)} follow from the other rows."
    return text + "\n"


def _body_row(body: Mapping[str, Any]) -> tuple[Any, ...]:
    return body["name"], body["mass"], "(" + ", ".join(f"{x:.4g}" for x in body["com"]) + ")"


def _joint_row(joint: Mapping[str, Any]) -> tuple[Any, ...]:
    return (
        joint["name"],
        joint["kind"],
        joint["parent"],
        joint["child"],
        ", ".join(joint["coordinates"]),
        "yes" if joint["driven"] else "",
    )


def _kind(kind: Any) -> str:
    return type(kind).__name__.lower()
