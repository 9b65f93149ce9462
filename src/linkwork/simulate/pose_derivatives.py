"""How a closed pose changes when what determines it changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from linkwork.errors import SingularError


@dataclass(frozen=True)
class PoseDerivatives:
    """Joint displacements of all rates for a unit change, loops closed; batches have leading dimensions.

    independent     names of the rates that are independent
    by_independent  (n_v, f): one column each
    by_parameters   (n_v, n_p): one column for each parameter, independent coordinates held
    by_time         (n_v,): what moves by itself, independent coordinates held
    """

    independent: tuple[str, ...]
    by_independent: np.ndarray
    by_parameters: np.ndarray
    by_time: np.ndarray

    @classmethod
    def of(
        cls,
        owner: str,
        n: int,
        independent: tuple[str, ...],
        parameters: tuple[str, ...],
        found: Mapping[str, np.ndarray],
    ) -> PoseDerivatives:
        """From what the kernel found; what no gap depends on changes nothing."""
        if not all(np.isfinite(x).all() for x in found.values()):
            raise SingularError(
                owner,
                f"has a pose here that {', '.join(map(repr, independent))} do not fix",
                "Choose others with compile(formulation='embedding', independent=...), or another pose",
                see="how-to/singular-poses",
            )
        lead = found["q_q"].shape[:-2]
        by_p = found.get("q_p", np.zeros((*lead, n, len(parameters))))
        return cls(independent, found["q_q"], by_p, found.get("q_t", np.zeros((*lead, n))))
