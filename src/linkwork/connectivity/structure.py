"""Structure: everything that the topology of a machine tells before anything is computed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from linkwork.blueprint.mechanism import Blueprint
from linkwork.connectivity.block_pattern import (
    BlockPattern,
    eliminated,
    gicm_pattern,
    jacobian_pattern,
    least_fill_order,
)
from linkwork.connectivity.determinacy import Solved, inverse_order
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.loops import Loop, Tie, subsystem_of, ties
from linkwork.connectivity.mobility import Mobility, mobility
from linkwork.connectivity.modules import subsystems
from linkwork.connectivity.plan import Plan


@dataclass(frozen=True)
class Subsystem:
    """A tree that hangs from ground.

    bodies  that it holds, by name
    nodes   of the plan
    rates   number of its rates
    driven  number of those that are driven
    shape   "serial" or "tree-type"
    """

    name: str
    bodies: tuple[str, ...]
    nodes: tuple[int, ...]
    rates: int
    driven: int
    shape: str


@dataclass(frozen=True)
class Structure:
    """How a machine hangs together.

    ties        loops, then other ties
    J, gicm     block patterns; `gicm` has the fill-in of elimination in the declared order
    order       of the ties with the least fill-in
    least_fill  the pattern eliminated in that order
    inverse     the steps of inverse dynamics by subsystems
    """

    plan: Plan
    subsystems: tuple[Subsystem, ...]
    ties: tuple[Loop | Tie, ...]
    mobility: Mobility
    J: BlockPattern
    gicm: BlockPattern
    order: tuple[int, ...]
    least_fill: BlockPattern
    inverse: tuple[Solved, ...]

    @property
    def loops(self) -> tuple[Loop, ...]:
        """The independent loops."""
        return tuple(tie for tie in self.ties if isinstance(tie, Loop))

    def subsystems_of(self, tie: int) -> tuple[Subsystem, ...]:
        """The subsystems that take part in a loop or other tie."""
        return tuple(s for k, s in enumerate(self.subsystems) if (tie, k) in self.J)


def structure(source: Plan | Blueprint, cuts: Collection[str] | str | None = None) -> Structure:
    """The structure of a plan, or of a description with the given cuts."""
    plan = lay_out(source.bind(), cuts) if isinstance(source, Blueprint) else source
    parts = _subsystems(plan)
    found = ties(plan)
    count = mobility(plan, found)
    J = jacobian_pattern(plan, found, [part.name for part in parts])
    gicm = gicm_pattern(J)
    order = least_fill_order(gicm)
    rows = [tie.count for tie in count.ties]
    inverse = inverse_order(J, [s.rates for s in parts], [s.driven for s in parts], rows)
    plain, best = eliminated(gicm, range(len(found))), eliminated(gicm, order)
    return Structure(plan, parts, found, count, J, plain, order, best, inverse)


def _subsystems(plan: Plan) -> tuple[Subsystem, ...]:
    of = subsystem_of(plan)
    owner = {k: i for i, node in enumerate(plan.nodes) for k, _ in node.columns}
    parts = []
    for s, nodes in enumerate(subsystems([n.parent for n in plan.nodes])):
        bodies = tuple(name for name, place in plan.bodies.items() if of.get(place.node) == s)
        parents = [plan.nodes[i].parent for i in nodes]
        parts.append(
            Subsystem(
                roman(s + 1),
                bodies,
                nodes,
                sum(plan.nodes[i].step.n_v for i in nodes),
                sum(of[owner[k]] == s for k in plan.actuated),
                "serial" if len(set(parents)) == len(parents) else "tree-type",
            )
        )
    return tuple(parts)


def roman(number: int) -> str:
    """1 → I, 4 → IV, …"""
    steps = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"))
    steps += ((10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
    word = ""
    for value, letters in steps:
        word += letters * (number // value)
        number %= value
    return word
