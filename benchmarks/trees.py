"""Trees: every recursion beside Pinocchio, per call from Python and per state in batches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pinocchio as pin
from loops import BATCH, _many
from machines import chain, industrial_arm, seven_joint_arm
from tables import Results
from timing import alternately

import linkwork as lw
from linkwork.blueprint import library
from support.pinocchio_model import se3, twin

MACHINES: dict[str, Callable[[], lw.Mechanism]] = {
    "6-joint arm": industrial_arm,
    "7-joint arm": seven_joint_arm,
    "12-joint chain": lambda: chain(12, square=True),
    "30-joint chain": lambda: chain(30, square=True),
    "100-joint chain": lambda: chain(100, square=True),
    "6, general": lambda: chain(6),
    "30, general": lambda: chain(30),
    "100, general": lambda: chain(100),
    "quadruped": library.quadruped,
    "spatial biped": library.spatial_biped,
    "hexapod": library.hexapod,
}

ROOM = 1 << 25  # numbers that the results of a batch may hold


def _state(system: Any) -> tuple[np.ndarray, ...]:
    random = np.random.default_rng(0)
    q = system.start + 0.1 * random.normal(size=system.n_q)
    from linkwork.simulate.coordinates import normalised

    return normalised(system.plan, q), *random.normal(size=(2, system.n_v))


def _compare(
    title: str,
    law: str,
    theirs: Callable[..., Callable[[], object]],
    check: Callable[..., float] | None = None,
    options: Callable[[Any], dict[str, Any]] = lambda system: {},
    function: str = "",
) -> Results:
    """One law beside Pinocchio's; `function` is the law that it differentiates, whose cost is the last column's unit."""
    table = Results(
        title,
        [
            "machine",
            "Pinocchio, Python",
            "linkwork, Python",
            "ratio",
            "of it arithmetic",
            "batch, per state, one core",
            "ratio",
            *(["times the function"] if function else []),
        ],
        note="µs. Arithmetic: the same scalar code in a machine-code loop. Batch: 4096 states in SIMD lanes, fewer where "
        "their results would fill more than 256 MB."
        + (
            " Times the function: its call from Python, results included, over that of the law itself."
            if function
            else ""
        ),
    )
    for name, make in MACHINES.items():
        system = make().compile()
        q, v, x = _state(system)
        kernel = system.kernel(law, **options(system))
        given = tuple({"q": q, "v": v, "vd": x, "tau": x}[port.name] for port in kernel.function.inputs)
        peer = twin(system.plan)
        if check is not None:
            error = check(peer, system, q, v, x)
            assert error < 1e-7, (name, law, error)
        batch = min(BATCH, ROOM // sum(port.size for port in kernel.function.outputs))
        differentiated = system.kernel(function).call if function else None
        times = alternately(
            {
                "pin": theirs(peer, q, v, x),
                "call": lambda: kernel.call(*given),
                **({"function": lambda: differentiated(*given)} if differentiated else {}),
                "loop": _many(kernel, given, lanes=False, count=batch),
                "batch": _many(kernel, given, lanes=True, count=batch),
            },
            rounds=5,
        )
        loop, lanes = times["loop"] / batch, times["batch"] / batch
        table.add(
            name, times["pin"] * 1e6, times["call"] * 1e6, times["pin"] / times["call"], loop * 1e6, lanes * 1e6,
            times["pin"] / lanes, *([times["call"] / times["function"]] if function else []),
        )  # fmt: skip
    return table


def forward() -> Results:
    """Forward dynamics."""

    def theirs(peer: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> Callable[[], object]:
        data, args = peer.model.createData(), (peer.q_of(q), peer.v_of(v), peer.v_of(x))
        return lambda: pin.aba(peer.model, data, *args)

    def check(peer: Any, system: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> float:
        exact = peer.v_from(pin.aba(peer.model, peer.model.createData(), peer.q_of(q), peer.v_of(v), peer.v_of(x)))
        return float(np.abs(system.forward_dynamics(q, v, x) - exact).max() / np.abs(exact).max())

    return _compare("Forward dynamics of trees", "forward_dynamics", theirs, check)


def inverse() -> Results:
    """Inverse dynamics."""

    def theirs(peer: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> Callable[[], object]:
        data, args = peer.model.createData(), (peer.q_of(q), peer.v_of(v), peer.v_of(x))
        return lambda: pin.rnea(peer.model, data, *args)

    def check(peer: Any, system: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> float:
        exact = peer.v_from(pin.rnea(peer.model, peer.model.createData(), peer.q_of(q), peer.v_of(v), peer.v_of(x)))
        return float(np.abs(system.inverse_dynamics(q, v, x) - exact).max() / np.abs(exact).max())

    return _compare("Inverse dynamics of trees", "inverse_dynamics", theirs, check)


def inertia() -> Results:
    """Inertia matrix."""

    def theirs(peer: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> Callable[[], object]:
        data, at = peer.model.createData(), peer.q_of(q)
        return lambda: pin.crba(peer.model, data, at)

    def check(peer: Any, system: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> float:
        data = peer.model.createData()
        M = pin.crba(peer.model, data, peer.q_of(q))
        momentum = peer.v_from((np.triu(M) + np.triu(M, 1).T) @ peer.v_of(v))
        return float(np.abs(system.mass_matrix(q) @ v - momentum).max() / np.abs(momentum).max())

    return _compare("Inertia matrix of trees", "mass_matrix", theirs, check)


def jacobians() -> Results:
    """Jacobian of the last body, in world axes."""

    def last(system: Any) -> dict[str, Any]:
        return {"body": next(reversed(system.plan.bodies))}

    def frame(peer: Any) -> int:
        name, place = next(reversed(peer.plan.bodies.items()))
        return peer.model.addFrame(pin.Frame(name, place.node + 1, se3(place.pose), pin.FrameType.BODY))

    def theirs(peer: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> Callable[[], object]:
        number, at, axes = frame(peer), peer.q_of(q), pin.ReferenceFrame.LOCAL_WORLD_ALIGNED
        data = peer.model.createData()
        return lambda: pin.computeFrameJacobian(peer.model, data, at, number, axes)

    def check(peer: Any, system: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> float:
        J = theirs(peer, q, v, x)()
        twist = np.roll(np.asarray(J) @ peer.v_of(v), 3)  # theirs has the velocity first
        return float(np.abs(system.jacobian(q, **last(system)) @ v - twist).max() / np.abs(twist).max())

    return _compare("Jacobians of the last body of trees", "jacobian", theirs, check, last)


def derivatives_of_inverse() -> Results:
    """Derivatives of inverse dynamics with respect to q, v and q̈."""

    def theirs(peer: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> Callable[[], object]:
        data, args = peer.model.createData(), (peer.q_of(q), peer.v_of(v), peer.v_of(x))
        return lambda: pin.computeRNEADerivatives(peer.model, data, *args)

    def check(peer: Any, system: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> float:
        data, args = peer.model.createData(), (peer.q_of(q), peer.v_of(v), peer.v_of(x))
        by_q, by_v, _ = pin.computeRNEADerivatives(peer.model, data, *args)
        change = peer.v_from((by_q + by_v) @ peer.v_of(v))
        ours_q, ours_v, _ = system.inverse_dynamics_derivatives(q, v, x)
        return float(np.abs((ours_q + ours_v) @ v - change).max() / np.abs(change).max())

    return _compare(
        "Derivatives of inverse dynamics of trees",
        "inverse_dynamics_derivatives",
        theirs,
        check,
        function="inverse_dynamics",
    )


def derivatives() -> Results:
    """Derivatives of forward dynamics with respect to q, v and τ."""

    def theirs(peer: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> Callable[[], object]:
        data, args = peer.model.createData(), (peer.q_of(q), peer.v_of(v), peer.v_of(x))
        return lambda: pin.computeABADerivatives(peer.model, data, *args)

    def check(peer: Any, system: Any, q: np.ndarray, v: np.ndarray, x: np.ndarray) -> float:
        data, args = peer.model.createData(), (peer.q_of(q), peer.v_of(v), peer.v_of(x))
        by_q, by_v, _ = pin.computeABADerivatives(peer.model, data, *args)
        change = peer.v_from((by_q + by_v) @ peer.v_of(v))
        _, ours_q, ours_v, _ = system.forward_dynamics_derivatives(q, v, x)
        return float(np.abs((ours_q + ours_v) @ v - change).max() / np.abs(change).max())

    return _compare(
        "Derivatives of forward dynamics of trees",
        "forward_dynamics_derivatives",
        theirs,
        check,
        function="forward_dynamics",
    )


def tables() -> list[Callable[[], Results]]:
    """What this part prints."""
    return [forward, inverse, inertia, jacobians, derivatives_of_inverse, derivatives]
