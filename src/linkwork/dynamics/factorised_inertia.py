"""Forward dynamics with the inertia matrix itself: composite bodies, then factors that keep the zeros of the tree."""

from __future__ import annotations

from collections.abc import Sequence

from linkwork.algebra.factorisations import over
from linkwork.algebra.matrices import Rows
from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.bias import bias
from linkwork.dynamics.forward_dynamics import felt
from linkwork.dynamics.inverse_dynamics import NO_WRENCH, Wrenches
from linkwork.dynamics.kinematics import Scalars
from linkwork.dynamics.mass_matrix import mass_matrix


def parents(plan: Plan) -> list[int]:
    """λ(k): the rate that comes before rate k on the way to ground, −1 for none."""
    last: dict[int, int] = {-1: -1}
    before = [-1] * plan.n_v
    for i, node, p in plan.outward:
        previous = last[p]
        for k, _ in node.columns:
            before[k] = previous
            previous = k
        last[i] = previous
    return before


def ancestors(before: Sequence[int], k: int) -> list[int]:
    """The rates between rate k and ground, the nearest first, k left out."""
    chain = []
    while before[k] >= 0:
        k = before[k]
        chain.append(k)
    return chain


def sparse_factors(plan: Plan, H: Sequence[Sequence[Scalar]]) -> tuple[Rows, list[Scalar]]:
    """L and 1 / D with H = Lᵀ D L, L unit lower triangular with the zeros of H.

        for k from the tips:  L_ki = H_ki / D_k,   H_ij ← H_ij − L_ki H_kj   for i, j between k and ground    (1)

    Reference: Featherstone (2008), table 6.3; the elimination order of U D Uᵀ in Shah, Saha, Dutt (2013), Eq. (5.32),
    with U = Lᵀ.
    """
    before = parents(plan)
    H = [list(row) for row in H]
    L: Rows = [[float(i == j) for j in range(plan.n_v)] for i in range(plan.n_v)]
    inverse: list[Scalar] = [0.0] * plan.n_v
    for k in reversed(range(plan.n_v)):
        inverse[k] = 1.0 / felt(plan, k, H[k][k])
        chain = ancestors(before, k)
        for n, i in enumerate(chain):
            L[k][i] = over(H[k][i], H[k][k], inverse[k])
            for j in chain[n:]:
                H[i][j] = H[i][j] - L[k][i] * H[k][j]  # (1)
    return L, inverse


def sparse_solve(plan: Plan, L: Rows, inverse: Sequence[Scalar], b: Sequence[Scalar]) -> list[Scalar]:
    """x with Lᵀ D L x = b."""
    before = parents(plan)
    x = list(b)
    for k in reversed(range(plan.n_v)):
        for i in ancestors(before, k):
            x[i] = x[i] - L[k][i] * x[k]
    x = [value * factor for value, factor in zip(x, inverse)]
    for k in range(plan.n_v):
        for i in ancestors(before, k):
            x[k] = x[k] - L[k][i] * x[i]
    return x


def factorised_forward_dynamics(
    plan: Plan, q: Scalars, v: Scalars, tau: Scalars, *, wrenches: Wrenches = NO_WRENCH
) -> list[Scalar]:
    """Joint accelerations q̈ with I q̈ = τ − h, I factorised.

    O(n³) for a chain, yet cheaper than the recursion while a branch has few joints or the tree has many branches.
    """
    h = bias(plan, q, v, wrenches=wrenches)
    L, inverse = sparse_factors(plan, mass_matrix(plan, q))
    return sparse_solve(plan, L, inverse, [x - y for x, y in zip(tau, h)])
