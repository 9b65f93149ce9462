"""Laws that use the machine's own equations: gravity compensation, computed torque, feedforward."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.algebra.dense import dense_solve
from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closed_inverse import closed_inverse_dynamics
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.open_laws import inverse_dynamics
from linkwork.errors import OptionError

from ..machine import Machine
from .feedback import Corrected
from .gains import Gains
from .law import At, Command, Ready
from .reference import JointTable, Reference, reference
from .table import Table

Rows = list[tuple[list[Scalar], Scalar]]  # (row over all rates, wanted value)


@dataclass(frozen=True)
class GravityCompensation:
    """The forces that would hold the machine still where it is."""

    def ready(self, system: Machine) -> Ready:
        def command(at: At) -> Command:
            rest = [0.0] * at.plan.n_v
            return Command(needed(at.plan, at.t, at.q, rest, rest))

        return Ready(command)


@dataclass(frozen=True)
class ComputedTorque:
    """τ = inverse dynamics of q̈_d + kd (q̇_d − q̇) + kp (q_d − q): errors die out as ë + kd ė + kp e = 0.

    desired  as many joints as the machine has freedoms; the others follow from the loops
    gains    per unit of inertia, or frequency and damping
    """

    desired: Any
    gains: Gains = field(default_factory=lambda: Gains(frequency=20.0))

    def ready(self, system: Machine) -> Ready:
        wanted = reference(system, self.desired)
        n = len(wanted.indices)
        kp, kd, _ = self.gains.rows(n)
        check_freedoms(system, n, "desired motion")

        def command(at: At) -> Command:
            vdd = _commanded(at, wanted, kp, kd)
            units = [[float(j == k) for j in range(at.plan.n_v)] for _, k in wanted.indices]
            return Command(needed(at.plan, at.t, at.q, at.v, completed(at, list(zip(units, vdd)))))

        return Ready(command, tables=wanted.tables)


@dataclass(frozen=True)
class Feedforward:
    """Torques that the desired motion needs by the machine's equations, and PD around it; the record tells both.

    desired  trajectories that name all joints of a machine without loops, or a JointTable (`joint_table`)
    """

    desired: Any
    gains: Gains = field(default_factory=lambda: Gains(frequency=20.0))

    def ready(self, system: Machine) -> Ready:
        if isinstance(self.desired, JointTable):
            return Corrected(torques_of(system, self.desired), self.desired, self.gains).ready(system)
        if system.closed:
            right = "Give joint_table(system, path): it follows the loops along the path"
            raise OptionError("Feedforward: desired", "does not tell all joints of a machine with loops", right)
        wanted = reference(system, self.desired)
        if sorted(k for _, k in wanted.indices) != list(range(system.n_v)):
            raise OptionError("Feedforward: desired", "does not tell all joints", f"Name {', '.join(system.v_names)}")
        return Corrected(_Along(wanted), self.desired, self.gains).ready(system)


@dataclass(frozen=True)
class _Along:
    """Torques along a desired motion of all joints."""

    wanted: Reference

    def ready(self, system: Machine) -> Ready:
        def command(at: At) -> Command:
            q, v, vd = list(at.q), list(at.v), [0.0] * at.plan.n_v
            for (i, k), x, xd, xdd in zip(self.wanted.indices, *self.wanted.values(at)):
                q[i], v[k], vd[k] = x, xd, xdd
            return Command(needed(at.plan, at.t, q, v, vd))

        return Ready(command)


def torques_of(system: Machine, table: JointTable) -> Table:
    """The forces of the driven rates along a motion of all joints, as a table."""
    values = {"q": table.q, "v": table.v, "vd": table.vd, "t": table.t, "p": system.parameter_values}
    kernel = system.kernel("inverse_dynamics")
    found = kernel.call(**{name: values[name] for name in kernel.inputs})
    tau = found[0] if isinstance(found, tuple) else found
    return Table(table.t, np.asarray(tau)[:, list(system.plan.actuated)])


def needed(plan: Plan, t: Scalar, q: Any, v: Any, vd: Any) -> list[Scalar]:
    """Forces along the driven rates that give accelerations, zero along the others."""
    if plan.cuts or plan.conditions:
        return list(closed_inverse_dynamics(plan, Motion(plan, q, v, t), vd).tau)
    tau = inverse_dynamics(plan, q, v, vd, t)["tau"]
    driven = set(plan.actuated)
    return [x if k in driven else 0.0 for k, x in enumerate(tau)]


def completed(at: At, wanted: Rows) -> list[Scalar]:
    """All accelerations, from the loops and as many wanted ones as there are freedoms.

    [ J ]      [ −bias  ]
    [ S ] q̈ =  [ wanted ]                                                (1)
    """
    plan = at.plan
    found = rows(Motion(plan, at.q, at.v, at.t)) if plan.cuts or plan.conditions else []
    A = [*dense(plan, found), *(row for row, _ in wanted)]
    b = [*(-row.bias for row in found), *(x for _, x in wanted)]
    if not found:
        picked = [[k for k, x in enumerate(row) if isinstance(x, float) and x == 1.0] for row, _ in wanted]
        if all(len(one) == 1 and sum(map(_is_set, row)) == 1 for one, (row, _) in zip(picked, wanted)):
            vd: list[Scalar] = [0.0] * plan.n_v
            for one, (_, x) in zip(picked, wanted):
                vd[one[0]] = x
            return vd
    return dense_solve(A, b, symmetric=False)  # (1)


def _is_set(x: Scalar) -> bool:
    return not (isinstance(x, float) and x == 0.0)


def check_freedoms(system: Machine, count: int, what: str) -> None:
    """Raise unless so many values fix the machine's motion."""
    freedoms = system.n_v - len(system.rows)
    if count != freedoms:
        told = f"has {count} values, but mechanism {system.blueprint.name!r} has {freedoms} freedoms"
        raise OptionError(what, told, f"Give {freedoms}")


def _commanded(at: At, wanted: Reference, kp: list[float], kd: list[float]) -> list[Scalar]:
    e, ed = wanted.errors(at)
    _, _, vd = wanted.values(at)
    return [a + d * xd + p * x for a, x, xd, p, d in zip(vd, e, ed, kp, kd)]
