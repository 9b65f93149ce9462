"""Hyper-degree-of-freedom chains: what a joint costs from 50 to 1,000 of them, and how long it takes to get there."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pinocchio as pin
from floor_worker import peak_memory
from machines import chain
from tables import Results
from timing import alternately

from linkwork.system import System
from support.pinocchio_model import twin


def _pinocchio(system: System, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> Callable[[], object]:
    peer = twin(system.plan)
    model, data, state = peer.model, peer.model.createData(), (peer.q_of(q), peer.v_of(v), peer.v_of(tau))
    return lambda: pin.aba(model, data, *state)


def long_chains() -> Results:
    """Hyper-degree-of-freedom chains: cost per joint, and what it takes to get there."""
    table = Results(
        "Forward dynamics of long chains",
        [
            *("joints", "description to equations, s", "machine code, s", "memory of the process, MB", "call, µs"),
            *("ns per joint", "batch, ns per state and joint", "Pinocchio, ns per joint"),
        ],
    )
    for n in (50, 100, 200, 500, 1000):
        start = time.perf_counter()
        system = chain(n).compile(formulation="recursive")
        system.function("forward_dynamics")
        traced = time.perf_counter()
        system.kernel("forward_dynamics")
        compiled = time.perf_counter()
        memory = peak_memory()
        random = np.random.default_rng(0)
        q, v, tau = 0.3 * random.normal(size=(3, n))
        many = [np.tile(x, (64, 1)) for x in (q, v, tau)]
        ways = {
            "call": lambda q=q, v=v, tau=tau, s=system: s.forward_dynamics(q, v, tau),
            "batch": lambda many=many, s=system: s.forward_dynamics(*many),
            "pin": _pinocchio(system, q, v, tau),
        }
        times = alternately(ways, rounds=5)
        table.add(
            n, traced - start, compiled - traced, memory, times["call"] * 1e6, times["call"] / n * 1e9,
            times["batch"] / 64 / n * 1e9, times["pin"] / n * 1e9,
        )  # fmt: skip
    return table


def tables() -> tuple[Callable[[], Results], ...]:
    """All tables of this part."""
    return (long_chains,)
