"""Natural frequencies and modes of small motions about an equilibrium."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.linalg import eigh

from ..machine import Machine
from .linear import Linear, linearise


@dataclass(frozen=True)
class Mode:
    """One way to swing.

    frequency  in rad/s, of the undamped machine; imaginary ones, of modes that fall away, are given as their negative
    damping    ratio ζ of the pole nearest to it
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
    """Modes at an equilibrium: K φ = ω² M φ, with K from the exact linear equations on the loops.

    M ξ̈ + K ξ = 0,   K = −M A₂₁, symmetric at an equilibrium under forces that have a potential            (1)
    """
    linear = linearise(system, q, **options)
    f = linear.N.shape[1]
    stiffness = -linear.M @ linear.A[f : 2 * f, :f]
    values, shapes = eigh(0.5 * (stiffness + stiffness.T), linear.M)  # (1)
    poles = linear.poles
    modes = []
    for value, shape in zip(values, shapes.T):
        frequency = float(np.sign(value) * np.sqrt(abs(value)))
        whole = linear.N @ shape
        largest = whole[int(np.argmax(np.abs(whole)))]
        modes.append(Mode(frequency, _damping(poles, frequency), whole / largest))
    return Vibrations(tuple(modes), linear, tuple(system.v_names))


def _damping(poles: np.ndarray, frequency: float) -> float:
    """−Re/|·| of the pole whose size is nearest."""
    if not len(poles) or frequency <= 0:
        return 0.0
    pole = poles[int(np.argmin(np.abs(np.abs(poles) - frequency)))]
    return float(-pole.real / abs(pole)) if abs(pole) > 0 else 0.0
