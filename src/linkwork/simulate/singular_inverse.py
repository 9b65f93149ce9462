"""Inverse dynamics where the machine is singular: the forces of a motion, if the drives can give it there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.dynamics.equations import Stabilisation
from linkwork.dynamics.free_base import base_nodes
from linkwork.errors import SingularError
from linkwork.simulate.drives import joints_of, loose_motions
from linkwork.simulate.machine import Machine
from linkwork.simulate.singular import (
    LOST,
    condition_rows,
    finite,
    forces_needed,
    multipliers_of_kept,
    quickest,
    regularised_directions,
)

MISSED = 1e-7  # a force along a loose motion below this share of all forces is rounding


def singular_inverse_dynamics(
    system: Machine,
    q: np.ndarray,
    v: np.ndarray,
    vd: np.ndarray,
    *,
    t: float = 0.0,
    p: Any = None,
    weights: Mapping[int, float],
    left_out: Collection[int] = (),
    sizes: np.ndarray,
) -> tuple[np.ndarray, np.ndarray]:
    """τ and λ of one state, of least norm where they are not determined; rates `left_out` need no force.

        Nᵀ S τ = Nᵀ (M q̈ − φ),   N all motions that neither rows nor regularised rows forbid          (1)
        Jᵀ λ = M q̈ − φ − S τ                                                                         (2)

    Rows that vanish or depend on each other here exert their forces along the rows that take their place while the
    machine moves (Amirouche, Eq. (40)): those forces stay finite where λ does not.
    """
    finite(system, {"q": q, "v": v, "vd": vd, "t": np.asarray(t)})
    M, phi = forces_needed(system, q, v, np.zeros(system.n_v), t, p)
    loops, need = system.loops(p), M @ vd - phi
    rows = condition_rows(loops, q, v, t, Stabilisation(), sizes)
    N = regularised_directions(M, phi, rows, LOST, quickest(system.numbers, v))
    inside = [k for k in range(system.n_v) if k not in set(left_out)]
    driven = [k for k in system.plan.actuated if k in set(inside)]
    soft = np.array([float(weights.get(k, 1.0)) ** -0.5 for k in driven])
    N = N / np.maximum(np.linalg.norm(N, axis=0), 1e-300)
    wanted = N[inside].T @ need[inside]
    tau = np.zeros(system.n_v)
    tau[driven] = soft * (np.linalg.pinv(N[driven].T * soft, rcond=LOST) @ wanted)  # (1)
    missed = np.abs(N[inside].T @ (need - tau)[inside]).max(initial=0.0)
    if missed > MISSED * max(float(np.abs(need).max(initial=0.0)), 1e-300):
        loose = joints_of(system, loose_motions(system, loops.jacobian(q, t), [*driven, *left_out]))
        raise SingularError(
            f"mechanism {system.blueprint.name!r}",
            "cannot follow this motion through its singular pose: its drives exert nothing on "
            f"{', '.join(map(repr, loose))}, which would need {missed:.3g} more",
            "Drive another joint there, or take a motion that goes around it; singularity(q) tells how near it is",
            see="how-to/singular-poses",
        )
    rest = need - tau
    rest[list(left_out)] = 0.0
    return tau, multipliers_of_kept(system, loops, q, t, rows.J, rest, sizes)  # (2)


def repair_inverse(
    system: Machine, found: Sequence[np.ndarray], good: np.ndarray, inputs: Mapping[str, Any], *, base: bool = False
) -> None:
    """Entries of (τ, λ) for which the kernel's answer does not stand are solved one by one, in place.

    With a free base the accelerations come third: those of the base follow from the others.
    """
    tau, lam, *rest = found
    batch = tau.shape[:-1]
    shapes = {"q": (system.n_q,), "v": (system.n_v,), "vd": (system.n_v,), "t": ()}
    full = {name: np.broadcast_to(inputs[name], (*batch, *shape)) for name, shape in shapes.items()}
    left_out = tuple(k for i in base_nodes(system.plan) for k, _ in system.plan.nodes[i].columns) if base else ()
    weights = {k: float(x) for name, x in system.options.weights.items() for k in system.rate_indices(name)}
    for index in zip(*np.nonzero(~good)) if batch else ((),):
        one = {name: x[index] for name, x in full.items()}
        vd = rest[0][index] if base else one["vd"]
        tau[index], lam[index] = singular_inverse_dynamics(
            system, one["q"], one["v"], vd, t=float(one["t"]), p=inputs.get("p"), weights=weights, left_out=left_out,
            sizes=system.usual_sizes,
        )  # fmt: skip
