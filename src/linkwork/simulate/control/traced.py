"""Torques as a function written with operators: traced once, then part of the kernel."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.errors import LinkworkError, OptionError, ShapeError, UnknownName

from ..machine import Machine
from .law import At, Command, Ready


@dataclass(frozen=True)
class Traced:
    """`function(t, q, v)` gives the forces of the driven rates, in the order of `system.driven` or by name.

    It is called with symbols: write it with + − * / and linkwork.sin, cos, sqrt, where … instead of if.
    """

    function: Callable[..., Any]

    def ready(self, system: Machine) -> Ready:
        what = f"control function {named(self.function)!r}"
        return Ready(lambda at: Command(along_rates(system, told_by(self.function, at), what)))


def told_by(function: Callable[..., Any], at: At) -> Any:
    """What a function of (t, q, v), or of fewer of these, answers to symbols."""
    values = (at.t, np.array(list(at.q), dtype=object), np.array(list(at.v), dtype=object))[: _accepted(function)]
    try:
        return function(*values)
    except LinkworkError as fault:
        raise _untraceable(function, str(fault)) from fault
    except (TypeError, ValueError, AttributeError, ArithmeticError, LookupError) as fault:
        raise _untraceable(function, f"{type(fault).__name__}: {fault}") from fault


def along_rates(system: Machine, told: Any, what: str) -> list[Any]:
    """Forces along all rates from those of the driven ones, given as a row or by name."""
    tau = _spread(system, told, what)
    for k, x in enumerate(tau):
        if isinstance(x, complex) or not hasattr(x, "__radd__"):
            right = f"Give a number for each of {', '.join(system.driven)}"
            raise ShapeError(what, f"gives {x!r} for {system.v_names[k]!r}", right)
    return tau


def _spread(system: Machine, told: Any, what: str) -> list[Any]:
    tau: list[Any] = [0.0] * system.n_v
    if told is None:
        return tau
    if isinstance(told, Mapping):
        for name, value in told.items():
            indices = [k for k in system.rate_indices(name) if k in system.plan.actuated]
            if not indices:
                raise UnknownName("driven joint", name, system.driven, f"mechanism {system.blueprint.name!r}")
            values = list(value) if isinstance(value, Sequence) or np.ndim(value) else [value]
            if len(values) != len(indices):
                raise ShapeError(what, f"gives {len(values)} values for {name!r}", f"Give {len(indices)}")
            for k, x in zip(indices, values):
                tau[k] = x
        return tau
    if isinstance(told, (str, bytes)):
        right = f"Give {len(system.driven)} numbers: {', '.join(system.driven) or 'nothing is driven'}"
        raise ShapeError(what, f"gives the text {told!r}", right)
    values = list(np.asarray(told, dtype=object).ravel())
    driven = system.plan.actuated
    if len(values) == len(driven):
        for k, x in zip(driven, values):
            tau[k] = x
        return tau
    if len(values) == system.n_v:
        if any(not _is_nothing(values[k]) for k in range(system.n_v) if k not in driven):
            raise ShapeError(
                what, "drives a rate that has no actuator", f"Drive {', '.join(system.driven) or 'nothing'}"
            )
        return values
    right = f"Give {len(driven)}: {', '.join(system.driven) or 'nothing is driven'}"
    raise ShapeError(what, f"gives {len(values)} values", right)


def _is_nothing(x: Any) -> bool:
    return isinstance(x, (int, float)) and x == 0


def _accepted(function: Callable[..., Any]) -> int:
    """How many of (t, q, v) the function takes."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 3
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return 3
    return min(3, sum(p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) for p in parameters))


def named(function: Callable[..., Any]) -> str:
    """How a function is called in messages."""
    return getattr(function, "__name__", type(function).__name__)


def _untraceable(function: Callable[..., Any], why: str) -> OptionError:
    return OptionError(
        f"control function {named(function)!r}",
        f"cannot be written into the kernel ({why})",
        "Write it with + − * / and linkwork.sin, where …; or let Python call it: control.Sampled(function, rate=1000)",
        see="how-to/control",
    )
