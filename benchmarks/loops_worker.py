"""One closed machine made in a process of its own: what it took."""

from __future__ import annotations

import time

import numpy as np
from apart import peak_memory
from machines import CLOSED, LARGE
from timing import alternately

from linkwork.blueprint import library
from linkwork.kernel import compile_function


def made(name: str) -> dict[str, float]:
    """What making a machine's forward dynamics took; the first of a process, but for LLVM's own start."""
    library.pendulum().compile().forward_dynamics(*np.zeros((3, 1)))
    machine = {**CLOSED, **LARGE}[name]()
    spent = [time.process_time()]
    system = machine.compile()
    function = system.function("forward_dynamics")
    spent.append(time.process_time())
    system.kernel("forward_dynamics")
    spent.append(time.process_time())
    compile_function(function)
    spent.append(time.process_time())
    q, v, tau = system.closed_start, np.zeros(system.n_v), np.zeros(system.n_v)
    call = alternately({"call": lambda: system.forward_dynamics(q, v, tau)}, seconds=0.02)["call"]
    equations, code, reload = np.diff(spent)
    return {
        "rates": system.n_v, "conditions": system.n_lam, "equations": equations, "code": code, "reload": reload,
        "call": call, "memory": peak_memory(),
    }  # fmt: skip
