"""Closed machines: forward and inverse dynamics and derivatives, against Pinocchio and MuJoCo."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pinocchio as pin
from apart import apart
from machines import CLOSED, LARGE
from peers import mujoco_model, pinocchio_loop
from tables import Results
from timing import alternately

from linkwork.system import System
from support.pinocchio_model import Twin, constrained_acceleration, constraint_datas, twin

BATCH = 4096
TURNS = 3  # how often a program of its own takes its turn with what runs here


def state(system: System, seed: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The starting pose, a velocity that keeps the loops closed, forces at random."""
    random = np.random.default_rng(seed)
    q = system.start
    J = np.atleast_2d(system.closure_jacobian(q))
    free = np.linalg.svd(J)[2][np.linalg.matrix_rank(J) :].T
    return q, free @ random.normal(size=free.shape[1]), random.normal(size=system.n_v)


@cache
def forward() -> Results:
    """Forward dynamics with multipliers: one call, inside a compiled loop, per state of a batch."""
    table = Results(
        "Forward dynamics of closed machines with multipliers, µs",
        ["machine", "Pinocchio, Python", "linkwork, Python", "ratio", "of it arithmetic", "Pinocchio, C++ loop", "linkwork, loop",
         "ratio", "batch of 4096, per state, one core", "ratio to C++", "MuJoCo mj_forward", "its error in q̈"],
        note="Pinocchio: constraintDynamics, 3 proximal iterations at most. Ratio: how many times faster. MuJoCo steps a "
        "machine whose loops are soft; error relative to the largest exact acceleration.",
    )  # fmt: skip
    for name, make in CLOSED.items():
        system = make().compile()
        q, v, tau = state(system)
        peer = twin(system.plan)
        mine = system.forward_dynamics(q, v, tau)[0]
        theirs = constrained_acceleration(peer, q, v, tau)
        agreement = np.abs(mine - theirs).max() / np.abs(mine).max()
        assert agreement < 1e-8, (name, agreement)
        kernel = system.kernel("forward_dynamics")
        ways = {
            "pin": _pinocchio(peer, q, v, tau),
            "call": lambda: system.forward_dynamics(q, v, tau),
            "loop": _many(kernel, (q, v, tau), lanes=False),
            "batch": _many(kernel, (q, v, tau), lanes=True),
        }
        turns = [
            {**alternately(ways, rounds=3), "cpp": (pinocchio_loop.nanoseconds(peer, q, v, tau) or float("nan")) * 1e-9}
            for _ in range(TURNS)
        ]
        times = {way: min(turn[way] for turn in turns) for way in turns[0]}
        loop, batch, cpp = times["loop"] / BATCH, times["batch"] / BATCH, times["cpp"]
        mj, error = mujoco_model.forward(system, q, v, tau, mine)
        table.add(
            name, times["pin"] * 1e6, times["call"] * 1e6, times["pin"] / times["call"], loop * 1e6, cpp * 1e6, loop * 1e6,
            cpp / loop, batch * 1e6, cpp / batch, mj * 1e6, f"{error:.1e}",
        )  # fmt: skip
    return table


def _pinocchio(peer: Twin, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> Callable[[], object]:
    data, datas = peer.model.createData(), constraint_datas(peer)
    pin.initConstraintDynamics(peer.model, data, peer.constraints, datas)
    settings = pin.ProximalSettings(1e-12, 1e-10, 3)
    args = (peer.model, data, peer.q_of(q), peer.v_of(v), peer.v_of(tau), peer.constraints, datas, settings)
    return lambda: pin.constraintDynamics(*args)


def _many(kernel: Any, state: tuple[np.ndarray, ...], *, lanes: bool, count: int = BATCH) -> Callable[[], object]:
    """The kernel over a batch on one core: as scalar code in a loop, or in SIMD lanes."""
    from linkwork.kernel.batch import run

    inputs = [np.tile(x, (count, 1)) for x in state]
    outputs = [np.empty((count, max(1, int(np.prod(port.shape))))) for port in kernel.function.outputs]
    function = kernel.runner.batch() if lanes else kernel.runner.loop
    return lambda: run(function, inputs, outputs, count, threads=1, step=8)


@cache
def inverse() -> Results:
    """Closed-loop inverse dynamics against the composition that Pinocchio's users write by hand."""
    table = Results(
        "Inverse dynamics of closed machines (drives and multipliers), µs",
        ["machine", "Pinocchio by hand, Python", "linkwork, Python", "ratio"],
        note="By hand: rnea, constraint Jacobians, numpy.linalg.lstsq for drives and multipliers.",
    )
    for name, make in CLOSED.items():
        system = make().compile()
        q, v, tau = state(system)
        qdd, _ = system.forward_dynamics(q, v, tau)
        peer = twin(system.plan)
        times = alternately(
            {"pin": _by_hand(peer, system, q, v, qdd), "call": lambda: system.inverse_dynamics(q, v, qdd)}
        )
        table.add(name, times["pin"] * 1e6, times["call"] * 1e6, times["pin"] / times["call"])
    return table


def _by_hand(peer: Twin, system: System, q: np.ndarray, v: np.ndarray, qdd: np.ndarray) -> Callable[[], object]:
    data, datas = peer.model.createData(), constraint_datas(peer)
    pin.initConstraintDynamics(peer.model, data, peer.constraints, datas)
    qp, vp, ap = peer.q_of(q), peer.v_of(v), peer.v_of(qdd)
    drives = peer.back[list(system.plan.actuated)]
    S = np.zeros((peer.model.nv, len(drives)))
    S[drives, np.arange(len(drives))] = 1.0

    def compose() -> np.ndarray:
        need = pin.rnea(peer.model, data, qp, vp, ap)
        pin.computeJointJacobians(peer.model, data, qp)
        J = pin.getConstraintsJacobian(peer.model, data, peer.constraints, datas)
        return np.linalg.lstsq(np.hstack([S, J.T]), need, rcond=None)[0]

    return compose


@cache
def derivatives() -> Results:
    """Derivatives of closed-loop forward dynamics."""
    table = Results(
        "Derivatives of closed forward dynamics with respect to q, v, τ, µs",
        ["machine", "Pinocchio, Python", "linkwork, Python", "ratio", "times the function"],
        note="Pinocchio: constraintDynamics and computeConstraintDynamicsDerivatives.",
    )
    for name, make in CLOSED.items():
        system = make().compile()
        q, v, tau = state(system)
        kernel = system.derivative("forward_dynamics", "qdd")
        peer = twin(system.plan)
        times = alternately(
            {
                "pin": _pinocchio_derivatives(peer, q, v, tau),
                "call": lambda: kernel(q, v, tau),
                "function": lambda: system.forward_dynamics(q, v, tau),
            }
        )
        table.add(
            name,
            times["pin"] * 1e6,
            times["call"] * 1e6,
            times["pin"] / times["call"],
            times["call"] / times["function"],
        )
    return table


def _pinocchio_derivatives(peer: Twin, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> Callable[[], object]:
    data, datas = peer.model.createData(), constraint_datas(peer)
    pin.initConstraintDynamics(peer.model, data, peer.constraints, datas)
    settings = pin.ProximalSettings(1e-12, 1e-10, 3)
    args = (peer.model, data, peer.q_of(q), peer.v_of(v), peer.v_of(tau), peer.constraints, datas, settings)

    def both() -> None:
        pin.constraintDynamics(*args)
        pin.computeConstraintDynamicsDerivatives(peer.model, data, peer.constraints, datas, settings)

    return both


def counted() -> Results:
    """Operations of every formulation."""
    names = [
        "reduced",
        "interleaved",
        "task",
        "embedding",
        "extended",
        "projection",
        "multipliers",
        "augmented",
        "auto",
    ]
    table = Results("Counted operations of forward dynamics (multiplications + additions)", ["machine", *names])
    for name, make in CLOSED.items():
        machine = make()
        cells = []
        for formulation in names:
            counts = machine.compile(formulation=formulation).counts("forward_dynamics")
            cells.append(f"{counts.multiplications}M {counts.additions}A")
        table.add(name, *cells)
    return table


@cache
def making() -> Results:
    """From description to the first result, each machine in a process of its own."""
    table = Results(
        "From description to forward dynamics of closed machines",
        ["machine", "freedoms of the opened machine", "conditions", "structure and equations, s", "machine code, s",
         "again from disk, ms", "call, µs", "peak memory, MB"],
        note="Structure: loops, redundant rows, elimination order, equations. Seconds of the processor; cache empty at "
        "first. Memory: peak of the whole process, Python and NumPy included.",
    )  # fmt: skip
    for name in {**CLOSED, **LARGE}:
        m = apart("loops_worker", "made", name)
        table.add(
            name, m["rates"], m["conditions"], m["equations"], m["code"], m["reload"] * 1e3, m["call"] * 1e6, m["memory"]
        )  # fmt: skip
    return table


def goals() -> Results:
    """What the package means to reach with closed machines, and what this run finds."""
    table = Results(
        "Goals for closed machines", ["what", "goal", "found"], note="Times faster, where no unit is given."
    )
    dynamics, back, slopes, made = (_by_machine(make()) for make in (forward, inverse, derivatives, making))
    small = list(CLOSED)
    for name, least in (("planar 3-RRR", 10), ("6-UPS", 8)):
        table.add(f"{name}: a call, beside Pinocchio from Python", least, dynamics[name]["ratio"])
    loop = {name: row["Pinocchio, C++ loop"] / row["linkwork, loop"] for name, row in dynamics.items()}
    for what, least, ratios in (
        ("inside a loop, beside Pinocchio in C++", 15, loop),
        ("batch per state, one core, beside Pinocchio in C++", 80, _column(dynamics, "ratio to C++")),
        ("inverse dynamics, beside the composition by hand", 20, _column(back, "ratio")),
        ("derivatives, beside Pinocchio's", 1, _column(slopes, "ratio")),
    ):
        worst = min(small, key=lambda name: ratios[name])
        table.add(f"{what}; least: {worst}", least, ratios[worst])
    parts = ("structure and equations, s", "machine code, s")
    seconds = {name: sum(made[name][part] for part in parts) for name in small}
    slowest = max(small, key=lambda name: seconds[name])
    table.add(f"compile, s; most: {slowest}", "1", seconds[slowest])
    reload = _column(made, "again from disk, ms")
    slowest = max(reload, key=lambda name: reload[name])
    table.add(f"again from disk, ms; most: {slowest}", "50", reload[slowest])
    return table


def _by_machine(table: Results) -> dict[str, dict[str, Any]]:
    """Rows by their machine; of columns of one name the first."""
    return {str(row[0]): dict(reversed([*zip(table.columns, row)])) for row in table.rows}


def _column(rows: dict[str, dict[str, Any]], name: str) -> dict[str, float]:
    return {machine: row[name] for machine, row in rows.items()}


def tables() -> list[Callable[[], Results]]:
    """What this part prints."""
    return [forward, inverse, derivatives, counted, making, goals]
