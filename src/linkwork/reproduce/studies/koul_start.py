"""Koul, Shah, Saha and Manivannan: carpet scraper and 3-RRR in the states that they start from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.blueprint.library.experiment import Experiment, Number, Table
from linkwork.blueprint.library.published.koul import JOINTS, LINKS, LOOPS
from linkwork.connectivity.structure import structure
from linkwork.system import System

from ..courses import States
from ..findings import Piece, judged, tabled
from ..runs import columns, compiled, cut_forces
from ..study import study


@study("koul/scraper at the start", "koul/3-RRR at the start", "koul/3-RRR at the start, heavier platform")
def at_the_start(run: Experiment) -> Iterator[Piece]:
    """Accelerations, cut forces, torque and the constraint inertia matrix in the starting state."""
    system = compiled(run)
    rates: dict[str, Any] = {name: x[0] for name, x in run.rates.items()}
    start = Start(system, system.start, system.velocity(system.start, **rates))
    for table in run.tables:
        yield from tabled(run, table, start.table(table))
    for theirs in run.numbers:
        quantity, _, row = theirs.quantity.partition(", row ")
        ours = next(found for words, found in QUANTITIES.items() if quantity.startswith(words))
        yield judged(run, theirs, ours(start, theirs, quantity.split()[-1], int(row or 1) - 1))


@dataclass(frozen=True)
class Start:
    """A machine at rest or with its printed rates, no torques."""

    system: System
    q: np.ndarray
    v: np.ndarray

    @property
    def still(self) -> np.ndarray:
        """No rates, or no torques."""
        return np.zeros(self.system.n_v)

    @property
    def of(self) -> Sequence[str]:
        """Joints in the order of the paper."""
        return LINKS if "crank" in self.system.v_names else JOINTS

    @property
    def order(self) -> list[int]:
        """Our rates in the order of the paper."""
        return [self.system.rate_indices(name)[0] for name in self.of]

    def evenly(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Accelerations, torques and cut forces with the crank at constant speed."""
        vd = self.system.acceleration(self.q, self.v, crank=0.0)
        return (vd, *self.system.inverse_dynamics(self.q, self.v, vd))

    def table(self, table: Table) -> np.ndarray:
        """What stands beside a table."""
        qdd, lam = self.system.forward_dynamics(self.q, self.v, self.still)
        if table.quantity in ("acceleration", "rate"):
            return np.array([columns(self.system, qdd if table.quantity == "acceleration" else self.v, table.of)])
        if table.quantity != "force":
            qdd, _, lam = self.evenly()
        cuts = list(dict.fromkeys(name.split()[0] for name in table.of))
        here = States(np.zeros(1), self.q[None], self.v[None], qdd[None])
        return cut_forces(self.system, here, lam[None], cuts)

    def gicm(self) -> np.ndarray:
        """J M⁻¹ Jᵀ."""
        J = np.asarray(self.system.closure_jacobian(self.q))
        return J @ np.linalg.solve(self.system.mass_matrix(self.q), J.T)

    def block(self) -> float:
        """The largest entry of the GICM between the first loop of the scraper and its third."""
        loops = [name.split(".")[0] for name in self.system.lam_names]
        first, last = ([k for k, name in enumerate(loops) if name == cut] for cut in ("joint_8", "joint_10"))
        return float(np.abs(self.gicm()[np.ix_(first, last)]).max())

    def equations(self) -> tuple[np.ndarray, np.ndarray]:
        """M and φ of M q̈ = φ + Jᵀ λ, rates in the order of the paper."""
        M, phi, *_ = self.system.block_equations(self.q, self.v, self.still)
        return M[np.ix_(self.order, self.order)], phi[self.order]

    def inertia(self, subsystem: str, row: int) -> tuple[float, ...]:
        """A row of M within a subsystem."""
        nodes = next(part.nodes for part in structure(self.system.plan).subsystems if part.name == subsystem)
        part = sorted(self.order.index(k) for k in nodes)
        return tuple(self.equations()[0][part[row], part].tolist())

    def constraints(self) -> tuple[np.ndarray, np.ndarray]:
        """J and Ψ of the ways around the loops, rates in the order of the paper."""
        J, Psi = ground_jacobian(self.system, self.q, self.v, LOOPS["scraper" if self.of is LINKS else "3-RRR"])
        return J[:, self.order], Psi

    def opening(self) -> float:
        """Rate at which the scraper's second loop opens with the printed J₂₂, in which one term has the other sign."""
        s, rocker = self.system, self.system.rate_indices("rocker")[0]
        return float(2 * 0.1152 * np.cos(self.q[s.q_names.index("rocker")]) * self.v[rocker])


QUANTITIES: dict[str, Callable[[Start, Number, str, int], Any]] = {
    "torque": lambda s, theirs, name, row: float(columns(s.system, s.evenly()[1], ["crank"])[0]),
    "condition": lambda s, theirs, name, row: float(np.linalg.cond(s.gicm())),
    "block": lambda s, theirs, name, row: s.block(),
    "inertia": lambda s, theirs, name, row: s.inertia(name, row),
    "constraint": lambda s, theirs, name, row: tuple(s.constraints()[0][row].tolist()),
    "φ": lambda s, theirs, name, row: tuple(s.equations()[1].tolist()),
    "Ψ": lambda s, theirs, name, row: tuple(s.constraints()[1].tolist()),
    "angles": lambda s, theirs, name, row: nearest_turns(columns(s.system, s.q[None], s.of)[0], theirs.value),
    "rate": lambda s, theirs, name, row: s.opening(),
    "potential energy": lambda s, theirs, name, row: float(s.system.energies(s.q, s.still)[1]),
}
"""What stands beside a number whose name begins so: from the start, the number, the last word of its name, its row."""


def ground_jacobian(
    system: System, q: np.ndarray, v: np.ndarray, loops: Sequence[tuple[str, float, str, float]]
) -> tuple[np.ndarray, np.ndarray]:
    """J and Ψ = −J̇ q̇ of the ways from the first to the second point of each loop, in ground axes, x and y."""
    rows, right = [], []
    for second, a, first, b in loops:
        ends: list[dict[str, Any]] = [{"body": body, "at": (x, 0.0, 0.0)} for body, x in ((second, a), (first, b))]
        J = [np.asarray(system.kernel("jacobian", **end).call(q))[3:5] for end in ends]
        drift = [np.asarray(system.kernel("jacobian_rate", **end).call(q, v))[3:5] @ v for end in ends]
        rows.append(J[0] - J[1])
        right.append(drift[1] - drift[0])
    return np.concatenate(rows), np.concatenate(right)


def nearest_turns(angles: np.ndarray, to: Sequence[float]) -> tuple[float, ...]:
    """Angles with the whole turns that bring them next to others."""
    return tuple((angles - 2 * np.pi * np.round((angles - np.array(to)) / (2 * np.pi))).tolist())
