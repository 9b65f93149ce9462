"""Topology: the joints make one tree that stands on the ground; closures join different bodies of it."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import Fault
from ..bodies import GROUND
from ..connections import Joint
from ..mechanism import Blueprint
from . import walk


def nothing_moves(blueprint: Blueprint) -> Iterator[Fault]:
    """There is at least one body."""
    if not blueprint.bodies:
        yield Fault(f"mechanism {blueprint.name!r}", "has no body", "Add one: m.body('crank', mass=1.0)", topology=True)


def ends_of_joints(blueprint: Blueprint) -> Iterator[Fault]:
    """A joint carries another body, never the ground."""
    for joint in blueprint.joints:
        if joint.child.body == GROUND:
            remedy = f"Swap its ends: m.{_method(joint)}({joint.name!r}, m.ground, {joint.parent.body!r})"
            yield _fault(joint, "its child is the ground, which nothing carries", remedy)
        elif joint.parent.body == joint.child.body:
            yield _fault(joint, f"joins body {joint.child.body!r} to itself", "Name two different bodies")


def second_parents(blueprint: Blueprint) -> Iterator[Fault]:
    """Every body is carried by one joint."""
    first: dict[str, str] = {}
    for joint in blueprint.joints:
        child = joint.child.body
        if child in first and child != GROUND:
            problem = f"its child {child!r} already has the parent joint {first[child]!r}"
            yield _fault(joint, problem, f"Make one of them a closure: m.cut({joint.name!r})", see="how-to/loops")
        else:
            first[child] = joint.name


def closed_trees(blueprint: Blueprint) -> Iterator[Fault]:
    """No body carries itself over others."""
    carrier = _carriers(blueprint)
    reported: set[str] = set()
    for start in carrier:
        path: list[str] = []
        body = start
        while body in carrier and body not in path and body not in reported:
            path.append(body)
            body = carrier[body].parent.body
        if body in path:
            ring = path[path.index(body) :]
            if len(ring) > 1:
                last = max(ring, key=lambda b: blueprint.joints.index(carrier[b]))
                joint, k = carrier[last], ring.index(last)
                round_trip = " on ".join(repr(b) for b in (*ring[k:], *ring[:k], last))
                problem = f"closes the tree on itself: {round_trip}"
                remedy = f"Make it a closure, m.cut({joint.name!r}), and carry one of the bodies on the ground"
                yield _fault(joint, problem, remedy, see="how-to/loops")
        reported.update(path)


def detached(blueprint: Blueprint) -> Iterator[Fault]:
    """Every body hangs on the ground over joints; only the top body of what hangs on nothing is named."""
    carrier = _carriers(blueprint)
    for body in blueprint.bodies:
        if body.name in carrier or body.name == GROUND:
            continue
        carries = [j.name for j in blueprint.joints if j.parent.body == body.name]
        closes = [c.name for c in blueprint.closures if body.name in (c.a.body, c.b.body)]
        if carries:
            problem = f"hangs on nothing: it is the parent in joint {carries[0]!r}, but the child in none"
            remedy = f"Swap the ends of that joint, or free it: m.floating('base', {body.name!r})"
        elif closes:
            problem = f"hangs on nothing but closure {closes[0]!r}"
            remedy = "Make that a joint: m.joint(...) instead of m.close(...)"
        else:
            problem = "hangs on nothing: no joint names it"
            remedy = f"Add a joint with it as the child, or free it: m.floating('base', {body.name!r})"
        yield Fault(f"body {body.name!r}", problem, remedy, about=body.name, space="body", topology=True)


def ends_of_closures(blueprint: Blueprint) -> Iterator[Fault]:
    """A closure, a roll, an edge and a spring join two different bodies."""
    for record in (*blueprint.closures, *blueprint.velocity_relations, *blueprint.loads):
        ends = [frame.body for _, frame in walk.frames_of(record)]
        if len(ends) == 2 and ends[0] == ends[1]:
            problem = f"joins body {ends[0]!r} to itself"
            yield Fault(walk.subject(record), problem, "Name two different bodies", about=record.name, topology=True)
    for record in (*blueprint.motions, *blueprint.loads):
        ends = [frame.body for _, frame in walk.frames_of(record)]
        if ends == [GROUND]:
            problem = "acts on the ground, which does not move"
            yield Fault(walk.subject(record), problem, "Name a frame of a body", about=record.name)


def _carriers(blueprint: Blueprint) -> dict[str, Joint]:
    """The joint that carries each body: the first one of several."""
    found: dict[str, Joint] = {}
    for joint in blueprint.joints:
        if joint.child.body not in (GROUND, joint.parent.body):
            found.setdefault(joint.child.body, joint)
    return found


def _fault(joint: Joint, problem: str, remedy: str, see: str = "") -> Fault:
    return Fault(f"joint {joint.name!r}", problem, remedy, see, about=joint.name, topology=True)


def _method(joint: Joint) -> str:
    return type(joint.kind).__name__.lower()
