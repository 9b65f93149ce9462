"""The equations of motion as a residual, for solvers of differential-algebraic equations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, coordinate_rates
from linkwork.dynamics.equations import equations
from linkwork.dynamics.losses import driving_power, energy_flow
from linkwork.expression.derivatives import jacobian
from linkwork.kernel import Kernel, compile_function

if TYPE_CHECKING:
    from .run import Running


class Residual:
    """F(t, y, ẏ) = 0 in y = (q, v, c, energy flows, λ).

        q̇ − E(q) v = 0,   M v̇ − φ − Jᵀ λ = 0,   ċ − r = 0,   J v̇ − ψ = 0                     (1)

    ψ pulls towards the loops (Baumgarte's terms). No system of equations is solved here: IDA does it, with the exact
    derivative ∂F/∂y + α ∂F/∂ẏ.
    """

    def __init__(self, run: Running) -> None:
        self.run, self.places = run, run.places
        problem = run.simulator.problem
        system, places = problem.system, run.places
        n_lam = len(system.rows)
        flows = places.flows

        def law(plan: Plan, t: Scalar, **given: Any) -> dict[str, Any]:
            q, v, lam = given["q"], given["v"], given.get("lam", [])
            slope = given["slope"]
            command = problem.command(plan, t, given)
            motion = Motion(plan, q, v, t)
            eq = equations(plan, motion, command.tau, stabilisation=problem.stabilisation)
            flow = energy_flow(plan, q, v, t)
            work = flow.given + sum((x * y for x, y in zip(command.tau, v)), 0.0) + driving_power(eq.rows, lam)
            powers = {"work_dot": work, "lost_dot": flow.lost}
            vd = slope[places.n_q : places.n_q + places.n_v]
            push = list(eq.phi)
            for row, x in zip(eq.rows, lam):
                for k, entry in row.J.items():
                    push[k] = push[k] + entry * x
            rates = [*coordinate_rates(plan, q, v)]
            found = [a - b for a, b in zip(slope[: places.n_q], rates)]
            found += [sum((m * a for m, a in zip(M, vd)), 0.0) - f for M, f in zip(eq.M, push)]
            rest = [*command.rates, *(powers[name] for name in flows)]
            found += [a - b for a, b in zip(slope[places.n_q + places.n_v :], rest)]
            for row, psi in zip(eq.rows, eq.psi):
                found.append(sum((entry * vd[k] for k, entry in row.J.items()), 0.0) - psi)
            return {"F": found}

        inputs = {**problem.inputs, "slope": (places.size,)}
        if n_lam:
            inputs["lam"] = (n_lam,)
        function = system.trace(law, inputs, "residual")
        self.kernel: Kernel = compile_function(function)
        self.wrt = tuple(name for name in ("q", "v", "c", "lam", "slope") if name in inputs)
        self.derivatives: Kernel = compile_function(jacobian(function, "F", self.wrt))
        self.n_lam = n_lam
        self.algebraic = [places.size + k for k in range(n_lam)] or None

    def _given(self, t: float, y: np.ndarray, slope: np.ndarray) -> dict[str, np.ndarray]:
        places, m = self.places, self.run.memory
        self.run.look_up(t)
        v = places.n_q + places.n_v
        return {
            "q": np.array(y[: places.n_q]), "v": np.array(y[places.n_q : v]), "c": np.array(y[v : places.controlled]),
            "lam": np.array(y[places.size :]), "slope": np.array(slope[: places.size]),
            "t": np.array(t), "u": m.row("u"), "p": m.row("p"),
        }  # fmt: skip

    def begin(self, t: float, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Consistent y and ẏ."""
        slope = self.run.rates(t, y)
        lam = self.run.simulator.multipliers(t, y, self.run.memory.row("u"), self.run.parameters)
        return np.concatenate([y, lam]), np.concatenate([slope, np.zeros(self.n_lam)])

    def function(self, t: float, y: np.ndarray, slope: np.ndarray, F: np.ndarray) -> None:
        """F into an array."""
        self.run.memory.set_count("evaluations", self.run.memory.count("evaluations") + 1)
        given = self._given(t, y, slope)
        F[:] = self.kernel.call(**{name: given[name] for name in self.kernel.inputs})

    def derivative(
        self, t: float, y: np.ndarray, slope: np.ndarray, F: np.ndarray, alpha: float, J: np.ndarray
    ) -> None:
        """∂F/∂y + α ∂F/∂ẏ into a matrix."""
        given = self._given(t, y, slope)
        values = self.derivatives.call(**{name: given[name] for name in self.derivatives.inputs})
        blocks = dict(zip(self.wrt, values if isinstance(values, tuple) else (values,)))
        J[:, :] = 0.0
        places = self.places
        starts = {"q": 0, "v": places.n_q, "c": places.n_q + places.n_v, "lam": places.size}
        for name, start in starts.items():
            if name in blocks:
                block = blocks[name]
                J[:, start : start + block.shape[1]] = block
        J[:, : places.size] += alpha * blocks["slope"]
