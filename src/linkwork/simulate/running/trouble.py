"""Which part of the machine a run failed at."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..machine import Machine


def gaps(system: Machine, t: float, q: np.ndarray, p: np.ndarray) -> np.ndarray:
    """h of every row."""
    kernel = system.kernel("closure_gap")
    given = {"q": q, "t": np.array(t), "p": p}
    return kernel.call(**{name: given[name] for name in kernel.inputs})


def open_loop(system: Machine, t: float, y: np.ndarray, p: np.ndarray) -> str:
    """The loop with the largest gap, or with one that is no number."""
    gap = np.abs(gaps(system, t, np.array(y[: system.n_q]), p))
    gap[~np.isfinite(gap)] = np.inf
    return system.rows[int(np.argmax(gap))].name


def diverged_body(system: Machine, y: np.ndarray, new: np.ndarray) -> str:
    """The body whose joint is the first without a finite rate, else the one that moves fastest."""
    n_q, n_v = system.n_q, system.n_v
    for state in (y, new):
        v = state[n_q : n_q + n_v]
        if not np.isfinite(v).all():
            return body_of(system, int(np.argmax(~np.isfinite(v))))
    return body_of(system, int(np.argmax(np.abs(y[n_q : n_q + n_v]))))


def body_of(system: Machine, rate: int) -> str:
    """The body that the joint of a rate moves."""
    for joint in system.plan.joints.values():
        if joint.v.start <= rate < joint.v.stop:
            named: Any = joint.bodies[0 if joint.reversed else 1]
            return named or joint.name
    return system.v_names[rate]
