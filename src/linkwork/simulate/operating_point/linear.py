"""Linear equations of motion on the loops: ẋ = A x + B u + drift."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.errors import OptionError, ShapeError

from ..given_state import given_pose, given_rates
from ..machine import Machine
from .tangent import Derivatives, Tangent, derivatives, inertia


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
        """Eigenvalues of A, slowest first. Away from an equilibrium they depend on what the states are."""
        values = np.linalg.eigvals(self.A)
        return values[np.lexsort((np.imag(values), np.abs(values)))]

    @property
    def stable(self) -> bool:
        """Whether no pole lies to the right of the imaginary axis; rounding moves double poles by its square root."""
        poles = self.poles
        return bool(np.real(poles).max(initial=-1.0) <= 1e-7 * max(1.0, np.abs(poles).max(initial=0.0)))

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

    q, v     the operating point, as rows or by name; the starting pose and rest if None
    tau      forces of the driven rates there, in order or by name; inputs u are changes of them
    control  a control law instead: the closed loop's A, without inputs
    states   joints whose motion the states are; driven ones, or those that move best, if None
    """
    q = given_pose(system, q, "linearise: q", t, p)
    v = given_rates(system, q, v, "linearise: v", t, p)
    values = system.parameter_array(p)
    tangent = Tangent.at(system, q, t, p, states)
    every = derivatives(system, control)
    c, u = np.array(every.problem.control.start), forces_there(every, tau, t)
    A, B, drift = _matrices(every, tangent, {"q": q, "v": v, "c": c, "u": u, "t": np.array(t), "p": values})
    f = len(tangent.rates)
    names = tuple(system.v_names[k] for k in tangent.rates)
    every_state = (*names, *(f"{name} rate" for name in names), *_own_names(every.problem.control))
    C = np.zeros((f, len(A)))
    C[:, :f] = np.eye(f)
    M = inertia(system, q, values)
    inputs = tuple(system.driven) if every.open else ()
    return Linear(
        A, B, C, np.zeros((f, B.shape[1])), drift, every_state, inputs, names, tangent.N,
        tangent.N.T @ M @ tangent.N, q, v,
    )  # fmt: skip


def forces_there(every: Derivatives, tau: Any, t: float) -> np.ndarray:
    """Signals at the operating point: given forces of the driven rates, or what the law's tables tell."""
    control, system = every.problem.control, every.system
    if not every.open:
        if control.sampler is not None:
            raise OptionError("linearise: control", "is sampled, which has no derivative", "Give a law that is traced")
        if tau is not None:
            raise OptionError("linearise", "is given tau and a control law", "Give one of them")
        return np.concatenate([np.zeros(0), *(table(t) for table in control.tables)])
    u = np.zeros(control.signals)
    if tau is None:
        return u
    if isinstance(tau, Mapping):
        tau = system.v(**tau)[list(system.plan.actuated)]
    u = np.asarray(tau, dtype=float)
    if u.shape != (len(system.plan.actuated),):
        names = ", ".join(system.driven) or "nothing is driven"
        raise ShapeError("linearise: tau", f"has shape {u.shape}", f"Give {len(system.plan.actuated)}: {names}")
    return u


def _own_names(control: Any) -> tuple[str, ...]:
    return control.names or tuple(f"state {k + 1}" for k in range(len(control.start)))


def _matrices(
    every: Derivatives, tangent: Tangent, at: dict[str, np.ndarray]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    found, slope = every.at(at)
    N, S = tangent.N, tangent.S
    n, f = N.shape
    E = every.system.coordinate_rates(np.tile(at["q"], (n, 1)), np.eye(n)).T  # q̇ = E v
    W, twist = np.zeros((n, f)), np.zeros((n, n))
    if at["v"].any():
        W, twist = _turning(every, tangent, at, E, slope["q_dot", "q"])
    n_c = len(found.get("c_dot", ()))
    A = np.zeros((2 * f + n_c, 2 * f + n_c))
    A[:f, :f] = S @ (W + twist @ N)  # δφ̇ = δv + (rates of the turning frames) δφ
    A[:f, f : 2 * f] = np.eye(f)
    along = {name: slope[name, "q"] @ E @ N + slope[name, "v"] @ W for name in ("v_dot", "c_dot") if name in found}
    A[f : 2 * f, :f] = S @ along["v_dot"]  # (1)
    A[f : 2 * f, f : 2 * f] = S @ slope["v_dot", "v"] @ N
    if n_c:
        A[2 * f :, :f] = along["c_dot"]
        A[2 * f :, f : 2 * f] = slope["c_dot", "v"] @ N
        A[2 * f :, 2 * f :] = slope["c_dot", "c"]
        A[f : 2 * f, 2 * f :] = S @ slope["v_dot", "c"]
    B = np.zeros((len(A), 0))
    if every.open and ("v_dot", "u") in slope:
        B = np.zeros((len(A), slope["v_dot", "u"].shape[1]))
        B[f : 2 * f] = S @ slope["v_dot", "u"]
    drift = np.concatenate([S @ at["v"], S @ found["v_dot"], found.get("c_dot", np.zeros(0))])
    return A, B, drift


def _turning(
    every: Derivatives, tangent: Tangent, at: dict[str, np.ndarray], E: np.ndarray, q_dot_slope: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """W of (2), how rates change with the pose to stay on the loops, and X in δφ̇ = δv + X δφ.

    X = E⁺ (∂(E v)/∂q E − Ė) is zero for joints whose rates are those of their coordinates            (3)
    """
    system, N, v = every.system, tangent.N, at["v"]
    n, f = N.shape
    W, twist = np.zeros((n, f)), np.zeros((n, n))
    if system.closed:
        bend = every.turning(**at)["rate"] @ E @ N
        J = system.loops(at["p"]).jacobian(at["q"], at["t"])
        W = np.linalg.lstsq(J, -bend, rcond=1e-11)[0]
        W -= N @ (tangent.S @ W)  # (2); independent rates are not changed
    if system.n_q != system.n_v:
        q_dot = E @ v
        E_dot = np.array([every.turning(**{**at, "v": unit})["q_dot"] @ q_dot for unit in np.eye(n)]).T
        twist = np.linalg.pinv(E) @ (q_dot_slope @ E - E_dot)  # (3)
    return W, twist
