"""Around an operating point: linear equations on the loops, frequencies and modes, static equilibrium."""

from __future__ import annotations

from .equilibrium import Equilibrium, equilibrium
from .linear import Linear, linearise
from .vibrations import Mode, Vibrations, vibrations

__all__ = ["Equilibrium", "Linear", "Mode", "Vibrations", "equilibrium", "linearise", "vibrations"]
