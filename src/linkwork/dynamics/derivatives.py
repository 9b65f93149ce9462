"""Derivatives of inverse and forward dynamics by recursion: far cheaper than differentiating equation by equation.

Derivatives with respect to the configuration are taken along joint displacements δ: q moves with E(q) δ, as joint
rates move it (q̇ = E q̇_joint). That is the ordinary derivative for every coordinate but quaternions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from linkwork.algebra.branches import (
    PAIRS,
    Branches,
    inertia_matrix,
    pair_derivatives,
    plain_inertia_matrix,
    plain_pair_derivatives,
)
from linkwork.algebra.dense import dense_inverse, dense_solve_rows
from linkwork.algebra.inertias import RigidInertia
from linkwork.algebra.matrices import Rows, transpose
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import REST, UNLOADED, Twist, Wrench
from linkwork.algebra.vectors import ZERO
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.dynamics.coriolis import Gyration
from linkwork.dynamics.factorised_inertia import ancestors, parents, sparse_factors, sparse_solve
from linkwork.dynamics.jacobians import cross
from linkwork.dynamics.kinematics import Scalars, node_poses, world_poses
from linkwork.dynamics.loads import applied, load_slopes

UNROLLED = 8_000  # multiplications of substitutions up to which these and all pairs of rates are written out one by one


@dataclass
class Spread:
    """The tree seen from frames at rest that coincide, at this instant, with the first node of each branch.

    There composites are plain sums. By node: inertia M, gyration B, twist v, spatial acceleration a (with gravity) and
    wrench f; by rate: S_k, ψ̇_k = v_p × S_k, Ṡ_k = v_i × S_k, ψ̈_k = a_p × S_k + v_p × ψ̇_k.
    """

    M: list[RigidInertia]
    B: list[Gyration]
    S: list[Twist]
    psi_1: list[Twist]
    S_dot: list[Twist]
    v: dict[int, Twist]
    a: dict[int, Twist] = field(default_factory=dict)
    psi_2: list[Twist] = field(default_factory=list)
    f: list[Wrench] = field(default_factory=list)


def spread(plan: Plan, X: Sequence[Pose], v: Scalars) -> Spread:
    """Everything that does not depend on accelerations."""
    at_root = [Pose() if node.parent == GROUND else X[i] for i, node in enumerate(plan.nodes)]
    P = world_poses(plan, at_root)
    n = plan.n_v
    S, psi_1, S_dot = [REST] * n, [REST] * n, [REST] * n
    t: dict[int, Twist] = {GROUND: REST}
    M, B = [], []
    for i, node, p in plan.outward:
        t[i] = t[p]
        for k, s in node.columns:
            S[k] = P[i].twist_to_parent(s)
            psi_1[k] = cross(t[p], S[k])
            t[i] = t[i] + S[k] * v[k]
        for k, _ in node.columns:
            S_dot[k] = psi_1[k] if node.step.n_v == 1 else cross(t[i], S[k])
        M.append(P[i].inertia_to_parent(node.inertia))
        B.append(Gyration.of(M[i], t[i]))
    return Spread(M, B, S, psi_1, S_dot, t)


def accelerate(plan: Plan, X: Sequence[Pose], at: Spread, v: Scalars, vd: Scalars) -> None:
    """Fill in a, ψ̈ and f for the accelerations q̈.

    a_i = a_p + Σ S_k q̈_k + ψ̇_k q̇_k,   f_i = M_i a_i + B_i v_i            (1)
    """
    at.psi_2 = [REST] * plan.n_v
    at.f = []
    for i, node, p in plan.outward:
        base = Twist(ZERO, X[i].rotate_into(-plan.gravity)) if p == GROUND else at.a[p]
        at.a[i] = base
        for k, _ in node.columns:
            at.psi_2[k] = cross(base, at.S[k]) + cross(at.v[p], at.psi_1[k])
            at.a[i] = at.a[i] + at.S[k] * vd[k] + at.psi_1[k] * v[k]
        weightless = node.inertia.weightless
        at.f.append(UNLOADED if weightless else at.M[i] @ at.a[i] + at.B[i] @ at.v[i])  # (1)


def composites(plan: Plan, at: Spread) -> tuple[list[RigidInertia], list[Gyration], list[Wrench]]:
    """M, B and f of each node with everything that hangs from it."""
    M, B, f = list(at.M), list(at.B), list(at.f)
    for i, _, p in plan.inward:
        if p != GROUND:
            M[p], B[p] = M[p] + M[i], B[p] + B[i]
            if f:
                f[p] = f[p] + f[i]
    return M, B, f


@dataclass(frozen=True)
class InverseDerivatives:
    """∂τ/∂q, ∂τ/∂q̇ and ∂τ/∂q̈ = I, each n_v × n_v."""

    q: Rows
    v: Rows
    vd: Rows


def inverse_dynamics_derivatives(plan: Plan, q: Scalars, v: Scalars, vd: Scalars) -> InverseDerivatives:
    """Derivatives of the joint forces.

        u₁ = 2 B̃ ψ̇_k + M̃ ψ̈_k + S_k ×* f̃,  u₂ = 2 B̃ᵀ S_k,  u₃ = M̃ S_k,  u₄ = M̃ (ψ̇_k + Ṡ_k) + 2 B̃ S_k      (1)
        ∂τ_l/∂q_k = S_lᵀ u₁,              ∂τ_k/∂q_l = u₂ᵀ ψ̇_l + u₃ᵀ ψ̈_l                                (2)
        ∂τ_l/∂q̇_k = S_lᵀ u₄,              ∂τ_k/∂q̇_l = u₂ᵀ S_l + u₃ᵀ (ψ̇_l + Ṡ_l)                        (3)

    for every rate l between ground and the node of rate k; within one node the term with f̃ does not count.
    Reference: Singh, Russell, Wensing (2022), "Efficient analytical derivatives of rigid-body dynamics using spatial
    vector algebra".
    """
    X = node_poses(plan, q)
    at = spread(plan, X, v)
    accelerate(plan, X, at, v, vd)
    by_q, by_v = _pairs(plan, at)
    for k, load_q, load_v in load_slopes(plan, q, v):
        by_q[k][k] = by_q[k][k] - load_q
        by_v[k][k] = by_v[k][k] - load_v
    return InverseDerivatives(by_q, by_v, _inertia(plan, at))


def branches(plan: Plan) -> tuple[list[int], Branches]:
    """The rates branch by branch, and which of them lie outward of which."""
    children: dict[int, list[int]] = {}
    for i, _, p in plan.outward:
        children.setdefault(p, []).append(i)
    order: list[int] = []
    first, own, end = ([0] * plan.n_v for _ in range(3))
    todo = [(i, False) for i in reversed(children.get(GROUND, []))]
    while todo:
        i, left = todo.pop()
        rates = [k for k, _ in plan.nodes[i].columns]
        if left:
            for k in rates:
                end[k] = len(order)
            continue
        for k in rates:
            first[k], own[k] = len(order), len(order) + len(rates)
        order += rates
        todo += [(i, True), *((j, False) for j in reversed(children.get(i, [])))]
    return order, Branches(*(tuple(x[k] for k in order) for x in (first, own, end)))


def long(plan: Plan) -> bool:
    """Whether the pairs of rates are so many that they are taken by loops."""
    before = parents(plan)
    return 6 * plan.n_v * sum(len(ancestors(before, k)) for k in range(plan.n_v)) > UNROLLED


def _inertia(plan: Plan, at: Spread) -> Rows:
    """I from composites: I_lk = S_lᵀ M̃ S_k."""
    M, _, _ = composites(plan, at)
    force: dict[int, list[Scalar]] = {}
    rotor: dict[int, Scalar] = {}
    for i, node, _ in plan.outward:
        for k, _ in node.columns:
            force[k], rotor[k] = (M[i] @ at.S[k]).six(), node.rotor
    order, tree = branches(plan)
    make = inertia_matrix if long(plan) else plain_inertia_matrix
    return _restored(
        order, make(tree, [at.S[k].six() for k in order], [force[k] for k in order], [rotor[k] for k in order])
    )


def _restored(order: Sequence[int], rows: Rows) -> Rows:
    """A matrix of rates branch by branch in the plan's order."""
    place = {k: i for i, k in enumerate(order)}
    return [[rows[place[j]][place[k]] for k in range(len(order))] for j in range(len(order))]


def _pairs(plan: Plan, at: Spread, *, sign: float = 1.0) -> tuple[Rows, Rows]:
    """∂τ/∂q and ∂τ/∂q̇ times a sign."""
    M, B, f = composites(plan, at)
    columns: dict[str, list[list[Scalar]]] = {name: [[]] * plan.n_v for name in PAIRS}
    drift = [a + b for a, b in zip(at.psi_1, at.S_dot)]
    for i, node, _ in plan.outward:
        for k, _ in node.columns:
            S = at.S[k]
            still = (B[i] @ at.psi_1[k]) * 2.0 + M[i] @ at.psi_2[k]
            u1, u2 = still + crossed(S, f[i]), B[i].transposed_times(S).moment * 2.0
            u3, u4 = M[i] @ S, M[i] @ drift[k] + (B[i] @ S) * 2.0  # (1)
            for name, u in (("same", still), ("out", u1), ("force", u3), ("rate", u4)):
                columns[name][k] = [sign * x for x in u.six()]
            columns["turn"][k] = [sign * x for x in u2]
            columns["S"][k], columns["near_turn"][k] = S.six(), list(at.psi_1[k].angular)
            columns["near"][k], columns["near_rate"][k] = at.psi_2[k].six(), drift[k].six()
    order, tree = branches(plan)
    make = pair_derivatives if long(plan) else plain_pair_derivatives
    found = make(tree, {name: [column[k] for k in order] for name, column in columns.items()})  # (2), (3)
    by_q, by_v = (_restored(order, rows) for rows in found)
    return by_q, by_v


def crossed(t: Twist, f: Wrench) -> Wrench:
    """t ×* f: rate of a wrench that is carried along with the twist t."""
    return Wrench(t.angular.cross(f.moment) + t.linear.cross(f.force), t.angular.cross(f.force))


@dataclass(frozen=True)
class ForwardDerivatives:
    """q̈ and its derivatives ∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ = I⁻¹."""

    vd: list[Scalar]
    q: Rows
    v: Rows
    tau: Rows


def forward_dynamics_derivatives(plan: Plan, q: Scalars, v: Scalars, tau: Scalars) -> ForwardDerivatives:
    """Joint accelerations and their derivatives.

        I q̈ = τ − h,   ∂q̈/∂q = −I⁻¹ ∂τ/∂q,   ∂q̈/∂q̇ = −I⁻¹ ∂τ/∂q̇,   ∂q̈/∂τ = I⁻¹         (1)

    with the derivatives of the inverse dynamics at that q̈. One factorisation of I serves all.
    """
    n = plan.n_v
    X = node_poses(plan, q)
    at = spread(plan, X, v)
    accelerate(plan, X, at, v, [0.0] * n)
    _, _, f = composites(plan, at)
    h = {k: at.S[k].dot(f[i]) for i, node, _ in plan.outward for k, _ in node.columns}
    push = applied(plan, X, q, v).force
    solve = _solver(plan, _inertia(plan, at))
    [vd] = transpose(solve([[tau[k] - h[k] + push.get(k, 0.0)] for k in range(n)]))
    accelerate(plan, X, at, v, vd)
    by_q, by_v = _pairs(plan, at, sign=-1.0)
    for k, load_q, load_v in load_slopes(plan, q, v):
        by_q[k][k] = by_q[k][k] + load_q
        by_v[k][k] = by_v[k][k] + load_v
    both = solve([[*a, *b] for a, b in zip(by_q, by_v)])
    return ForwardDerivatives(vd, [row[:n] for row in both], [row[n:] for row in both], solve(None))


def _solver(plan: Plan, inertia: Rows) -> Callable[[Rows | None], Rows]:
    """X with I X = B by rows, or I⁻¹ for None: by loops where the unrolled substitutions would be a long program."""
    if long(plan):
        return lambda B: dense_inverse(inertia) if B is None else dense_solve_rows(inertia, B)
    factors = sparse_factors(plan, inertia)
    n = plan.n_v

    def solve(B: Rows | None) -> Rows:
        if B is not None:
            return transpose([sparse_solve(plan, *factors, column) for column in transpose(B)])
        units = [sparse_solve(plan, *factors, [float(j == k) for j in range(n)]) for k in range(n)]
        return [[units[max(j, k)][min(j, k)] for k in range(n)] for j in range(n)]

    return solve
