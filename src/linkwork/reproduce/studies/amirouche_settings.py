"""Amirouche (1991): the start as printed; the lost row replaced, deleted or kept, with several thresholds and steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import sqrt
from typing import Any

import numpy as np

from linkwork.blueprint.library import two_arm_robot
from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.papers.two_arm import SINGULAR, SPEED, START, exact_motion
from linkwork.blueprint.library.published.amirouche import CASES, NEAR, name_of
from linkwork.system import System

from ..complements import runge_kutta
from ..findings import Piece, Sheet, judged
from ..study import study
from .amirouche import exact
from .book_loops import top

LOST = 1  # of the rows x and y of the tip's path, the one that vanishes
PRINTED = (1.047198, 4.41466, 1.4252, -3.51724)
Law = Callable[[float, np.ndarray, np.ndarray], np.ndarray]


@study("amirouche/start")
def start(run: Experiment) -> Iterator[Piece]:
    """The printed start, what follows from it, and equation 76 as printed."""
    system = two_arm_robot().compile()
    begin, through, fine = exact(np.zeros(1)), exact(np.array([SINGULAR])), exact(np.linspace(0.0, 2 * SINGULAR, 841))
    J = np.asarray(system.closure_jacobian(through.q[0]))
    G, _ = system.loops().thirds(through.q[0], through.v[0], SINGULAR)
    rounded, rates = np.array(PRINTED[:2]), np.array(PRINTED[2:])
    h = system.closure_gap(rounded, t=np.array(0.0))
    _, drift, _ = system.closure_rates(rounded, rates)
    opening = np.asarray(system.closure_jacobian(rounded)) @ rates + drift
    tip = -(np.asarray(system.closure_jacobian(rounded)) @ rates)[0]
    wrong = np.array([as_printed(q, v, vd) for q, v, vd in zip(fine.q, fine.v, fine.vd)])
    ends = [(float(one.min()), -top(fine.t, -one)[1], float(one.max())) for one in wrong.T]
    moments = tuple(float(system.blueprint.body(name).inertia[2][2]) for name in ("arm", "forearm"))
    ours: dict[str, Any] = {
        "angles at the start": tuple(begin.q[0].tolist()),
        "rates at the start": tuple(begin.v[0].tolist()),
        "moments": moments,
        "speed": float(abs(tip)),
        "x of the tip": START,
        "singular instant": SINGULAR,
        "instant at which": (START + sqrt(2.0)) / SPEED,
        "gap and its rate": (float(h[LOST]), float(opening[LOST])),
        "determinant": float(np.linalg.det(np.array([-G[LOST], -J[0]]))),
        "rates through": tuple(through.v[0].tolist()),
        "rates of the branch": tuple(turning_back(system, through.q[0])),
        "angles at twice": exact_motion(2 * SINGULAR),
        "torques at the singular": tuple(as_printed(through.q[0], through.v[0], through.vd[0]).tolist()),
        "range of the first": ends[0][::2],
        "range of the second": ends[1][::2],
    }
    for theirs in run.numbers:
        yield judged(run, theirs, next(x for name, x in ours.items() if theirs.quantity.startswith(name)))


def turning_back(system: System, q: np.ndarray) -> list[float]:
    """The other rates at the singular pose: ḣ₂ = 0 and ḧ₁ = 0 there, y₁² = (y₁ + y₂)² / 2."""
    J = np.asarray(system.closure_jacobian(q))[0]
    _, drift, _ = system.closure_rates(q, np.zeros(2))
    w_over_y = -sqrt(2.0)  # with the other sign the arm goes through
    for sign in (1.0, -1.0):
        ratio = sign * w_over_y - 1.0
        y = -drift[0] / (J[0] + J[1] * ratio)
        if y * ratio > 0.0:
            return [float(y), float(y * ratio)]
    raise AssertionError("one of the two branches turns back")


def as_printed(q: np.ndarray, y: np.ndarray, yd: np.ndarray, g: float = 9.81) -> np.ndarray:
    """Driving torques by equation 76 as it stands in the report, m = l = 1."""
    (S1, _), (S2, C2) = ((np.sin(x), np.cos(x)) for x in q)
    S12 = np.sin(q.sum())
    I1, I2 = 2.0 / 12, 1.0 / 48
    M = np.array([[1.5 + I1 + I2, C2 / 4 + I2], [C2 / 4 + I2, 1 / 16 + I2]])
    c = np.array([-y[1] * y.sum() * S2 / 4 - 2 * g * S1, y[0] ** 2 * S2 / 4 + g * S12 / 4])
    return M @ yd + c


def law_of(system: System, gamma: float, near: float, added: str = "", deleted: bool = False) -> Law:
    """q̈ from the conditions alone; the row that vanishes replaced by its third derivative (or left out) while it is
    shorter than `near`. `added`: Baumgarte's terms of that row by equation (41) or as equation (78) prints them.
    """
    loops, alpha, beta = system.loops(), 2 * gamma, gamma * gamma
    still = np.zeros(system.n_v)

    def law(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        J, drift, psi = (np.array(x) for x in loops.rates(q, v, t))
        h, rate = system.closure_gap(q, t=np.array(t)), J @ v + drift
        right = psi - alpha * rate - beta * h
        if np.linalg.norm(J[LOST]) < near:
            if deleted:
                M, phi, *_ = system.block_equations(q, v, still)
                left = J[1 - LOST]
                A = np.block([[M, -left[:, None]], [left[None], np.zeros((1, 1))]])
                return np.linalg.solve(A, [*phi, right[1 - LOST]])[:2]
            G, rest = loops.thirds(q, v, t)
            terms = {"": 0.0, "(41)": alpha * psi[LOST] - beta * rate[LOST],
                     "(78)": -alpha * rate[LOST] - beta * h[LOST]}  # fmt: skip
            J[LOST], right[LOST] = G[LOST], -rest[LOST] + terms[added]
        return np.linalg.solve(J, right)

    return law


def passed(
    system: System, law: Law, h: float, *, begin: tuple[float, ...] = PRINTED
) -> tuple[float, tuple[float, float, float], tuple[float, float]]:
    """How far Runge–Kutta steps get; largest gap, its rate in per cent of the speed, error of q; first torque."""
    free = two_arm_robot(guided=False).compile()

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        return np.concatenate([y[2:], law(t, y[:2], y[2:])])

    t, y = runge_kutta(rates, np.array(begin), 0.84, h)
    q, v = np.ascontiguousarray(y[:, :2]), np.ascontiguousarray(y[:, 2:])
    vd = np.array([law(float(now), a, b) for now, a, b in zip(t, q, v)])
    gaps = [abs(float(system.closure_gap(a, t=np.array(now))[LOST])) for now, a in zip(t, q)]
    J, drift, _ = system.loops().rates(q, v, t)
    rate = np.abs(np.einsum("nij,nj->ni", J, v) + drift)[:, LOST]
    away = np.abs(q - np.array([exact_motion(float(now)) for now in t])).max()
    tau = free.inverse_dynamics(q, v, vd)[:, 0]
    return float(t[-1]), (max(gaps), float(100 * rate.max() / SPEED), float(away)), (float(tau.min()), float(tau.max()))


@study("amirouche/settings")
def settings(run: Experiment) -> Iterator[Piece]:
    """Thresholds, steps and constants; the row deleted in place of replaced."""
    system = two_arm_robot().compile()
    lines, ours = [], {}
    for case in CASES:
        step, gamma, near, added, *_ = case
        reached, errors, torque = passed(system, law_of(system, gamma, near, added), float(step))
        lines.append((name_of(case), reached, *errors, *torque))
        ours[f"{name_of(case)}: gap"], ours[f"{name_of(case)}: range"] = errors, torque
        ours[f"{name_of(case)}: largest"] = max(-torque[0], torque[1])
    first = exact(np.zeros(1))
    begin = (*first.q[0].tolist(), *first.v[0].tolist())
    clean = tuple(passed(system, law_of(system, 0.0, near), 1e-3, begin=begin)[1][2] for near in (0.1, 0.01))
    ours["unmodified and without"] = passed(system, law_of(system, 0.0, 0.0), 1e-3)[0]
    ours["γ = 10, step 0.0005"] = passed(system, law_of(system, 10.0, 0.0), 5e-4)[0] < 0.83
    ours["exact start"] = clean
    for g in (0.0, 9.81):
        machine = two_arm_robot(gravity=g).compile()
        found = (passed(machine, law_of(machine, 0.0, near, deleted=True), 1e-3, begin=begin) for near in NEAR)
        ours[f"row deleted below 0.02, 0.05, 0.1, 0.2, gravity {g:g}"] = tuple(each[1][2] for each in found)
    deleted = ours["row deleted below 0.02, 0.05, 0.1, 0.2, gravity 0"]
    ours["deleting"] = deleted[2] > clean[0]
    plain, damped = (ours[f"{name_of(CASES[k])}: range"] for k in (7, 9))
    ours["the regularised row"] = bool(np.abs(np.array(plain) - damped).max() < 0.01)
    last = "one unit of the last digit"
    reasons = {
        "exact start": last,
        f"{name_of(CASES[10])}: gap": last,
        "deleting": f"{deleted[2] / clean[0]:.0f} times without gravity",
    }
    for theirs in run.numbers:
        name, value = next((name, x) for name, x in ours.items() if theirs.quantity.startswith(name))
        yield judged(run, theirs, value, reasons.get(name, ""))
    names = ("setting", "reaches t in s", "gap in m", "rate in per cent", "q off in rad", "smallest torque", "largest")
    yield Sheet("Runge–Kutta of order 4 from the printed start", names, tuple(lines))
