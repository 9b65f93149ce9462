"""Events: expressions of time and state whose change of sign is looked for, and where exactly it is."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import brentq

from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.plan import Plan
from linkwork.errors import LinkworkError, OptionError, ShapeError
from linkwork.expression.trace import Function

from ..machine import Machine

LOOKS = 1000  # times that an adaptive run looks for events at least: two crossings in one step would go unseen
SAME = 1e-12  # of the time that a run spans: instants so near to each other are one

DIRECTIONS = {"rising": 1, "falling": -1, "both": 0}


@dataclass(frozen=True)
class Event:
    """`function(t, q, v)` written with operators; the event is where it crosses zero.

    direction  "rising", "falling" or "both"
    terminal   whether the run ends there
    """

    name: str
    function: Callable[..., Any]
    direction: str = "both"
    terminal: bool = True

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise OptionError(
                f"event {self.name!r}", f"has direction={self.direction!r}", f"Use one of {', '.join(DIRECTIONS)}"
            )


def listed(events: Any) -> tuple[Event, ...]:
    """Events from what the user gave: events, or functions by name."""
    if isinstance(events, Event):
        return (events,)
    if isinstance(events, Mapping):
        return tuple(x if isinstance(x, Event) else Event(name, x) for name, x in events.items())
    found = tuple(events)
    for event in found:
        if not isinstance(event, Event):
            raise OptionError(
                "events", f"hold a {type(event).__name__}", "Give Event(name, function), or {name: function}"
            )
    names = [event.name for event in found]
    if len(set(names)) < len(names):
        raise OptionError("events", f"have doubled names: {', '.join(names)}", "Give every event its own name")
    return found


def events_law(system: Machine, events: Sequence[Event]) -> Function:
    """Values of all watched expressions."""

    def law(plan: Plan, t: Scalar, q: Any, v: Any) -> dict[str, Any]:
        return {"g": [_value(event, t, q, v) for event in events]}

    return system.trace(law, {"q": (system.n_q,), "v": (system.n_v,)}, "events")


def _value(event: Event, t: Scalar, q: Any, v: Any) -> Scalar:
    rows = (t, np.array(list(q), dtype=object), np.array(list(v), dtype=object))
    remedy = "Write it with + − * / and linkwork.sin, where …, as a function of (t, q, v)"
    try:
        value = event.function(*rows)
    except (LinkworkError, TypeError, ValueError, AttributeError, ArithmeticError, LookupError) as fault:
        raise OptionError(f"event {event.name!r}", f"cannot be written into the kernel ({fault})", remedy) from fault
    if np.ndim(value):
        raise ShapeError(f"event {event.name!r}", f"has a value of shape {np.shape(value)}", "Give one number")
    return value


def crossings(
    value: Callable[[float], np.ndarray], before: np.ndarray, after: np.ndarray, events: Sequence[Event]
) -> list[tuple[float, Event]]:
    """(θ, event) of every change of sign in a step, earliest first, to rounding; `value(θ)` gives all expressions."""
    found = []
    for k, event in enumerate(events):
        way = DIRECTIONS[event.direction]
        rises, falls = before[k] < 0 <= after[k], before[k] > 0 >= after[k]
        if (rises and way >= 0) or (falls and way <= 0):
            found.append((_root(lambda theta: float(value(theta)[k]), before[k], after[k]), event))  # noqa: B023
    return sorted(found, key=lambda each: each[0])


def happening(found: Sequence[tuple[float, Event]], start: float, near: float) -> list[tuple[float, Event]]:
    """Of (instant, event), earliest first: those up to the first terminal one and within `near` of it.

    A run that begins where an expression is zero to rounding begins on the event: that is none.
    """
    told = [(instant, event) for instant, event in found if instant > start + near]
    end = min((instant for instant, event in told if event.terminal), default=math.inf)
    return [(instant, event) for instant, event in told if instant <= end + near]


def terminal(told: Sequence[tuple[float, Event]]) -> tuple[float, Event] | None:
    """The one that ends the run."""
    return next(((instant, event) for instant, event in told if event.terminal), None)


def _root(g: Callable[[float], float], before: float, after: float) -> float:
    """θ in (0, 1] at which g is zero or has just changed its sign."""
    if after == 0.0:
        return 1.0
    known = {0.0: before, 1.0: after}

    def value(theta: float) -> float:
        if theta not in known:
            known[theta] = g(theta)
        return known[theta]

    root: Any = brentq(value, 0.0, 1.0, xtol=1e-15, rtol=4 * np.finfo(float).eps)
    beyond = [theta for theta, x in known.items() if theta >= root and x * after >= 0]
    return float(min(beyond, default=root))
