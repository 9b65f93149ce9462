"""Trees: speed against Pinocchio, operation counts against the book, and chains of up to a thousand joints."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pinocchio as pin
from machines import chain, industrial_arm
from tables import Results
from timing import alternately

from linkwork.blueprint import library
from linkwork.kernel.batch import run
from linkwork.system import System
from support.book_counts import FORMULAS, ROBOTS, WALKERS, book, general_tree, operations, plan_of
from support.pinocchio_model import Twin, twin

BATCH = 4096
LOOP = 64
LEGS = [x for leg in range(6) for x in (-1, 3 * leg, 3 * leg + 1)]

MACHINES: dict[str, Callable[[], Any]] = {
    "industrial arm, 6 joints": industrial_arm,
    "chain of 6": lambda: chain(6),
    "chain of 7": lambda: chain(7),
    "chain of 12": lambda: chain(12),
    "chain of 30": lambda: chain(30),
    "chain of 100": lambda: chain(100),
    "quadruped, 12 joints": library.quadruped,
    "biped, 12 joints": library.spatial_biped,
    "hexapod, 18 joints": lambda: general_tree((1,) * 18, LEGS, floating=True),
}


def state(system: System) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A pose near the starting one, rates, and forces or accelerations."""
    random = np.random.default_rng(0)
    q = system.start + 0.1 * random.normal(size=system.n_q)
    for node in system.plan.nodes:
        if node.step.n_q > node.step.n_v:
            part = slice(node.q + node.step.n_q - 4, node.q + node.step.n_q)
            q[part] /= np.linalg.norm(q[part])
    return q, random.normal(size=system.n_v), random.normal(size=system.n_v)


def _peers(peer: Twin, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> dict[str, Callable[[], object]]:
    model, data = peer.model, peer.model.createData()
    x, xd, xdd = peer.q_of(q), peer.v_of(v), peer.v_of(a)
    return {
        "inverse_dynamics": lambda: pin.rnea(model, data, x, xd, xdd),
        "forward_dynamics": lambda: pin.aba(model, data, x, xd, xdd),
        "mass_matrix": lambda: pin.crba(model, data, x),
        "jacobian": lambda: pin.computeJointJacobian(model, data, x, model.njoints - 1),
        "inverse_dynamics_derivatives": lambda: pin.computeRNEADerivatives(model, data, x, xd, xdd),
        "forward_dynamics_derivatives": lambda: pin.computeABADerivatives(model, data, x, xd, xdd),
    }


def _ours(system: System, q: np.ndarray, v: np.ndarray, a: np.ndarray) -> dict[str, Callable[[], object]]:
    tip = list(system.plan.bodies)[-1]
    found: dict[str, Callable[[], object]] = {
        "inverse_dynamics": lambda: system.inverse_dynamics(q, v, a),
        "forward_dynamics": lambda: system.forward_dynamics(q, v, a),
        "mass_matrix": lambda: system.mass_matrix(q),
        "jacobian": lambda: system.jacobian(q, body=tip),
    }
    if system.n_v <= 40:
        found["inverse_dynamics_derivatives"] = lambda: system.inverse_dynamics_derivatives(q, v, a)
        found["forward_dynamics_derivatives"] = lambda: system.forward_dynamics_derivatives(q, v, a)
    return found


def calls() -> Results:
    """Every law, one call from Python."""
    table = Results(
        "Trees, one call from Python, µs",
        ["machine", "law", "Pinocchio", "linkwork", "ratio", "of it arithmetic", "operations"],
        note="Ratio: how many times faster. Arithmetic: the same machine code in a loop over states, scalar, on one core.",
    )
    for name, make in MACHINES.items():
        system = make().compile()
        state_ = state(system)
        peer, mine = _peers(twin(system.plan), *state_), _ours(system, *state_)
        for law, own_call in mine.items():
            options = {"body": list(system.plan.bodies)[-1]} if law == "jacobian" else {}
            loop = _loop(system, law, options)
            times = alternately({"pin": peer[law], "own": own_call, "loop": loop}, rounds=5)
            theirs, own, alone = times["pin"] * 1e6, times["own"] * 1e6, times["loop"] / LOOP * 1e6
            table.add(name, law, theirs, own, theirs / own, alone, str(system.counts(law, **options)))
    return table


def _loop(system: System, law: str, options: dict[str, Any]) -> Callable[[], object]:
    """The law's scalar machine code over a few states: what is left of a call when only the arithmetic counts."""
    kernel = system.kernel(law, **options)
    values = dict(zip(("q", "v", "x"), state(system)))
    inputs = [np.tile(values.get(name, values["x"]), (LOOP, 1)) for name in kernel.inputs]
    outputs = [np.empty((LOOP, max(1, int(np.prod(port.shape))))) for port in kernel.function.outputs]
    return lambda: run(kernel.runner.loop, inputs, outputs, LOOP, threads=1, step=8)


def batches() -> Results:
    """Forward and inverse dynamics per state in batches, one core."""
    table = Results(
        f"Trees, per state in a batch of {BATCH} on one core, µs",
        ["machine", "law", "Pinocchio, Python loop", "linkwork", "ratio"],
    )
    for name, make in MACHINES.items():
        system = make().compile()
        q, v, a = state(system)
        many = [np.tile(x, (BATCH, 1)) for x in (q, v, a)]
        peer = _peers(twin(system.plan), q, v, a)
        for law in ("inverse_dynamics", "forward_dynamics"):
            method = getattr(system, law)
            times = alternately({"pin": peer[law], "own": lambda method=method, many=many: method(*many)}, rounds=4)
            theirs, own = times["pin"] * 1e6, times["own"] / BATCH * 1e6
            table.add(name, law, theirs, own, theirs / own)
    return table


def operation_counts() -> Results:
    """Ours against the book's tables 6.11, 6.12, 7.6 and 7.7."""
    table = Results(
        "Operation counts of trees, general geometry",
        ["tree", "law", "book", "ours", "ours, parameters regrouped"],
        note="The book's totals follow from its counts per joint. Its forward dynamics on a fixed base starts from given "
        "φ = τ − h; the row after it adds its inverse dynamics for h. On a floating base the book leaves out the base's "
        "rotation matrix, gravity in its axes and the factors of its 6×6 inertia; ours include them.",
    )
    for floating, robots in ((False, ROBOTS), (True, WALKERS)):
        for name, (freedoms, parents) in robots.items():
            plan = plan_of(general_tree(freedoms, parents, floating=floating))
            laws = [law for law, on in FORMULAS if on == floating]
            for law in (*laws, *(() if floating else ("recursive_forward_dynamics", "factorised_forward_dynamics"))):
                M, A = _printed(law, freedoms, floating)
                label = "forward dynamics, φ given" if law == "eliminated" else law.replace("_", " ")
                ours, regrouped = (operations(plan, law, regroup=r) for r in (False, True))
                where = f"{name}{', floating' if floating else ''}"
                table.add(where, label, f"{M:.0f}M {A:.0f}A", _short(ours), _short(regrouped))
    return table


def _printed(law: str, freedoms: Sequence[int], floating: bool) -> tuple[float, float]:
    """The book's count; forward dynamics on a fixed base is its φ given plus its inverse dynamics for h."""
    if (law, floating) in FORMULAS:
        return book(law, freedoms, floating)
    parts = [book(part, freedoms, False) for part in ("eliminated", "inverse_dynamics")]
    return parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]


def per_joint() -> Results:
    """One more joint in a chain, against tables 6.10 and 7.5."""
    table = Results(
        "Operations of one more joint of 1, 2, 3 degrees of freedom in a chain",
        ["law", "freedoms", "book", "ours", "ours, parameters regrouped"],
    )
    for law, floating in FORMULAS:
        for freedom in (1, 2, 3):
            printed = [b - a for a, b in zip(*(book(law, (freedom,) * n, floating) for n in (6, 7)))]
            cells = []
            for regroup in (False, True):
                trees = (plan_of(general_tree((freedom,) * n, floating=floating)) for n in (6, 7))
                six, seven = (operations(tree, law, regroup=regroup) for tree in trees)
                M, A = seven.multiplications - six.multiplications, seven.additions - six.additions
                cells.append(f"{M}M {A}A")
            label = "forward dynamics, φ given" if law == "eliminated" else law.replace("_", " ")
            table.add(label, freedom, f"{printed[0]:.0f}M {printed[1]:.0f}A", *cells)
    return table


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
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        q, v, tau = state(system)
        many = [np.tile(x, (64, 1)) for x in (q, v, tau)]
        ways = {
            "call": lambda q=q, v=v, tau=tau, s=system: s.forward_dynamics(q, v, tau),
            "batch": lambda many=many, s=system: s.forward_dynamics(*many),
            "pin": _peers(twin(system.plan), q, v, tau)["forward_dynamics"],
        }
        times = alternately(ways, rounds=5)
        table.add(
            n, traced - start, compiled - traced, memory, times["call"] * 1e6, times["call"] / n * 1e9,
            times["batch"] / 64 / n * 1e9, times["pin"] / n * 1e9,
        )  # fmt: skip
    return table


def _short(count: Any) -> str:
    return f"{count.multiplications}M {count.additions}A"


def tables() -> tuple[Callable[[], Results], ...]:
    """All tables of this part."""
    return calls, batches, operation_counts, per_joint, long_chains
