"""Which projection a run makes, as a traced law."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from linkwork.algebra.scalars import Scalar, absolute, is_zero, maximum, minimum
from linkwork.connectivity.elimination_order import ORDERS
from linkwork.connectivity.hubs import hubs
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.equations import Stabilisation
from linkwork.dynamics.projection import normalised, projection, quaternion_starts
from linkwork.errors import UnknownName
from linkwork.expression.trace import Function

from ..choices import settings
from ..machine import Machine
from ..size import size

TOLERANCE = 1e-13  # of the machine's size: below it a state counts as on the loops

ROUNDING = 0.01  # of TOLERANCE for each radian: what is left of the digits of an angle after many turns
MANY_TURNS = 1e6  # radians beyond which nothing more is allowed for

KINDS: dict[str, tuple[bool, bool]] = {
    "position+velocity": (True, True),
    "position": (True, False),
    "velocity": (False, True),
    "dependent": (True, True),
    "baumgarte": (False, False),
    "first-order": (False, False),
    "none": (False, False),
}
"""Names of projections: are positions projected, are velocities."""

BAUMGARTE = Stabilisation(alpha=20.0, beta=20.0)
FIRST_ORDER = Stabilisation(sigma=20.0)


def usual_kind(system: Machine) -> str:
    """How a run keeps loops closed if nothing is said: of the formulation "minimal" only independent states remain."""
    return "dependent" if system.formulation == "minimal" else "position+velocity"


def stabilisation_of(system: Machine, kind: str) -> Stabilisation | None:
    """Gains of a run, where it asks for Baumgarte's terms or the first-order form; None for those of the system."""
    if kind not in KINDS:
        raise UnknownName("projection", kind, KINDS)
    if not system.closed or kind not in ("baumgarte", "first-order"):
        return None
    own: Stabilisation | None = system.options.stabilisation
    if kind == "first-order":
        return own if own is not None and not is_zero(own.sigma) else FIRST_ORDER
    return own or BAUMGARTE


def metric_of(system: Machine) -> tuple[str, tuple[int, ...]]:
    """The elimination order of a system's projections, and its hubs."""
    order = system.formulation if system.formulation in (*ORDERS, "recursive") else "reduced"
    return order, hubs(system.numbers) if order == "recursive" else ()


def closing_law(system: Machine, kind: str) -> Function | None:
    """The projection of a run: q, v, left, pivot; for trees q with unit quaternions; None where nothing is to do."""
    positions, velocities = KINDS[kind]
    if system.closed and (positions or velocities):
        order, apart = metric_of(system)
        length = size(system.plan)
        dependent = settings(system, "minimal") if kind == "dependent" else None

        def law(plan: Plan, t: Scalar, q: Any, v: Any) -> dict[str, Any]:
            found = projection(
                plan,
                q,
                v,
                t,
                order=order,
                hubs=apart,
                tolerance=TOLERANCE,
                size=length,
                positions=positions,
                velocities=velocities,
                dependent=dependent,
            )
            out = {"q": found.q, "v": found.v, "left": found.left / rounding(found.q)}
            return out if isinstance(found.pivot, float) else {**out, "pivot": found.pivot}

        return system.trace(law, {"q": (system.n_q,), "v": (system.n_v,)}, "projection")
    if quaternion_starts(system.plan):
        return system.trace(lambda plan, t, q: {"q": normalised(plan, q)}, {"q": (system.n_q,)}, "unit quaternions")
    return None


def rounding(q: Sequence[Scalar]) -> Scalar:
    """How much more the gaps may be at large coordinates: four joints of a loop are known to four times ε |q|."""
    return 1.0 + ROUNDING * minimum(largest(q), MANY_TURNS)


def largest(values: Sequence[Scalar]) -> Scalar:
    """The largest magnitude."""
    found: Scalar = 0.0
    for x in values:
        found = maximum(found, absolute(x))
    return found
