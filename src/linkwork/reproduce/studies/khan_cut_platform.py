"""Khan (2002), chapter 3: the platform cut into three parts, each carried by a leg of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from linkwork.blueprint import inertia
from linkwork.blueprint.builder import Mechanism
from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.three_rrr import BASE
from linkwork.system import System

from ..complements import by_elimination
from ..courses import States, states
from ..findings import Piece, judged
from ..runs import columns, compiled, torques
from ..study import study
from .book_loops import peak, top

LEGS = (1, 2, 3)
CRANK, COUPLER, REACH = 0.4, 0.6, 0.4 / np.sqrt(3.0)  # m; reach: from a corner to the middle
MASSES, MOMENT = (3.0, 4.0, 8.0), 0.0817
WRONG = (MASSES[0] - MASSES[1]) * (COUPLER / 2) ** 2  # what equation 2.1 as printed adds to a coupler's inertia


@study("khan/starting pose")
def starting_pose(run: Experiment) -> Iterator[Piece]:
    """The closed pose beside the printed one."""
    system = compiled(run)
    q = system.closed_start
    elbows = tuple(columns(system, q[None], [f"elbow_{k}" for k in LEGS])[0].tolist())
    platform = tuple(float(q[system.q_names.index(f"platform.{name}")]) for name in ("x", "y", "angle"))
    printed, place, *_, gap = run.numbers
    for theirs in run.numbers[:4]:
        yield judged(run, theirs, elbows if theirs.quantity.startswith("elbow") else platform)
    at = dict(zip(("platform.x", "platform.y", "platform.angle"), place.value))
    at |= {f"elbow_{k}": angle for k, angle in zip(LEGS, printed.value)}
    rounded = np.array([at.get(name, here) for name, here in zip(system.q_names, q)])
    yield judged(run, gap, float(np.abs(system.closure_gap(rounded)).max()))


@study("khan/cut platform")
def cut_platform(run: Experiment) -> Iterator[Piece]:
    """The matrices of the recursion half way, torques of the legs alone, and (3.37): τ = Jᵀ of these."""
    system = compiled(run)
    motion = states(system, run, [run.duration / 2])
    q, v, vd = motion.q[0], motion.v[0], motion.vd[0]
    names = list(system.v_names)
    T = complement(system, q)
    J = np.array([row for k in LEGS for row in relative(names, T, k)])
    alone = [np.asarray(leg(motion, system, k)) for k in LEGS]
    K = np.triu_indices(3)
    ours: dict[str, Any] = {
        "coordinates": absolute(names, q),
        "their rates": absolute(names, v),
        "their accelerations": absolute(names, vd),
        "K": tuple(projectors(system, q)[K].tolist()),
        "JᵀIJ": tuple((T.T @ system.mass_matrix(q) @ T)[K].tolist()),
        "motor torques": tuple((J.T @ np.concatenate(alone)).tolist()),
        "largest torques": misprint(system, run),
    }
    for k in LEGS:
        ours[f"J, rows of elbow and corner {k}"] = tuple(J[3 * k - 2 : 3 * k].ravel().tolist())
        ours[f"torques of leg {k}"] = tuple(alone[k - 1].tolist())
    for theirs in run.numbers:
        yield judged(run, theirs, next(x for name, x in ours.items() if theirs.quantity.startswith(name)))


def complement(system: System, q: np.ndarray) -> np.ndarray:
    """T with q̇ = T θ̇, all rates from those of the cranks."""
    cranks = [system.rate_indices(f"base_{k}")[0] for k in LEGS]
    return by_elimination(cranks)(np.asarray(system.closure_jacobian(q)))[0]


def relative(names: Sequence[str], T: np.ndarray, k: int) -> list[np.ndarray]:
    """Rows of T for base, elbow and corner of a leg, each joint against the link before it."""
    base, elbow, platform = (T[names.index(name)] for name in (f"base_{k}", f"elbow_{k}", "platform.angle"))
    return [base, elbow, platform - base - elbow]


def absolute(names: Sequence[str], x: np.ndarray) -> tuple[float, ...]:
    """Crank and coupler of each leg from the x axis; platform angle, x and y."""
    found: list[float] = []
    for k in LEGS:
        base, elbow = (float(x[names.index(f"{joint}_{k}")]) for joint in ("base", "elbow"))
        found += [base, base + elbow]
    return (*found, *(float(x[names.index(f"platform.{axis}")]) for axis in ("angle", "x", "y")))


def joints_of(system: System, q: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Places of base, elbow, corner of a leg, and of the platform's middle."""
    z = BASE[k - 1]
    base = np.array([z.real, z.imag])
    tip = system.kernel("point", body=f"crank_{k}", at=(CRANK, 0.0, 0.0)).call(q)
    corner = system.kernel("point", body=f"coupler_{k}", at=(COUPLER, 0.0, 0.0)).call(q)
    middle = q[[system.q_names.index(f"platform.{axis}") for axis in "xy"]]
    return base, np.asarray(tip)[:2], np.asarray(corner)[:2], middle


def projectors(system: System, q: np.ndarray) -> np.ndarray:
    """K = Σ Φ₂ (3.10): what elbow and corner of each leg leave of the platform's twist [ω; v]."""
    K = np.zeros((3, 3))
    for k in LEGS:
        _, elbow, corner, P = joints_of(system, q, k)
        A = np.array([[1.0, -(P - joint)[1], (P - joint)[0]] for joint in (elbow, corner)]).T
        K += np.eye(3) - A @ np.linalg.pinv(A)
    return K


def leg(motion: States, system: System, k: int) -> np.ndarray:
    """Joint torques of a leg alone that moves as in the machine, with a third of the platform at its end (3.34)."""
    z = BASE[k - 1]
    m = Mechanism(f"leg {k}", gravity=(0.0, -9.81, 0.0))
    crank, coupler = (
        m.body(name, mass=mass, com=(length / 2, 0.0, 0.0), inertia=inertia.rod(mass, length))
        for name, mass, length in (("crank", MASSES[0], CRANK), ("coupler", MASSES[1], COUPLER))
    )
    third = MOMENT / 3
    part = m.body("part", mass=MASSES[2] / 3, com=(REACH, 0.0, 0.0), inertia=(third, third, third))
    m.revolute("base", m.ground.at(z.real, z.imag), crank)
    m.revolute("elbow", crank.at(CRANK, 0.0), coupler)
    m.revolute("corner", coupler.at(COUPLER, 0.0), part)
    m.actuate("base", "elbow", "corner")
    alone, names = m.compile(), list(system.v_names)
    q, v, vd = (
        np.array([x[names.index(f"base_{k}")], x[names.index(f"elbow_{k}")], x[names.index("platform.angle")]])
        for x in (motion.q[0], motion.v[0], motion.vd[0])
    )
    for x in (v, vd):
        x[2] -= x[0] + x[1]
    _, _, corner, P = joints_of(system, motion.q[0], k)
    q[2] = np.arctan2(*(P - corner)[::-1]) - q[0] - q[1]
    return np.asarray(alone.inverse_dynamics(q, v, vd))


def misprint(system: System, run: Experiment) -> tuple[float, float, float]:
    """Largest motor torques that (m₁ − m₂) c₂² in each coupler's inertia makes along the motion: Σ ∂θ₂/∂θ Δ θ̈₂."""
    fine = states(system, run, np.linspace(0.0, run.duration, 301))
    found = np.zeros((len(fine.t), 3))
    for row, q, vd in zip(found, fine.q, fine.vd):
        T = complement(system, q)
        for k in LEGS:
            pair = [system.rate_indices(f"{joint}_{k}")[0] for joint in ("base", "elbow")]
            row += T[pair].sum(axis=0) * WRONG * vd[pair].sum()
    return tuple(peak(np.abs(one)) for one in found.T)  # type: ignore[return-value]


def along(system: System, run: Experiment, motion: States) -> dict[str, Any]:
    """What the motion meets: extremes of the passive Jacobian and the elbows, instants of extreme torques."""
    passive = [k for k, name in enumerate(system.v_names) if not name.startswith("base")]
    A = [np.asarray(system.closure_jacobian(q))[:, passive] for q in motion.q]
    determinants = np.abs(np.linalg.det(A))
    elbows = columns(system, motion.q, [f"elbow_{k}" for k in LEGS])
    sines = np.sin(elbows)
    tau = columns(system, torques(system, motion)[0], ["base_1"])[:, 0]
    return {
        "elbow angles at the end": tuple(elbows[-1].tolist()),
        "determinant": (float(determinants.min()), float(determinants.max())),
        "condition": bool(np.linalg.cond(A).max() < 15.4),
        "sine": (float(sines.min()), float(sines.max())),
        "instants": tuple(top(motion.t, sign * tau)[0] for sign in (-1.0, 1.0)),
    }
