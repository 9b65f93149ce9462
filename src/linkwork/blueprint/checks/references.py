"""References: variables that joints have, relations and actuators that act, a pose and laws of the right size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...algebra.parameter import Variable, leaves
from ...errors import Fault
from ..formula import Formula
from ..loads import AppliedWrench, Friction, JointSpring, Limit, Rotor
from ..mechanism import Blueprint
from ..motions import JointMotion, PointMotion
from ..relations import GeneralRelation, LinearRelation
from ..rolling import GeneralVelocityRelation
from . import walk


def variables(blueprint: Blueprint) -> Iterator[Fault]:
    """Coordinates that springs, stops, rotors, relations and motions use exist and are not parts of a quaternion."""
    joints = {j.name: j for j in blueprint.joints}
    for record in (*blueprint.relations, *blueprint.motions, *blueprint.loads):
        for joint, k in _uses(record):
            if joint not in joints:
                continue
            kind = joints[joint].kind
            names = kind.rates if isinstance(record, Friction) else kind.variables
            if not names:
                yield _fault(record, f"joint {joint!r} is fixed and has no coordinates", "Name a joint that moves")
            elif not 0 <= k < len(names):
                yield _fault(record, f"joint {joint!r} has no variable {k}", "It has: " + ", ".join(names))
            elif not isinstance(record, Friction) and kind.n_q != kind.n_v:
                remedy = "Give the joint Euler angles, coordinates='ZYX', or act between two points"
                yield _fault(record, f"joint {joint!r} has quaternion coordinates, which do not stand alone", remedy)
                break


def relations(blueprint: Blueprint) -> Iterator[Fault]:
    """A gear and the like turns another coordinate, and no linear relation is empty."""
    for relation in blueprint.relations:
        if not isinstance(relation, LinearRelation):
            continue
        places = [(term.joint, term.variable) for term in relation.terms]
        idle = [term.joint for term in relation.terms if walk.value(term.factor) == 0.0]
        if len(idle) == len(places):
            yield _fault(relation, "relates nothing", "Give at least one joint a factor that is not 0")
        elif idle and relation.sort != "linear":
            yield _fault(relation, f"its factor of joint {idle[0]!r} is 0", "Give a ratio that is not 0")
        elif len(set(places)) < len(places) and relation.sort != "linear":
            yield _fault(relation, f"relates joint {places[-1][0]!r} to itself", "Name two joints")


def actuators(blueprint: Blueprint) -> Iterator[Fault]:
    """An actuator drives rates that exist, and no two drive the same one."""
    joints = {j.name: j for j in blueprint.joints}
    driven: dict[tuple[str, int], str] = {}
    for actuator in blueprint.actuators:
        if actuator.joint not in joints:
            continue
        names = joints[actuator.joint].kind.rates
        if not names:
            yield _fault(actuator, f"joint {actuator.joint!r} is fixed and cannot be driven", "Name a joint that moves")
            continue
        for k in actuator.variables:
            if not 0 <= k < len(names):
                problem = f"joint {actuator.joint!r} has no variable {k}"
                yield _fault(actuator, problem, "It has: " + ", ".join(names))
            elif (actuator.joint, k) in driven:
                problem = f"{names[k]!r} of joint {actuator.joint!r} is already driven by {driven[actuator.joint, k]!r}"
                yield _fault(actuator, problem, "Keep one of them")
            else:
                driven[actuator.joint, k] = actuator.name


def start(blueprint: Blueprint) -> Iterator[Fault]:
    """The starting pose gives each joint as many numbers as it has coordinates, and unit quaternions."""
    joints = {j.name: j for j in blueprint.joints}
    for placed in blueprint.start:
        if placed.joint not in joints:
            continue
        kind = joints[placed.joint].kind
        if len(placed.q) != kind.n_q:
            names = ", ".join(kind.variables) or "none"
            yield _fault(placed, f"has {_numbers(len(placed.q))}", f"Give {kind.n_q}: {names}")
        elif kind.n_q != kind.n_v:
            length = sum(walk.value(x) ** 2 for x in placed.q[-4:]) ** 0.5
            if abs(length - 1.0) > 1e-6:
                yield _fault(placed, f"its quaternion has the length {length:.9g}, not 1", "Divide it by its length")


def formulas(blueprint: Blueprint) -> Iterator[Fault]:
    """Laws take and give as many numbers as what they stand for."""
    n_q = {j.name: j.kind.n_q for j in blueprint.joints}
    n_v = {j.name: j.kind.n_v for j in blueprint.joints}
    for record in (*blueprint.relations, *blueprint.motions, *blueprint.velocity_relations, *blueprint.loads):
        for law, inputs, outputs in _laws(record, n_q, n_v):
            if law.inputs and inputs is not None and len(law.inputs) != inputs:
                yield _fault(record, f"its law takes {_numbers(len(law.inputs))}", f"It must take {inputs}")
            if outputs is not None and len(law.outputs) != outputs:
                yield _fault(record, f"its law gives {_numbers(len(law.outputs))}", f"It must give {outputs}")
            known = {Variable(n) for n in law.inputs}
            for leaf in {leaf for x in law.outputs for leaf in leaves(x) if isinstance(leaf, Variable)} - known:
                yield _fault(
                    record, f"its law depends on {leaf}, which is no input", "Use the function's own arguments"
                )


def _uses(record: Any) -> Iterator[tuple[str, int]]:
    """The joint coordinates (for friction, rates) that a part acts on."""
    if isinstance(record, LinearRelation):
        yield from ((term.joint, term.variable) for term in record.terms)
    elif isinstance(record, (JointMotion, Friction)):
        yield from ((record.joint, k) for k in record.variables)
        if not record.variables:
            yield record.joint, 0
    elif isinstance(record, (JointSpring, Limit, Rotor)):
        yield record.joint, record.variable


def _laws(record: Any, n_q: dict[str, int], n_v: dict[str, int]) -> Iterator[tuple[Formula, int | None, int | None]]:
    """The laws of a part with the numbers of their inputs and outputs, None where anything goes."""
    if isinstance(record, AppliedWrench):
        yield record.force, 1, 3
        yield record.moment, 1, 3
    elif isinstance(record, PointMotion):
        yield record.law, 1, len(record.axes)
    elif isinstance(record, JointMotion):
        yield record.law, 1, len(record.variables) or None
    elif isinstance(record, (GeneralRelation, GeneralVelocityRelation)) and all(j in n_q for j in record.joints):
        q, v = sum(n_q[j] for j in record.joints), sum(n_v[j] for j in record.joints)
        yield record.law, q + 1, None if isinstance(record, GeneralRelation) else record.rows * (v + 1)


def _numbers(count: int) -> str:
    return "1 number" if count == 1 else f"{count} numbers"


def _fault(record: Any, problem: str, remedy: str) -> Fault:
    return Fault(walk.subject(record), problem, remedy, about=walk.name(record), space=walk.space(record))
