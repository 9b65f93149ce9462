"""U D Uᵀ of the inertia matrix by block reverse Gaussian elimination, one block a module, and its analytic inverse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.algebra.factorisations import Ldl, ldl, ldl_solve
from linkwork.algebra.matrices import Rows, product, transpose
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import Wrench
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.complement import modules
from linkwork.dynamics.factorised_inertia import sparse_factors, sparse_solve
from linkwork.dynamics.forward_dynamics import eliminate, eliminate_and_solve, solve_eliminated
from linkwork.dynamics.kinematics import Scalars, node_poses
from linkwork.dynamics.mass_matrix import mass_matrix

SHORT = 30  # up to so many joints in a row the sparse factors invert the inertia matrix with fewer operations


@dataclass(frozen=True)
class Block:
    """One module i: its rates, the pivot Î_i with its scalar factors, and Ā_iβᵀ Ψ_i at its parent link, by rate."""

    nodes: tuple[int, ...]
    rates: tuple[int, ...]
    pivot: Rows
    factors: Ldl
    psi: list[Wrench]


def blocks(plan: Plan, X: Sequence[Pose]) -> list[Block]:
    """Articulated-module recursion from the tips to ground.

        Ψ̂_i = M̂_i N_i,   Î_i = N_iᵀ Ψ̂_i,   Ψ_i = Ψ̂_i Î_i⁻¹                 (1)
        M̂_β ← M̂_β + A_iβᵀ (M̂_i − Ψ_i Ψ̂_iᵀ) A_iβ                            (2)

    Inside a module M̂_i N_i is that of composite bodies, of which the last link is articulated. Reference: Shah, Saha,
    Dutt (2013), Eqs (5.34)–(5.37).
    """
    M = [node.inertia.articulated() for node in plan.nodes]
    made: list[Block] = []
    for part in reversed(modules(plan)):
        rates = tuple(k for i in part for k, _ in plan.nodes[i].columns)
        hat: dict[int, Wrench] = {}
        entries: dict[tuple[int, int], Scalar] = {}
        for i in reversed(part):
            hat = {k: X[_outward(plan, part, i)].to_parent(f) for k, f in hat.items()}
            for k, s in plan.nodes[i].columns:
                hat[k] = M[i] @ s
                entries[k, k] = plan.nodes[i].rotor
            for k, s in plan.nodes[i].columns:
                for other, f in hat.items():
                    entries[k, other] = entries.get((k, other), 0.0) + s.dot(f)
            p = plan.nodes[i].parent
            if i != part[0]:
                M[p] = M[p] + X[i].articulated_to_parent(M[i])
        pivot = [[entries[(j, k) if (j, k) in entries else (k, j)] for k in rates] for j in rates]  # (1)
        factors = ldl(pivot)
        p, first = plan.nodes[part[0]].parent, part[0]
        psi: list[Wrench] = []
        if p != GROUND:
            at_parent = [X[first].to_parent(hat[k]) for k in rates]
            psi = _divided(factors, at_parent)
            rest = X[first].articulated_to_parent(M[first])
            for part_of, whole in _squares(factors, at_parent):
                rest = rest.less(part_of, whole)
            M[p] = M[p] + rest  # (2)
        made.append(Block(tuple(part), rates, pivot, factors, psi))
    return made


def _outward(plan: Plan, part: Sequence[int], i: int) -> int:
    """The node of the module that hangs on node i."""
    return next(j for j in part if plan.nodes[j].parent == i)


def _squares(factors: Ldl, hat: Sequence[Wrench]) -> list[tuple[Wrench, Wrench]]:
    """Ψ Ψ̂ᵀ = Ψ̂ Î⁻¹ Ψ̂ᵀ as a sum of symmetric (w / d) wᵀ, W = Ψ̂ L⁻ᵀ with Î = L D Lᵀ."""
    L, _, inverse = factors
    W: list[Wrench] = []
    for k, f in enumerate(hat):
        for j, w in enumerate(W):
            f = f - w * L[k][j]
        W.append(f)
    return [(w * d, w) for w, d in zip(W, inverse)]


def _divided(factors: Ldl, hat: Sequence[Wrench]) -> list[Wrench]:
    """Ψ = Ψ̂ Î⁻¹, a wrench a rate."""
    columns = [ldl_solve(factors, [f.six()[d] for f in hat]) for d in range(6)]
    return [Wrench.of_six([columns[d][k] for d in range(6)]) for k in range(len(hat))]


@dataclass(frozen=True)
class Factors:
    """I = U D Uᵀ: U block upper triangular with ones, D block diagonal, both n_v × n_v in the plan's order of rates."""

    U: Rows
    D: Rows


def mass_matrix_factors(plan: Plan, q: Scalars) -> Factors:
    """U and D of I = U D Uᵀ, module by module.

        D_i = Î_i,   Ū_ij = N_iᵀ Ā_jiᵀ Ψ_j where module j lies outward of i, else 0   (1)

    The zeros of I are kept. Reference: Shah, Saha, Dutt (2013), Eqs (5.32)–(5.37).
    """
    X = node_poses(plan, q)
    U: Rows = [[float(j == k) for k in range(plan.n_v)] for j in range(plan.n_v)]
    D: Rows = [[0.0] * plan.n_v for _ in range(plan.n_v)]
    for block in blocks(plan, X):
        for j, row in zip(block.rates, block.pivot):
            for k, x in zip(block.rates, row):
                D[j][k] = x
        j = plan.nodes[block.nodes[0]].parent
        carried = dict(zip(block.rates, block.psi))
        while j != GROUND:
            for k, s in plan.nodes[j].columns:
                for rate, f in carried.items():
                    U[k][rate] = s.dot(f)  # (1)
            carried = {k: X[j].to_parent(f) for k, f in carried.items()}
            j = plan.nodes[j].parent
    return Factors(U, D)


def inverse_factors(plan: Plan, q: Scalars) -> Factors:
    """Û = U⁻¹ and D⁻¹, so that I⁻¹ = Ûᵀ D⁻¹ Û.

        Û_ij = −N_iᵀ Â_jiᵀ Ψ_j where module j lies outward of i, 1 on the diagonal, else 0     (1)
        Â_ji = Â_jh Φ_hᵀ Â_hi for module h between,  Φ_h = 1 − Ψ_h N_hᵀ                        (2)

    Reference: Shah, Saha, Dutt (2013), Eqs (5.44), (5.45); there Φ_h is printed without its transposition.
    """
    X = node_poses(plan, q)
    made = blocks(plan, X)
    owner = {i: block for block in made for i in block.nodes}
    U: Rows = [[float(j == k) for k in range(plan.n_v)] for j in range(plan.n_v)]
    D: Rows = [[0.0] * plan.n_v for _ in range(plan.n_v)]
    for block in made:
        n = len(block.rates)
        units = [ldl_solve(block.factors, [float(j == k) for k in range(n)]) for j in range(n)]
        for j, row in zip(block.rates, units):
            for k, x in zip(block.rates, row):
                D[j][k] = x
        carried = dict(zip(block.rates, block.psi))
        j = plan.nodes[block.nodes[0]].parent
        while j != GROUND:
            here = owner[j]
            work: dict[tuple[int, int], Scalar] = {}
            while True:
                for k, s in plan.nodes[j].columns:
                    for rate, f in carried.items():
                        work[k, rate] = s.dot(f)
                        U[k][rate] = -work[k, rate]  # (1)
                p = plan.nodes[j].parent
                carried = {k: X[j].to_parent(f) for k, f in carried.items()} if p != GROUND else {}
                if j == here.nodes[0]:
                    break
                j = p
            for rate in carried:
                for k, f in zip(here.rates, here.psi):
                    if (k, rate) in work:
                        carried[rate] = carried[rate] - f * work[k, rate]  # (2)
            j = p
    return Factors(U, D)


def analytic_inverse(plan: Plan, q: Scalars) -> Rows:
    """I⁻¹ = Ûᵀ D⁻¹ Û from the module-level factors. Reference: Shah, Saha, Dutt (2013), Eqs (5.38)–(5.46)."""
    factors = inverse_factors(plan, q)
    return product(transpose(factors.U), product(factors.D, factors.U))


def mass_matrix_inverse(plan: Plan, q: Scalars) -> Rows:
    """I⁻¹, symmetric, from unit joint forces; what a unit force does not reach is known to be zero.

    With the sparse factors of I while branches are short, by the O(n) solution for each unit force, so O(n²), else.
    """
    n = plan.n_v
    units = [[float(j == k) for j in range(n)] for k in range(n)]
    if max((len(plan.branch(i)) for i in range(len(plan.nodes))), default=0) <= SHORT:
        factors = sparse_factors(plan, mass_matrix(plan, q))
        columns = [sparse_solve(plan, *factors, unit) for unit in units]
    else:
        X = node_poses(plan, q)
        eliminated = eliminate(plan, X)
        columns = [solve_eliminated(plan, X, eliminated, unit) for unit in units]
    return [[columns[max(j, k)][min(j, k)] for k in range(n)] for j in range(n)]


def mass_matrix_solve(plan: Plan, q: Scalars, b: Scalars) -> list[Scalar]:
    """x with I x = b, O(n)."""
    X = node_poses(plan, q)
    return eliminate_and_solve(plan, X, b)
