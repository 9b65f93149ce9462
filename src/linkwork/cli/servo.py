"""The controller of the demonstration: computed torque that makes every drive follow a wave."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, tau
from typing import TYPE_CHECKING, Any

from linkwork.algebra.scalars import Scalar, sin
from linkwork.algebra.scalars import cos as cosine

if TYPE_CHECKING:
    from linkwork.simulate.control.law import At, Ready
    from linkwork.simulate.machine import Machine


@dataclass(frozen=True)
class Waves:
    """What drive k should do: centre + amplitude · (sin(2πt/period + phase) − sin(phase)), the phases spread evenly."""

    centre: tuple[float, ...]
    amplitude: tuple[float, ...]
    period: float

    def at(self, t: Scalar, k: int) -> tuple[Scalar, Scalar, Scalar]:
        """Position, velocity and acceleration of drive k."""
        phase, w, a = tau * k / len(self.centre) + pi / 2, tau / self.period, self.amplitude[k]
        s, c = sin(w * t + phase), cosine(w * t + phase)
        return self.centre[k] + a * (s - cos(phase - pi / 2)), a * w * c, -a * w * w * s


@dataclass(frozen=True)
class Servo:
    """Computed torque: the drives' accelerations are asked to be a = ẍ_d + 2 ω (ẋ_d − ẋ) + ω² (x_d − x).

    The accelerations of all joints follow from the loops, the torques from inverse dynamics.
    """

    waves: Waves
    frequency: float

    def ready(self, system: Machine) -> Ready:
        """The law for one machine."""
        from linkwork.simulate.control.law import Command, Ready

        return Ready(lambda at: Command(self.torques(system, at)))

    def torques(self, system: Machine, at: At) -> list[Scalar]:
        """Forces along all rates."""
        from linkwork.dynamics.closed_inverse import closed_inverse_dynamics
        from linkwork.dynamics.closure import Motion
        from linkwork.dynamics.inverse_dynamics import inverse_dynamics

        plan = at.plan
        wanted: dict[int, Scalar] = {}
        for k, rate in enumerate(plan.actuated):
            x, xd, xdd = self.waves.at(at.t, k)
            q, v, w = at.q[coordinate_of(system, rate)], at.v[rate], self.frequency
            wanted[rate] = xdd + 2.0 * w * (xd - v) + w * w * (x - q)
        if not system.closed:
            return list(inverse_dynamics(plan, at.q, at.v, [wanted.get(k, 0.0) for k in range(plan.n_v)]))
        motion = Motion(plan, list(at.q), list(at.v), at.t)
        return closed_inverse_dynamics(plan, motion, _all_accelerations(motion, wanted)).tau


def coordinate_of(system: Machine, rate: int) -> int:
    """The coordinate that belongs to a rate of one variable."""
    return system.q_names.index(system.v_names[rate])


def _all_accelerations(motion: Any, wanted: dict[int, Scalar]) -> Sequence[Scalar]:
    """v̇ with J v̇ = ψ and the driven ones as wanted."""
    from linkwork.dynamics.closure import rows
    from linkwork.dynamics.independent import SquareSystem

    found = rows(motion)
    matrix = [*(row.J for row in found), *({k: 1.0} for k in wanted)]
    return SquareSystem.of(matrix, "the drives").solve([*(-row.bias for row in found), *wanted.values()])
