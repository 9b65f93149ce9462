"""Natural frequencies and modes of small motions about an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import eigh

from linkwork.errors import OptionError

from ..machine import Machine
from .equilibrium import equilibrium
from .linear import Linear, linearise


@dataclass(frozen=True)
class Mode:
    """One way to swing.

    frequency  in rad/s, of the undamped machine; imaginary ones, of modes that fall away, are given as their negative
    damping    ratio ζ of the mode by itself: φᵀ C φ / (2 ω φᵀ M φ)
    shape      (n_v,) motion of all rates, largest one 1
    """

    frequency: float
    damping: float
    shape: np.ndarray

    @property
    def hertz(self) -> float:
        """Frequency in cycles a second."""
        return self.frequency / (2 * np.pi)


@dataclass(frozen=True)
class Vibrations:
    """All modes, lowest frequency first, with the linear equations that they are of."""

    modes: tuple[Mode, ...]
    linear: Linear
    names: tuple[str, ...]

    @property
    def frequencies(self) -> np.ndarray:
        """In rad/s."""
        return np.array([mode.frequency for mode in self.modes])

    @property
    def stable(self) -> bool:
        """Whether no mode falls away."""
        return all(mode.frequency >= 0 for mode in self.modes)

    def shape(self, k: int) -> dict[str, float]:
        """Mode k by the names of the rates."""
        return dict(zip(self.names, self.modes[k].shape.tolist()))


def vibrations(system: Machine, q: Any = None, **options: Any) -> Vibrations:
    """Modes at an equilibrium, the stable one below the starting pose if none is given: K φ = ω² M φ.

    M ξ̈ + C ξ̇ + K ξ = 0,   K = −M A₂₁,   C = −M A₂₂,   from the exact linear equations on the loops            (1)

    q        the equilibrium, as a row or by name
    options  as of linearise: tau or control, states, t, p
    """
    linear = equilibrium(system, stable=True, **options).linear if q is None else linearise(system, q, **options)
    f = linear.N.shape[1]
    K, C = -linear.M @ linear.A[f : 2 * f, :f], -linear.M @ linear.A[f : 2 * f, f : 2 * f]  # (1)
    _check(system, linear, K)
    values, shapes = eigh(0.5 * (K + K.T), linear.M)
    modes = []
    for value, shape in zip(values, shapes.T):
        frequency = float(np.sign(value) * np.sqrt(abs(value)))
        whole = linear.N @ shape
        largest = whole[int(np.argmax(np.abs(whole)))]
        damping = float(shape @ C @ shape) / (2 * frequency) if frequency > 0 else 0.0  # φᵀ M φ is 1
        modes.append(Mode(frequency, damping, whole / largest))
    return Vibrations(tuple(modes), linear, tuple(system.v_names))


def _check(system: Machine, linear: Linear, K: np.ndarray) -> None:
    """Modes are those of a machine at rest, under forces that have a potential."""
    name, f = f"vibrations of mechanism {system.blueprint.name!r}", linear.N.shape[1]
    left = float(np.abs(linear.drift).max(initial=0.0))
    if left > 1e-6 * max(1.0, float(np.abs(linear.A[f : 2 * f, :f]).max(initial=0.0))):
        told = f"are those at an equilibrium, and it moves off from this pose with {left:.3g} rad/s² or m/s²"
        raise OptionError(name, told, "Give the pose of system.equilibrium(...), or none")
    if np.abs(K - K.T).max(initial=0.0) > 1e-6 * np.abs(K).max(initial=0.0):
        raise OptionError(
            name,
            "need forces that have a potential, and the stiffness is not symmetric here",
            "Look at system.linearise(...).poles",
        )
