"""The classical Runge–Kutta method, order 4 (Kutta 1901)."""

from __future__ import annotations

from .tableau import Tableau

RUNGE_KUTTA_4 = Tableau(
    name="rk4",
    title="Runge-Kutta 4",
    order=4,
    a=((), (1 / 2,), (0.0, 1 / 2), (0.0, 0.0, 1.0)),
    b=(1 / 6, 1 / 3, 1 / 3, 1 / 6),
    c=(0.0, 1 / 2, 1 / 2, 1.0),
)
