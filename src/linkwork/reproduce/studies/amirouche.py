"""Amirouche (1991): the two-arm robot through its singular pose, with and without the regularised row."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from linkwork.blueprint.library import two_arm_robot
from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.papers.two_arm import SINGULAR, SPEED, exact_motion
from linkwork.dynamics.equations import Stabilisation
from linkwork.system import System

from ..complements import runge_kutta
from ..courses import States
from ..findings import Curve, Figure, Piece, Sheet, beside, curves, dots, judged, number, tabled
from ..study import study

NEAR = 0.1  # share of their usual size below which conditions are replaced; the report gives no threshold
STEPS = (400.0, 420.3)  # to the singular instant: one step ends exactly there, or no stage of one does
SMOOTH = 1.01  # of the largest exact torque: what a smooth passage stays below


def exact(t: np.ndarray, h: float = 2e-3) -> States:
    """The exact motion with its rates by differences of sixth order."""
    first = np.array([-1.0, 9.0, -45.0, 0.0, 45.0, -9.0, 1.0]) / 60.0
    second = np.array([2.0, -27.0, 270.0, -490.0, 270.0, -27.0, 2.0]) / 180.0
    around = np.array([[exact_motion(x + k * h) for k in range(-3, 4)] for x in t])
    return States(
        t, around[:, 3], np.einsum("k,nkj->nj", first, around) / h, np.einsum("k,nkj->nj", second, around) / h**2
    )


@study("amirouche/exact motion", "amirouche/exact motion without gravity")
def exact_torques(run: Experiment) -> Iterator[Piece]:
    """Coordinates, rates, accelerations and torques of the exact motion."""
    free = two_arm_robot(guided=False, **run.arguments).compile()
    for table in run.tables:
        motion = exact(np.array(table.times))
        tau = free.inverse_dynamics(motion.q, motion.v, motion.vd)
        found = {"coordinate": motion.q, "rate": motion.v, "acceleration": motion.vd, "torque": tau}
        yield from tabled(run, table, found[table.quantity])
    fine = exact(np.linspace(0.0, 1.0, 201))
    tau = free.inverse_dynamics(fine.q, fine.v, fine.vd)
    points = dots(run.tables[-1])
    yield Figure("Torques of the exact motion", "t in s", "τ in Nm", (*curves(fine.t, free.v_names, tau), *points))


@study(
    "amirouche/unmodified", "amirouche/regularised",
    "amirouche/unmodified with Baumgarte", "amirouche/regularised with Baumgarte",
)  # fmt: skip
def passage(run: Experiment) -> Iterator[Piece]:
    """Runge–Kutta steps through the singular pose, from exact initial values."""
    stabilisation = Stabilisation(run.control["alpha"] / 2, run.control["beta"] ** 0.5)
    system = two_arm_robot().compile(stabilisation=stabilisation)
    free = two_arm_robot(guided=False).compile()
    law = regularised if run.control["regularisation"] else plain
    accelerations = law(system, stabilisation)
    lines, torque, violation = [], [], []
    for count in STEPS:
        found = driven_through(system, accelerations, SINGULAR / count)
        tau = free.inverse_dynamics(found.q, found.v, found.vd)
        J, drift, _ = system.closure_rates(found.q, found.v)
        error = 100 * np.abs(np.einsum("nij,nj->ni", J, found.v) + drift).max(axis=1) / SPEED
        away = np.abs(found.q - np.array([exact_motion(t) for t in found.t])).max()
        lines.append((count, float(found.t[-1]), float(away), largest_of(tau), float(error.max())))
        torque.append((found.t, tau))
        violation.append((found.t, error))
    smooth, largest = number(run, "smooth"), number(run, "largest")
    survives = all(line[1] > 1.99 * SINGULAR and line[3] < SMOOTH * largest.value[0] for line in lines)
    reason = (
        f"reaches t = {lines[0][1]:.3g} s if a step ends at the singular instant, {lines[1][1]:.3g} s if none does; "
        f"largest torques {lines[0][3]:.3g} and {lines[1][3]:.3g} Nm, velocity errors {lines[0][4]:.1g} and "
        f"{lines[1][4]:.1g} per cent"
    )
    yield judged(run, smooth, survives, reason)
    t, tau = torque[0]
    if survives:
        yield judged(run, largest, tuple(np.abs(tau).max(axis=0).tolist()), tolerance=1e-3)
        own = system.simulate(
            system.closed_start, system.velocity(system.closed_start), duration=2 * SINGULAR, method="rk4",
            step=SINGULAR / STEPS[0],
        )  # fmt: skip
        away = np.abs(own.q - np.array([exact_motion(t) for t in own.t])).max()
        needed = free.inverse_dynamics(own.q.copy(), own.v.copy(), own.qdd.copy())
        lines.append(("400, simulate()", float(own.t[-1]), float(away), largest_of(needed), 100 * own.e2.max() / SPEED))
    else:
        yield beside(run, largest, tuple(np.abs(tau).max(axis=0).tolist()), "with the jumps")
    names = ("steps to the singular instant", "reaches t in s", "q off in rad", "largest torque in Nm", "ḣ in per cent")
    yield Sheet("Runge–Kutta of order 4, from exact initial values", names, tuple(lines))
    clipped = np.clip(tau, -30.0, 30.0)
    yield Figure("Driving torques, cut at ±30", "t in s", "τ in Nm", curves(t, free.v_names, clipped))
    drawn = tuple(Curve(f"{n} steps", t, np.clip(e, 1e-14, 1e4)) for n, (t, e) in zip(STEPS, violation))
    yield Figure("Error of the velocity constraint", "t in s", "per cent", drawn, log=True)


def largest_of(tau: np.ndarray) -> float:
    """Largest torque of both joints."""
    return float(np.nanmax(np.abs(tau)))


Law = Callable[[float, np.ndarray, np.ndarray], np.ndarray]


def plain(system: System, stabilisation: Stabilisation) -> Law:
    """q̈ of M q̈ = φ + Jᵀ λ, J q̈ = ψ with the rows as they are."""

    def law(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        M, phi, J, psi = system.block_equations(q, v, np.zeros(system.n_v))
        _, drift, _ = system.closure_rates(q, v)
        gap = system.closure_gap(q, t=np.array(t))
        psi = psi - 2 * stabilisation.alpha * (J @ v + drift) - stabilisation.beta**2 * gap
        A = np.block([[M, -J.T], [J, np.zeros((len(J), len(J)))]])
        return np.linalg.solve(A, np.concatenate([phi, psi]))[: system.n_v]

    return law


def regularised(system: System, stabilisation: Stabilisation) -> Law:
    """The same with third derivatives in place of rows that are nearly lost, there alone."""
    still, usual, unmodified = np.zeros(system.n_v), system.usual_sizes[:, None], plain(system, stabilisation)

    def law(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        J = np.asarray(system.closure_jacobian(q)) / usual
        L = np.linalg.cholesky(system.mass_matrix(q))
        if np.linalg.svd(np.linalg.solve(L, J.T), compute_uv=False).min() > NEAR:
            return unmodified(t, q, v)
        return system.singular_dynamics(q, v, still, t=t, lost=NEAR).qdd

    return law


def driven_through(system: System, law: Law, h: float) -> States:
    """The motion until the arm is as far behind the singular pose as it began before it, or breaks down."""
    n = system.n_v
    begin = exact(np.zeros(1))

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[n:], law(t, y[:n], y[n:])])

    t, y = runge_kutta(rates, np.concatenate([begin.q[0], begin.v[0]]), 2 * SINGULAR, h)
    q, v = np.ascontiguousarray(y[:, :n]), np.ascontiguousarray(y[:, n:])
    vd = np.zeros_like(v)
    for k, now in enumerate(t):
        try:
            vd[k] = law(float(now), q[k], v[k])
        except np.linalg.LinAlgError:
            vd[k] = np.nan
    return States(t, q, v, vd)
