"""What energy is small for a machine: the measure of errors of the energy flows."""

from __future__ import annotations

import numpy as np

from linkwork.algebra.parameter import default
from linkwork.dynamics.momentum import total_mass

from .simulator import Simulator


def energy_scale(simulator: Simulator, kinetic: float) -> float:
    """Joule: E = T(0) + m (|g| L + (L / 1 s)²), the machine as it starts, falls, and goes by its length in a second.

    L is the machine's size; what turns without mass counts as m = tr I / L². The absolute error of work and dissipation
    is kept to the tolerance times E: their rates have kinks where the motion is smooth, as where a stop lets go.
    """
    plan, length = simulator.system.plan, simulator.length
    turning = sum(default(node.inertia.I.e[k]) for node in plan.nodes for k in range(3))
    mass = default(total_mass(plan)) + turning / length**2
    falling = float(np.linalg.norm([default(x) for x in plan.gravity])) * length
    return (kinetic if np.isfinite(kinetic) else 0.0) + mass * (falling + length**2)
