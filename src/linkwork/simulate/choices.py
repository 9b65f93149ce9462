"""What a formulation needs to know of a machine that only numbers tell: rank, independent rates, null space."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.linalg import LinAlgError, cholesky, qr, solve_triangular

from linkwork.connectivity.elimination_order import ORDERS
from linkwork.connectivity.hubs import hubs
from linkwork.connectivity.plan import GROUND
from linkwork.dynamics.formulations import Settings
from linkwork.dynamics.jacobians import world_jacobian
from linkwork.dynamics.kinematics import node_poses, world_poses
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.errors import OptionError, SingularError, UnknownName
from linkwork.simulate.machine import Machine
from linkwork.simulate.size import size

WELL = 0.02  # motion in a direction of at least this share of the largest is motion worth naming
RANK = 1e-9  # singular values below this share of the largest count as zero


def rank(J: np.ndarray) -> int:
    """Numerical rank, rows scaled to unit length first."""
    return len(independent_rows(J))


def independent_rows(J: np.ndarray) -> tuple[int, ...]:
    """Rows that span all rows, earlier ones preferred where they do.

    Each row, scaled to unit length, is kept if something is left of it that the kept ones do not span (Gram–Schmidt,
    twice for accuracy); rows that are small against the largest one count as zero.
    """
    size = np.linalg.norm(J, axis=1)
    basis, kept = np.zeros((min(J.shape), J.shape[1])), list[int]()
    for i in np.flatnonzero(size > RANK * size.max(initial=0.0)):
        row, done = J[i] / size[i], basis[: len(kept)]
        for _ in range(2):
            row = row - done.T @ (done @ row)
        left = np.linalg.norm(row)
        if left > RANK and len(kept) < len(basis):
            basis[len(kept)] = row / left
            kept.append(int(i))
    return tuple(kept)


def independent_rates(J: np.ndarray, preferred: Sequence[int] = ()) -> tuple[int, ...]:
    """Rates that fix all others: the preferred ones if they do, else what column pivoting leaves over."""
    n, freedoms = J.shape[1], J.shape[1] - rank(J)
    rest = [k for k in range(n) if k not in set(preferred)]
    if len(preferred) == freedoms and rank(J[:, rest].T) == len(rest):
        return tuple(preferred)
    order = pivoted(J)[1] if J.size else np.arange(n)
    return tuple(sorted(int(k) for k in order[n - freedoms :]))


def null_space(J: np.ndarray) -> np.ndarray:
    """Orthonormal columns that J annihilates."""
    if not J.size:
        return np.eye(J.shape[1])
    return pivoted(J.T)[0][:, rank(J) :]


def pivoted(A: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Q of A P = Q R with columns taken in the order of what they add, and that order."""
    Q, _, order = qr(A, pivoting=True)  # type: ignore[misc]
    return Q, order  # type: ignore[return-value]


def settings(system: Machine, formulation: str) -> Settings:
    """The settings of a formulation for this machine, found at a closed pose near its start."""
    o = system.options
    stiffness, damping = o.penalty
    if formulation not in WITHOUT_INVERSE and (joints := system.weightless):
        raise SingularError(
            f"mechanism {system.blueprint.name!r}",
            f"has no inertia at {', '.join(map(repr, joints))}, which formulation {formulation!r} divides by",
            f"Give these bodies inertia, or use one of {', '.join(map(repr, WITHOUT_INVERSE))}",
        )
    J = _jacobian(system) if _needs_numbers(formulation) else np.zeros((0, 0))
    if formulation in ("embedding", "minimal") or (formulation == "projection" and o.complement == "gauss"):
        return Settings(independent=_independent(system, J), complement=o.complement)
    if formulation == "projection":
        basis = null_space(J)
        return Settings(basis=tuple(map(tuple, basis.T.tolist())), complement=o.complement)
    if formulation == "extended":
        return _platform(system, J)
    kept = range(len(system.usual_sizes)) if system.plan.kept is None else system.plan.kept
    watched = formulation in (*ORDERS, "recursive")
    usual = tuple(float(system.usual_sizes[i]) ** 2 for i in kept) if watched else ()
    apart = hubs(system.numbers) if formulation == "recursive" else ()
    return Settings(stiffness=stiffness, damping=damping, usual=usual, hubs=apart)


WITHOUT_INVERSE = ("embedding", "minimal", "extended", "projection", "augmented")


def weightless(system: Machine) -> tuple[str, ...]:
    """Names of rates that move without any inertia while the loops are open: M is singular there."""
    plan, q = system.numbers, system.closed_start
    M = np.array(mass_matrix(plan, q.tolist()), dtype=float)
    size = np.sqrt(np.maximum(M.diagonal(), 1e-14 * M.diagonal().max(initial=0.0)))
    size = np.where(size > 0.0, size, 1.0)
    scaled = M / np.outer(size, size)
    if _definite(scaled):
        return ()
    values, vectors = np.linalg.eigh(scaled)
    if values.min(initial=1.0) > 1e-12:
        return ()
    still = np.abs(vectors[:, values <= 1e-12]).max(axis=1)
    return tuple(system.v_names[int(k)] for k in np.flatnonzero(still > 0.1 * still.max()))


def _definite(A: np.ndarray) -> bool:
    """Whether it is clear without eigenvalues that none of them is small: 1/λ_min ≤ ‖L⁻¹‖² of A = L Lᵀ."""
    try:
        L = cholesky(A, lower=True, check_finite=False)
    except LinAlgError:
        return False
    return np.linalg.norm(solve_triangular(L, np.eye(len(A)), lower=True)) ** 2 < 1e10


def _jacobian(system: Machine) -> np.ndarray:
    """J of the rows that the system keeps, at its closed start, with the parameters at their own values."""
    J = system.loops().jacobian(system.closed_start)
    return J if system.plan.kept is None else J[list(system.plan.kept)]


def _needs_numbers(formulation: str) -> bool:
    return formulation in ("embedding", "minimal", "projection", "extended")


def _independent(system: Machine, J: np.ndarray) -> tuple[int, ...]:
    names = system.options.independent
    if names is None:
        return independent_rates(J, system.plan.actuated)
    chosen = [k for name in names for k in system.rate_indices(name)]
    freedoms = J.shape[1] - rank(J)
    if len(chosen) != freedoms or independent_rates(J, chosen) != tuple(chosen):
        several = "" if freedoms == 1 else "s"
        raise OptionError(
            f"mechanism {system.blueprint.name!r}",
            f"has {freedoms} freedom{several}, which the rates {', '.join(map(repr, names))} do not fix",
            f"For example {', '.join(system.v_names[k] for k in independent_rates(J))} would do",
        )
    return tuple(chosen)


def _platform(system: Machine, J: np.ndarray) -> Settings:
    """The platform and the directions in which it moves at the starting pose."""
    name = system.options.platform or default_platform(system)
    if name not in system.plan.bodies or system.plan.bodies[name].node == GROUND:
        raise UnknownName("platform", name, system.blueprint.body_names, f"mechanism {system.blueprint.name!r}")
    free = null_space(J)
    kernel = system.kernel("jacobian", body=name)
    rest = {"p": system.parameter_values} if "p" in kernel.inputs else {}
    twist = kernel.call(system.closed_start, **rest) @ free
    twist[3:] /= size(system.plan)
    order = pivoted(twist.T)[1][: free.shape[1]].tolist()  # the directions that tell the freedoms apart best
    if rank(twist.T) != free.shape[1]:
        raise OptionError(
            f"body {name!r}",
            f"moves in {rank(twist.T)} directions, mechanism {system.blueprint.name!r} has {free.shape[1]} freedoms",
            "Name another body with platform=..., or use another formulation",
        )
    return Settings(platform=name, freedoms=tuple(sorted(order)))


def default_platform(system: Machine) -> str:
    """The body that moves well in the most directions; of several, the one at which the most joints meet."""
    plan, q = system.numbers, system.general_poses[-1]
    free = null_space(system.loops().jacobian(q))
    world = world_poses(plan, node_poses(plan, q.tolist()))
    found: dict[str, tuple[int, int]] = {}
    for name, place in plan.bodies.items():
        if place.node == GROUND:
            continue
        twist = np.zeros((6, plan.n_v))
        for k, column in world_jacobian(plan, world, place).items():
            twist[:, k] = column.six()
        ends = sum(place.node in (cut.a.node, cut.b.node) for cut in plan.cuts)
        moved = np.linalg.svd(twist @ free, compute_uv=False)
        found[name] = (
            int((moved > WELL * moved.max(initial=0.0)).sum()),
            ends + sum(node.parent == place.node for node in plan.nodes),
        )
    if not found:
        raise OptionError(f"mechanism {system.blueprint.name!r}", "has no body that moves", "Add a joint")
    return max(found, key=lambda name: found[name])
