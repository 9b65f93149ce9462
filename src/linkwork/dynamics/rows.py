"""Row: one scalar condition of a machine, as every formulation reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.algebra.scalars import Scalar, constant_value, is_zero
from linkwork.connectivity.plan import Plan


@dataclass(frozen=True)
class Row:
    """One scalar condition of a closed machine.

    name       the closure, relation, prescribed motion or rolling contact that it belongs to
    component  which of its multipliers
    gap        h(q, t), None for a condition on velocities alone
    J          its sparse row: ḣ = J v + drift
    drift      ∂h/∂t
    bias       ḧ at q̈ = 0, so that J q̈ = −bias
    """

    name: str
    component: str
    gap: Scalar | None
    J: dict[int, Scalar]
    drift: Scalar = 0.0
    bias: Scalar = 0.0

    @property
    def cannot_change(self) -> bool:
        """Whether nothing in the machine moves its gap."""
        return all(map(is_zero, (*self.J.values(), self.drift)))

    @property
    def vanishes(self) -> bool:
        """Whether the condition is known to hold whatever the machine does (its bias is then zero too)."""
        gap = 0.0 if self.gap is None else constant_value(self.gap)
        return self.cannot_change and gap is not None and abs(gap) <= ROUNDING


ROUNDING = 1e-9
"""A gap that cannot change and is smaller comes from rounded dimensions (metres or radians)."""


def dense(plan: Plan, found: Sequence[Row]) -> list[list[Scalar]]:
    """J as full rows."""
    return [[row.J.get(k, 0.0) for k in range(plan.n_v)] for row in found]
