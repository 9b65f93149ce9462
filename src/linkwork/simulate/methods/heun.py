"""Heun's method, order 2."""

from __future__ import annotations

from .tableau import Tableau

HEUN = Tableau(
    name="heun",
    title="Heun",
    order=2,
    a=((), (1.0,)),
    b=(1 / 2, 1 / 2),
    c=(0.0, 1.0),
)
