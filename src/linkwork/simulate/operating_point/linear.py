"""Linear equations of motion on the loops: ẋ = A x + B u + drift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.errors import OptionError, ShapeError

from ..coordinates import normalised
from ..machine import Machine
from .tangent import Tangent, derivatives


@dataclass(frozen=True)
class Linear:
    """ẋ = A x + B u + drift,  y = C x + D u, around a pose; x = (ξ, ξ̇, states of the control law).

    A, B, C, D    matrices; outputs are the positions ξ
    drift         ẋ at x = 0, u = 0: zero at an equilibrium
    states, inputs, outputs  names
    N             (n_v, f) motion of all rates for each ξ: a state's change of pose is N ξ
    M             (f, f) inertia in ξ
    q, v          the operating point
    """

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    drift: np.ndarray
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    N: np.ndarray = field(repr=False)
    M: np.ndarray = field(repr=False)
    q: np.ndarray = field(repr=False)
    v: np.ndarray = field(repr=False)

    @property
    def poles(self) -> np.ndarray:
        """Eigenvalues of A, slowest first."""
        values = np.linalg.eigvals(self.A)
        return values[np.lexsort((np.imag(values), np.abs(values)))]

    @property
    def stable(self) -> bool:
        """Whether no pole lies to the right of the imaginary axis, rounding apart."""
        scale = np.abs(self.A).max(initial=1.0)
        return bool(np.real(self.poles).max(initial=-1.0) <= 1e-9 * scale)

    def state_space(self) -> Any:
        """scipy.signal.StateSpace(A, B, C, D)."""
        from scipy.signal import StateSpace

        return StateSpace(self.A, self.B, self.C, self.D)


def linearise(
    system: Machine,
    q: Any = None,
    v: Any = None,
    *,
    tau: Any = None,
    control: Any = None,
    states: Sequence[str] | None = None,
    t: float = 0.0,
    p: Any = None,
) -> Linear:
    """The machine's linear equations at a closed state.

    With δφ = N ξ + (second order) and q̈ = F(q, v, τ), exact derivatives of F give

        ξ̈ = S F_φ N ξ + S F_v δv + S F_τ u + S F,   S N = 1                                      (1)
        δv = N ξ̇ + W ξ,   J W = −∂(J v)/∂φ N                                                    (2)

    tau      forces of the driven rates there, in order; inputs u are changes of them
    control  a control law instead: the closed loop's A, without inputs
    states   joints whose motion the states are; driven ones, or those that move best, if None
    """
    q, v = _state(system, q, v)
    values = system.parameter_array(p)
    tangent = Tangent.at(system, q, t, p, states)
    every = derivatives(system, control)
    u = np.zeros(every.problem.control.signals)
    if control is None and tau is not None:
        u = np.asarray(tau, dtype=float)
        if u.shape != (len(system.plan.actuated),):
            names = ", ".join(system.driven) or "nothing is driven"
            raise ShapeError("linearise: tau", f"has shape {u.shape}", f"Give {len(system.plan.actuated)}: {names}")
    for k, table in enumerate(every.problem.control.tables):
        first = sum(each.size for each in every.problem.control.tables[:k])
        u[first : first + table.size] = table(t)
    if control is not None and every.problem.control.sampler is not None:
        raise OptionError("linearise: control", "is sampled, which has no derivative", "Give a law that is traced")
    c = np.array(every.problem.control.start)
    found, slope = every.at({"q": q, "v": v, "c": c, "u": u, "t": np.array(t), "p": values})
    A, B, drift = _matrices(system, tangent, q, v, found, slope, t, p, every.open)
    f = len(tangent.rates)
    names = tuple(system.v_names[k] for k in tangent.rates)
    every_state = (*names, *(f"{name} rate" for name in names), *_own_names(every.problem.control))
    C = np.zeros((f, len(A)))
    C[:, :f] = np.eye(f)
    M = _inertia(system, q, values)
    inputs = tuple(system.driven) if every.open else ()
    return Linear(
        A, B, C, np.zeros((f, B.shape[1])), drift, every_state, inputs, names, tangent.N,
        tangent.N.T @ M @ tangent.N, q, v,
    )  # fmt: skip


def _state(system: Machine, q: Any, v: Any) -> tuple[np.ndarray, np.ndarray]:
    pose = (system.closed_start if system.closed else system.start) if q is None else q
    row = normalised(system.plan, np.asarray(pose, dtype=float))
    rates = np.zeros(system.n_v) if v is None else np.asarray(v, dtype=float)
    for name, x, size in (("q", row, system.n_q), ("v", rates, system.n_v)):
        if x.shape != (size,):
            raise ShapeError(f"linearise: {name}", f"has shape {x.shape}", f"Give {size} numbers")
    return row, rates


def _inertia(system: Machine, q: np.ndarray, p: np.ndarray) -> np.ndarray:
    kernel = system.kernel("mass_matrix")
    given = {"q": q, "p": p, "t": np.zeros(())}
    return kernel.call(**{name: given[name] for name in kernel.inputs})


def _own_names(control: Any) -> tuple[str, ...]:
    return control.names or tuple(f"state {k + 1}" for k in range(len(control.start)))


def _matrices(
    system: Machine,
    tangent: Tangent,
    q: np.ndarray,
    v: np.ndarray,
    found: dict[str, np.ndarray],
    slope: dict[tuple[str, str], np.ndarray],
    t: float,
    p: Any,
    inputs: bool,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    n, f = system.n_v, len(tangent.rates)
    N, S = tangent.N, list(tangent.rates)
    E = system.coordinate_rates(np.broadcast_to(q, (n, system.n_q)).copy(), np.eye(n)).T  # q̇ = E v
    W = _turning(system, q, v, N, E, t, p)
    twist = _frame_rates(slope, E, q, v, system)
    n_c = len(found.get("c_dot", ()))
    A = np.zeros((2 * f + n_c, 2 * f + n_c))
    # δφ̇ = δv + (rates of the turning frames) δφ
    A[:f, :f] = (W + twist @ N)[S]
    A[:f, f : 2 * f] = np.eye(f)
    along = {name: slope[name, "q"] @ E @ N + slope[name, "v"] @ W for name in ("v_dot", "c_dot") if name in found}
    A[f : 2 * f, :f] = along["v_dot"][S]
    A[f : 2 * f, f : 2 * f] = (slope["v_dot", "v"] @ N)[S]
    if n_c:
        A[2 * f :, :f] = along["c_dot"]
        A[2 * f :, f : 2 * f] = slope["c_dot", "v"] @ N
        A[2 * f :, 2 * f :] = slope["c_dot", "c"]
        A[f : 2 * f, 2 * f :] = slope["v_dot", "c"][S]
    B = np.zeros((len(A), 0))
    if inputs and ("v_dot", "u") in slope:
        B = np.zeros((len(A), slope["v_dot", "u"].shape[1]))
        B[f : 2 * f] = slope["v_dot", "u"][S]
    drift = np.concatenate([v[S], found["v_dot"][S], found.get("c_dot", np.zeros(0))])
    return A, B, drift


def _turning(
    system: Machine, q: np.ndarray, v: np.ndarray, N: np.ndarray, E: np.ndarray, t: float, p: Any
) -> np.ndarray:
    """W of (2): how the rates must change with the pose to stay on the loops; independent rates are not changed."""
    f = N.shape[1]
    if not system.closed or not v.any():
        return np.zeros((system.n_v, f))
    loops = system.loops(p)
    J = loops.jacobian(q, t)
    scale = max(1.0, float(np.abs(q).max(initial=0.0)))
    step = 1e-6 * scale
    columns = []
    for k in range(f):  # central differences of J v along the motion: J is linear enough at this step
        ahead, behind = q + step * E @ N[:, k], q - step * E @ N[:, k]
        columns.append((loops.jacobian(ahead, t) - loops.jacobian(behind, t)) @ v / (2 * step))
    right = -np.array(columns).T
    W = np.linalg.lstsq(J, right, rcond=1e-11)[0]
    S = _rates_of(N)
    return W - N @ W[S]


def _rates_of(N: np.ndarray) -> list[int]:
    """The rows of N that are those of the unit matrix, in order."""
    f = N.shape[1]
    found = []
    for j in range(f):
        unit = np.eye(f)[j]
        found.append(int(np.argmin(np.abs(N - unit).max(axis=1))))
    return found


def _frame_rates(
    slope: dict[tuple[str, str], np.ndarray], E: np.ndarray, q: np.ndarray, v: np.ndarray, system: Machine
) -> np.ndarray:
    """X in δφ̇ = δv + X δφ, zero for joints whose rates are those of their coordinates: E⁺ (∂q̇/∂q E − Ė)."""
    if not v.any() or system.n_q == system.n_v:
        return np.zeros((system.n_v, system.n_v))
    q_dot = E @ v
    step = 1e-6
    n = system.n_v
    rows = [
        system.coordinate_rates(np.broadcast_to(q + side * step * q_dot, (n, system.n_q)).copy(), np.eye(n)).T
        for side in (1, -1)
    ]
    E_dot = (rows[0] - rows[1]) / (2 * step)
    return np.linalg.pinv(E) @ (slope["q_dot", "q"] @ E - E_dot)
