"""What a formulation needs to know of a machine that only numbers tell: rank, independent rates, null space."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwork.connectivity.hubs import hubs
from linkwork.connectivity.plan import GROUND
from linkwork.dynamics.formulations import Settings, uneven
from linkwork.dynamics.jacobians import world_jacobian
from linkwork.dynamics.kinematics import node_poses, world_poses
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.errors import OptionError, SingularError, UnknownName
from linkwork.simulate.coordinates import lengths
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
    twice for accuracy); rows that are small against the largest one count as zero. Where nothing is to be left out,
    one factorisation tells it: what is left of row i is |R_ii| of Jᵀ = Q R.
    """
    size = np.linalg.norm(J, axis=1)
    candidates = np.flatnonzero(size > RANK * size.max(initial=0.0))
    if 0 < len(candidates) <= J.shape[1]:
        R = np.asarray(np.linalg.qr((J[candidates] / size[candidates, None]).T, mode="r"))
        if np.abs(R.diagonal()).min() > RANK:
            return tuple(candidates.tolist())
    basis, kept = np.zeros((min(J.shape), J.shape[1])), list[int]()
    for i in candidates:
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
    from scipy.linalg import qr  # takes its time to import

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
    if formulation in ("embedding", "minimal") or (formulation == "projection" and o.complement == "gauss"):
        independent = independent_rates_of(system)
        units = usual_rates(system)
        probe = (*_row_sizes(system, units), *(units[k] for k in independent))
        return Settings(independent=independent, complement=o.complement, probe=tuple(uneven(probe)), units=units)
    if formulation == "projection":
        basis = null_space(_jacobian(system, _regular_pose(system)))
        sizes = tuple(x * x for x in _row_sizes(system, (1.0,) * system.n_v))
        return Settings(basis=tuple(map(tuple, basis.T.tolist())), complement=o.complement, usual=sizes)
    if formulation == "extended":
        return _platform(system)
    kept = range(len(system.usual_sizes)) if system.plan.kept is None else system.plan.kept
    watched = formulation != "penalty"
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
        L = np.linalg.cholesky(A)
    except np.linalg.LinAlgError:
        return False
    return bool(np.linalg.norm(np.linalg.inv(L)) ** 2 < 1e10)


def _jacobian(system: Machine, q: np.ndarray) -> np.ndarray:
    """J of the rows that the system keeps in a pose, with the parameters at their own values."""
    J = system.loops().jacobian(q)
    return J if system.plan.kept is None else J[list(system.plan.kept)]


def _regular_pose(system: Machine) -> np.ndarray:
    """The closed start, or a pose near it if more rows are independent there."""
    return max(system.general_poses, key=lambda q: rank(_jacobian(system, q)))


def independent_rates_of(system: Machine) -> tuple[int, ...]:
    """The rates that were chosen, else the driven ones, if they fix all others in some pose at least; else any."""
    names = system.options.independent
    poses = [_jacobian(system, q) for q in system.general_poses]
    chosen = list(system.plan.actuated) if names is None else [k for name in names for k in system.rate_indices(name)]
    if any(independent_rates(J, chosen) == tuple(chosen) for J in poses):
        return tuple(chosen)
    J = poses[-1]
    freedoms = J.shape[1] - rank(J)
    if names is not None:
        several = "" if freedoms == 1 else "s"
        raise OptionError(
            f"mechanism {system.blueprint.name!r}",
            f"has {freedoms} freedom{several}, which the rates {', '.join(map(repr, names))} do not fix",
            f"For example {', '.join(system.v_names[k] for k in independent_rates(J))} would do",
        )
    return independent_rates(J)


def _platform(system: Machine) -> Settings:
    """The platform and the directions in which it moves at the starting pose, or near it."""
    name = system.options.platform or default_platform(system)
    if name not in system.plan.bodies or system.plan.bodies[name].node == GROUND:
        raise UnknownName("platform", name, system.blueprint.body_names, f"mechanism {system.blueprint.name!r}")
    q = _regular_pose(system)
    free = null_space(_jacobian(system, q))
    kernel = system.kernel("jacobian", body=name)
    rest = {"p": system.parameter_values} if "p" in kernel.inputs else {}
    twist = kernel.call(q, **rest) @ free
    twist[3:] /= size(system.plan)
    order = pivoted(twist.T)[1][: free.shape[1]].tolist()  # the directions that tell the freedoms apart best
    if rank(twist.T) != free.shape[1]:
        raise OptionError(
            f"body {name!r}",
            f"moves in {rank(twist.T)} directions, mechanism {system.blueprint.name!r} has {free.shape[1]} freedoms",
            "Name another body with platform=..., or use another formulation",
        )
    units = usual_rates(system)
    probe = (*_row_sizes(system, units), *(1.0 if i < 3 else size(system.plan) for i in sorted(order)))
    mapped = independent_rates_of(system) if system.options.space == "actuator" else ()
    return Settings(
        platform=name, freedoms=tuple(sorted(order)), mapped=mapped, probe=tuple(uneven(probe)), units=units
    )


def usual_rates(system: Machine) -> tuple[float, ...]:
    """Usual sizes of rates: 1 for angles, the machine's size for slides."""
    units = np.ones(system.n_v)
    units[lengths(system.numbers)] = size(system.plan)
    return tuple(units.tolist())


def _row_sizes(system: Machine, units: Sequence[float]) -> tuple[float, ...]:
    """Length of each kept row of J, for rates in their units, at its largest over a few poses."""
    loops = system.loops()
    found = np.max([np.linalg.norm(loops.jacobian(q) * np.array(units), axis=1) for q in system.general_poses], axis=0)
    kept = range(len(found)) if system.plan.kept is None else system.plan.kept
    return tuple(float(found[i]) or 1.0 for i in kept)


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
