"""How a closed pose changes when what determines it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.errors import OptionError, SingularError
from linkwork.simulate.choices import independent_rates_of
from linkwork.simulate.machine import Machine
from linkwork.simulate.singular import finite


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


def pose_derivatives(system: Machine, q: Any, *, t: Any, p: Any) -> PoseDerivatives:
    """See `System.pose_derivatives`; what no gap depends on changes nothing."""
    owner = f"mechanism {system.blueprint.name!r}"
    if not system.closed:
        raise OptionError(owner, "has no loops: its pose depends on nothing", "Use the derivatives of its laws")
    kernel = system.kernel("pose_derivatives")
    q = np.asarray(q, dtype=float)
    finite(system, {"q": q})
    given = {"q": q, "t": np.asarray(t, dtype=float), "p": system.parameter_array(p)}
    values = kernel.call(**{name: given[name] for name in kernel.inputs})
    found = dict(zip(kernel.outputs, values if isinstance(values, tuple) else (values,)))
    independent = tuple(system.v_names[k] for k in independent_rates_of(system))
    if not all(np.isfinite(x).all() for x in found.values()):
        raise SingularError(
            owner,
            f"has a pose here that {', '.join(map(repr, independent))} do not fix",
            "Choose others with compile(formulation='embedding', independent=...), or another pose",
            see="how-to/singular-poses",
        )
    lead = found["q_q"].shape[:-2]
    by_parameters = found.get("q_p", np.zeros((*lead, system.n_v, len(system.parameters))))
    return PoseDerivatives(independent, found["q_q"], by_parameters, found.get("q_t", np.zeros((*lead, system.n_v))))
