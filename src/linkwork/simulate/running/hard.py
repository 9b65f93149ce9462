"""Steps through singular poses: the same method, with accelerations from a rank-revealing solver, in NumPy.

All conditions take part here, also those that follow from the others elsewhere; which of them matter is decided at
every pose by singular values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, coordinate_rates, dense, rows
from linkwork.dynamics.equations import equations
from linkwork.dynamics.losses import energy_flow
from linkwork.dynamics.projection import row_rates
from linkwork.kernel import Kernel, compile_function

from ..coordinates import advance
from ..machine_code.fixed import PULLED, TORN
from ..methods import EXPLICIT, SemiImplicit, Tableau
from .projecting import MANY_TURNS, ROUNDING, TOLERANCE
from .simulator import Simulator

RANK = 1e-7  # singular values below this share of the largest count as zero
ROUNDS = 10  # steps of the projection
ATTEMPTS = 30  # step sizes that are tried


@dataclass(frozen=True)
class Made:
    """A step: its size, the state after it, the size that the tolerance allows the next one."""

    h: float
    y: np.ndarray
    next_h: float


class HardSteps:
    """Steps of a simulator's method that do not mind dependent conditions."""

    def __init__(self, simulator: Simulator, parameters: np.ndarray, tolerance: tuple[float, float]) -> None:
        self.simulator, self.p, self.tolerance = simulator, parameters, tolerance
        self.places = simulator.program.layout
        method = simulator.method
        self.method: Tableau = EXPLICIT["rk4"] if isinstance(method, SemiImplicit) else method  # type: ignore[assignment]
        self.evaluations = 0

    @cached_property
    def laws(self) -> Kernel:
        """Inertia, forces, conditions and the rates that need no accelerations."""
        problem = self.simulator.problem

        def law(plan: Plan, t: Scalar, **given: Any) -> dict[str, Any]:
            plan = replace(plan, kept=None)
            q, v = given["q"], given["v"]
            command = problem.command(plan, t, given)
            motion = Motion(plan, q, v, t)
            eq = equations(plan, motion, command.tau, stabilisation=problem.stabilisation)
            flow = energy_flow(plan, q, v, t)
            work = flow.given + sum((x * y for x, y in zip(command.tau, v)), 0.0)
            out: dict[str, Any] = {
                "M": eq.M, "phi": eq.phi, "J": dense(plan, eq.rows), "psi": eq.psi,
                "rate": row_rates(eq.rows, v), "drift": [row.drift for row in eq.rows],
                "q_dot": coordinate_rates(plan, q, v), "work_dot": work, "lost_dot": flow.lost,
            }  # fmt: skip
            if command.rates:
                out["c_dot"] = list(command.rates)
            return out

        return compile_function(self.simulator.system.trace(law, problem.inputs, "hard instants"), level=1)

    @cached_property
    def gap(self) -> Kernel:
        """Gaps and their Jacobian."""

        def law(plan: Plan, t: Scalar, q: Any, v: Any) -> dict[str, Any]:
            plan = replace(plan, kept=None)
            found = rows(Motion(plan, q, None, t))
            return {
                "gap": [0.0 if row.gap is None else row.gap for row in found],
                "J": dense(plan, found),
                "rate": row_rates(found, v),
            }

        system = self.simulator.system
        return compile_function(system.trace(law, {"q": (system.n_q,), "v": (system.n_v,)}, "gaps"), level=1)

    def _call(self, kernel: Kernel, t: float, y: np.ndarray, u: np.ndarray) -> Mapping[str, np.ndarray]:
        places = self.places
        v = places.n_q + places.n_v
        given = {"t": np.array(t), "p": self.p, "u": u}
        given |= {"q": y[: places.n_q], "v": y[places.n_q : v], "c": y[v : places.controlled]}
        values = kernel.call(**{name: np.asarray(given[name], order="C") for name in kernel.inputs})
        return dict(zip(kernel.outputs, values if isinstance(values, tuple) else (values,)))

    def rates(self, t: float, y: np.ndarray, u: np.ndarray) -> np.ndarray:
        """Rates of the whole state, with the multipliers of least norm.

        M = L Lᵀ,  A = J L⁻ᵀ,  a = L⁻¹ φ,  q̈ = L⁻ᵀ (a + A⁺ (ψ − A a))                            (1)
        """
        self.evaluations += 1
        found = self._call(self.laws, t, y, u)
        if not all(np.isfinite(x).all() for x in found.values()):
            raise np.linalg.LinAlgError("the state is not finite")
        L = np.linalg.inv(np.linalg.cholesky(found["M"]))  # L⁻¹; a few rows: no time is saved by less
        A, a = found["J"] @ L.T, L @ found["phi"]
        vdd = L.T @ (a + _least(A, found["psi"] - A @ a))  # (1)
        lam = np.linalg.lstsq(found["J"].T, found["M"] @ vdd - found["phi"], rcond=RANK)[0]
        work = float(found["work_dot"]) - float(lam @ found["drift"])
        flows = {"work_dot": work, "lost_dot": float(found["lost_dot"])}
        parts = [found["q_dot"], vdd, found.get("c_dot", np.zeros(0)), [flows[name] for name in self.places.flows]]
        return np.concatenate(parts)

    def coordinate_rates(self, t: float, y: np.ndarray, u: np.ndarray) -> np.ndarray:
        """q̇ alone."""
        return self._call(self.laws, t, y, u)["q_dot"]

    def spread(self, t: float, y: np.ndarray, u: np.ndarray) -> float:
        """Smallest singular value of the conditions that matter in general, over the largest: 0 at a singular pose."""
        values = np.linalg.svd(self._call(self.gap, t, y, u)["J"], compute_uv=False)
        rank = len(self.simulator.system.rows)
        return float(values[rank - 1] / values[0]) if rank else 1.0

    def independence(self, t: float, y: np.ndarray, u: np.ndarray) -> float:
        """The same for the conditions that the machine code works with, which may depend on each other earlier."""
        J = self._call(self.gap, t, y, u)["J"]
        kept = self.simulator.system.plan.kept
        values = np.linalg.svd(J if kept is None else J[list(kept)], compute_uv=False)
        return float(values[-1] / values[0]) if len(values) else 1.0

    def close(self, t: float, y: np.ndarray) -> bool:
        """Bring a state back onto the loops, in place; whether that worked."""
        system, places = self.simulator.system, self.places
        limit = TOLERANCE * self.simulator.length * (10 + ROUNDING * min(MANY_TURNS, np.abs(y[: places.n_q]).max()))
        q, v = slice(0, places.n_q), slice(places.n_q, places.n_q + places.n_v)
        for _ in range(ROUNDS):
            found = self._call(self.gap, t, y, np.zeros(0))
            if np.abs(found["gap"]).max(initial=0.0) <= limit:
                y[v] += _least(found["J"], -found["rate"])
                return bool(np.isfinite(y).all())
            y[q] = advance(system.plan, y[q], _least(found["J"], -found["gap"]))
            if not np.isfinite(y).all():
                return False
        return False

    def step(self, t: float, y: np.ndarray, u: np.ndarray, h: float) -> Made | None:
        """A step of h or less; None if none of a sensible size closes the loops and meets the tolerance."""
        smallest = 1e-6 * h
        for _ in range(ATTEMPTS):
            try:
                new, error = self.attempt(t, y, u, h)
            except np.linalg.LinAlgError:
                return None
            made = new.copy()
            if error <= 1.0 and np.isfinite(new).all() and self.close(t + h, new) and self._near(y, made, new):
                return Made(h, new, h * min(4.0, 0.9 * max(error, 1e-10) ** -self.method.exponent))
            if not self.method.adaptive:
                return None
            h *= 0.5 if not np.isfinite(error) else min(0.5, max(0.1, 0.9 * error**-self.method.exponent))
            if h < smallest:
                return None
        return None

    def _near(self, y: np.ndarray, made: np.ndarray, closed: np.ndarray) -> bool:
        """Whether the projection moved the machine by clearly less than the step did."""
        q = slice(0, self.places.n_q)
        pulled, moved = closed[q] - made[q], made[q] - y[q]
        return bool(pulled @ pulled <= max(TORN, PULLED * (moved @ moved)))

    def attempt(self, t: float, y: np.ndarray, u: np.ndarray, h: float) -> tuple[np.ndarray, float]:
        """State after a step of h, and its error over the tolerance."""
        method, n = self.method, self.places.controlled
        k: list[np.ndarray] = []
        for row, c in zip(method.a, method.c):
            k.append(self.rates(t + c * h, y + h * _sum(row, k, y), u))
        new = y + h * _sum(method.b, k, y)
        if not method.adaptive:
            return new, 0.0
        if method.closing:
            k.append(self.rates(t + h, new, u))
        scale = self.tolerance[1] + self.tolerance[0] * np.maximum(np.abs(y[:n]), np.abs(new[:n]))
        norms = [float(np.sum((_sum(row, k, y)[:n] / scale) ** 2)) for row in method.errors]
        if len(norms) == 1:
            return new, h * float(np.sqrt(norms[0] / n))
        both = norms[0] + 0.01 * norms[1]
        return new, h * norms[0] / float(np.sqrt(both * n)) if both > 0 else 0.0


def _sum(row: tuple[float, ...], k: list[np.ndarray], y: np.ndarray) -> np.ndarray:
    total = np.zeros_like(y)
    for coefficient, rate in zip(row, k):
        if coefficient:
            total += coefficient * rate
    return total


def _least(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The shortest x that makes A x − b shortest."""
    return np.linalg.lstsq(A, b, rcond=RANK)[0]
