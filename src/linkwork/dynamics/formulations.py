"""The formulations of the literature, by name: how q̈ and λ follow from the equations of a closed machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from linkwork.algebra.dense import dense_solve
from linkwork.algebra.scalars import Scalar, absolute, is_zero
from linkwork.connectivity.elimination_order import ORDERS, natural
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion
from linkwork.dynamics.elimination import factorise, symmetric
from linkwork.dynamics.equations import Equations
from linkwork.dynamics.independent import (
    Choice,
    aligned_basis,
    in_independent_velocities,
    largest,
    orthonormal_basis,
    projected,
    selection,
)
from linkwork.dynamics.jacobians import world_jacobian
from linkwork.dynamics.multipliers import BlockSystem, Solution, solve_in_order
from linkwork.errors import OptionError


@dataclass(frozen=True)
class Settings:
    """What some formulations need to know beside the machine.

    independent  rates that stay (embedding, minimal, Gauss complement)
    platform     body whose velocity stays (extended), the platform's freedoms as (row of its twist) indices
    mapped       rates onto which these freedoms are mapped in turn: the drives, for the actuator space (extended)
    basis        reference null space of J, as columns (projection)
    complement   how projection finds its basis: "svd" (aligned to `basis`), "qr", "gauss"
    stiffness    penalty: force per gap
    damping      penalty: force per rate of the gap
    usual        usual size of J M⁻¹ Jᵀ of each row (of J Jᵀ for projection), against which pivots are measured
    probe        usual sizes of the rows of J and of the independent velocities, against which they are measured there
    units        usual sizes of the rates: 1 for angles, the machine's size for slides
    hubs         nodes at which the tree is taken apart (recursive)
    """

    independent: tuple[int, ...] = ()
    platform: str = ""
    freedoms: tuple[int, ...] = ()
    mapped: tuple[int, ...] = ()
    basis: tuple[tuple[float, ...], ...] = ()
    complement: str = "svd"
    stiffness: Scalar = 1e6
    damping: Scalar = 1e3
    usual: tuple[float, ...] = ()
    probe: tuple[float, ...] = ()
    units: tuple[float, ...] = ()
    hubs: tuple[int, ...] = ()


DEFAULT = Settings()

Formulation = Callable[[Plan, Motion, Equations, Settings], Solution]


def augmented(plan: Plan, motion: Motion, eq: Equations, settings: Settings) -> Solution:
    """The whole block system at once, as a dense matrix with partial pivoting.

    Reference: Koul et al., Eq. (9), method A; Khan, chapter 1.
    """
    system = BlockSystem.of(motion, eq.rows)
    A, b, n = system.A, system.right_side(eq.phi, eq.psi), system.n
    size = len(b)
    full = [[A[i].get(j, 0.0) for j in range(size)] for i in range(size)]
    x = dense_solve(full, [b[i] for i in range(size)], symmetric=False)
    rows = probing(settings.usual)
    answer = dense_solve(full, [*([0.0] * n), *rows], symmetric=False)[n:] if rows else []
    return Solution(x[:n], [-y for y in x[n:]], _pivot(answer, rows))


def probing(usual: Sequence[float]) -> list[float]:
    """Accelerations of usual size along each row, no two quite alike; `usual` holds squares."""
    return uneven([size**0.5 for size in usual])


def uneven(sizes: Sequence[float]) -> list[float]:
    """Shares of the sizes from 0.6 to 1, no two quite alike: symmetry of a machine does not hide what they probe."""
    return [size * (0.6 + 0.4 * ((0.618033988749895 * (i + 1)) % 1.0)) for i, size in enumerate(sizes)]


def _pivot(answer: Sequence[Scalar], rows: Sequence[float]) -> Scalar:
    """1 over the largest force that a usual acceleration needs, in usual units: 0 where J M⁻¹ Jᵀ is singular."""
    return 1.0 / largest([absolute(x * size) for x, size in zip(answer, rows)]) if rows else 1.0


def multipliers(plan: Plan, motion: Motion, eq: Equations, settings: Settings) -> Solution:
    """System-level multipliers: two dense factorisations, of the inertia matrix and of J M⁻¹ Jᵀ.

        λ = (J M⁻¹ Jᵀ)⁻¹ (ψ − J M⁻¹ φ)                                    (1)
        q̈ = M⁻¹ (φ + Jᵀ λ)                                                (2)

    Reference: Koul et al., Eqs (10), (11), method B.
    """
    n, m = len(eq.phi), len(eq.rows)
    free = dense_solve(eq.M, eq.phi)
    Y = [dense_solve(eq.M, [row.J.get(k, 0.0) for k in range(n)]) for row in eq.rows]
    G = [[_times(row.J, y) for y in Y] for row in eq.rows]
    lam = dense_solve(G, [eq.psi[r] - _times(eq.rows[r].J, free) for r in range(m)]) if m else []  # (1)
    qdd = list(free)
    for y, force in zip(Y, lam):
        qdd = [a + b * force for a, b in zip(qdd, y)]  # (2)
    rows = probing(settings.usual)
    return Solution(qdd, list(lam), _pivot(dense_solve(G, rows) if rows else [], rows))


def _times(row: Mapping[int, Scalar], x: Sequence[Scalar]) -> Scalar:
    total: Scalar = 0.0
    for k, value in row.items():
        total = total + value * x[k]
    return total


def in_order(name: str) -> Formulation:
    """Elimination in a named order: subsystem-level multipliers and their relatives."""
    return lambda plan, motion, eq, settings: solve_in_order(eq, name, settings.usual)


def recursive(plan: Plan, motion: Motion, eq: Equations, settings: Settings) -> Solution:
    """Multipliers with the tree taken apart at hubs: the elimination is a recursion along it, O(n) for deep trees."""
    return solve_in_order(eq, "recursive", settings.usual, settings.hubs)


def embedding(plan: Plan, motion: Motion, eq: Equations, settings: Settings) -> Solution:
    """Only the chosen independent rates; the dependent ones are eliminated."""
    return in_independent_velocities(eq, selection(settings.independent), settings.probe, settings.units)


def extended(plan: Plan, motion: Motion, eq: Equations, settings: Settings) -> Solution:
    """Platform and joints together, mapped to the platform's velocity: each leg is eliminated by itself.

        y = the platform's twist in world axes, in the directions in which it is free          (1)

    These may be mapped on to the drives. Reference: Sathuluri, sections 5.2 and 5.3 (task and actuator space).
    """
    place = plan.bodies[settings.platform]
    columns = world_jacobian(plan, motion.world, place)
    rates = motion.moving_frame(place)
    B: list[dict[int, Scalar]] = []
    drift: list[Scalar] = []
    w = motion.drifting.rate[place.node]
    wd = motion.world[place.node].rotate_out(w.angular)
    ground = motion.drifting.rate[-1].linear
    for i in settings.freedoms:
        row = {k: c.six()[i] for k, c in columns.items()}
        B.append({k: x for k, x in row.items() if not is_zero(x)})
        drift.append(wd[i] if i < 3 else rates.translation[i - 3].derivative(2) - ground[i - 3])  # (1)
    return in_independent_velocities(eq, Choice(B, drift), settings.probe, settings.units, settings.mapped)


def projection(plan: Plan, motion: Motion, eq: Equations, settings: Settings) -> Solution:
    """Loop-closure orthogonal complement: by singular values aligned to a reference pose, QR, or Gauss elimination."""
    if settings.complement == "gauss":
        return in_independent_velocities(eq, selection(settings.independent), settings.probe, settings.units)
    if settings.complement == "qr":
        return projected(eq, orthonormal_basis(eq, settings.basis, settings.usual))
    if settings.complement == "svd":
        return projected(eq, aligned_basis(eq, settings.basis, settings.usual))
    raise OptionError(
        "formulation 'projection'", f"knows no complement {settings.complement!r}", "Use 'svd', 'qr' or 'gauss'"
    )


def penalty(plan: Plan, motion: Motion, eq: Equations, settings: Settings) -> Solution:
    """A spring and a damper on each row instead of a multiplier; loops are held, not closed.

        λ = −k h − c ḣ,   q̈ = M⁻¹ (φ + Jᵀ λ)                              (1)

    Reference: Khan, section 2.2 (virtual springs).
    """
    n = len(eq.phi)
    lam: list[Scalar] = []
    force = list(eq.phi)
    for row in eq.rows:
        rate = row.drift + _times(row.J, motion.rates)
        gap = 0.0 if row.gap is None else row.gap
        lam.append(-(settings.stiffness * gap) - settings.damping * rate)
        for k, x in row.J.items():
            force[k] = force[k] + x * lam[-1]
    A = symmetric((i, j, eq.M[i][j]) for i in range(n) for j in range(i + 1))
    x = factorise(A, natural(A, n)).solve(dict(enumerate(force)))  # (1)
    return Solution([x[k] for k in range(n)], lam, 1.0)


FORMULATIONS: dict[str, Formulation] = {
    "augmented": augmented,
    "multipliers": multipliers,
    **{name: in_order(name) for name in ORDERS},
    "recursive": recursive,
    "embedding": embedding,
    "minimal": embedding,
    "extended": extended,
    "projection": projection,
    "penalty": penalty,
}
