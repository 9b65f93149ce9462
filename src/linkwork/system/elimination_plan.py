"""The plan by which q̈ and λ of a machine are eliminated: unknowns, order, fronts, operations by the pattern alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from linkwork.connectivity.elimination_order import ORDERS, UNROLLED, operations
from linkwork.connectivity.hubs import hubs
from linkwork.connectivity.supernodes import Front, fronts
from linkwork.dynamics.closure import rows
from linkwork.dynamics.link_axes import LinkRows
from linkwork.dynamics.motion import Motion
from linkwork.dynamics.multipliers import BlockSystem
from linkwork.simulate.coordinates import scattered

if TYPE_CHECKING:
    from linkwork.system.system import System

LISTED = 24  # unknowns of an order that are named before it is cut short


@dataclass(frozen=True)
class EliminationPlan:
    """What an elimination does; print it.

    order        one of the elimination orders
    unknowns     names in the order in which they go: rates, multipliers (λ …; those of a point on a rod go in the rod's
                 axes), then what hubs add
    hubs         bodies at which the tree is taken apart
    operations   multiplications of every order, by the pattern of the block system
    fronts       dense pieces that are factored by loops; none where the elimination is written out
    """

    order: str
    rates: int
    conditions: int
    unknowns: tuple[str, ...]
    hubs: tuple[str, ...]
    operations: Mapping[str, int]
    fronts: tuple[Front, ...]

    def __str__(self) -> str:
        size = f"{self.rates} accelerations and {self.conditions} multipliers"
        if self.hubs:
            size += f", taken apart at {len(self.hubs)} hubs ({_listed(self.hubs)})"
        how = "written out, one instruction each"
        if self.fronts:
            largest = max(len(front.rows) for front in self.fronts)
            how = f"by loops over {len(self.fronts)} dense fronts, the largest of {largest} rows"
        compared = ", ".join(f"{name} {count:,}" for name, count in self.operations.items())
        return (
            f"Elimination, order {self.order!r}: {size}; {how}\n"
            f"  in the order  {_listed(self.unknowns)}\n"
            f"  multiplications by the pattern: {compared}"
        )


def _listed(names: Sequence[str]) -> str:
    if len(names) <= LISTED:
        return ", ".join(names)
    return f"{', '.join(names[:LISTED])} and {len(names) - LISTED} more"


class Patterns:
    """The block systems of a machine at a pose like any other, in numbers: only their zeros matter."""

    def __init__(self, system: System) -> None:
        plan = system.numbers
        q = scattered(plan, system.start, np.arange(plan.n_v), 1.0, 1.0, np.random.default_rng(0))
        self.motion = Motion(plan, q.tolist())
        self.conditions = LinkRows.of(self.motion, rows(self.motion)).rows
        self.hubs = hubs(plan)

    @cached_property
    def whole(self) -> BlockSystem:
        """With the inertia matrix as it is."""
        return BlockSystem.of(self.motion, self.conditions)

    @cached_property
    def apart(self) -> BlockSystem:
        """With the tree taken apart at hubs."""
        return BlockSystem.of(self.motion, self.conditions, self.hubs) if self.hubs else self.whole

    def of(self, order: str) -> BlockSystem:
        """The system that an order eliminates."""
        return self.apart if order == "recursive" else self.whole

    @property
    def names(self) -> tuple[str, ...]:
        """The orders that differ from each other here."""
        return (*ORDERS, "recursive") if self.hubs else tuple(ORDERS)

    def operations(self, name: str) -> int:
        """Multiplications of an order."""
        return operations(self.of(name).pattern, self.of(name).in_order(name))

    @property
    def cheapest(self) -> str:
        """The order with the fewest; "reduced" fills in at least what "interleaved" does, up to ties."""
        return min((name for name in self.names if name != "reduced"), key=self.operations)


def elimination_plan(system: System, order: str) -> EliminationPlan:
    """How forward dynamics in one of the elimination orders goes about it."""
    patterns = Patterns(system)
    chosen = patterns.of(order)
    sequence = chosen.in_order(order)
    counted = {name: patterns.operations(name) for name in patterns.names}
    counted[order] = operations(chosen.pattern, sequence)
    names = [*system.v_names, *(f"λ {name}" for name in system.lam_names)]
    extra = len(chosen.A) - len(names)
    names += [f"twist {k + 1}" for k in range(extra // 2)] + [f"wrench {k + 1}" for k in range(extra // 2)]
    apart = patterns.hubs if order == "recursive" else ()
    return EliminationPlan(
        order=order,
        rates=chosen.n,
        conditions=chosen.m,
        unknowns=tuple(names[k] for k in sequence),
        hubs=tuple(system.numbers.nodes[i].name for i in apart),
        operations=counted,
        fronts=fronts(chosen.pattern, sequence) if counted[order] > UNROLLED else (),
    )
