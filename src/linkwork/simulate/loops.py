"""Loops: the conditions of a machine as numbers, at one instant or at many."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwork.algebra.scalars import is_zero
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, Row, check_closable, coordinate_rates, rows
from linkwork.dynamics.regularisation import ThirdRow, third_rows
from linkwork.expression.derivatives import differentiate, differentiate_along
from linkwork.expression.trace import Function, Port

Law = Callable[..., Mapping[str, Any]]
Call = Callable[[Mapping[str, Any]], Mapping[str, np.ndarray]]


@dataclass(frozen=True)
class Conditions:
    """Rows of a machine as a law that gives only what is not zero for every state.

    rows      the rows, with the entries of the law that was traced
    pattern   (row, rate) of each entry of J that the law gives
    function  takes q (and v), t, p; gives gap, entries (and drift, bias)
    """

    rows: tuple[Row, ...]
    pattern: tuple[np.ndarray, np.ndarray]
    function: Function

    @property
    def holonomic(self) -> np.ndarray:
        """Which rows have a gap that can be closed."""
        return np.array([row.gap is not None for row in self.rows], dtype=bool)


def conditions(trace: Callable[..., Function], plan: Plan, *, moving: bool) -> Conditions:
    """Every row of `plan`, redundant or not, traced by a system's `trace`; with rates if `moving`."""
    found: list[Row] = []

    def law(plan: Plan, t: Any, q: Any, v: Any = None) -> dict[str, Any]:
        motion = Motion(replace(plan, kept=None), q, v, t)
        check_closable(motion)
        found[:] = rows(motion)
        entries = [x for row in found for x in row.J.values() if not is_zero(x)]
        gaps = [0.0 if row.gap is None else row.gap for row in found]
        rates = {"drift": [r.drift for r in found], "bias": [r.bias for r in found]} if moving else {}
        return {"gap": gaps, "entries": entries, **rates}

    inputs = {"q": (plan.n_q,), **({"v": (plan.n_v,)} if moving else {})}
    function = trace(law, inputs, "conditions in motion" if moving else "conditions")
    places = [(r, k) for r, row in enumerate(found) for k, x in row.J.items() if not is_zero(x)]
    at = np.array(places, dtype=int).reshape(-1, 2)
    return Conditions(tuple(found), (at[:, 0], at[:, 1]), function)


def third_conditions(trace: Callable[..., Function], plan: Plan) -> Conditions:
    """Every row's third derivative h‴ = J q⃛ + G q̈ + rest: gives the entries of G, and rest."""
    found: list[Row] = []
    thirds: list[ThirdRow] = []

    def law(plan: Plan, t: Any, q: Any, v: Any) -> dict[str, Any]:
        found[:] = rows(Motion(replace(plan, kept=None), q, v, t))
        rates = coordinate_rates(plan, q, v)
        thirds[:] = third_rows(
            found, lambda x: differentiate_along(x, [*q, t], [*rates, 1.0]), lambda x: differentiate(x, v)
        )
        return {"entries": [x for row in thirds for x in row.G.values()], "rest": [row.rest for row in thirds]}

    function = trace(law, {"q": (plan.n_q,), "v": (plan.n_v,)}, "conditions differentiated")
    at = np.array([(r, k) for r, row in enumerate(thirds) for k in row.G], dtype=int).reshape(-1, 2)
    return Conditions(tuple(found), (at[:, 0], at[:, 1]), function)


Part = Callable[[], tuple[Conditions, Call]]


@dataclass(frozen=True)
class Loops:
    """What closes a machine, at given parameters: gaps h, Jacobian J, rates.

    Everything takes leading dimensions. Rows on velocities alone are in `rates`, not in `gaps`.
    """

    plan: Plan
    still: Conditions
    call: Call
    moving: Part
    differentiated: Part

    def gaps(self, q: np.ndarray, t: Any = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """h and J of the rows that have a gap."""
        found = self.call({"q": q, "t": t})
        J = self._dense(self.still, found["entries"])
        which = self.still.holonomic
        return (found["gap"], J) if which.all() else (found["gap"][..., which], J[..., which, :])

    def jacobian(self, q: np.ndarray, t: Any = 0.0) -> np.ndarray:
        """J of every row."""
        return self._dense(self.still, self.call({"q": q, "t": t})["entries"])

    def rates(self, q: np.ndarray, v: np.ndarray, t: Any = 0.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """J, ∂h/∂t and −bias of every row: J v + drift is the rate of the gaps, J q̈ = −bias keeps it."""
        conditions, call = self.moving()
        found = call({"q": q, "v": v, "t": t})
        return self._dense(conditions, found["entries"]), found["drift"], -found["bias"]

    def thirds(self, q: np.ndarray, v: np.ndarray, t: Any = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """G and κ of every row: h‴ = J q⃛ + G q̈ + κ."""
        conditions, call = self.differentiated()
        found = call({"q": q, "v": v, "t": t})
        return self._dense(conditions, found["entries"]), found["rest"]

    @property
    def rows(self) -> tuple[Row, ...]:
        """Every row."""
        return self.still.rows

    @property
    def closing(self) -> tuple[Row, ...]:
        """The rows that have a gap, as in `gaps`."""
        return tuple(row for row in self.still.rows if row.gap is not None)

    def _dense(self, conditions: Conditions, entries: np.ndarray) -> np.ndarray:
        J = np.zeros((*np.shape(entries)[:-1], len(conditions.rows), self.plan.n_v))
        J[(..., *conditions.pattern)] = entries
        return J


def nothing(values: Mapping[str, Any]) -> Mapping[str, np.ndarray]:
    """What a machine without conditions gives."""
    return dict.fromkeys(("gap", "entries", "drift", "bias", "rest"), np.zeros(0))


def taker(function: Function, call: Callable[..., Any], parameters: np.ndarray) -> Call:
    """A call by names of a function's machine code or interpreter; t and p go only where they are wanted."""
    wanted = tuple(port.name for port in function.inputs)
    gives: Sequence[Port] = function.outputs

    def take(values: Mapping[str, Any]) -> Mapping[str, np.ndarray]:
        given = {"p": parameters, **values}
        found = call(**{name: given[name] for name in wanted})
        if isinstance(found, Mapping):
            return {port.name: np.asarray(found[port.name], dtype=float).reshape(-1) for port in gives}
        several = found if isinstance(found, tuple) else (found,)
        return {port.name: x for port, x in zip(gives, several)}

    return take
