"""The floor: graph, tracing, compiling, calling, batches and memory, for general chains of hinges."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pinocchio as pin
from loops import BATCH, _many
from machines import chain
from peers import pinocchio_loop
from tables import Results
from timing import alternately

from linkwork.kernel import compile_function
from support.pinocchio_model import twin

SIZES = (6, 30, 100)
NEAR = 1 << 20  # bytes of states and results that stay in the cache of a core


def making() -> Results:
    """Graph size, trace and compile times, memory, each chain in a process of its own without cache."""
    table = Results(
        "From description to machine code: forward dynamics of general chains (cache off)",
        [
            "joints",
            "graph nodes",
            "trace, ms",
            "compile scalar, ms",
            "again from disk, ms",
            "compile lanes, ms",
            "peak memory, MB",
        ],
        note="Recursive forward dynamics, velocity and gravity terms included. Memory: peak of the whole process, "
        "Python and NumPy included.",
    )
    for n in SIZES:
        script = "import sys; sys.path.insert(0, sys.argv[1]); import floor_worker; floor_worker.main(int(sys.argv[2]))"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        answer = subprocess.run(
            [sys.executable, "-c", script, str(Path(__file__).parent), str(n)],
            capture_output=True, text=True, check=True, env=environment,
        )  # fmt: skip
        m = json.loads(answer.stdout)
        table.add(n, m["nodes"], m["trace"] * 1e3, m["compile"] * 1e3, m["reload"] * 1e3, m["lanes"] * 1e3, m["memory"])
    return table


def running() -> Results:
    """Time per evaluation: machine-code loop, Python call, batches on one and two threads, beside Pinocchio."""
    table = Results(
        "Forward dynamics of general chains, µs per evaluation",
        ["joints", "Pinocchio, Python", "linkwork, Python", "ratio", "Pinocchio, C++ loop", "linkwork, loop", "ratio",
         "batch per state, 1 thread", "2 threads", "ratio of 1 thread to Pinocchio, Python"],
        note="Batches of up to 4096 states whose arrays stay in the cache of a core.",
    )  # fmt: skip
    for n in SIZES:
        system = chain(n).compile(formulation="recursive")
        random = np.random.default_rng(0)
        q, v, tau = random.normal(size=(3, n))
        peer = twin(system.plan)
        data = peer.model.createData()
        qp, vp, tp = peer.q_of(q), peer.v_of(v), peer.v_of(tau)
        assert np.allclose(
            peer.v_from(pin.aba(peer.model, data, qp, vp, tp)), system.forward_dynamics(q, v, tau), rtol=1e-7
        )
        kernel = system.kernel("forward_dynamics")
        count = min(BATCH, NEAR // (4 * 8 * n))
        Q, V, T = (np.tile(x, (count, 1)) for x in (q, v, tau))
        out = np.empty((count, n))
        times = alternately(
            {
                "pin": lambda: pin.aba(peer.model, data, qp, vp, tp),
                "call": lambda: system.forward_dynamics(q, v, tau),
                "loop": _many(kernel, (q, v, tau), lanes=False, count=count),
                "one": lambda: kernel(Q, V, T, out=out, threads=1),
                "two": lambda: kernel(Q, V, T, out=out, threads=2),
            }
        )
        cpp = pinocchio_loop.nanoseconds(peer, q, v, tau)
        cpp = float("nan") if cpp is None else cpp * 1e-9
        loop, one, two = (times[k] / count for k in ("loop", "one", "two"))
        table.add(
            n, times["pin"] * 1e6, times["call"] * 1e6, times["pin"] / times["call"], cpp * 1e6, loop * 1e6, cpp / loop,
            one * 1e6, two * 1e6, times["pin"] / one,
        )  # fmt: skip
    return table


def calling() -> Results:
    """What a call from Python costs beyond its arithmetic."""
    from linkwork.expression.trace import trace

    table = Results(
        "A call from Python, µs", ["kernel", "time"], note="A kernel that does next to nothing: the call itself."
    )
    small = compile_function(trace(lambda x, y: {"z": [x[0] + y[0]]}, {"x": (1,), "y": (1,)}, name="add"))
    a, b, out = np.ones(1), np.ones(1), np.empty(1)
    times = alternately(
        {
            "two arrays in, one out": lambda: small(a, b),
            "the same into out=": lambda: small(a, b, out=out),
            "NumPy's a + b": lambda: a + b,
            "an empty Python function": lambda: None,
        }
    )
    for name, seconds in times.items():
        table.add(name, seconds * 1e6)
    return table


def tables() -> list[Callable[[], Results]]:
    """What this part prints."""
    return [making, running, calling]
