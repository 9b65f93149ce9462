"""Names: used once, and only for what exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...errors import Fault, nearest
from ..bodies import GROUND
from ..mechanism import Blueprint
from ..relations import GeneralRelation, LinearRelation
from . import walk


def twice(blueprint: Blueprint) -> Iterator[Fault]:
    """No two bodies or frames, and no two of all other parts, have the same name."""
    groups = ((*blueprint.bodies, *blueprint.frames), walk.items(blueprint))
    for records in groups:
        for name, count in Counter(r.name for r in records).items():
            if count > 1:
                same = [walk.word(r) for r in records if r.name == name]
                also = "" if len(set(same)) == 1 else f" (as {' and '.join(same)})"
                problem = f"is described {_times(count)}{also}"
                yield Fault(
                    f"{same[0]} {name!r}",
                    problem,
                    "Rename all but one",
                    about=name,
                    space=walk.space(_first(records, name)),
                )
    for joint, count in Counter(p.joint for p in blueprint.start).items():
        if count > 1:
            yield Fault(
                f"starting pose of joint {joint!r}", f"is given {_times(count)}", "Keep one", about=joint, space="start"
            )


def reserved(blueprint: Blueprint) -> Iterator[Fault]:
    """The ground is there already."""
    for record in (*blueprint.bodies, *blueprint.frames):
        if record.name == GROUND:
            problem = "has the name of the ground, which every mechanism has"
            yield Fault(walk.subject(record), problem, "Rename it, or use m.ground", about=GROUND, space="body")


def bodies(blueprint: Blueprint) -> Iterator[Fault]:
    """Every frame is on a body that exists."""
    known = {GROUND, *blueprint.body_names}
    usable = known | {f.name for f in blueprint.frames}
    for record in walk.parts(blueprint):
        for _, frame in walk.frames_of(record):
            if frame.body not in known:
                problem = f"body {frame.body!r} does not exist"
                yield _about(record, problem, nearest(frame.body, usable), topology=True)


def joints(blueprint: Blueprint) -> Iterator[Fault]:
    """Every load, relation, motion and actuator names joints that have coordinates."""
    known = set(blueprint.joint_names)
    closures = {c.name for c in blueprint.closures}
    for record in (*walk.items(blueprint), *blueprint.start):
        named = record.joints if isinstance(record, (LinearRelation, GeneralRelation)) else _joints(record)
        for joint in named:
            if joint in known:
                continue
            if joint in closures:
                problem = f"joint {joint!r} closes a loop and has no coordinates"
                yield _about(
                    record, problem, "Let it carry a body, m.joint(...), and cut another joint of the loop, m.cut(...)"
                )
            else:
                yield _about(record, f"joint {joint!r} does not exist", nearest(joint, known))


def _joints(record: Any) -> tuple[str, ...]:
    if hasattr(record, "joints"):
        return tuple(record.joints)
    return (record.joint,) if hasattr(record, "joint") else ()


def _about(record: object, problem: str, remedy: str, topology: bool = False) -> Fault:
    name, space = walk.name(record), walk.space(record)
    return Fault(walk.subject(record), problem, remedy, about=name, space=space, topology=topology)


def _first(records: tuple[Any, ...], name: str) -> object:
    return next(r for r in records if r.name == name)


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"
