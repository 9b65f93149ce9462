"""Conditions differentiated once more: what takes the place of rows that are lost in a singular pose.

Where rows of J vanish or depend on each other, u J = 0 for some u ≠ 0 (a left null vector), and u J q̈ = u ψ says
nothing of q̈. The third derivative does, as long as the machine moves:

    h‴ = J q⃛ + G q̈ + κ,   u h‴ = u G q̈ + u κ = 0                         (1)

Reference: Amirouche (1991), Eqs (26)–(65): a vanishing row s is the case u = e_s, dependent rows the case u = (1, −Z);
G is his (37) in full (the printed (64) leaves out what B̈ hides), κ his J_s with the μ̇ that (38) lost.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from linkwork.algebra.scalars import Scalar, is_zero
from linkwork.dynamics.equations import Stabilisation
from linkwork.dynamics.rows import Row

Along = Callable[[Sequence[Scalar]], Sequence[Scalar]]
ByRates = Callable[[Sequence[Scalar]], Sequence[Sequence[Scalar]]]


@dataclass(frozen=True)
class ThirdRow:
    """A condition's third derivative: h‴ = J q⃛ + G q̈ + rest."""

    G: Mapping[int, Scalar]
    rest: Scalar


def third_rows(found: Sequence[Row], along: Along, by_rates: ByRates) -> list[ThirdRow]:
    """G and κ of every row.

        G = J̇ + ∂b/∂v,  κ = ḃ at q̈ = 0,  where ḧ = J q̈ + b                (1)

    `along` gives rates of scalars along the motion at q̈ = 0, `by_rates` their derivatives with respect to v. For a
    condition on coordinates whose rates are their derivatives, G = 3 J̇.
    """
    biases = [row.bias for row in found]
    by_v, rest = by_rates(biases), along(biases)
    thirds = []
    for row, slopes, kappa in zip(found, by_v, rest):
        G = dict(zip(row.J, along(list(row.J.values()))))
        for k, x in enumerate(slopes):
            if not is_zero(x):
                G[k] = G.get(k, 0.0) + x  # (1)
        thirds.append(ThirdRow({k: x for k, x in G.items() if not is_zero(x)}, kappa))
    return thirds


def target(rest: Scalar, second: Scalar, first: Scalar, stabilisation: Stabilisation) -> Scalar:
    """Right side of a regularised row, G q̈ = −κ − (2 α + σ) (ḧ − J q̈) − β² ḣ, of combinations u κ, u ḧ, u ḣ.

    Reference: Amirouche (41), (62); as there the gap h itself is not drawn to zero while the row is lost.
    """
    return -rest - stabilisation.damping * second - stabilisation.stiffness * first
