"""Accelerations and multipliers of a closed machine, by elimination in a chosen order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.elimination_order import ORDERS, Order, Pattern, recursive
from linkwork.dynamics.elimination import Factors, Sparse, factorise, symmetric
from linkwork.dynamics.equations import Equations, targets
from linkwork.dynamics.link_axes import LinkRows
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.dynamics.motion import Motion
from linkwork.dynamics.rows import Row
from linkwork.dynamics.split_inertia import split_inertia


@dataclass(frozen=True)
class Solution:
    """q̈, λ and the smallest relative pivot of the multipliers (1: all is as usual; 0: rows are lost or dependent)."""

    qdd: list[Scalar]
    lam: list[Scalar]
    pivot: Scalar


@dataclass(frozen=True)
class BlockSystem:
    """[M Jᵀ; J 0], both triangles: n rates, then m multipliers with the sign turned, then what hubs add.

    [ M  Jᵀ ] [  q̈ ]   [ φ ]
    [ J  0  ] [ −λ ] = [ ψ ]                                             (1)

    Reference: Koul et al., Eq. (9).
    """

    A: Sparse
    n: int
    m: int

    @classmethod
    def of(cls, motion: Motion, rows: Sequence[Row], hubs: Sequence[int] = ()) -> BlockSystem:
        """The system of a pose, with M as it is or taken apart at hubs."""
        n, m = motion.plan.n_v, len(rows)
        if hubs:
            inertia = split_inertia(motion.plan, motion.X, hubs, n + m)
        else:
            M = mass_matrix(motion.plan, motion.q)
            inertia = [(i, j, M[i][j]) for i in range(n) for j in range(i + 1)]
        A = symmetric([*inertia, *((n + r, k, x) for r, row in enumerate(rows) for k, x in row.J.items())])
        for r in range(m):
            A.setdefault(n + r, {})
        return cls(A, n, m)

    @property
    def pattern(self) -> Pattern:
        """Neighbours of each unknown."""
        return {i: [j for j in row if j != i] for i, row in self.A.items()}

    def in_order(self, name: str) -> Order:
        """The order of that name; "recursive" where hubs are unknowns too."""
        if name == "recursive":
            return recursive(self.pattern, self.n, self.m, {i for i, row in self.A.items() if i in row})
        return ORDERS[name](self.pattern, self.n)

    def right_side(self, phi: Sequence[Scalar], psi: Sequence[Scalar]) -> dict[int, Scalar]:
        """(φ, ψ); nothing acts on hubs."""
        given = dict(enumerate((*phi, *psi)))
        return {i: given.get(i, 0.0) for i in range(len(self.A))}

    def factorised(self, order: str, usual: Sequence[Scalar] = ()) -> Factors:
        """L D Lᵀ in the order of that name, with an eye on the multipliers."""
        return factorise(self.A, self.in_order(order), range(self.n, self.n + self.m), usual)


def solve_in_order(eq: Equations, order: str, usual: Sequence[float] = (), hubs: Sequence[int] = ()) -> Solution:
    """Eliminate in the order of that name.

    The relative pivot of a multiplier is its pivot over the usual size of its row's J M⁻¹ Jᵀ; where that is not known,
    over what it was before other multipliers were eliminated (which does not tell of rows that vanish alone).
    Rows of points are eliminated in the axes of their links. Reference: Koul et al., Eqs (13)–(24), where the order is:
    subsystems, then loops block by block.
    """
    seen = LinkRows.of(eq.motion, eq.rows)
    system = BlockSystem.of(eq.motion, seen.rows, hubs)
    factors = system.factorised(order, seen.usual(usual))
    psi = targets(seen.rows, eq.motion.rates, eq.stabilisation)
    x = factors.solve(system.right_side(eq.phi, psi))
    n, m = system.n, system.m
    lam = seen.multipliers([-x[n + r] for r in range(m)])
    return Solution([x[k] for k in range(n)], lam, factors.pivot)
