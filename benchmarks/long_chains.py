"""Hyper-degree-of-freedom chains: what a joint costs from 50 to 1,000 of them, and how long it takes to get there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from floor_worker import peak_memory
from tables import Results
from timing import alternately

SIZES = (50, 100, 200, 500, 1000)
PEER_UP_TO = 200  # Pinocchio 4 keeps 64 bytes for every three joints: 8 GB at 500, which no machine should need
STATES = 64
HERE = Path(__file__).resolve().parent


def made(n: int, cache: str) -> dict[str, float]:
    """What it takes to make one chain, in a process of its own, so that its peak memory is its own too."""
    paths = [str(HERE), str(HERE.parent / "tests")]
    code = f"import sys; sys.path[:0] = {paths!r}; from long_chains import worker; worker({n})"
    words = [sys.executable, "-c", code]
    answer = subprocess.run(words, env={**os.environ, "LINKWORK_CACHE": cache}, capture_output=True, text=True)
    if answer.returncode:
        raise RuntimeError(f"chain of {n} joints: exit code {answer.returncode}\n{answer.stderr}")
    return json.loads(answer.stdout)


def worker(n: int) -> None:
    """Trace, compile and run the forward dynamics of a general chain of n hinges; prints figures as JSON."""
    from machines import chain

    chain(2).compile().forward_dynamics(*np.zeros((3, 2)))  # LLVM starts up
    found: dict[str, float] = {}
    busy = time.process_time()
    system = chain(n).compile(formulation="recursive")
    system.function("forward_dynamics")
    found["equations"] = time.process_time() - busy
    busy = time.process_time()
    system.kernel("forward_dynamics")
    found["code"] = time.process_time() - busy
    system.forward_dynamics(*np.zeros((3, n)))
    found["memory"] = peak_memory()
    print(json.dumps(found))


def timed(found: dict[int, dict[str, float]]) -> None:
    """Time per call, per state and of Pinocchio, all sizes in turns, so that a noisy machine disturbs all alike."""
    from machines import chain

    ways: dict[str, Callable[[], object]] = {}
    for n in found:
        system = chain(n).compile(formulation="recursive")
        state = 0.3 * np.random.default_rng(0).normal(size=(3, n))
        many = [np.tile(x, (STATES, 1)) for x in state]
        call = system.kernel("forward_dynamics").call
        ways[f"call {n}"] = lambda call=call, state=state: call(*state)
        ways[f"batch {n}"] = lambda call=call, many=many: call(*many, threads=1)
        if n <= PEER_UP_TO:
            ways[f"pin {n}"] = _pinocchio(system, state, system.forward_dynamics(*state))
    for name, seconds in alternately(ways, rounds=25, seconds=0.02).items():
        word, n = name.split()
        found[int(n)][word] = seconds


def _pinocchio(system: Any, state: np.ndarray, qdd: np.ndarray) -> Callable[[], object]:
    import pinocchio as pin

    from support.pinocchio_model import twin

    peer = twin(system.plan)
    model, data, own = peer.model, peer.model.createData(), (peer.q_of(state[0]), *map(peer.v_of, state[1:]))
    exact = peer.v_from(pin.aba(model, data, *own))
    assert np.abs(qdd - exact).max() < 1e-7 * np.abs(exact).max()
    return lambda: pin.aba(model, data, *own)


def long_chains() -> Results:
    """Hyper-degree-of-freedom chains: cost per joint, and what it takes to get there."""
    with tempfile.TemporaryDirectory() as cache:
        found = {n: made(n, cache) for n in SIZES}
    timed(found)
    joint = {n: x["call"] / n * 1e9 for n, x in found.items()}
    table = Results(
        "Forward dynamics of long chains",
        [
            *("joints", "description to equations, s", "machine code, s", "peak memory, MB", "call, µs"),
            *("ns per joint", "of that of 50", "batch, ns per state and joint", "Pinocchio, ns per joint", "curve"),
        ],
        note="General geometry; each chain made in a process of its own, in seconds of the processor. Batch: "
        f"{STATES} states on one core. The code is rolled from about 50 joints on (kernel/shapes.py). Pinocchio's workspace grows with the cube of the joints (8 GB at 500), "
        f"so it is asked up to {PEER_UP_TO}.",
        draw=lambda path: draw(found, path),
    )
    for n, x in found.items():
        table.add(
            n, x["equations"], x["code"], x["memory"], x["call"] * 1e6, joint[n], joint[n] / joint[SIZES[0]],
            x["batch"] / STATES / n * 1e9, x["pin"] / n * 1e9 if "pin" in x else "–",
            "▇" * round(20 * joint[n] / max(joint.values())),
        )  # fmt: skip
    return table


def draw(found: dict[int, dict[str, float]], path: Path) -> None:
    """Cost of a joint and time to compile over the number of joints."""
    from linkwork.view.plots.style import colors, figure

    first, second, third = colors("light")["curves"][:3]
    with figure("light", 1, 2, size=(9.0, 3.4)) as (picture, axes):
        cost, making = axes[0]
        for key, label, color, share in (
            ("pin", "Pinocchio, call", second, 1),
            ("call", "linkwork, call", first, 1),
            ("batch", "linkwork, batch on one core", third, STATES),
        ):
            points = [(n, x[key] / share / n * 1e9) for n, x in found.items() if key in x]
            cost.plot(*zip(*points), "o-", color=color, label=label)
        cost.set(xlabel="joints", ylabel="ns per joint", xscale="log", ylim=(0, None))
        cost.set_title("Forward dynamics: cost of a joint")
        making.plot(list(found), [x["code"] for x in found.values()], "o-", color=first, label="machine code")
        making.plot(list(found), [x["equations"] for x in found.values()], "o-", color=third, label="equations")
        making.set(xlabel="joints", ylabel="seconds", ylim=(0, None))
        making.set_title("From description to machine code")
        for axis in (cost, making):
            axis.legend()
        cost.set_xticks(list(found), [str(n) for n in found], minor=False)
        cost.minorticks_off()
        picture.savefig(path, dpi=150)


def tables() -> tuple[Callable[[], Results], ...]:
    """All tables of this part."""
    return (long_chains,)
