"""Outline: the tree of a machine as lines of text, with the joints that are cut."""

from __future__ import annotations

from linkwork.blueprint.bodies import GROUND
from linkwork.connectivity.conditions import (
    Condition,
    Edge,
    GeneralRelation,
    GeneralVelocityRelation,
    JointMotion,
    LinearRelation,
    PointMotion,
    Roll,
)
from linkwork.connectivity.plan import JointPlace, Plan


def outline(plan: Plan) -> str:
    """The spanning tree from ground to the tips; a cut joint stands under both of its bodies, marked ✂."""
    below: dict[str, list[JointPlace]] = {}
    for joint in plan.joints.values():
        below.setdefault(joint.bodies[1 if joint.reversed else 0], []).append(joint)
    driven = set(plan.actuated)
    lines = [GROUND]
    stack = [(GROUND, "")]
    pending: list[list[tuple[str, str, str]]] = [_branches(plan, below, GROUND, "", driven)]
    while stack:
        if not pending[-1]:
            stack.pop()
            pending.pop()
            continue
        line, body, indent = pending[-1].pop(0)
        lines.append(line)
        if body:
            stack.append((body, indent))
            pending.append(_branches(plan, below, body, indent, driven))
    return "\n".join(lines)


def _branches(
    plan: Plan, below: dict[str, list[JointPlace]], body: str, indent: str, driven: set[int]
) -> list[tuple[str, str, str]]:
    """(line, body to go on with or "", its indent) of everything that hangs on a body."""
    items: list[tuple[str, str]] = []
    for k, cut in enumerate(plan.cuts):
        for here, there in (cut.bodies, cut.bodies[::-1]):
            if here == body:
                items.append((f"✂ L{k + 1} {cut.name} ({word(cut.kind)}) ┄ {there}", ""))
    for joint in below.get(body, ()):
        child = joint.bodies[0 if joint.reversed else 1]
        mark = " ⚙" if driven & set(range(joint.v.start, joint.v.stop)) else ""
        back = ", passed backwards" if joint.reversed else ""
        items.append((f"{joint.name} ({word(joint.kind)}{back}){mark} ─ {child}", child))
    found = []
    for k, (text, child) in enumerate(items):
        last = k == len(items) - 1
        found.append((f"{indent}{'└' if last else '├'}─ {text}", child, indent + ("   " if last else "│  ")))
    return found


def word(kind: object) -> str:
    """What a kind of joint is called."""
    return type(kind).__name__.lower()


def condition_word(condition: Condition) -> str:
    """What a relation, a prescribed motion or a contact is called."""
    if isinstance(condition, LinearRelation):
        return condition.sort
    words: dict[type, str] = {
        GeneralRelation: "relation",
        GeneralVelocityRelation: "velocity relation",
        JointMotion: "prescribed motion",
        PointMotion: "prescribed motion",
        Roll: "rolling",
        Edge: "edge",
    }
    return words[type(condition)]
