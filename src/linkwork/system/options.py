"""Options: how a machine is compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from linkwork.algebra.scalars import constant_value
from linkwork.dynamics.equations import Stabilisation
from linkwork.errors import OptionError


@dataclass(frozen=True)
class Options:
    """How a machine is compiled.

    formulation    name of the forward dynamics, "auto" for the fewest counted operations
    cuts           see `connectivity.spanning_tree`
    modules        bodies of each module, the book's rule if None
    stabilisation  gains that draw gaps to zero, Baumgarte's or first-order; none if None
    reframed       node frames chosen for the fewest constants
    regroup        inertial parameters regrouped in laws that give joint forces or accelerations: fewer operations
    independent    joints or rates that stay (formulations embedding, minimal, projection by Gauss elimination, extended
                   in actuator space)
    platform       body whose velocity stays (formulation extended); a floating or the only body in all loops if None
    space          onto what platform and joints are mapped (formulation extended): "task", the platform's velocity, or
                   "actuator", the driven or the independent rates
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
    space: str = "task"
    complement: str = "svd"
    penalty: tuple[float, float] = (1e6, 1e3)
    weights: Mapping[str, float] = field(default_factory=dict)
    neighbourhood: float = 0.0

    def __post_init__(self) -> None:
        if self.stabilisation is not None and not isinstance(self.stabilisation, Stabilisation):
            raise _wrong("stabilisation", self.stabilisation, "Give Stabilisation(alpha=10, beta=10) or None")
        for name in ("reframed", "regroup"):
            if not isinstance(getattr(self, name), (bool, np.bool_)):
                raise _wrong(name, getattr(self, name), "Use True or False")
        if self.space not in ("task", "actuator"):
            raise _wrong("space", self.space, "Use 'task' or 'actuator'")
        if self.complement not in ("svd", "qr", "gauss"):
            raise _wrong("complement", self.complement, "Use 'svd', 'qr' or 'gauss'")
        if not _gains(self.penalty):
            raise _wrong("penalty", self.penalty, "Give (stiffness, damping), zero or more, as in (1e6, 1e3)")
        if not isinstance(self.neighbourhood, (int, float, np.number)) or not 0.0 <= self.neighbourhood < 1.0:
            raise _wrong("neighbourhood", self.neighbourhood, "Give a share from 0 to below 1, as 0.1")


def _gains(pair: Any) -> bool:
    if not isinstance(pair, (tuple, list)) or len(pair) != 2:
        return False
    values = [x if isinstance(x, (int, float)) else constant_value(x) for x in pair]
    return all(x is None or 0.0 <= x < float("inf") for x in values)


def _wrong(name: str, value: Any, remedy: str) -> OptionError:
    return OptionError(f"option {name!r} of compile", f"is {value!r}", remedy)


READERS = {
    "independent": ("embedding", "minimal", "projection", "extended"),
    "platform": ("extended",),
    "space": ("extended",),
    "complement": ("projection",),
    "penalty": ("penalty",),
}
"""Options that only some formulations read."""


def chosen(given: Mapping[str, Any]) -> Options:
    """Options as a user writes them; those that the formulation does not read are refused."""
    values: dict[str, Any] = {k: tuple(x) if isinstance(x, list) else x for k, x in given.items()}
    if isinstance(values.get("independent"), str):
        values["independent"] = (values["independent"],)
    options = Options(**values)
    for name, readers in READERS.items():
        if values.get(name) is not None and options.formulation not in readers:
            raise OptionError(
                f"option {name!r} of compile",
                f"has no effect on formulation {options.formulation!r}",
                f"Leave it out, or use formulation {' or '.join(map(repr, readers))}",
            )
    needs = {"extended": ("space", "actuator"), "projection": ("complement", "gauss")}.get(options.formulation)
    if options.independent is not None and needs is not None and getattr(options, needs[0]) != needs[1]:
        raise OptionError(
            "option 'independent' of compile",
            f"has no effect on formulation {options.formulation!r} with {needs[0]}={getattr(options, needs[0])!r}",
            f"Leave it out, or add {needs[0]}={needs[1]!r}",
        )
    return options
