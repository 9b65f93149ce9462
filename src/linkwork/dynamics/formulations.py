"""The formulations of the literature, by name: how q̈ and λ follow from the equations of a closed machine."""

from __future__ import annotations

from collections.abc import Callable

from linkwork.algebra.dense import dense_solve
from linkwork.connectivity.elimination_order import ORDERS
from linkwork.dynamics.equations import Equations
from linkwork.dynamics.multipliers import Solution, block_system, solve_in_order


def augmented(eq: Equations) -> Solution:
    """The whole block system at once, as a dense matrix with partial pivoting.

    Reference: Koul et al., Eq. (9), method A; Khan, chapter 1.
    """
    A, b = block_system(eq)
    n, size = len(eq.phi), len(b)
    full = [[A[i].get(j, 0.0) for j in range(size)] for i in range(size)]
    x = dense_solve(full, [b[i] for i in range(size)], symmetric=False)
    return Solution(x[:n], [-y for y in x[n:]], 1.0)


def multipliers(eq: Equations) -> Solution:
    """System-level multipliers: two dense factorisations, of the inertia matrix and of J M⁻¹ Jᵀ.

        λ = (J M⁻¹ Jᵀ)⁻¹ (ψ − J M⁻¹ φ)                                    (1)
        q̈ = M⁻¹ (φ + Jᵀ λ)                                                (2)

    Reference: Koul et al., Eqs (10), (11), method B.
    """
    n, m = len(eq.phi), len(eq.rows)
    free = dense_solve(eq.M, eq.phi)
    Y = [dense_solve(eq.M, [row.J.get(k, 0.0) for k in range(n)]) for row in eq.rows]
    G = [[_row_times(row.J, y) for y in Y] for row in eq.rows]
    lam = dense_solve(G, [eq.psi[r] - _row_times(eq.rows[r].J, free) for r in range(m)]) if m else []  # (1)
    qdd = [free[k] + sum((Y[r][k] * lam[r] for r in range(m)), 0.0) for k in range(n)]  # (2)
    return Solution(qdd, list(lam), 1.0)


def _row_times(row: dict, x: list):  # type: ignore[type-arg,no-untyped-def]
    total = 0.0
    for k, value in row.items():
        total = total + value * x[k]
    return total


def in_order(name: str) -> Callable[[Equations], Solution]:
    """Elimination in a named order."""
    return lambda eq: solve_in_order(eq, ORDERS[name])


FORMULATIONS: dict[str, Callable[[Equations], Solution]] = {
    "augmented": augmented,
    "multipliers": multipliers,
    **{name: in_order(name) for name in ORDERS},
}
