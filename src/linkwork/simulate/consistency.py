"""Rates and accelerations that keep the loops closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.errors import ShapeError, SingularError, UnknownName
from linkwork.simulate.machine import Machine

CUTOFF = 1e-11  # singular values below this share of the largest count as zero
OPEN = 1e-8  # a condition missed by more than this share of what was asked for cannot be met


def velocity(
    system: Machine,
    q: Any,
    near: Any = None,
    *,
    t: Any = 0.0,
    p: Any = None,
    twists: Mapping[str, Any] | None = None,
    weighted: bool = False,
    rates: Mapping[str, Any] | None = None,
) -> np.ndarray:
    """Rates nearest to `near` with J v + ∂h/∂t = 0 and the named ones as given; see `System.velocity`."""
    q = np.asarray(q, dtype=float)
    v = np.zeros(system.n_v) if near is None else np.asarray(near, dtype=float)
    v = np.broadcast_to(v, (*np.broadcast_shapes(q.shape[:-1], v.shape[:-1]), system.n_v))
    J, drift, _ = system.loops(p).rates(q, np.zeros(system.n_v), t)
    found = [(J, -drift), *_named(system, rates or {}), *_twists(system, q, twists or {}, p)]
    M = system.kernel("mass_matrix").call(q, **_given(system, "mass_matrix", t, p)) if weighted else None
    return _nearest(system, v, found, [*(rates or {}), *(twists or {})], M, "velocity")


def acceleration(
    system: Machine,
    q: Any,
    v: Any,
    near: Any = None,
    *,
    t: Any = 0.0,
    p: Any = None,
    weighted: bool = False,
    rates: Mapping[str, Any] | None = None,
) -> np.ndarray:
    """Accelerations nearest to `near` with J q̈ = −J̇ v and the named ones as given; see `System.acceleration`."""
    q, v = np.asarray(q, dtype=float), np.asarray(v, dtype=float)
    vd = np.zeros(system.n_v) if near is None else np.asarray(near, dtype=float)
    lead = np.broadcast_shapes(q.shape[:-1], v.shape[:-1], vd.shape[:-1])
    J, _, psi = system.loops(p).rates(q, v, t)
    M = system.kernel("mass_matrix").call(q, **_given(system, "mass_matrix", t, p)) if weighted else None
    found = [(J, psi), *_named(system, rates or {})]
    return _nearest(system, np.broadcast_to(vd, (*lead, system.n_v)), found, list(rates or {}), M, "acceleration")


def _given(system: Machine, law: str, t: Any, p: Any) -> dict[str, Any]:
    """t and p where a law wants them."""
    values = {"t": np.asarray(t, dtype=float), "p": system.parameter_array(p)}
    return {name: values[name] for name in system.kernel(law).inputs if name in values}


def _named(system: Machine, rates: Mapping[str, Any]) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rows that pick the rates of joints."""
    found = []
    for name, value in rates.items():
        indices = list(system.rate_indices(name))
        order = system.plan.joints[name].order if name in system.plan.joints else 1
        values = np.asarray(value, dtype=float)
        if len(indices) == 1:
            values = values[..., None]
        elif values.shape[-1:] != (len(indices),):
            raise ShapeError(f"rate of joint {name!r}", f"has shape {values.shape}", f"Give {len(indices)} numbers")
        found.append((np.eye(system.n_v)[indices], values[..., ::order]))
    return found


def _twists(system: Machine, q: np.ndarray, twists: Mapping[str, Any], p: Any) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rows of bodies' velocities: (vx, vy, vz) of the origin, or (ωx, ωy, ωz, vx, vy, vz); None leaves one free."""
    found = []
    for body, twist in twists.items():
        if body not in system.plan.bodies:
            raise UnknownName("body", body, system.plan.bodies, f"mechanism {system.blueprint.name!r}")
        parts: Sequence[Any] = (None, None, None, *twist) if len(twist) == 3 else twist
        if len(parts) != 6:
            raise ShapeError(f"twist of body {body!r}", f"has {len(parts)} parts", "Give (vx, vy, vz) or six numbers")
        rest = {"p": system.parameter_array(p)} if system.parameters else {}
        J = system.kernel("jacobian", body=body).call(q, **rest)
        chosen = [i for i, x in enumerate(parts) if x is not None]
        found.append((J[..., chosen, :], np.stack([np.asarray(parts[i], dtype=float) for i in chosen], axis=-1)))
    return found


def _nearest(
    system: Machine,
    x: np.ndarray,
    conditions: Sequence[tuple[np.ndarray, np.ndarray]],
    names: Sequence[str],
    M: np.ndarray | None,
    what: str,
) -> np.ndarray:
    """x + δ with C (x + δ) = b, δ the shortest, or that of least kinetic energy with M.

    δ = L⁻ᵀ (C L⁻ᵀ)⁺ (b − C x),  M = L Lᵀ                             (1)
    """
    lead = np.broadcast_shapes(
        x.shape[:-1], *(C.shape[:-2] for C, _ in conditions), *(b.shape[:-1] for _, b in conditions)
    )
    C = np.concatenate([np.broadcast_to(C, (*lead, *C.shape[-2:])) for C, _ in conditions], axis=-2)
    b = np.concatenate([np.broadcast_to(b, (*lead, b.shape[-1])) for _, b in conditions], axis=-1)
    rest = (b - (C @ x[..., None])[..., 0])[..., None]
    if not C.shape[-2]:
        return np.array(np.broadcast_to(x, (*lead, system.n_v)))
    if M is None:
        change = np.linalg.pinv(C, rcond=CUTOFF) @ rest
    else:
        back = np.linalg.inv(np.linalg.cholesky(M)).swapaxes(-1, -2)
        change = back @ (np.linalg.pinv(C @ back, rcond=CUTOFF) @ rest)  # (1)
    found = x + change[..., 0]
    missed = np.abs((C @ found[..., None])[..., 0] - b)
    scale = np.abs(b).max(initial=0.0) + np.abs(found).max(initial=0.0)
    if not missed.max(initial=0.0) <= OPEN * max(scale, 1e-300):
        raise _contradiction(system, missed, names, what)
    return found


def _contradiction(system: Machine, missed: np.ndarray, names: Sequence[str], what: str) -> SingularError:
    rows = system.loops().rows
    worst = int(np.argmax(missed.reshape(-1, missed.shape[-1]).max(axis=0)))
    given = f"with {', '.join(map(repr, names))} given" if names else "in this pose"
    if worst < len(rows):
        row = rows[worst]
        problem = f"no {what} keeps {row.name!r} closed {given}: its {row.component} would open at {missed.max():.3g}"
    else:
        problem = f"no {what} keeps the loops closed {given}; it is missed by {missed.max():.3g}"
    return SingularError(
        f"mechanism {system.blueprint.name!r}",
        problem,
        "Give fewer of them, or others; singularity(q) tells what can move",
    )
