"""Options: how a machine is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from linkwork.dynamics.equations import Stabilisation


@dataclass(frozen=True)
class Options:
    """How a machine is compiled.

    formulation    name of the forward dynamics, "auto" for the fewest counted operations
    cuts           see `connectivity.spanning_tree`
    modules        bodies of each module, the book's rule if None
    stabilisation  Baumgarte's terms, none if None
    reframed       node frames chosen for the fewest constants
    regroup        inertial parameters regrouped in laws that give joint forces or accelerations: fewer operations
    independent    joints or rates that stay (formulations embedding, minimal, projection by Gauss elimination)
    platform       body whose velocity stays (formulation extended); a floating or the only body in all loops if None
    complement     how projection finds its basis: "svd", "qr", "gauss"
    penalty        (stiffness, damping) of each row (formulation penalty)
    weights        of the square of each driven rate's force, by the name of joint or rate, where more drives than
                   freedoms leave a choice (inverse dynamics); 1 if not named
    neighbourhood  share of their usual size below which combinations of rows are replaced by their third derivatives,
                   so that motion goes smoothly through singular poses (0.1 or so); 0: only where they are lost
    """

    formulation: str = "auto"
    cuts: tuple[str, ...] | str | None = None
    modules: tuple[tuple[str, ...], ...] | None = None
    stabilisation: Stabilisation | None = None
    reframed: bool = True
    regroup: bool = False
    independent: tuple[str, ...] | None = None
    platform: str | None = None
    complement: str = "svd"
    penalty: tuple[float, float] = (1e6, 1e3)
    weights: Mapping[str, float] = field(default_factory=dict)
    neighbourhood: float = 0.0
