"""Back onto the loops: the nearest state, measured by kinetic energy, in which the conditions hold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from linkwork.algebra.scalars import Scalar, maximum, sqrt
from linkwork.algebra.steps import Ball, Free
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, Row, coordinate_rates, rows
from linkwork.dynamics.elimination import Factors
from linkwork.dynamics.formulations import Settings
from linkwork.dynamics.independent import SquareSystem, largest
from linkwork.dynamics.kinematics import Scalars
from linkwork.dynamics.multipliers import BlockSystem


@dataclass(frozen=True)
class Projected:
    """A state nearer to the loops.

    left    the error that is left at (q, v), in units of the tolerance: at most 1 when it is near enough
    pivot   smallest relative pivot, as in forward dynamics
    """

    q: list[Scalar]
    v: list[Scalar]
    left: Scalar
    pivot: Scalar


class Correction(Protocol):
    """Which of all u with J u = rates is taken."""

    def smallest_change(self, rates: Sequence[Scalar]) -> list[Scalar]:
        """The u that is taken."""
        ...

    @property
    def pivot(self) -> Scalar:
        """Small where there is none."""
        ...


@dataclass(frozen=True)
class Dependent:
    """The u that leaves some rates alone: dependent joints follow the independent ones (root tracking)."""

    square: SquareSystem
    kept: int
    pivot: Scalar

    @classmethod
    def at(cls, found: Sequence[Row], settings: Settings) -> Dependent:
        """Of the rows at a pose, with the independent rates of the settings."""
        kept = [{k: 1.0} for k in settings.independent]
        square = SquareSystem.of([*(row.J for row in found), *kept], "the chosen independent velocities")
        grown = square.answers(settings.probe, settings.units)
        return cls(square, len(kept), 1.0 / largest(grown) if grown else 1.0)

    def smallest_change(self, rates: Sequence[Scalar]) -> list[Scalar]:
        """u with J u = rates, zero along the independent rates."""
        return self.square.solve([*rates, *([0.0] * self.kept)])


@dataclass(frozen=True)
class Metric:
    """[M Jᵀ; J 0], factorised: how rates and impulses of the conditions weigh."""

    system: BlockSystem
    factors: Factors

    @classmethod
    def at(cls, plan: Plan, q: Scalars, found: Sequence[Row], order: str, hubs: Sequence[int] = ()) -> Metric:
        """The block system at a pose, eliminated in a named order."""
        system = BlockSystem.of(Motion(plan, q), found, hubs)
        return cls(system, system.factorised(order))

    def smallest_change(self, rates: Sequence[Scalar]) -> list[Scalar]:
        """The u of least kinetic energy with J u = rates.

        [ M  Jᵀ ] [ u ]   [ 0     ]
        [ J  0  ] [ μ ] = [ rates ]                                          (1)
        """
        n = self.system.n
        x = self.factors.solve(self.system.right_side([0.0] * n, rates))  # (1)
        return [x[k] for k in range(n)]

    @property
    def pivot(self) -> Scalar:
        """The smallest relative pivot of the multipliers."""
        return self.factors.pivot


def projection(
    plan: Plan,
    q: Scalars,
    v: Scalars,
    t: Scalar = 0.0,
    *,
    order: str = "reduced",
    hubs: Sequence[int] = (),
    tolerance: float = 1e-13,
    size: float = 1.0,
    positions: bool = True,
    velocities: bool = True,
    dependent: Settings | None = None,
) -> Projected:
    """One Newton step towards the loops, positions first, then velocities with the same factors.

        q ← q ⊕ u,   J u = −h(q)                                             (1)
        v ← v + w,   J w = −(J v + ∂h/∂t)  at the new q                      (2)
        left = max |h| / ε l,  max |J v + ∂h/∂t| / ε l √(1 + v·v)            (3)

    with u, w the smallest in the metric of kinetic energy, or those that leave the independent rates of `dependent`
    alone (root tracking by Newton's method: Sathuluri, section 3), ε the tolerance, l the machine's `size` (1 for
    rows of angles). The error of (1) is of second order in h. Reference: Hairer, Lubich & Wanner (2006), section IV.4.
    """
    found = rows(Motion(plan, q, None, t))
    metric: Correction = Metric.at(plan, q, found, order, hubs) if dependent is None else Dependent.at(found, dependent)
    if positions:
        step = metric.smallest_change([0.0 if row.gap is None else -row.gap for row in found])
        q = normalised(plan, [x + xd for x, xd in zip(q, coordinate_rates(plan, q, step))])  # (1)
        found = rows(Motion(plan, q, None, t))
    v = list(v)
    if velocities:
        v = [x + w for x, w in zip(v, metric.smallest_change([-x for x in row_rates(found, v)]))]  # (2)
    errors: list[Scalar] = []
    if positions:
        errors += [row.gap / (tolerance * _unit(row, size)) for row in found if row.gap is not None]
    if velocities:
        speed = 1.0 / sqrt(1.0 + sum((x * x for x in v), 0.0))
        errors += [x * speed / (tolerance * _unit(row, size)) for row, x in zip(found, row_rates(found, v))]
    left: Scalar = 0.0
    for x in errors:
        left = maximum(left, x * x)
    return Projected(list(q), v, sqrt(left), metric.pivot)  # (3)


def drawn_back(
    plan: Plan, q: Scalars, v: Scalars, t: Scalar, sigma: Scalar, order: str, hubs: Sequence[int] = ()
) -> list[Scalar]:
    """Rates for q̇ that close gaps as ḣ = −σ h: v and the smallest η in the metric of kinetic energy.

        J η = −σ h,   q̇ = E (v + η)                                        (1)

    Reference: Khan (2002), Eqs (2.11)–(2.20), where η is the smallest without a metric.
    """
    found = rows(Motion(plan, q, None, t))
    gaps = [0.0 if row.gap is None else -sigma * row.gap for row in found]
    return [x + eta for x, eta in zip(v, Metric.at(plan, q, found, order, hubs).smallest_change(gaps))]  # (1)


def normalised(plan: Plan, q: Sequence[Scalar]) -> list[Scalar]:
    """q with quaternions of length one."""
    q = list(q)
    for start in quaternion_starts(plan):
        part = q[start : start + 4]
        inverse = 1.0 / sqrt(sum((x * x for x in part[1:]), part[0] * part[0]))
        q[start : start + 4] = [x * inverse for x in part]
    return q


def quaternion_starts(plan: Plan) -> list[int]:
    """Index of the first coordinate of every quaternion."""
    starts: dict[type, int] = {Ball: 0, Free: 3}
    return [node.q + starts[type(node.step)] for node in plan.nodes if type(node.step) in starts]


def row_rates(found: Sequence[Row], v: Scalars) -> list[Scalar]:
    """J v + ∂h/∂t of every row: how fast the gaps open."""
    rates = []
    for row in found:
        rate: Scalar = row.drift
        for k, x in row.J.items():
            rate = rate + x * v[k]
        rates.append(rate)
    return rates


def _unit(row: Row, size: float) -> float:
    """What a row's gap is compared with: the machine's size for lengths, 1 for angles."""
    return size if row.component.startswith("force") else 1.0
