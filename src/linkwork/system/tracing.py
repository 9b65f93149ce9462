"""From the laws of the catalogue to functions of one machine: options set, parameters bound, inputs named."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.blueprint.mechanism import no_frame
from linkwork.connectivity.elimination_order import ORDERS
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.connectivity.regrouping import regrouped
from linkwork.dynamics.catalogue import CLOSED, REQUIRED, TREES, Law
from linkwork.errors import OptionError, UnknownName
from linkwork.expression.counts import counts
from linkwork.expression.trace import Function, trace
from linkwork.simulate.choices import settings
from linkwork.simulate.drives import check_drives
from linkwork.simulate.implicit import forward_derivatives, inverse_derivatives, pose_derivatives
from linkwork.system.elimination_plan import Patterns

if TYPE_CHECKING:
    from linkwork.system.system import System

LARGE = 100  # unknowns from which orders are compared by pattern, not by tracing each of them

IMPLICIT = {
    "forward_dynamics_derivatives": forward_derivatives,
    "inverse_dynamics_derivatives": inverse_derivatives,
    "pose_derivatives": pose_derivatives,
}
"""Laws of closed machines that differentiate others."""

TREE_FORMULATIONS = {"recursive": "recursive_forward_dynamics", "factorised": "factorised_forward_dynamics"}


def law_of(system: System, name: str) -> tuple[Law, dict[str, Any]]:
    """A law and the options that this system sets for it."""
    if name == "forward_dynamics":
        return forward_law_of(system, system.formulation)
    if name not in system.laws:
        owner = f"mechanism {system.blueprint.name!r}"
        raise UnknownName("law", name, ("forward_dynamics", *system.laws), owner)
    law = system.laws[name]
    return law, {"weights": _weights(system)} if "weights" in law.options else {}


def _weights(system: System) -> dict[int, float]:
    """Weights of the driven rates."""
    found: dict[int, float] = {}
    for name, weight in system.options.weights.items():
        for k in system.rate_indices(name):
            if k not in system.plan.actuated or not weight > 0.0:
                fault = f"is {weight}" if k in system.plan.actuated else "belongs to a joint that nothing drives"
                raise OptionError(f"weight of {name!r}", fault, "Give driven joints, and weights above zero")
            found[k] = float(weight)
    return found


def forward_law_of(system: System, formulation: str) -> tuple[Law, dict[str, Any]]:
    """The law of forward dynamics in a formulation, and its options."""
    if not system.closed:
        return TREES[TREE_FORMULATIONS[formulation]], {}
    return CLOSED["forward_dynamics"], {
        "formulation": formulation,
        "stabilisation": system.options.stabilisation,
        "settings": settings(system, formulation),
    }


def traced_by_name(system: System, name: str, options: Mapping[str, Any]) -> Function:
    """The law of that name as a function."""
    if (body := options.get("body")) is not None and body not in system.plan.bodies:
        no_frame(system.blueprint.frames, body)
    if system.closed and name in IMPLICIT:
        return IMPLICIT[name](system)
    law, fixed = law_of(system, name)
    if system.closed and name == "inverse_dynamics":
        check_drives(system)
    return traced_law(system, law, {**fixed, **options}, name)


def traced_law(system: System, law: Law, options: Mapping[str, Any], name: str) -> Function:
    """A law as a function."""
    missing = [k for k, x in law.options.items() if x is REQUIRED and k not in options]
    if missing:
        raise OptionError(f"law {name!r}", f"needs the option {missing[0]!r}", f"Write {name}(..., {missing[0]}=...)")
    for option in options:
        if option not in law.options:
            raise UnknownName(f"option of law {name!r}:", option, law.options)
    inputs = {port: _shape(system, port) for port in law.takes}
    if options.get("rows") == "all":
        inputs["lam"] = (len(system.all_rows),)
    regroup = system.options.regroup and law.regroups

    def build(plan: Plan, t: Any, **given: Any) -> Mapping[str, Any]:
        timed = {"t": t} if law.loaded else {}
        return law.build(regrouped(plan) if regroup else plan, **given, **timed, **options)

    return system.trace(build, inputs, name, merged=not law.apart)


def trace_on(
    system: System,
    build: Callable[..., Mapping[str, Any]],
    inputs: Mapping[str, tuple[int, ...]],
    name: str,
    *,
    merged: bool,
) -> Function:
    """See `System.trace`."""
    inputs = {**inputs, "t": ()}
    if system.parameters:
        inputs["p"] = (len(system.parameters),)

    def run(*values: Any) -> Mapping[str, Any]:
        given = dict(zip(inputs, values))
        plan, t = system.plan if merged else system.plan_of(system.blueprint, merged=False), given.pop("t")
        if "p" in given:
            bound = system.blueprint.bind(**dict(zip(system.parameters, given.pop("p"))))
            plan = system.plan_of(bound, merged=merged)
        return build(plan, t, **{k: list(x) if np.ndim(x) else x for k, x in given.items()})

    return _without_idle(trace(run, inputs, name=f"{system.blueprint.name} {name}"), ("t", "p"))


def _shape(system: System, port: str) -> tuple[int, ...]:
    return {"q": (system.n_q,), "t": (), "lam": (system.n_lam,)}.get(port, (system.n_v,))


def _without_idle(function: Function, names: Collection[str]) -> Function:
    """The function without those of the named inputs on which nothing depends."""
    used = set(function.live())
    ports = tuple(p for p in function.inputs if p.name not in names or any(ref >> 1 in used for ref in p.refs))
    return replace(function, inputs=ports)


def cheapest_formulation(system: System) -> str:
    """What "auto" stands for: of the safe formulations the one with the fewest counted operations."""
    if system.closed and system.weightless:
        return "embedding"
    if system.closed and system.n_v + system.n_lam > LARGE:
        return Patterns(system).cheapest

    def cost(formulation: str) -> int:
        law, options = forward_law_of(system, formulation)
        return counts(traced_law(system, law, options, "forward_dynamics")).total

    if system.closed:
        return min(ORDERS, key=cost)
    recursive = cost("recursive")
    return min(TREE_FORMULATIONS, key=cost) if _factor_operations(system.plan) < 2 * recursive else "recursive"


def _factor_operations(plan: Plan) -> int:
    """Operations of the factors of a full inertia matrix: each freedom meets all that are between it and ground."""
    above, total = {GROUND: 0}, 0
    for i, node, p in plan.outward:
        n = above[p]
        for _ in node.columns:
            total += n * (n + 2)
            n += 1
        above[i] = n
    return total
