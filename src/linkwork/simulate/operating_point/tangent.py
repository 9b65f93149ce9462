"""Derivatives of a machine's equations of motion along the motions that its loops allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.errors import OptionError, SingularError
from linkwork.expression.derivatives import jacobian
from linkwork.expression.trace import Function
from linkwork.kernel import Kernel, compile_function

from ..choices import independent_rates, null_space, rank
from ..control.law import Command, Ready, Sampler
from ..machine import Machine
from ..running.equations import Problem


@dataclass(frozen=True)
class Tangent:
    """First-order motion at a pose: δφ = N ξ, with ξ the changes of some rates' own motions.

    rates  the independent rates, whose names the states have
    N      (n_v, f): the motion of all rates for each of them, J N = 0
    """

    rates: tuple[int, ...]
    N: np.ndarray

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
        if not J.size:
            return cls(tuple(rates), np.eye(system.n_v)[:, list(rates)])
        free = null_space(J)
        square = free[list(rates)]
        if free.shape[1] == 0 or np.linalg.cond(square) > 1e10:
            raise SingularError(
                f"mechanism {system.blueprint.name!r}",
                "has no freedom here" if free.shape[1] == 0 else "is in a singular pose",
                "Linearise at another pose",
            )
        return cls(tuple(rates), free @ np.linalg.inv(square))


class Derivatives:
    """∂(q̈, ċ)/∂(q, v, c, τ), compiled once for a machine and a control law."""

    def __init__(self, system: Machine, control: Ready | None) -> None:
        self.system = system
        self.open = control is None
        self.problem = Problem(system, _driven(system) if control is None else control)
        motion = self.problem.motion()
        names = {port.name for port in motion.outputs}
        self.of = tuple(name for name in ("q_dot", "v_dot", "c_dot") if name in names)
        self.wrt = tuple(name for name in ("q", "v", "c", "u") if name in self.problem.inputs)
        self.motion: Function = motion
        self.values: Kernel = compile_function(motion.select(*self.of))
        self.slopes: Kernel = compile_function(jacobian(motion, self.of, self.wrt))

    def at(self, given: dict[str, np.ndarray]) -> tuple[dict[str, np.ndarray], dict[tuple[str, str], np.ndarray]]:
        """Values by output, and derivatives by (output, input)."""
        told = {port.name: given[port.name] for port in self.motion.inputs}
        values = self.values.call(**told)
        slopes = self.slopes.call(**told)
        values = values if isinstance(values, tuple) else (values,)
        slopes = slopes if isinstance(slopes, tuple) else (slopes,)
        pairs = [(a, b) for a in self.of for b in self.wrt]
        return dict(zip(self.of, values)), dict(zip(pairs, slopes))


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
        hash(control)
    except TypeError:
        return Derivatives(system, readied(control, system))
    if control not in kept:
        kept[control] = Derivatives(system, None if control is None else readied(control, system))
    return kept[control]
