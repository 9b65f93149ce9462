"""Forward dynamics where conditions depend on each other, vanish, or nearly so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.algebra.parameter import default
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.equations import Stabilisation
from linkwork.dynamics.mass_matrix import mass_matrix as inertia
from linkwork.dynamics.regularisation import target
from linkwork.errors import ShapeError
from linkwork.simulate.choices import independent_rows
from linkwork.simulate.coordinates import lengths, scattered
from linkwork.simulate.loops import Loops
from linkwork.simulate.machine import Machine
from linkwork.simulate.size import size

POSES = 3  # beside the start
LARGE = 200  # rates from which on one pose must do
LOST = 1e-7  # a combination of rows smaller than this share of their usual size is lost
FIRM = 1e-6  # a regularised row counts if this share of it says something new
NOISE = 1e-7  # third derivatives below this share of the machine's own motion are rounding


@dataclass(frozen=True)
class SingularDynamics:
    """Accelerations and forces in a pose where rows may be lost.

    qdd          accelerations: of all that satisfy the conditions, those that the free ones deviate from least
    lam          multipliers of the independent rows
    shared       multipliers of all rows, redundant ones included (`System.row_names`), with the smallest sum of
                 squares, moments over the machine's size: what many bearings share if all give way alike
    forces       M q̈ − φ: what the conditions exert along each rate; finite where λ is not
    dependent    names of rows that vanish or follow from others here
    regularised  how many third derivatives took the place of lost rows
    missed       largest acceleration, in units of usual rows, by which the conditions are not met: they contradict
                 each other if it is not small
    """

    qdd: np.ndarray
    lam: np.ndarray
    shared: np.ndarray
    forces: np.ndarray
    dependent: tuple[str, ...]
    regularised: int
    missed: float


@dataclass(frozen=True)
class Rows:
    """J q̈ = ψ of all conditions, and G q̈ = rest of their third derivatives, each over the row's usual size."""

    J: np.ndarray
    psi: np.ndarray
    G: np.ndarray
    rest: np.ndarray


def usual_sizes(plan: Plan, loops: Loops, start: np.ndarray) -> np.ndarray:
    """√(J M⁻¹ Jᵀ) of each row at its largest over a few poses: what a row is compared with. `plan` holds numbers."""
    random, everything, length = np.random.default_rng(0), np.arange(plan.n_v), size(plan)
    sizes = np.zeros(len(loops.rows))
    others = POSES if plan.n_v < LARGE else 0
    for pose in (start, *(scattered(plan, start, everything, 0.3, length, random) for _ in range(others))):
        M = np.array(inertia(plan, pose.tolist()), dtype=float)
        L = np.linalg.cholesky(M + 1e-12 * np.trace(M) * np.eye(len(M)))
        sizes = np.maximum(sizes, np.linalg.norm(np.linalg.solve(L, loops.jacobian(pose).T), axis=0))
    return np.where(sizes > 0.0, sizes, 1.0)


def mass_matrix(system: Machine, q: np.ndarray, p: Any = None) -> np.ndarray:
    """M."""
    kernel = system.kernel("mass_matrix")
    return kernel.call(q, **({"p": system.parameter_array(p)} if "p" in kernel.inputs else {}))


def singular_dynamics(
    system: Machine,
    q: np.ndarray,
    v: np.ndarray,
    tau: np.ndarray,
    *,
    t: float = 0.0,
    p: Any = None,
    lost: float = LOST,
    sizes: np.ndarray,
) -> SingularDynamics:
    """One state; see `System.singular_dynamics`. `sizes` are those of `usual_sizes`."""
    one_state(system, {"q": q, "v": v, "tau": tau})
    finite(system, {"q": q, "v": v, "tau": tau, "t": np.asarray(t)})
    loops = system.loops(p)
    stabilisation = system.options.stabilisation or Stabilisation()
    M, phi = forces_needed(system, q, v, tau, t, p)
    rows = condition_rows(loops, q, v, t, stabilisation, sizes)
    qdd, count = _accelerations(M, phi, rows, lost, quickest(system.numbers, v))
    forces = M @ qdd - phi
    names = [f"{row.name}.{row.component}" for row in loops.rows]
    firm = set(independent_rows(np.where(np.abs(rows.J) > lost * np.abs(rows.J).max(initial=1.0), rows.J, 0.0)))
    return SingularDynamics(
        qdd,
        multipliers_of_kept(system, loops, q, t, rows.J, forces, sizes, lost),
        _shared(system, loops.jacobian(q, t), forces, lost),
        forces,
        tuple(name for i, name in enumerate(names) if i not in firm),
        count,
        float(np.abs(rows.J @ qdd - rows.psi).max(initial=0.0)),
    )


def forces_needed(
    system: Machine, q: np.ndarray, v: np.ndarray, tau: np.ndarray, t: float, p: Any
) -> tuple[np.ndarray, np.ndarray]:
    """M and φ of M q̈ = φ + Jᵀ λ."""
    bias = system.kernel("bias")
    rest = {"t": np.asarray(t, dtype=float), "p": system.parameter_array(p)}
    phi = tau - bias.call(q, v, **{name: rest[name] for name in bias.inputs if name in rest})
    return mass_matrix(system, q, p), phi


def condition_rows(
    loops: Loops, q: np.ndarray, v: np.ndarray, t: float, stabilisation: Stabilisation, sizes: np.ndarray
) -> Rows:
    """Every row over its usual size, with the terms that draw gaps to zero."""
    J, drift, psi = loops.rates(q, v, t)
    rate = J @ v + drift
    damping, stiffness = float(default(stabilisation.damping)), float(default(stabilisation.stiffness))
    if damping or stiffness:
        gaps = np.zeros(len(J))
        gaps[loops.still.holonomic] = loops.gaps(q, t)[0]
        full = psi - damping * rate - stiffness * gaps
    else:
        full = psi
    G, rest = loops.thirds(q, v, t)
    third = np.array([target(k, -s, r, stabilisation) for k, s, r in zip(rest, psi, rate)], dtype=float)
    return Rows(J / sizes[:, None], full / sizes, G / sizes[:, None], third / sizes)


def quickest(plan: Plan, v: np.ndarray) -> float:
    """The largest rate, in 1/s: slides as shares of the machine's size. `plan` holds numbers."""
    rates = np.abs(v)
    rates[lengths(plan)] /= size(plan)
    return float(rates.max(initial=0.0))


def _accelerations(M: np.ndarray, phi: np.ndarray, rows: Rows, lost: float, quick: float) -> tuple[np.ndarray, int]:
    """q̈ nearest to the free one, in the metric of M, that satisfies what rows there are, and regularised rows used.

    y = Lᵀ q̈,  A = J L⁻ᵀ,  M = L Lᵀ,  y₀ = L⁻¹ φ                      (1)
    y₁ = y₀ + A_k⁺ (ψ_k − A_k y₀)   by the singular values that are not lost          (2)
    y = y₁ + Z (R Z)⁺ (ρ − R y₁),   R = U₀ᵀ G L⁻ᵀ of the left null vectors U₀, A_k Z = 0        (3)

    Entries of R are rates, since those of A are about 1: what is small beside `quick`, the machine's own, is rounding.
    """
    back, y0 = _metric(M, phi)
    split = _split(rows, back, lost, quick)
    y = y0 + split.V.T @ ((split.U.T @ (rows.psi - split.A @ y0)) / split.s)  # (2)
    change = (split.W.T @ (split.left.T @ rows.rest - split.R @ y)) / split.w
    return back @ (y + split.X @ change), len(split.w)  # (3)


def regularised_directions(M: np.ndarray, phi: np.ndarray, rows: Rows, lost: float, quick: float) -> np.ndarray:
    """Motions, as columns of rates, along which neither rows nor what takes the place of lost ones exert forces."""
    back, _ = _metric(M, phi)
    split = _split(rows, back, lost, quick)
    held = np.concatenate([split.V, split.X.T])
    return back @ np.linalg.svd(held)[2][len(held) :].T


@dataclass(frozen=True)
class _Split:
    """A = U s V of the rows that are not lost, `left` null vectors U₀ of the others, R, and R Z = W w Xᵀ, X = Z Xᵀ."""

    A: np.ndarray
    U: np.ndarray
    s: np.ndarray
    V: np.ndarray
    left: np.ndarray
    R: np.ndarray
    W: np.ndarray
    w: np.ndarray
    X: np.ndarray


def _split(rows: Rows, back: np.ndarray, lost: float, quick: float) -> _Split:
    """What the rows hold in the metric of M, and what their third derivatives hold beside."""
    A = rows.J @ back
    U, s, Vt = np.linalg.svd(A)
    k = int((s > lost).sum())
    left, Z = U[:, k:], Vt[k:].T
    R = left.T @ rows.G @ back
    W, w, Xt = np.linalg.svd(R @ Z)
    usual = max(float(np.linalg.norm(R)), NOISE * float(np.linalg.norm(rows.G @ back)), NOISE * quick, 1e-300)
    count = int((w > FIRM * usual).sum())
    return _Split(A, U[:, :k], s[:k], Vt[:k], left, R, W[:, :count], w[:count], Z @ Xt[:count].T)


def _metric(M: np.ndarray, phi: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """L⁻ᵀ and L⁻¹ φ of (1); parts without inertia get a very small one, which their conditions outweigh."""
    from scipy.linalg import LinAlgError, cholesky, solve_triangular  # takes its time to import

    try:
        L = cholesky(M, lower=True, check_finite=False)
    except LinAlgError:
        L = cholesky(M + 1e-13 * np.trace(M) * np.eye(len(M)), lower=True)
    back = solve_triangular(L, np.eye(len(M)), lower=True).T
    return back, back.T @ phi


def multipliers_of_kept(
    system: Machine,
    loops: Loops,
    q: np.ndarray,
    t: float,
    J: np.ndarray,
    forces: np.ndarray,
    sizes: np.ndarray,
    lost: float = LOST,
) -> np.ndarray:
    """λ of the rows that the system keeps, from the forces of all of them; J over the rows' usual sizes."""
    return _of_kept(system, loops, q, t, _multipliers(J, forces, lost) / sizes)


def _multipliers(J: np.ndarray, forces: np.ndarray, lost: float) -> np.ndarray:
    """The shortest λ with Jᵀ λ = forces, by the singular values that are not lost."""
    U, s, Vt = np.linalg.svd(J, full_matrices=False)
    k = int((s > lost * s.max(initial=0.0)).sum())
    return U[:, :k] @ ((Vt[:k] @ forces) / s[:k])


def _shared(system: Machine, J: np.ndarray, forces: np.ndarray, lost: float) -> np.ndarray:
    """λ of all rows with the smallest sum of squares, moments over the machine's size."""
    units = np.array([size(system.plan) if row.component.startswith("moment") else 1.0 for row in system.all_rows])
    return _multipliers(J * units[:, None], forces, lost) * units


def _of_kept(system: Machine, loops: Loops, q: np.ndarray, t: float, lam: np.ndarray) -> np.ndarray:
    """Multipliers of the rows that the system keeps, exerting the same forces."""
    kept = system.plan.kept
    if kept is None:
        return lam
    J = loops.jacobian(q, t)
    return np.linalg.lstsq(J[list(kept)].T, J.T @ lam, rcond=1e-10)[0]


def one_state(system: Machine, values: Mapping[str, np.ndarray]) -> None:
    """Refuse batches and arrays of the wrong length."""
    for port, value in values.items():
        wanted = (system.n_q,) if port == "q" else (system.n_v,)
        if np.shape(value) != wanted:
            raise ShapeError(
                f"input {port!r} of mechanism {system.blueprint.name!r}",
                f"has shape {np.shape(value)}, expected {wanted}",
                "Give one state at a time",
            )


def finite(system: Machine, values: Any) -> None:
    """Refuse states that hold NaN or infinity, by the name of the number."""
    names = {"q": system.q_names, "v": system.v_names, "tau": system.v_names}
    for port, value in values.items():
        bad = np.flatnonzero(~np.isfinite(value))
        if bad.size:
            which = f" of {names[port][int(bad[0]) % len(names[port])]!r}" if port in names else ""
            raise ShapeError(
                f"input {port!r} of mechanism {system.blueprint.name!r}",
                f"holds {np.ravel(value)[bad[0]]}{which}",
                "Give finite numbers",
            )


def repair(
    system: Machine,
    found: Sequence[np.ndarray],
    good: np.ndarray,
    inputs: Mapping[str, Any],
    lost: float,
    sizes: np.ndarray,
) -> None:
    """Entries of (q̈, λ) for which the kernel's answer does not stand are solved one by one, in place."""
    qdd, lam = found
    batch = qdd.shape[:-1]
    shapes = {"q": (system.n_q,), "v": (system.n_v,), "tau": (system.n_v,), "t": ()}
    full = {name: np.broadcast_to(inputs[name], (*batch, *shape)) for name, shape in shapes.items()}
    for index in zip(*np.nonzero(~good)) if batch else ((),):
        one = {name: x[index] for name, x in full.items()}
        end = singular_dynamics(
            system, one["q"], one["v"], one["tau"], t=float(one["t"]), p=inputs.get("p"), lost=lost, sizes=sizes
        )
        qdd[index], lam[index] = end.qdd, end.lam
