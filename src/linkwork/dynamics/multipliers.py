"""Accelerations and multipliers of a closed machine, by elimination in a chosen order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.elimination_order import Order, Pattern
from linkwork.dynamics.elimination import Sparse, factorise, symmetric
from linkwork.dynamics.equations import Equations


@dataclass(frozen=True)
class Solution:
    """q̈, λ and the smallest relative pivot of the multipliers (1: all is as usual; 0: rows are lost or dependent)."""

    qdd: list[Scalar]
    lam: list[Scalar]
    pivot: Scalar


def block_system(eq: Equations) -> tuple[Sparse, dict[int, Scalar]]:
    """[M Jᵀ; J 0] and (φ, ψ), multipliers numbered from n on.

    [ M  Jᵀ ] [  q̈ ]   [ φ ]
    [ J  0  ] [ −λ ] = [ ψ ]                                             (1)

    Reference: Koul et al., Eq. (9).
    """
    n = len(eq.phi)
    inertia = ((i, j, eq.M[i][j]) for i in range(n) for j in range(i + 1))
    loops = ((n + r, k, x) for r, row in enumerate(eq.rows) for k, x in row.J.items())
    A = symmetric((*inertia, *loops))
    for r in range(len(eq.rows)):
        A.setdefault(n + r, {})
    return A, {**dict(enumerate(eq.phi)), **{n + r: x for r, x in enumerate(eq.psi)}}


def solve_in_order(eq: Equations, order_of: Callable[[Pattern, int], Order], usual: Sequence[float] = ()) -> Solution:
    """Eliminate in the order that `order_of` gives for the pattern.

    The relative pivot of a multiplier is its pivot over the usual size of its row's J M⁻¹ Jᵀ; where that is not known,
    over what it was before other multipliers were eliminated (which does not tell of rows that vanish alone).
    Reference: Koul et al., Eqs (13)–(24), where the order is: subsystems, then loops block by block.
    """
    A, b = block_system(eq)
    n, m = len(eq.phi), len(eq.rows)
    pattern = {i: [j for j in row if j != i] for i, row in A.items()}
    order = order_of(pattern, n)
    factors = factorise(A, order, range(n, n + m), usual)
    x = factors.solve(b)
    return Solution([x[k] for k in range(n)], [-x[n + r] for r in range(m)], factors.pivot)
