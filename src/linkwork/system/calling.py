"""How a law of a machine is called: machine code directly, with a look at its pivots where answers may not stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.dynamics.gimbal import gimbal_lock, gimbal_measures, gimbals
from linkwork.dynamics.open_laws import guarded
from linkwork.errors import SingularError
from linkwork.expression.trace import Function
from linkwork.kernel import Kernel, compile_function, guarded_call
from linkwork.simulate.drives import usual_forces
from linkwork.simulate.implicit import forward_derivatives, inverse_derivatives
from linkwork.simulate.singular import repair
from linkwork.simulate.singular_inverse import repair_inverse
from linkwork.system.tracing import law_of, traced_law

if TYPE_CHECKING:
    from linkwork.system.system import System

OF_THE_SYSTEM = {
    "formulation",
    "stabilisation",
    "settings",
    "weights",
    "probe",
}  # options that are set when it is compiled
SINGULAR_PIVOT = 1e-9  # below this relative pivot the rows are treated as dependent
LEAST_ANSWER = 1e-7  # inverse dynamics that makes more than 1e7 of a usual force is solved by singular values
INVERSE = {"inverse_dynamics": False, "free_base_inverse_dynamics": True}
"""Laws that give forces from a motion, and whether their base is free."""
DERIVATIVES: Mapping[str, tuple[Callable[..., Function], float]] = {
    "forward_dynamics_derivatives": (forward_derivatives, SINGULAR_PIVOT),
    "inverse_dynamics_derivatives": (inverse_derivatives, LEAST_ANSWER),
}
"""Laws of closed machines that differentiate others, and the smallest pivot where there are derivatives."""


def method(system: System, name: str) -> Callable[..., Any]:
    """What runs when the law of that name is called; its machine code is made now."""
    law, _ = law_of(system, name)
    if set(law.options) - OF_THE_SYSTEM:
        return _with_options(system, name, tuple(law.options))
    kernel, call = _guarded(system, name)
    return _with_own_values(system, kernel, call)


def _guarded(system: System, name: str) -> tuple[Kernel, Callable[..., Any]]:
    """The machine code of a law, and its call with a look at what tells whether its answer stands."""
    if name in INVERSE and system.n_lam:
        kernel = system.kernel(name, probe=usual_forces(system))
        mend = partial(repair_inverse, system, base=INVERSE[name])
        return kernel, guarded_call(kernel, LEAST_ANSWER, partial(_repaired, kernel, LEAST_ANSWER, mend))
    springs = (name, system.formulation) == ("forward_dynamics_derivatives", "penalty")
    if name in DERIVATIVES and system.n_lam and not springs:
        derivatives, least = DERIVATIVES[name]
        kernel = compile_function(derivatives(system, guarded=True))
        return kernel, guarded_call(kernel, least, partial(_where_there_are_derivatives, system, kernel, least))
    if name == "forward_dynamics" and system.closed:
        kernel, least = system.kernel(name), least_pivot(system)
        mend = partial(_repair_forward, system)
        return kernel, guarded_call(kernel, least, partial(_repaired, kernel, least, mend))
    if name == "forward_dynamics" and gimbals(system.plan):
        law, options = law_of(system, name)
        kernel = compile_function(traced_law(system, replace(law, build=guarded(law.build)), options, name))
        return kernel, guarded_call(kernel, SINGULAR_PIVOT, partial(_away_from_gimbal_lock, system, kernel))
    kernel = system.kernel(name)
    return kernel, kernel.call


def _with_own_values(system: System, kernel: Kernel, call: Callable[..., Any]) -> Callable[..., Any]:
    """The call with time zero and the parameters' own values, where it reads them and nothing else is given."""
    values = {"t": np.zeros(()), "p": system.parameter_values}
    own = {port: x for port, x in values.items() if port in kernel.inputs}
    return partial(_with_defaults, system, call, own) if own else call


def _with_defaults(
    system: System, call: Callable[..., Any], rest: Mapping[str, Any], *values: Any, **named: Any
) -> Any:
    if isinstance(named.get("p"), dict):
        named["p"] = system.parameter_array(named["p"])
    return call(*values, **{**rest, **named})


def _with_options(system: System, name: str, options: tuple[str, ...]) -> Callable[..., Any]:
    """A law that depends on more than its inputs: machine code for each choice, kept for the next call."""
    known: dict[Any, Callable[..., Any]] = {}

    def method(*values: Any, **named: Any) -> Any:
        key = tuple(named.items())
        try:
            call = known.get(key)  # nothing but options that were given before
        except TypeError:
            call = None
        if call is not None:
            return call(*values)
        chosen = {k: _frozen(named.pop(k)) for k in options if k in named}
        kernel = system.kernel(name, **chosen)
        call = _with_own_values(system, kernel, kernel.call)
        if not named and len(chosen) == len(key):
            known[tuple(chosen.items())] = call
        return call(*values, **named)

    return method


def _frozen(option: Any) -> Any:
    """An option that can be looked up: arrays and lists as tuples."""
    return tuple(_frozen(x) for x in option) if isinstance(option, (list, np.ndarray)) else option


# ---- where answers may not stand


def least_pivot(system: System) -> float:
    """The smallest relative pivot that a kernel's answer may have."""
    return max(SINGULAR_PIVOT, system.options.neighbourhood**2)


def _looked_at(kernel: Kernel, *values: Any, out: Any = None, **named: Any) -> tuple[Any, list[Any], Any]:
    """What the caller gets, the same as a list of arrays, and the pivot, which is the kernel's last output."""
    *found, pivot = kernel.call(*values, out=None if out is None else _with_room(kernel, out), **named)
    if out is not None:
        return out, found, pivot
    return (tuple(found) if len(found) > 1 else found[0]), found, pivot


def _with_room(kernel: Kernel, out: Any) -> Any:
    """The arrays of `out=` in order, and one for the pivot; what is no array is left for the kernel to refuse."""
    *ports, _ = kernel.function.outputs
    arrays: Any = [out.get(port.name) for port in ports] if isinstance(out, Mapping) else out
    arrays = [arrays] if isinstance(arrays, np.ndarray) else arrays
    if not isinstance(arrays, (list, tuple)) or len(arrays) != len(ports):
        return out
    first = np.shape(arrays[0])
    return (*arrays, np.empty(first[: max(len(first) - len(ports[0].shape), 0)]))


def _repaired(
    kernel: Kernel,
    least: float,
    mend: Callable[[Sequence[np.ndarray], np.ndarray, Any], None],
    *values: Any,
    **named: Any,
) -> Any:
    """What the kernel gives but its pivot; entries whose pivot is not above `least` are mended."""
    wanted = kernel.inputs
    given = {"t": 0.0, **dict(zip(wanted, values)), **named}
    read = {k: x for k, x in named.items() if k in wanted or k not in ("t", "p")}
    answer, found, pivot = _looked_at(kernel, *values, **read)
    good = pivot > least
    for x in found:
        good = good & np.isfinite(x).all(axis=-1)
    if not np.all(good):
        mend(found, np.asarray(good), given)
    return answer


def _where_there_are_derivatives(system: System, kernel: Kernel, least: float, *values: Any, **named: Any) -> Any:
    """What the kernel gives but its pivot; in a singular pose there is nothing to give."""
    answer, _, pivot = _looked_at(kernel, *values, **named)
    if not np.all(pivot > least):
        kind = system.singularity(_worst(system, pivot, values, named))
        raise SingularError(
            f"mechanism {system.blueprint.name!r}",
            f"has no derivatives of its motion in this pose. {kind}",
            "Take a pose beside it, or a formulation that is regular there",
            see="how-to/singular-poses",
        )
    return answer


def _away_from_gimbal_lock(system: System, kernel: Kernel, *values: Any, **named: Any) -> Any:
    """What the kernel gives but its pivot; an error where Euler angles have lost a freedom."""
    answer, _, pivot = _looked_at(kernel, *values, **named)
    if not np.all(pivot > SINGULAR_PIVOT):
        measures = gimbal_measures(system.plan, list(_worst(system, pivot, values, named)))
        lock = gimbal_lock(system.plan, measures, SINGULAR_PIVOT)
        if lock is not None:
            raise lock
    return answer


def _worst(system: System, pivot: Any, values: Sequence[Any], named: Mapping[str, Any]) -> np.ndarray:
    """Coordinates of the state with the smallest pivot."""
    q = np.asarray(values[0] if values else named["q"], dtype=float).reshape(-1, system.n_q)
    return q[min(int(np.argmin(pivot)), len(q) - 1)]


def _repair_forward(system: System, found: Sequence[np.ndarray], good: np.ndarray, given: Mapping[str, Any]) -> None:
    repair(system, found, good, given, np.sqrt(least_pivot(system)), system.usual_sizes)
