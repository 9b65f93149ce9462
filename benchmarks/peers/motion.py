"""One second of motion by what users would otherwise take: MuJoCo's loop in C, a loop over Pinocchio in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
import pinocchio as pin

from linkwork.algebra.steps import Ball, Free
from linkwork.system import System
from support.pinocchio_model import Twin, constraint_datas, twin

from .mujoco_model import Order, xml

SHOTS = 20  # states that are looked at within a motion


@dataclass
class Motion:
    """A way to compute a motion: `run()` is what is timed, `path()` gives states (q, v) on the way."""

    run: Callable[[], object]
    path: Callable[[], tuple[np.ndarray, np.ndarray]]


def by_mujoco(system: System, q: np.ndarray, v: np.ndarray, step: float, integrator: str, duration: float) -> Motion:
    """MuJoCo's own loop over `mj_step`, with the shortest time constant that it takes: two steps."""
    model = mujoco.MjModel.from_xml_string(xml(system.plan, step, integrator))
    model.eq_solref[:] = (2.0 * step, 1.0)
    data, place = mujoco.MjData(model), Order(system.plan, model)
    count = round(duration / step)

    def begin() -> None:
        mujoco.mj_resetData(model, data)
        data.qpos[:], data.qvel[:] = place.q(q), place.v(v)

    def run() -> None:
        begin()
        mujoco.mj_step(model, data, count)

    def path() -> tuple[np.ndarray, np.ndarray]:
        begin()
        found = [(q, v)]
        for k in range(SHOTS):
            mujoco.mj_step(model, data, (k + 1) * count // SHOTS - k * count // SHOTS)
            found.append(_state(place, data))
        return np.array([x for x, _ in found]), np.array([x for _, x in found])

    return Motion(run, path)


def _state(place: Order, data: Any) -> tuple[np.ndarray, np.ndarray]:
    """Our coordinates and rates; MuJoCo's free bodies have world axes for linear velocity, ours their own."""
    plan = place.plan
    q, v = np.zeros(plan.n_q), np.zeros(plan.n_v)
    for i, node in enumerate(plan.nodes):
        a, k, step = place.q_at[i], place.v_at[i], node.step
        sign = getattr(step, "sign", 1.0)
        q[node.q : node.q + step.n_q] = data.qpos[a : a + step.n_q] * (sign if step.n_q == 1 else 1.0)
        rates = data.qvel[k : k + step.n_v]
        if isinstance(step, Free):
            R = np.empty(9)
            mujoco.mju_quat2Mat(R, data.qpos[a + 3 : a + 7])
            rates = np.concatenate([rates[3:], R.reshape(3, 3).T @ rates[:3]])
        v[node.v : node.v + step.n_v] = rates * (1.0 if isinstance(step, (Ball, Free)) else sign)
    return q, v


def by_pinocchio(system: System, q: np.ndarray, v: np.ndarray, step: float, duration: float) -> Motion:
    """The classical Runge–Kutta method over `constraintDynamics`, as one writes it in Python; loops are left to drift."""
    peer = twin(system.plan)
    model, count = peer.model, round(duration / step)
    accelerate = _accelerations(peer)

    def after(x: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        a1 = accelerate(x, u)
        u2 = u + 0.5 * step * a1
        a2 = accelerate(pin.integrate(model, x, 0.5 * step * u), u2)
        u3 = u + 0.5 * step * a2
        a3 = accelerate(pin.integrate(model, x, 0.5 * step * u2), u3)
        u4 = u + step * a3
        a4 = accelerate(pin.integrate(model, x, step * u3), u4)
        return pin.integrate(model, x, step / 6 * (u + 2 * u2 + 2 * u3 + u4)), u + step / 6 * (
            a1 + 2 * a2 + 2 * a3 + a4
        )

    def run() -> tuple[np.ndarray, np.ndarray]:
        x, u = peer.q_of(q), peer.v_of(v)
        for _ in range(count):
            x, u = after(x, u)
        return x, u

    def path() -> tuple[np.ndarray, np.ndarray]:
        x, u = peer.q_of(q), peer.v_of(v)
        found = [(q, v)]
        for k in range(count):
            x, u = after(x, u)
            if (k + 1) * SHOTS % count < SHOTS:
                found.append((_our_q(peer, x), peer.v_from(u)))
        return np.array([x for x, _ in found]), np.array([x for _, x in found])

    return Motion(run, path)


def _accelerations(peer: Twin) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    model, data, datas = peer.model, peer.model.createData(), constraint_datas(peer)
    pin.initConstraintDynamics(model, data, peer.constraints, datas)
    settings, tau = pin.ProximalSettings(1e-12, 1e-10, 3), np.zeros(peer.model.nv)
    return lambda x, u: pin.constraintDynamics(model, data, x, u, tau, peer.constraints, datas, settings).copy()


def _our_q(peer: Any, x: np.ndarray) -> np.ndarray:
    q = np.zeros(peer.plan.n_q)
    for i, node in enumerate(peer.plan.nodes):
        at, step = peer.model.joints[i + 1].idx_q, node.step
        own = x[at : at + step.n_q]
        if isinstance(step, Free):
            own = [*own[:3], *np.roll(own[3:], 1)]
        elif isinstance(step, Ball):
            own = np.roll(own, 1)
        else:
            own = own * step.sign
        q[node.q : node.q + step.n_q] = own
    return q
