"""Sathuluri (2019): the Stewart platform at its start, in the coordinates of the platform."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.blueprint.library.experiment import Experiment
from linkwork.system import System

from ..findings import Piece, judged
from ..runs import compiled
from ..study import study

LEGS = tuple(f"leg_{k}" for k in range(1, 7))


def by_the_platform(system: System, q: np.ndarray) -> np.ndarray:
    """T with v = T (ṗ, ċ): all rates from those of the upright platform's place and Rodrigues parameters, ω = 2 ċ."""
    J = np.asarray(system.closure_jacobian(q))
    of_platform = list(system.rate_indices("platform"))
    rest = [k for k in range(system.n_v) if k not in of_platform]
    T = np.zeros((system.n_v, 6))
    T[of_platform[3:], :3], T[of_platform[:3], 3:] = np.eye(3), 2 * np.eye(3)
    T[rest] = -np.linalg.solve(J[:, rest], J[:, of_platform] @ T[of_platform])
    return T


def legs_by_platform(system: System, q: np.ndarray) -> np.ndarray:
    """∂l/∂x of the upright platform."""
    return by_the_platform(system, q)[[system.rate_indices(leg)[0] for leg in LEGS]]


@study("sathuluri/start (corrected)", "sathuluri/start (printed)")
def at_the_start(run: Experiment) -> Iterator[Piece]:
    """Leg lengths and angles, ∂l/∂x, mass matrix and gravity forces in task space."""
    system = compiled(run)
    q = system.start
    T = by_the_platform(system, q)
    M = T.T @ system.mass_matrix(q) @ T
    feet = np.array([[q[system.q_names.index(name)] for name in system.q_names if name.startswith(f"foot_{k}")]
                     for k in range(1, 7)])  # fmt: skip
    held = system.kernel("gravity_forces").call(q)
    ours: dict[str, Any] = {
        "length": float(np.mean([q[system.q_names.index(leg)] for leg in LEGS])),
        "first angles": tuple(feet[:, 0].tolist()),
        "second angles": tuple(feet[:, 1].tolist()),
        "determinant": float(np.linalg.det(legs_by_platform(system, q))),
        "diagonal": tuple(np.diag(M).tolist()),
        "its entries": (float(M[0, 4]), float(M[1, 3])),
        "gravity": float((T.T @ held)[2]),
        "entries (x, z)": (float(M[0, 2]), float(M[3, 5])),
        **identities(system, q, T),
    }
    for theirs in run.numbers:
        longest = max((name for name in ours if theirs.quantity.startswith(name)), key=len)
        yield judged(run, theirs, ours[longest])


def identities(system: System, q: np.ndarray, T: np.ndarray) -> dict[str, float]:
    """Determinants of the conditions' Jacobian by all but the platform and by all but the legs, over their formulas."""
    J = np.asarray(system.closure_jacobian(q))
    platform = list(system.rate_indices("platform"))
    legs = [system.rate_indices(leg)[0] for leg in LEGS]
    others = [k for k in range(system.n_v) if k not in platform]
    passive = [k for k in others if k not in legs]
    cosines = np.cos([q[system.q_names.index(name)] for name in system.q_names if name.startswith("foot")][1::2])
    product = float(np.prod([q[system.q_names.index(leg)] ** 2 for leg in LEGS]) * np.prod(cosines))
    by_legs = np.linalg.det(legs_by_platform(system, q))
    with_platform = np.column_stack([J[:, platform] @ T[platform], J[:, passive]])
    return {
        "determinant by which legs": float(abs(np.linalg.det(J[:, others])) / product),
        "determinant by which all": float(abs(np.linalg.det(with_platform)) / abs(product * by_legs)),
    }
