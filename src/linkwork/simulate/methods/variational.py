"""Structure-preserving methods: the variational midpoint rule with conditions held exactly, and its compositions."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Variational:
    """The midpoint rule of a discrete action, in substeps of `weights` times the step.

    Symplectic and symmetric; loops (and lengths of quaternions) hold at every step, positions and velocities, as in
    RATTLE. A symmetric row of weights that add to one raises the order. Reference: Hairer, Lubich & Wanner, Geometric
    Numerical Integration (2006), sections VI.6, VII.1 and V.3.2.
    """

    name: str
    title: str
    order: int
    weights: tuple[float, ...] = (1.0,)
    adaptive: bool = False


_P = 1.0 / (4.0 - 4.0 ** (1.0 / 3.0))  # Suzuki (1990)

VARIATIONAL: dict[str, Variational] = {
    method.name: method
    for method in (
        Variational("rattle", "variational midpoint", 2),
        Variational("rattle4", "variational midpoint, composed to order 4", 4, (_P, _P, 1.0 - 4.0 * _P, _P, _P)),
    )
}
"""Structure-preserving methods, by name."""
