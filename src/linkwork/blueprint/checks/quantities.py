"""Quantities: finite numbers of the right sign, and one value a parameter."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ...algebra.parameter import Parameter, Quantity, clashes
from ...errors import Fault
from ..joints import Distance
from ..loads import Friction, Limit, Rotor
from ..mechanism import Blueprint
from ..rolling import Roll
from . import walk


def not_finite(blueprint: Blueprint) -> Iterator[Fault]:
    """No number is NaN or infinite."""
    for path, x in walk.numbers_of((blueprint.gravity, blueprint.ground_shapes)):
        if not math.isfinite(walk.value(x)):
            what = "gravity" if path.startswith("[0]") else "shapes of the ground"
            yield Fault(f"{what} of mechanism {blueprint.name!r}", _problem(x), "Give a finite number")
    for record in walk.parts(blueprint):
        for path, x in walk.numbers_of(record):
            if not math.isfinite(walk.value(x)):
                yield _fault(record, f"{_reader_path(path)} {_problem(x)}", "Give a finite number")
                break


def clashing_parameters(blueprint: Blueprint) -> Iterator[Fault]:
    """A parameter has the same value wherever it stands."""
    for name, values in clashes(blueprint).items():
        shown = " and ".join(repr(v) for v in sorted(values))
        yield Fault(f"parameter {name!r}", f"has the values {shown}", "Make it once and use that object everywhere")


def signs(blueprint: Blueprint) -> Iterator[Fault]:
    """Lengths, radii and stiffnesses that must be positive are."""
    for closure in blueprint.closures:
        if isinstance(closure.kind, Distance) and walk.value(closure.kind.length) <= 0.0:
            length = walk.value(closure.kind.length)
            yield _fault(closure, f"its length is {length}", "Give a positive length, or close it with kind='point'")
    for roll in blueprint.velocity_relations:
        if isinstance(roll, Roll) and walk.value(roll.radius) <= 0.0:
            yield _fault(roll, f"its radius is {walk.value(roll.radius)}", "Give a positive radius in metres")
    for load in blueprint.loads:
        yield from _load(load)
    for actuator in blueprint.actuators:
        yield from _bounds(actuator)


def _load(load: Any) -> Iterator[Fault]:
    if isinstance(load, Friction) and walk.value(load.smoothing) <= 0.0:
        problem = f"its smoothing is {walk.value(load.smoothing)}"
        yield _fault(load, problem, "Give the small speed at which friction is almost full, such as 0.01")
    if isinstance(load, Friction) and walk.value(load.coulomb) < 0.0:
        yield _fault(
            load, f"its Coulomb friction is {walk.value(load.coulomb)}", "Give the size of the force, 0 or more"
        )
    if isinstance(load, Limit):
        yield from _bounds(load)
        if walk.value(load.stiffness) <= 0.0:
            yield _fault(
                load, f"its stiffness is {walk.value(load.stiffness)}", "Give a positive stiffness of the stop"
            )
    if isinstance(load, Rotor) and walk.value(load.inertia) < 0.0:
        yield _fault(load, f"its inertia is {walk.value(load.inertia)}", "Give the rotor's moment of inertia in kg m²")


def _bounds(record: Any) -> Iterator[Fault]:
    if record.lower is not None and record.upper is not None and walk.value(record.lower) > walk.value(record.upper):
        problem = f"its lower bound {walk.value(record.lower)} is above its upper bound {walk.value(record.upper)}"
        yield _fault(record, problem, "Swap them")


def _fault(record: Any, problem: str, remedy: str) -> Fault:
    return Fault(walk.subject(record), problem, remedy, about=walk.name(record), space=walk.space(record))


def _problem(x: Any) -> str:
    if isinstance(x, Quantity):
        return f"is an {x} that has no finite value" if not isinstance(x, Parameter) else f"is {x}, which is not finite"
    return f"is {x}"


def _reader_path(path: str) -> str:
    """'its com[1]', 'the place of its parent frame': what stands where, in words."""
    head = path.split(".")[0].split("[")[0]
    if head in ("parent", "child", "a", "b", "at", "wheel", "floor", "edge", "on", "point", "frame"):
        return f"a number of its frame {head!r}"
    return f"its {path.removeprefix('kind.')}"
