"""The equations of a structure-preserving step, traced.

With L_d = h T(q̄, u), q̄ = (q + q⁺)/2, u = (q⁺ − q)/h, f all forces at the middle, g the conditions, G = ∂g/∂q:

    p + h/2 (∂T/∂q + f)(q̄, u) − ∂T/∂q̇(q̄, u) + G(q)ᵀ λ = 0,   g(q⁺) = 0                   (1)
    p⁺ = ∂T/∂q̇(q̄, u) + h/2 (∂T/∂q + f)(q̄, u) + G(q⁺)ᵀ μ,     G(q⁺) q̇⁺ + ∂g/∂t = 0        (2)

A force that depends on positions alone enters exactly as its potential would. Quaternions are four coordinates whose
length is one more condition. Reference: Hairer, Lubich & Wanner, Geometric Numerical Integration (2006), VII.1.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from linkwork.algebra import quaternions
from linkwork.algebra.dense import dense_solve
from linkwork.algebra.scalars import Scalar, is_zero
from linkwork.algebra.steps import Ball, Free
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, coordinate_rates, dense, rows
from linkwork.dynamics.energy import kinetic_energy
from linkwork.dynamics.inverse_dynamics import inverse_dynamics
from linkwork.dynamics.kinematics import node_poses, twists
from linkwork.dynamics.loads import applied
from linkwork.dynamics.losses import energy_flow
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.dynamics.projection import quaternion_starts
from linkwork.errors import OptionError
from linkwork.expression.compose import inline
from linkwork.expression.derivatives import jacobian
from linkwork.expression.trace import Function, trace

from .equations import Problem
from .projecting import largest, rounding

CONVERGED = 1e-13  # size of the last correction; what is left is smaller by another factor
TURNS = 2  # corrections with one factorisation

Row = list[Scalar]


@dataclass(frozen=True)
class VariationalLaws:
    """What the machine code of a step calls.

    iterate  corrects q⁺ − q and λ: (q, v, change, λ, h, t …) → change, lam, left (at most 1 when converged)
    finish   the state after the step, from the converged change
    """

    iterate: Function
    finish: Function
    conditions: int


def variational_laws(problem: Problem) -> VariationalLaws:
    """The laws of a machine under a control law."""
    return _Tracing(problem).laws()


class _Tracing:
    def __init__(self, problem: Problem) -> None:
        self.problem, self.system = problem, problem.system
        plan = self.system.plan
        self.n_q, self.n_v = plan.n_q, plan.n_v
        self.quaternions = quaternion_starts(plan)
        self.m = len(self.system.rows) + len(self.quaternions)
        for row in self.system.rows:
            if row.gap is None or not is_zero(row.drift):
                what = "a condition on velocities" if row.gap is None else "which moves with time"
                told = f"does not keep {row.name!r}, {what}"
                raise OptionError("a structure-preserving method", told, "Take another one, 'dop853' for example")
        q, both = {"q": (self.n_q,)}, {"q": (self.n_q,), "u": (self.n_q,)}
        energy = self.system.trace(self._kinetic, both, "kinetic energy of coordinates")
        self.energy = jacobian(energy, "T", ("q", "u"), mode="reverse")
        self.forces = self.system.trace(self._forces, {**problem.inputs, "u_q": (self.n_q,)}, "forces at the middle")
        self.shape = self.system.trace(self._shape, q, "inertia and conditions")
        self.rates = self.system.trace(self._rates, {**q, "v": (self.n_v,)}, "rates of the conditions")

    # -- parts, with the machine's parameters bound --------------------------------------------------------------------

    def _kinetic(self, plan: Plan, t: Scalar, q: Row, u: Row) -> dict[str, Any]:
        v = joint_rates(plan, q, u)
        return {"T": kinetic_energy(plan, twists(plan, node_poses(plan, q), v), v)}

    def _forces(self, plan: Plan, t: Scalar, u_q: Row, **given: Any) -> dict[str, Any]:
        """All forces but inertial ones, as covectors of coordinates; rates of control states and energy flows."""
        q = given["q"]
        given = {**given, "v": joint_rates(plan, q, u_q)}
        command = self.problem.command(plan, t, given)
        loads = applied(plan, node_poses(plan, q), q, given["v"], t)
        held = inverse_dynamics(plan, q, [0.0] * plan.n_v, None, wrenches=loads.wrench)
        phi = [loads.force.get(k, 0.0) + x - y for k, (x, y) in enumerate(zip(command.tau, held))]
        flow = energy_flow(plan, q, given["v"], t)
        work = flow.given + sum((x * y for x, y in zip(command.tau, given["v"])), 0.0)
        out: dict[str, Any] = {"f": covector(plan, q, phi), "work_dot": work, "lost_dot": flow.lost}
        return {**out, "c_dot": list(command.rates)} if command.rates else out

    def _shape(self, plan: Plan, t: Scalar, q: Row) -> dict[str, Any]:
        """M over coordinates (with a unit inertia along the length of each quaternion), G and g."""
        M, E = mass_matrix(plan, q), [joint_rates(plan, q, unit) for unit in _units(plan.n_q)]  # columns of V
        whole = [
            [sum((E[i][k] * M[k][n] * E[j][n] for k in _set(E[i]) for n in _set(E[j])), 0.0) for j in range(plan.n_q)]
            for i in range(plan.n_q)
        ]
        found = rows(Motion(plan, q, None, t))
        G = [[sum((E[i][k] * row[k] for k in _set(E[i])), 0.0) for i in range(plan.n_q)] for row in dense(plan, found)]
        g = [row.gap for row in found]
        for start in self.quaternions:
            length: Scalar = -1.0
            line: Row = [0.0] * plan.n_q
            for i in range(start, start + 4):
                length, line[i] = length + q[i] * q[i], q[i]
                for j in range(start, start + 4):
                    whole[i][j] = whole[i][j] + q[i] * q[j]
            G.append(line)
            g.append(0.5 * length)
        return {"M": whole, "G": G, "g": g} if self.m else {"M": whole}

    def _rates(self, plan: Plan, t: Scalar, q: Row, v: Row) -> dict[str, Any]:
        """Inertia and conditions over rates, for (2)."""
        found = rows(Motion(plan, q, None, t))
        out: dict[str, Any] = {"M": mass_matrix(plan, q)}
        return {**out, "J": dense(plan, found), "drift": [row.drift for row in found]} if found else out

    # -- the two laws ------------------------------------------------------------------------------------------------

    def laws(self) -> VariationalLaws:
        inputs: dict[str, tuple[int, ...]] = {"q": (self.n_q,), "v": (self.n_v,)}
        inputs |= {k: x for k, x in self.problem.inputs.items() if k in ("c", "u")}
        inputs |= {"change": (self.n_q,), "h": (), "t": (), "t_next": ()}
        if self.m:
            inputs["lam"] = (self.m,)
        if self.system.parameters:
            inputs["p"] = (len(self.system.parameters),)
        return VariationalLaws(
            trace(self._iterate, inputs, name="variational step"),
            trace(self._finish, inputs, name="end of a variational step"),
            self.m,
        )

    def _middle(self, given: Mapping[str, Any], change: Row) -> tuple[Row, Row, Mapping[str, Any]]:
        """∂T/∂q̇ and ∂T/∂q + f at the middle, as rows; all that the forces tell."""
        q, h = given["q"], given["h"]
        between = [a + 0.5 * d for a, d in zip(q, change)]
        u = [d / h for d in change]
        slope = _call(self.energy, given, q=between, u=u)
        told = _call(self.forces, given, q=between, u_q=u, t=0.5 * (given["t"] + given["t_next"]))
        push = [a + b for a, b in zip(slope["d_T_d_q"], told["f"])]
        return list(slope["d_T_d_u"]), push, told

    def _iterate(self, *values: Any) -> dict[str, Any]:
        given = self._given(values)
        q, h, change = given["q"], given["h"], list(given["change"])
        lam = list(given.get("lam", []))
        plan = self.system.plan
        start = coordinate_rates(plan, q, given["v"])
        p = list(_call(self.energy, given, q=q, u=start)["d_T_d_u"])
        M = _call(self.shape, given, q=[a + 0.5 * d for a, d in zip(q, change)])["M"]
        n, m = self.n_q, self.m
        G0 = _call(self.shape, given, q=q)["G"] if m else []
        after = [a + d for a, d in zip(q, change)]
        G1 = _call(self.shape, given, q=after, t=given["t_next"])["G"] if m else []
        A = [[*(x / h for x in M[i]), *(-G0[r][i] for r in range(m))] for i in range(n)]
        A += [[*G1[r], *([0.0] * m)] for r in range(m)]
        step: Row = []
        for _ in range(TURNS):
            momentum, push, _ = self._middle(given, change)
            r = [a + 0.5 * h * b - c for a, b, c in zip(p, push, momentum)]
            r = [x + sum((G0[k][i] * lam[k] for k in range(m)), 0.0) for i, x in enumerate(r)]  # (1)
            after = [a + d for a, d in zip(q, change)]
            g = _call(self.shape, given, q=after, t=given["t_next"])["g"] if m else []
            step = dense_solve(A, [*r, *(-x for x in g)], symmetric=False)
            change = [x + d for x, d in zip(change, step)]
            lam = [x + d for x, d in zip(lam, step[n:])]
        left = largest(step[:n]) / rounding(q)
        out = {"change": change, "left": left * (1.0 / CONVERGED)}
        return {**out, "lam": lam} if m else out

    def _finish(self, *values: Any) -> dict[str, Any]:
        given = self._given(values)
        h, change = given["h"], list(given["change"])
        following = [a + d for a, d in zip(given["q"], change)]
        momentum, push, told = self._middle(given, change)
        p = [a + 0.5 * h * b for a, b in zip(momentum, push)]
        plan, n = self.system.plan, self.n_v
        found = _call(self.rates, given, q=following, v=given["v"], t=given["t_next"])
        J = [list(row) for row in found.get("J", [])]
        A = [[*found["M"][i], *(row[i] for row in J)] for i in range(n)] + [[*row, *([0.0] * len(J))] for row in J]
        drive = tangent(plan, following, p)
        v = dense_solve(A, [*drive, *(-x for x in found.get("drift", []))], symmetric=False)[:n]  # (2)
        out: dict[str, Any] = {"q": following, "v": v}
        if "c_dot" in told:
            out["c"] = [x + h * r for x, r in zip(given["c"], told["c_dot"])]
        return {**out, "work_change": h * told["work_dot"], "lost_change": h * told["lost_dot"]}

    def _given(self, values: Sequence[Any]) -> dict[str, Any]:
        names = ["q", "v", *(k for k in self.problem.inputs if k in ("c", "u")), "change", "h", "t", "t_next"]
        names += ["lam"] if self.m else []
        names += ["p"] if self.system.parameters else []
        return dict(zip(names, values))


def _call(function: Function, given: Mapping[str, Any], **values: Any) -> dict[str, Any]:
    """A part inside a law: named values first, the rest from what is given."""
    every = {**given, **values}
    return inline(function, **{port.name: every[port.name] for port in function.inputs})


def joint_rates(plan: Plan, q: Sequence[Scalar], u: Sequence[Scalar]) -> Row:
    """v from q̇: ω = 2 Im(q* ⊗ q̇) for quaternions, in child coordinates; linear velocity turned into them."""
    v: Row = [0.0] * plan.n_v
    for node in plan.nodes:
        a, k = node.q, node.v
        if isinstance(node.step, (Ball, Free)):
            b = a + 3 if isinstance(node.step, Free) else a
            w, x, y, z = q[b : b + 4]
            turn = quaternions.product((w, -x, -y, -z), u[b : b + 4])
            v[k : k + 3] = [2.0 * c for c in turn[1:]]
            if isinstance(node.step, Free):
                R = quaternions.rotation_rows(q[b : b + 4])
                line = Vec3(*u[a : a + 3])
                v[k + 3 : k + 6] = [sum((R[i][j] * line[i] for i in range(3)), 0.0) for j in range(3)]
        else:
            v[k] = u[a]
    return v


def covector(plan: Plan, q: Sequence[Scalar], f: Sequence[Scalar]) -> Row:
    """Vᵀ f: forces along rates as forces along coordinates."""
    found: Row = [0.0] * plan.n_q
    for node in plan.nodes:
        a, k = node.q, node.v
        if isinstance(node.step, (Ball, Free)):
            b = a + 3 if isinstance(node.step, Free) else a
            found[b : b + 4] = [2.0 * c for c in quaternions.product(q[b : b + 4], (0.0, *f[k : k + 3]))]
            if isinstance(node.step, Free):
                R = quaternions.rotation_rows(q[b : b + 4])
                found[a : a + 3] = [sum((R[i][j] * f[k + 3 + j] for j in range(3)), 0.0) for i in range(3)]
        else:
            found[a] = f[k]
    return found


def tangent(plan: Plan, q: Sequence[Scalar], p: Sequence[Scalar]) -> Row:
    """Eᵀ p: a covector of coordinates on the motions that the rates make."""
    found: Row = [0.0] * plan.n_v
    for node in plan.nodes:
        n_v = node.step.n_v
        own = q[node.q : node.q + node.step.n_q]
        for k in range(n_v):
            column = node.step.q_dot(own, [float(j == k) for j in range(n_v)])
            found[node.v + k] = sum((x * y for x, y in zip(column, p[node.q :])), 0.0)
    return found


def _units(n: int) -> list[Row]:
    return [[float(i == j) for j in range(n)] for i in range(n)]


def _set(row: Row) -> list[int]:
    """Places that are not known to be zero."""
    return [k for k, x in enumerate(row) if not (isinstance(x, float) and x == 0.0)]
