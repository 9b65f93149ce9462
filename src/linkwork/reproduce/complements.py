"""Khan's method II and the extended state of method III: independent speeds υ with q̇ = S(q) υ + η(q).

    υ̇ = −(Sᵀ M S)⁻¹ Sᵀ (M γ − φ),   γ = Ṡ υ + η̇                                           (2.18)
    η restores the loops as ċ + σ c = 0                                                      (2.11)

Reference: Khan (2002), sections 2.3, 2.5.5 and appendix A; there state [q; υ], here too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.system import System

Torque = Callable[[float], np.ndarray]
Particular = Callable[[np.ndarray], np.ndarray]
Basis = Callable[[np.ndarray], tuple[np.ndarray, Particular]]
"""basis(J): S with J S = 0, and a function that gives one x with J x = b."""


def by_elimination(independent: Sequence[int]) -> Basis:
    """The independent rates are the speeds (appendix A.3); γ belongs to this S."""
    i = list(independent)

    def basis(J: np.ndarray) -> tuple[np.ndarray, Particular]:
        n = J.shape[1]
        rest = [k for k in range(n) if k not in i]
        back = np.zeros((n, len(J)))
        back[rest] = np.linalg.inv(J[:, rest])
        S = -back @ J[:, i]
        S[i] = np.eye(len(i))
        return S, back.__matmul__

    return basis


def by_frozen_basis(J0: np.ndarray) -> Basis:
    """[J; Nᵀ]⁻¹ with N the null space at the start (Kim and Vanderploeg, appendix A.2)."""
    m = len(J0)
    N = np.linalg.qr(J0.T, mode="complete")[0][:, m:]

    def basis(J: np.ndarray) -> tuple[np.ndarray, Particular]:
        both = np.linalg.inv(np.concatenate([J, N.T]))
        return both[:, m:], both[:, :m].__matmul__

    return basis


def as_printed(J: np.ndarray) -> tuple[np.ndarray, Particular]:
    """S from the singular vectors of 1 − J⁺J, particular solutions by J⁺: S jumps, and γ is not Ṡ υ + η̇."""
    back = np.linalg.pinv(J)
    U = np.linalg.svd(np.eye(J.shape[1]) - back @ J)[0]
    return U[:, : J.shape[1] - len(J)], back.__matmul__


def mixed(independent: Sequence[int]) -> Basis:
    """S by elimination with particular solutions by J⁺, as the printed recipe and its appendix can be read."""
    eliminated = by_elimination(independent)
    return lambda J: (eliminated(J)[0], np.linalg.pinv(J).__matmul__)


def in_rates(T: np.ndarray, basis: Basis) -> Basis:
    """A basis made in other rates w = T q̇: what is shortest, or orthogonal, depends on them."""
    back = np.linalg.inv(T)

    def seen(J: np.ndarray) -> tuple[np.ndarray, Particular]:
        S, particular = basis(J @ back)
        return back @ S, lambda b: back @ particular(b)

    return seen


@dataclass(frozen=True)
class Speeds:
    """The equations in independent speeds, for integrators outside the kernel."""

    system: System
    basis: Basis
    sigma: float
    torque: Torque

    def start(self, q: np.ndarray) -> np.ndarray:
        """[q; υ] at rest."""
        return np.concatenate([q, np.zeros(self.system.n_v - self.system.n_lam)])

    def rates(self, t: float, x: np.ndarray) -> np.ndarray:
        """[q̇; υ̇]."""
        n = self.system.n_v
        q = x[:n]
        gap, J = self.system.closure(q)
        S, particular = self.basis(J)
        v = S @ x[n:] + particular(-self.sigma * gap)
        M, phi, J, psi = self.system.block_equations(q, v, self.torque(t))
        gamma = particular(psi - self.sigma * (J @ v))
        return np.concatenate([v, np.linalg.solve(S.T @ M @ S, S.T @ (phi - M @ gamma))])  # (2.18)


def runge_kutta(
    rates: Callable[[float, np.ndarray], np.ndarray], x: np.ndarray, duration: float, h: float
) -> tuple[np.ndarray, np.ndarray]:
    """(t, x) by the classic method of order 4 with a fixed step, up to where the state is no longer finite."""
    times, found = [0.0], [x]
    for k in range(round(duration / h)):
        t = k * h
        try:
            with np.errstate(all="ignore"):
                a = rates(t, x)
                b = rates(t + h / 2, x + h / 2 * a)
                c = rates(t + h / 2, x + h / 2 * b)
                d = rates(t + h, x + h * c)
        except np.linalg.LinAlgError:
            break
        x = x + h / 6 * (a + 2 * b + 2 * c + d)
        if not np.abs(x).max() < 1e6:
            break
        times.append(t + h)
        found.append(x)
    return np.array(times), np.array(found)
