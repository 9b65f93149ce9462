"""Base parameters: the fewest combinations of inertial parameters that fix the joint forces of every motion."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.connectivity.plan import Plan
from linkwork.dynamics.regressor import NAMES, carriers, regressor

SAMPLES = 40


@dataclass(frozen=True)
class BaseParameters:
    """β = π_b + K π_d: the parameters `independent` (b) with what the `dependent` ones (d) add to them.

    names        "body.Ixx" ... of all parameters, in the order of the regressor's columns
    independent  indices of the columns that form a base
    dependent    the other indices; a column of zeros in `combination` marks a parameter without any effect
    combination  K
    """

    names: tuple[str, ...]
    independent: tuple[int, ...]
    dependent: tuple[int, ...]
    combination: np.ndarray

    @property
    def count(self) -> int:
        """Number of base parameters."""
        return len(self.independent)

    def values(self, parameters: np.ndarray) -> np.ndarray:
        """β for the inertial parameters π of all bodies."""
        pi = np.asarray(parameters, dtype=float)
        return pi[..., self.independent] + pi[..., self.dependent] @ self.combination.T

    def __str__(self) -> str:
        lines = []
        for row, b in zip(self.combination, self.independent):
            terms = [f"{k:+.6g} {self.names[d]}" for k, d in zip(row, self.dependent) if k]
            lines.append(" ".join([self.names[b], *terms]))
        return "\n".join(lines)


def base_parameters(plan: Plan, *, samples: int = SAMPLES, seed: int = 0, tolerance: float = 1e-9) -> BaseParameters:
    """Base parameters by numerical rank of the regressor at random motions.

        W = [Y(q, q̇, q̈)_1; Y(q, q̇, q̈)_2; …],   W P = Q R,   K = R_bb⁻¹ R_bd     (1)

    Columns come in the order of their residual norm (QR with column pivoting), so β holds what is excited best.
    Reference: Gautier (1991), "Numerical calculation of the base inertial parameters of robots".
    """
    from scipy.linalg import qr, solve_triangular  # takes its time to import

    rng = np.random.default_rng(seed)
    q, v, vd = random_states(plan, samples, rng)
    rows = regressor(plan, list(q.T), list(v.T), list(vd.T))
    stacked = np.array([[np.broadcast_to(x, samples) for x in row] for row in rows])
    W = stacked.transpose(2, 0, 1).reshape(samples * plan.n_v, -1)
    found: Any = qr(W, mode="r", pivoting=True)
    R, order = np.asarray(found[0]), np.asarray(found[1])
    size = np.abs(np.diag(R))
    rank = int(np.sum(size > tolerance * max(size[0], 1e-300))) if size.size else 0
    K = solve_triangular(R[:rank, :rank], R[:rank, rank:])  # (1)
    K[np.abs(K) < 1e-8] = 0.0
    names = tuple(f"{body}.{p}" for body in carriers(plan) for p in NAMES)
    return BaseParameters(names, tuple(map(int, order[:rank])), tuple(map(int, order[rank:])), K)


def random_states(plan: Plan, count: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Random q (unit quaternions), q̇, q̈, one a row."""
    q = rng.uniform(-1.5, 1.5, (count, plan.n_q))
    for node in plan.nodes:
        if node.step.n_q > node.step.n_v:  # the last four coordinates are a quaternion
            part = slice(node.q + node.step.n_q - 4, node.q + node.step.n_q)
            q[:, part] = rng.normal(size=(count, 4))
            q[:, part] /= np.linalg.norm(q[:, part], axis=1, keepdims=True)
    return q, rng.normal(size=(count, plan.n_v)), rng.normal(size=(count, plan.n_v))
