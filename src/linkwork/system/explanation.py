"""What a compiled machine says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwork.connectivity.elimination_order import ORDERS
from linkwork.connectivity.explain import Explanation, explain
from linkwork.system.elimination_plan import EliminationPlan, elimination_plan

if TYPE_CHECKING:
    from linkwork.system.system import System


@dataclass(frozen=True)
class SystemExplanation:
    """Print it; or read its parts.

    structure    how the mechanism hangs together, see `Mechanism.explain`
    ranks        freedoms by numerical rank, redundant rows
    formulation  of the forward dynamics
    elimination  the plan of the elimination, None where the formulation is no elimination order
    """

    structure: Explanation
    ranks: str
    formulation: str
    elimination: EliminationPlan | None

    def __str__(self) -> str:
        plan = f"Formulation {self.formulation!r}" if self.elimination is None else str(self.elimination)
        return "\n\n".join(part for part in (str(self.structure), self.ranks, plan) if part)

    def _repr_svg_(self) -> str:
        return self.structure.svg()


def explain_system(system: System) -> SystemExplanation:
    """The structure of a machine, its freedoms by rank, and the plan of its forward dynamics."""
    ordered = system.closed and system.formulation in (*ORDERS, "recursive")
    plan = elimination_plan(system, system.formulation) if ordered else None
    return SystemExplanation(explain(system.plan), ranks(system), system.formulation, plan)


def ranks(system: System) -> str:
    """Freedoms by rank at poses on the loops, and the rows that follow from others."""
    if not system.closed:
        return ""
    if not system.mobility.closed:
        return "Freedoms by rank: unknown, the loops could not be closed from the starting pose."
    words = f"Freedoms by rank: {system.n_v} rates − {len(system.mobility.kept)} rows = {system.mobility.freedoms}."
    redundant = system.redundant_rows
    if redundant:
        named = ", ".join(redundant[:12]) + (f" and {len(redundant) - 12} more" if len(redundant) > 12 else "")
        words += f" Over-constrained: {named} follow{'s' if len(redundant) == 1 else ''} from the other rows."
    return words
