"""Derivatives of a machine's equations of motion along the motions that its loops allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, coordinate_rates, dense, rows
from linkwork.dynamics.equations import equations
from linkwork.dynamics.projection import row_rates
from linkwork.errors import OptionError, SingularError
from linkwork.expression.derivatives import jacobian
from linkwork.expression.trace import Function
from linkwork.kernel import Kernel, compile_function

from ..choices import independent_rates, null_space, rank
from ..control.law import Command, Ready, Sampler
from ..machine import Machine
from ..running.equations import Problem
from ..running.simulator import KEPT, hashable


@dataclass(frozen=True)
class Tangent:
    """First-order motion at a pose: δφ = N ξ, ξ = S δφ.

    N      (n_v, f): motions that the loops allow, J N = 0
    S      (f, n_v): S N = 1; picks the independent rates, or Nᵀ
    rates  the independent rates, whose names the states have
    """

    N: np.ndarray
    S: np.ndarray
    rates: tuple[int, ...] = ()

    @classmethod
    def orthonormal(cls, system: Machine, q: np.ndarray, t: float, p: Any) -> Tangent:
        """At a closed pose, along orthonormal motions, which there are at every pose."""
        N = null_space(system.loops(p).jacobian(q, t)) if system.closed else np.eye(system.n_v)
        return cls(N, N.T)

    @classmethod
    def at(cls, system: Machine, q: np.ndarray, t: float, p: Any, names: Sequence[str] | None) -> Tangent:
        """At a closed pose, in the named joints; in driven ones or those that move best if none are named."""
        J = system.loops(p).jacobian(q, t) if system.closed else np.zeros((0, system.n_v))
        preferred = system.plan.actuated
        if names is not None:
            preferred = tuple(k for name in names for k in system.rate_indices(name))
        rates = independent_rates(J, preferred)
        if names is not None and set(rates) != set(preferred):
            free = system.n_v - rank(J)
            told = f"do not fix the {free} freedoms of mechanism {system.blueprint.name!r} here"
            right = f"For example {', '.join(system.v_names[k] for k in independent_rates(J))} would do"
            raise OptionError(f"states {', '.join(map(repr, names))}", told, right)
        if names is not None:
            rates = preferred
        S = np.eye(system.n_v)[list(rates)]
        if not J.size:
            return cls(S.T, S, tuple(rates))
        free = null_space(J)
        square = free[list(rates)]
        if free.shape[1] == 0 or np.linalg.cond(square) > 1e10:
            raise SingularError(
                f"mechanism {system.blueprint.name!r}",
                "has no freedom here" if free.shape[1] == 0 else "is in a singular pose",
                "Linearise at another pose",
            )
        return cls(free @ np.linalg.inv(square), S, tuple(rates))


class Derivatives:
    """Values and derivatives of (q̇, q̈, ċ) at a state, compiled once for a machine and a control law.

        F(q̈, λ; x) = [M q̈ − φ − Jᵀ λ; J q̈ − ψ] = 0,   ∂(q̈, λ)/∂x = −[M −Jᵀ; J 0]⁻¹ ∂F/∂x            (1)

    The equations before elimination, with every condition: this is as exact where a formulation's pivots vanish.
    """

    def __init__(self, system: Machine, control: Ready | None) -> None:
        self.system = system
        self.open = control is None
        self.problem = Problem(system, _driven(system) if control is None else control)
        self.wrt = tuple(name for name in ("q", "v", "c", "u") if name in self.problem.inputs)
        self.matrices = compile_function(self._traced(self._equations, {}, "equations"), level=1)
        more = {"vd": (system.n_v,), **({"lam": self.matrices.function.output("psi").shape} if system.closed else {})}
        residual = self._traced(self._residual, more, "residual")
        self.of = tuple(port.name for port in residual.outputs)
        self.slopes = compile_function(jacobian(residual, self.of, self.wrt))

    def _traced(self, law: Callable[..., dict[str, Any]], more: dict[str, tuple[int, ...]], name: str) -> Function:
        return self.system.trace(law, {**self.problem.inputs, **more}, f"{name} at an operating point")

    def _equations(self, plan: Plan, t: Scalar, **given: Any) -> dict[str, Any]:
        plan = replace(plan, kept=None)
        command = self.problem.command(plan, t, given)
        eq = equations(plan, Motion(plan, given["q"], given["v"], t), command.tau)
        out: dict[str, Any] = {"M": eq.M, "phi": eq.phi}
        out |= {"J": dense(plan, eq.rows), "psi": eq.psi} if eq.rows else {}
        return out | ({"c_dot": list(command.rates)} if command.rates else {})

    def _residual(self, plan: Plan, t: Scalar, **given: Any) -> dict[str, Any]:
        found = self._equations(plan, t, **given)
        vd, lam, J = given["vd"], given.get("lam", []), found.get("J", [])
        force = [sum((m * a for m, a in zip(row, vd)), 0.0) - f for row, f in zip(found["M"], found["phi"])]
        force = [f - sum((row[k] * x for row, x in zip(J, lam)), 0.0) for k, f in enumerate(force)]
        gaps = [sum((x * a for x, a in zip(row, vd)), 0.0) - y for row, y in zip(J, found.get("psi", []))]
        own = {"c_dot": found["c_dot"]} if "c_dot" in found else {}
        return {"q_dot": coordinate_rates(plan, given["q"], given["v"]), "F": [*force, *gaps], **own}

    def at(self, given: dict[str, np.ndarray]) -> tuple[dict[str, np.ndarray], dict[tuple[str, str], np.ndarray]]:
        """Values by output, and derivatives by (output, input)."""
        n = self.system.n_v
        found = _named(self.matrices, given)
        M, scale = found["M"], float(np.abs(found["M"]).max())
        J = found.get("J", np.zeros((0, n)))
        A = np.block([[M / scale, -J.T], [J, np.zeros((len(J), len(J)))]])  # λ over the scale: rows of one size
        right = np.concatenate([found["phi"] / scale, found.get("psi", np.zeros(0))])
        solved = np.linalg.lstsq(A, right, rcond=1e-13)[0]
        found |= {"v_dot": solved[:n]}
        made = _named(self.slopes, {**given, "vd": solved[:n], "lam": scale * solved[n:]})
        slopes = {(a, b): made[f"d_{a}_d_{b}"] for a in self.of for b in self.wrt}
        for name in self.wrt:
            dF = slopes.pop(("F", name))
            dF[:n] /= scale
            slopes["v_dot", name] = -np.linalg.lstsq(A, dF, rcond=1e-13)[0][:n]  # (1)
        return found, slopes

    @cached_property
    def turning(self) -> Callable[..., dict[str, np.ndarray]]:
        """(q, v, t, p) → ∂(J v)/∂q of the loops and ∂q̇/∂q, at rates that need not be those of the motion."""
        system = self.system

        def law(plan: Plan, t: Scalar, q: Any, v: Any) -> dict[str, Any]:
            found = rows(Motion(replace(plan, kept=None), q, None, t))
            rates = {"rate": row_rates(found, v)} if found else {}
            return {**rates, "q_dot": coordinate_rates(plan, q, v)}

        function = system.trace(law, {"q": (system.n_q,), "v": (system.n_v,)}, "turning")
        names = [port.name for port in function.outputs]
        kernel = compile_function(jacobian(function, names, "q"))
        return lambda **given: {name: _named(kernel, given)[f"d_{name}_d_q"] for name in names}


def _named(kernel: Kernel, given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Outputs of a kernel by name, from more than it needs."""
    values = kernel.call(**{name: given[name] for name in kernel.inputs})
    return dict(zip(kernel.outputs, values if isinstance(values, tuple) else (values,)))


def inertia(system: Machine, q: np.ndarray, p: np.ndarray) -> np.ndarray:
    """M at a pose."""
    return next(iter(_named(system.kernel("mass_matrix"), {"q": q, "p": p, "t": np.zeros(())}).values()))


def _driven(system: Machine) -> Ready:
    """The forces of the driven rates as signals."""
    driven = system.plan.actuated

    def command(at: Any) -> Command:
        tau: list[Any] = [0.0] * at.plan.n_v
        for k, x in zip(driven, at.u):
            tau[k] = x
        return Command(tau)

    if not driven:
        return Ready(command)
    return Ready(command, sampler=Sampler(_nothing, 1.0, len(driven)))


def _nothing(t: float, q: Any, v: Any) -> Any:
    return None


def derivatives(system: Machine, control: Any) -> Derivatives:
    """The derivatives for a control law, kept with the system."""
    from ..control import readied

    kept: dict[Any, Derivatives] = system.__dict__.setdefault("_derivatives", {})
    try:
        key = hashable(control)
        found = kept.pop(key, None)
    except TypeError:
        return Derivatives(system, readied(control, system))
    kept[key] = found or Derivatives(system, None if control is None else readied(control, system))
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
    return kept[key]
