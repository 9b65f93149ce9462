"""How far a run can be trusted: loop errors, energy balance, torque correction.

Reference for e1 to e4: Sathuluri, thesis on control of parallel manipulators, eqs 4.2 to 4.5.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .record import Record

ENERGIES = ("kinetic", "potential", "actuator_work", "dissipation")


def loop_error(record: Record, component: str) -> np.ndarray:
    """Largest of all loops, at every sample: e1 (position), e2 (velocity) or e3 (acceleration); zero without loops."""
    channel = record.layout.channel("loop_error")
    places = [k for k, column in enumerate(channel.columns) if column.component == component]
    if not places:
        return np.zeros(len(record))
    return np.abs(record.data[:, record.layout.slices["loop_error"]][:, places]).max(axis=1)


def energy_balance(record: Record) -> np.ndarray:
    """Energy that appeared from nowhere: what is there and what was lost, less what was put in and was there at first.

    B(t) = T + V + D − W − (T + V + D − W)(0)                                   (1)
    """
    kinetic, potential, work, lost = (record[f"energy.{name}"] for name in ENERGIES)
    total = kinetic + potential + lost - work
    return total - total[:1]  # (1)


def energy_error(record: Record) -> np.ndarray:
    """e4 = 100 B(t) / E(0) in per cent, with E = T + V; infinite or NaN where E(0) is zero.

    For a run without actuators and losses this is the thesis's δE (4.5). It depends on where potential energy is zero;
    `energy_balance` over `energy_scale` does not.
    """
    start = record["energy.kinetic"][:1] + record["energy.potential"][:1]
    with np.errstate(divide="ignore", invalid="ignore"):
        return 100 * energy_balance(record) / start


def energy_scale(record: Record) -> float:
    """The largest energy that was exchanged in the run, to compare an energy balance with."""
    return max((float(np.ptp(record[f"energy.{name}"])) for name in ENERGIES), default=0.0) if len(record) else 0.0


def torque_correction(record: Record) -> dict[str, float]:
    """Largest feedback torque of each actuator, in per cent of its largest given torque τ − correction.

    Reference: Khan (2002), Distributed dynamics of systems with closed kinematic chains, its measure of accuracy.
    """
    channel = record.layout.channel("correction")
    correction = record.data[:, record.layout.slices["correction"]]
    given = record.tau - correction
    with np.errstate(divide="ignore", invalid="ignore"):
        percent = 100 * np.abs(correction).max(axis=0) / np.abs(given).max(axis=0)
    return {
        ".".join(part for part in (column.owner, column.component) if part): float(x)
        for column, x in zip(channel.columns, percent)
    }
