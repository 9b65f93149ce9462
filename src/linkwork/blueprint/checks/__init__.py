"""Checks: every fault of a description, found before anything is computed; a new rule is a function and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...errors import Fault
from ..mechanism import Blueprint
from . import geometry, inertia, names, quantities, references, topology

RULES: tuple[Callable[[Blueprint], Iterable[Fault]], ...] = (
    names.twice,
    names.reserved,
    names.bodies,
    names.joints,
    topology.nothing_moves,
    topology.ends_of_joints,
    topology.second_parents,
    topology.closed_trees,
    topology.detached,
    topology.ends_of_closures,
    quantities.not_finite,
    quantities.clashing_parameters,
    quantities.signs,
    inertia.masses,
    inertia.tensors,
    geometry.axes,
    geometry.sizes,
    geometry.rotations,
    references.variables,
    references.relations,
    references.actuators,
    references.start,
    references.formulas,
)


def faults(blueprint: Blueprint) -> list[Fault]:
    """Every fault, in the order of the rules."""
    return [fault for rule in RULES for fault in rule(blueprint)]
