"""Actuator forces and cut-joint forces of a closed machine from a given motion."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from linkwork.algebra.dense import dense_solve
from linkwork.algebra.scalars import Scalar, absolute, maximum
from linkwork.algebra.square import solve_square
from linkwork.connectivity.block_triangle import block_triangle
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, Row, rows
from linkwork.dynamics.inverse_dynamics import accelerations, joint_wrenches
from linkwork.dynamics.kinematics import Scalars
from linkwork.dynamics.loads import applied
from linkwork.errors import ActuationError

EVEN: Mapping[int, Scalar] = {}  # every weight one


@dataclass(frozen=True)
class Drive:
    """Forces along the driven rates (zero elsewhere), the multipliers of the cut joints, and a relative pivot.

    The pivot is 1 over the largest answer to a probe of usual size: small where the drives nearly lose the machine.
    """

    tau: list[Scalar]
    lam: list[Scalar]
    pivot: Scalar = 1.0


def needed_forces(plan: Plan, motion: Motion, vd: Scalars) -> list[Scalar]:
    """M q̈ − φ: what drives and cut joints together must exert along each rate."""
    loads = applied(plan, motion.X, motion.q, motion.rates, motion.t)
    own = accelerations(plan, motion.X, motion.rates, vd, wrenches=loads.wrench).wrench
    f = joint_wrenches(plan, motion.X, own)
    need: list[Scalar] = [0.0] * plan.n_v
    for i, node, _ in plan.outward:
        for k, s in node.columns:
            need[k] = s.dot(f[i]) + node.rotor * vd[k] - loads.force.get(k, 0.0)
    return need


def closed_inverse_dynamics(
    plan: Plan,
    motion: Motion,
    vd: Scalars,
    *,
    balanced: Collection[int] = (),
    weights: Mapping[int, Scalar] = EVEN,
    probe: Sequence[float] = (),
) -> Drive:
    """τ and λ with  τ + Jᵀ λ = M q̈ − φ,  τ zero where nothing drives.

    The undriven rates give J_pᵀ λ = f_p, solved block by block, determinate parts first; the driven ones then give τ
    directly. With more drives than freedoms the τ of least norm is taken, the square of each driven rate times its
    weight. Rates that are `balanced` need no force in this motion, and no loop acts along them. A `probe`, a force of
    usual size along each rate, is solved for as well, block by block, to tell how near to singular the blocks are.
    Reference: Shah, Saha, Dutt (2013), section 8.2; Koul et al., section 2.2.
    """
    found = rows(motion)
    need = needed_forces(plan, motion, vd)
    rates = [k for k in range(plan.n_v) if k not in set(balanced)]
    driven = [k for k in plan.actuated if k in rates]
    passive = [k for k in rates if k not in driven]
    if len(passive) < len(found):
        return _least_norm(driven, rates, found, need, weights, probe)
    columns = [[r for r, row in enumerate(found) if k in row.J] for k in passive]
    triangle = block_triangle(columns, len(found))
    if triangle.unmatched_equations:
        raise underactuated(plan, dict.fromkeys(_joint_of(plan, passive[e]) for e in triangle.unmatched_equations))
    lam: list[Scalar] = [0.0] * len(found)
    known: set[int] = set()
    answers: list[Scalar] = []
    for block in triangle.blocks:
        A = [[found[r].J.get(passive[e], 0.0) for r in block.unknowns] for e in block.equations]
        b = []
        for e in block.equations:
            rest = need[passive[e]]
            for r in columns[e]:
                if r in known:
                    rest = rest - found[r].J[passive[e]] * lam[r]
            b.append(rest)
        for r, x in zip(block.unknowns, solve_square(A, b)):
            lam[r] = x
        if probe:
            answers += solve_square(A, [probe[passive[e]] for e in block.equations])
        known.update(block.unknowns)
    return Drive(_driving_forces(driven, found, need, lam), lam, _pivot(answers))


def _pivot(answers: Sequence[Scalar]) -> Scalar:
    """1 over the largest answer."""
    if not answers:
        return 1.0
    worst: Scalar = 1e-9  # no answer is smaller in a matrix of usual size
    for x in answers:
        worst = maximum(worst, absolute(x))
    return 1.0 / worst


def _driving_forces(driven: Sequence[int], found: Sequence[Row], need: Scalars, lam: Scalars) -> list[Scalar]:
    tau: list[Scalar] = [0.0] * len(need)
    for k in driven:
        tau[k] = need[k]
        for r, row in enumerate(found):
            if k in row.J:
                tau[k] = tau[k] - row.J[k] * lam[r]
    return tau


def _least_norm(
    driven: Sequence[int],
    rates: Sequence[int],
    found: Sequence[Row],
    need: Scalars,
    weights: Mapping[int, Scalar],
    probe: Sequence[float],
) -> Drive:
    """min ½ τᵀ W τ under S τ + Jᵀ λ = f:

    [ W  0  Sᵀ ] [ τ ]   [ 0 ]
    [ 0  0  J  ] [ λ ] = [ 0 ]                                           (1)
    [ S  Jᵀ 0  ] [ μ ]   [ f ]
    """
    a, m = len(driven), len(found)
    line = {k: a + m + i for i, k in enumerate(rates)}
    size = a + m + len(rates)
    A: list[list[Scalar]] = [[0.0] * size for _ in range(size)]
    for i, k in enumerate(driven):
        A[i][i] = weights.get(k, 1.0)
        A[i][line[k]] = A[line[k]][i] = 1.0
    for r, row in enumerate(found):
        for k, x in row.J.items():
            A[a + r][line[k]] = A[line[k]][a + r] = x
    x = dense_solve(A, [*([0.0] * (a + m)), *(need[k] for k in rates)], symmetric=False)  # (1)
    tau: list[Scalar] = [0.0] * len(need)
    for i, k in enumerate(driven):
        tau[k] = x[i]
    b = [*([0.0] * (a + m)), *(probe[k] for k in rates)] if probe else []
    return Drive(tau, list(x[a : a + m]), _pivot(dense_solve(A, b, symmetric=False)[: a + m] if probe else []))


def underactuated(plan: Plan, names: Iterable[str]) -> ActuationError:
    """What to say of joints that move although all drives stand still."""
    names = tuple(names)
    remedy = "give an actuator to one of them or to another joint of its loop, or hold it with prescribe"
    for name in names:
        if plan.joints[name].v.stop - plan.joints[name].v.start == 6:
            remedy = (
                f"free_base_inverse_dynamics finds how a free base moves by itself; actuate({name!r}) tells what "
                "wrench would move it as given"
            )
    return ActuationError(
        f"mechanism {plan.name!r}",
        f"cannot follow any given motion: nothing drives or holds joint {', '.join(map(repr, names))}",
        f"It has {plan.n_v - len(plan.actuated)} undriven rates; {remedy}",
        see="how-to/loops",
    )


def _joint_of(plan: Plan, rate: int) -> str:
    for joint in plan.joints.values():
        if joint.v.start <= rate < joint.v.stop:
            return joint.name
    return f"rate {rate}"
