"""`linkwork show`: what a machine is made of and how it hangs together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..console import say, show_json, show_table
from ..machines import Json, Machine, find

if TYPE_CHECKING:
    from linkwork.blueprint.mechanism import Blueprint
    from linkwork.system import System

LAWS = ("forward_dynamics", "inverse_dynamics", "mass_matrix", "closure_jacobian")


def show(machine: Machine, json: Json = False) -> None:
    """What a machine is made of: bodies, joints, loops, subsystems, degrees of freedom, operation counts."""
    from linkwork.system import compile_mechanism

    found = find(machine)
    system = compile_mechanism(found.blueprint)
    parts, structure = _parts(found.blueprint), _structure(system)
    if json:
        show_json({"name": found.blueprint.name, "source": found.source, **parts, **structure})
        return
    say(f"[bold]{found.blueprint.name}[/bold]" + (f"  ({found.source})" if found.source else ""))
    say(_in_words(found.blueprint, system))
    show_table("Bodies", ("body", "mass (kg)", "mass centre (m)"), [list(b.values()) for b in parts["bodies"]])
    show_table("Joints", ("joint", "kind", "from", "to", "coordinates", "driven"), map(_joint_row, parts["joints"]))
    if parts["closures"]:
        show_table("Closures", ("closure", "kind", "between", "and"), [list(c.values()) for c in parts["closures"]])
    others = [(sort, name) for sort, names in parts["others"].items() for name in names]
    if others:
        show_table("Conditions and loads", ("sort", "name"), others)
    _show_pattern(structure["pattern"])
    show_table(
        "Operations of one evaluation",
        ("law", "× ÷", "+ −", "sin cos", "√", "other"),
        [(law, *counted.values()) for law, counted in structure["counts"].items()],
        note=f"forward dynamics by formulation {structure['formulation']!r}",
    )


def _parts(blueprint: Blueprint) -> dict[str, Any]:
    """Everything that the description names."""
    from linkwork.algebra.parameter import default

    driven = {actuator.joint for actuator in blueprint.actuators}
    return {
        "bodies": [
            {"name": b.name, "mass": default(b.mass), "com": "(" + ", ".join(f"{default(x):.4g}" for x in b.com) + ")"}
            for b in blueprint.bodies
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


def _structure(system: System) -> dict[str, Any]:
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
        "pattern": pattern(system),
        "formulation": system.formulation,
        "counts": {law: _counted(system, law) for law in laws},
    }


def _counted(system: System, law: str) -> dict[str, int]:
    from dataclasses import asdict

    return asdict(system.counts(law))


def pattern(system: System) -> dict[str, dict[str, list[str]]]:
    """Which joints of which subsystem (a tree that hangs from ground) take part in which loop."""
    from linkwork.connectivity.modules import subsystems

    plan = system.plan
    joint_of = {node: name for name, joint in plan.joints.items() for node in joint.nodes}
    groups = subsystems([node.parent for node in plan.nodes])
    found: dict[str, dict[str, list[str]]] = {}
    for cut in plan.cuts:
        on_loop = set(plan.branch(cut.a.node)) ^ set(plan.branch(cut.b.node))
        found[cut.name] = {
            plan.nodes[group[0]].name: list(dict.fromkeys(joint_of[i] for i in group if i in on_loop))
            for group in groups
        }
    return found


def _show_pattern(loops: Mapping[str, Mapping[str, list[str]]]) -> None:
    if not loops:
        return
    subsystems = list(next(iter(loops.values())))
    rows = [(loop, *(", ".join(joints) or "." for joints in parts.values())) for loop, parts in loops.items()]
    names = [f"subsystem {k} (from {name})" for k, name in enumerate(subsystems, start=1)]
    show_table(
        "Loops × subsystems",
        ("loop cut at", *names),
        rows,
        note="joints of each subsystem on the way round the loop; two loops couple where they share a subsystem",
    )


def _in_words(blueprint: Blueprint, system: System) -> str:
    """The structure in a few sentences."""
    bodies, joints, cuts = len(blueprint.bodies), len(blueprint.joints), len(system.plan.cuts)
    words = [f"{_number(bodies, 'body', 'bodies')} on {_number(joints, 'joint', 'joints')}"]
    words.append(f"opened at {_number(cuts, 'cut', 'cuts')}" if cuts else "no loop")
    text = f"{', '.join(words)}; {_number(system.n_v, 'rate', 'rates')}"
    if system.closed:
        text += f" under {_number(system.n_lam, 'condition', 'conditions')}"
    text += f", {_number(system.n_v - system.n_lam, 'degree', 'degrees')} of freedom"
    text += f", {len(system.driven)} driven."
    if system.redundant_rows:
        text += f" Over-constrained: {', '.join(system.redundant_rows)} follow from the other conditions."
    return text


def _number(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


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
