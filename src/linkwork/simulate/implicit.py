"""Derivatives of the dynamics of closed machines by implicit differentiation.

    r(x; q̈, λ) = [M q̈ + h − Jᵀ λ − τ; J q̈ − ψ] = 0,   x = q, v, τ, t, p                     (1)
    [M −Jᵀ; J 0] ∂[q̈; λ]/∂x = −∂r/∂x  at fixed q̈, λ                                         (2)

r costs about as much as inverse dynamics, and its derivatives a few times that; (2) is one factorisation for all x.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.algebra.dense import dense_solve_rows
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closed_inverse import needed_forces
from linkwork.dynamics.closure import Motion, rows
from linkwork.dynamics.equations import Stabilisation, targets
from linkwork.expression.compose import inline
from linkwork.expression.derivatives import jacobian
from linkwork.expression.procedures import solve_general
from linkwork.expression.trace import Function, trace
from linkwork.simulate.choices import independent_rates_of
from linkwork.simulate.drives import usual_forces
from linkwork.simulate.machine import Machine


def residual(system: Machine) -> Function:
    """r of (1) without τ: takes q, v, a (q̈), l (λ), t, p."""
    stabilisation = system.options.stabilisation or Stabilisation()

    def law(plan: Plan, t: Any, q: Any, v: Any, a: Any, l: Any) -> dict[str, Any]:  # noqa: E741
        motion = Motion(plan, q, v, t)
        force, found = needed_forces(plan, motion, a), rows(motion)
        gaps = [-x for x in targets(found, v, stabilisation)]
        for r, (row, x) in enumerate(zip(found, l)):
            for k, J in row.J.items():
                force[k] = force[k] - J * x
                gaps[r] = gaps[r] + J * a[k]
        return {"r": [*force, *gaps]}

    n, m = system.n_v, system.n_lam
    return system.trace(law, {"q": (system.n_q,), "v": (n,), "a": (n,), "l": (m,)}, "residual")


def forward_derivatives(
    system: Machine, wrt: Sequence[str] = ("q", "v", "tau"), *, along: bool = True, guarded: bool = False
) -> Function:
    """q̈, λ and their derivatives qdd_x, lam_x for every x of `wrt`; `guarded` with the pivot of the forward dynamics.

    Derivatives with respect to q are taken along joint displacements δ, q moving with E(q) δ, or (`along` False) to
    the coordinates themselves, which are the same for all but quaternions. Springs in place of multipliers (penalty)
    do not satisfy (1): their equations are differentiated as they are.
    """
    if system.formulation == "penalty":
        springs = system.function("forward_dynamics").select("qdd", "lam")
        return _traced_derivatives(system, springs, ("qdd", "lam"), wrt, along=along)
    forward, equations = system.function("forward_dynamics"), system.function("block_equations").select("M", "J")
    r = residual(system)
    slopes = jacobian(r, "r", [x for x in wrt if x != "tau"])
    n, m = system.n_v, system.n_lam

    def law(given: Mapping[str, Any]) -> dict[str, Any]:
        found, block = _call(forward, given), _call(equations, given)
        slope = _call(slopes, {**given, "a": found["qdd"], "l": found["lam"]})
        M, J = block["M"], block["J"]
        K = [[*M[i], *(J[k][i] for k in range(m))] for i in range(n)] + [[*J[k], *[0.0] * m] for k in range(m)]
        unit = [[float(i == k) for k in range(n)] for i in range(n + m)]
        parts = [unit if x == "tau" else _negative(_slope(system, slope, "r", x, given["q"], along)) for x in wrt]
        X = dense_solve_rows(K, _beside(parts))  # (2), with −λ for λ
        lam = [[-x for x in row] for row in X[n:]]
        first = {"qdd": list(found["qdd"]), "lam": list(found["lam"])}
        last = {"pivot": found["pivot"]} if guarded else {}
        return {**first, **_split("qdd", X[:n], wrt, parts), **_split("lam", lam, wrt, parts), **last}

    return _traced(system, law, [forward, r], "forward_dynamics_derivatives")


def inverse_derivatives(system: Machine, *, along: bool = True, guarded: bool = False) -> Function:
    """τ, λ of a given motion and their derivatives tau_x, lam_x for x = q, v, vd, along joint displacements as above;
    `guarded` with the pivot of the inverse dynamics.

        J_pᵀ ∂λ = ∂f_p,  ∂τ_a = ∂f_a − J_aᵀ ∂λ,   f = M q̈ + h − Jᵀ λ at fixed λ              (3)

    p are the undriven rates, a the driven ones. Machines with more drives than freedoms are differentiated as they are.
    """
    probe = {"probe": usual_forces(system)} if guarded else {}
    inverse, driven = system.function("inverse_dynamics", **probe), system.plan.actuated
    passive = [k for k in range(system.n_v) if k not in set(driven)]
    wrt = ("q", "v", "vd")
    if len(passive) != system.n_lam:
        return _traced_derivatives(system, inverse, ("tau", "lam"), wrt, along=along)
    r, jac = residual(system), system.function("closure_jacobian")
    slopes = jacobian(r, "r", ("q", "v", "a"))
    n, m = system.n_v, system.n_lam

    def law(given: Mapping[str, Any]) -> dict[str, Any]:
        found, J = _call(inverse, given), _call(jac, given)["J"]
        slope = _call(slopes, {**given, "a": given["vd"], "l": found["lam"]})
        parts = [_slope(system, slope, "r", x, given["q"], along)[:n] for x in ("q", "v", "a")]
        f = _beside(parts)
        lam = solve_general([[J[r][k] for r in range(m)] for k in passive], [f[k] for k in passive]) if m else []
        zero = [0.0] * len(f[0])
        tau = [
            [x - _dot([J[r][k] for r in range(m)], c) for x, c in zip(f[k], zip(*lam))] if m else f[k] for k in range(n)
        ]
        tau = [tau[k] if k in driven else zero for k in range(n)]  # (3)
        first = {"tau": list(found["tau"]), "lam": list(found["lam"])}
        last = {"pivot": found["pivot"]} if guarded else {}
        return {**first, **_split("tau", tau, wrt, parts), **_split("lam", lam, wrt, parts), **last}

    return _traced(system, law, [inverse, r], "inverse_dynamics_derivatives")


def pose_derivatives(system: Machine) -> Function:
    """How a closed pose changes: q_q with the independent coordinates, q_p with parameters and q_t with time at these.

        [J; S] ∂q/∂x = [−∂h/∂x; 0],   [J; S] ∂q/∂y = [0; 1],   y = S q                               (4)

    All are joint displacements; rows on velocities alone hold them back as rates.
    """
    jac, gap = system.function("closure_jacobian"), system.function("closure_gap")
    chosen = independent_rates_of(system)
    n, m, f = system.n_v, system.n_lam, len(chosen)
    wrt = [port.name for port in gap.inputs if port.name in ("p", "t")]
    slopes = jacobian(gap, "gap", wrt) if wrt else gap
    unit = [[float(k == j) for k in range(n)] for j in chosen]

    def law(given: Mapping[str, Any]) -> dict[str, Any]:
        J, slope = _call(jac, given)["J"], _call(slopes, given)
        open_by = [_negative(_slope(system, slope, "gap", x, given["q"], False)) for x in wrt]
        still = [[*([[0.0] * len(part[0])] * f)] for part in open_by]
        right = _beside([[*([[0.0] * f] * m), *_units(f)], *([*part, *zero] for part, zero in zip(open_by, still))])
        X = solve_general([*([*row] for row in J), *unit], right)  # (4)
        found = _split("q", X, ("q", *wrt), [_units(f), *open_by])
        return {name: [row[0] for row in x] if name == "q_t" else x for name, x in found.items()}

    return _traced(system, law, [jac, gap], "pose_derivatives")


def _units(n: int) -> list[list[float]]:
    return [[float(i == k) for k in range(n)] for i in range(n)]


def _traced_derivatives(
    system: Machine, function: Function, of: Sequence[str], wrt: Sequence[str], *, along: bool
) -> Function:
    """A function and the derivatives of its outputs, operation by operation."""
    slopes = jacobian(function, of, [x for x in wrt if any(port.name == x for port in function.inputs)])

    def law(given: Mapping[str, Any]) -> dict[str, Any]:
        found, slope = _call(function, given), _call(slopes, given)
        parts = {
            f"{name}_{x}": _slope(system, slope, name, x, given["q"], along)
            if f"d_{name}_d_{x}" in slope
            else [[0.0] * np.size(given[x]) for _ in found[name]]
            for name in of
            for x in wrt
        }
        last = {"pivot": found["pivot"]} if "pivot" in found and "pivot" not in of else {}
        return {**{name: list(found[name]) for name in of}, **parts, **last}

    return _traced(system, law, [function], f"{function.name.rsplit(' ', 1)[-1]}_derivatives")


def _traced(
    system: Machine, law: Callable[[Mapping[str, Any]], dict[str, Any]], parts: Sequence[Function], name: str
) -> Function:
    """A law over the inputs of some functions."""
    shapes = {port.name: port.shape for function in parts for port in function.inputs}
    inputs = {x: shape for x, shape in shapes.items() if x not in ("a", "l")}
    return trace(lambda *values: law(dict(zip(inputs, values))), inputs, name=f"{system.blueprint.name} {name}")


def _call(function: Function, given: Mapping[str, Any]) -> dict[str, Any]:
    return inline(function, **{port.name: given[port.name] for port in function.inputs})


def _slope(
    system: Machine, slope: Mapping[str, Any], of: str, x: str, q: Sequence[Any], along: bool
) -> list[list[Any]]:
    """∂of/∂x by rows."""
    part = [list(row) if hasattr(row, "__len__") else [row] for row in slope[f"d_{of}_d_{x}"]]
    return [_along(system, q, row) for row in part] if x == "q" and along else part


def _negative(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [[-x for x in row] for row in rows]


def _beside(parts: Sequence[Sequence[Sequence[Any]]]) -> list[list[Any]]:
    """Matrices side by side."""
    return [[x for part in parts for x in part[i]] for i in range(len(parts[0]))]


def _split(name: str, X: Sequence[Sequence[Any]], wrt: Sequence[str], parts: Sequence[Any]) -> dict[str, Any]:
    """The columns of each x again."""
    found, at = {}, 0
    for x, part in zip(wrt, parts):
        width = len(part[0])
        found[f"{name}_{x}"] = [list(row[at : at + width]) for row in X]
        at += width
    return found


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    total: Any = 0.0
    for x, y in zip(a, b):
        total = total + x * y
    return total


def _along(system: Machine, q: Sequence[Any], row: Sequence[Any]) -> list[Any]:
    """A row of derivatives to coordinates as one to joint displacements: row · E(q)."""
    plan = system.plan
    found = []
    for node in plan.nodes:
        own, n_q = q[node.q : node.q + node.step.n_q], node.step.n_q
        for k in range(node.step.n_v):
            unit = [float(i == k) for i in range(node.step.n_v)]
            rates = node.step.q_dot(own, unit) if n_q > node.step.n_v else unit
            found.append(sum((row[node.q + i] * rates[i] for i in range(1, n_q)), row[node.q] * rates[0]))
    return found
