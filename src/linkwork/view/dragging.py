"""Dragging: independent joints follow sliders while the loops stay closed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.algebra.steps import Slide
from linkwork.simulate.assembly import Problem
from linkwork.simulate.choices import independent_rates
from linkwork.simulate.closing import EXACT
from linkwork.simulate.holds import held
from linkwork.simulate.machine import Machine
from linkwork.simulate.size import size

MOST = 24  # sliders at most
HALVINGS = 6  # how often the way to a place that cannot be reached is halved


@dataclass(frozen=True)
class Lever:
    """A coordinate that can be dragged: its name, index, range, smallest step, and whether it is an angle."""

    name: str
    q: int
    low: float
    high: float
    step: float
    angle: bool


def levers(m: Machine, unit: float) -> tuple[Lever, ...]:
    """The independent coordinates: those of driven joints where they fix all others."""
    if m.closed:
        J = np.atleast_2d(m.loops().jacobian(m.closed_start))
        rates = independent_rates(J, m.plan.actuated)
    else:
        rates = tuple(range(m.n_v))
    found = []
    for node in m.plan.nodes:
        if node.v in rates and node.step.n_q == node.step.n_v == 1:
            slides = isinstance(node.step, Slide)
            reach, middle = (unit if slides else np.pi), float(m.closed_start[node.q])
            step = 10.0 ** np.floor(np.log10(reach) - 2.0)
            low, high = (float(np.round(x / step) * step) for x in (middle - reach, middle + reach))
            found.append(Lever(m.q_names[node.q], node.q, low, high, step / 10.0, not slides))
    return tuple(found[:MOST])


class Dragged:
    """A machine whose levers are moved: `q` is its closed pose, `note` says why it does not follow."""

    def __init__(self, m: Machine, chosen: tuple[Lever, ...]) -> None:
        self.m, self.levers = m, chosen
        self.q = np.array(m.closed_start)
        self.problem = Problem(m, 0.0, None, size(m.plan), EXACT)
        self.note = ""

    def move(self, values: dict[str, float]) -> bool:
        """Take the levers to their values, or as near as the loops let them; tells whether they got there."""
        now = {lever.name: float(self.q[lever.q]) for lever in self.levers}
        wanted = {name: values.get(name, now[name]) for name in now}
        if not self.m.closed:
            self.q = self.m.q(self.q, **wanted)
            return True
        if self._to(wanted):
            self.note = ""
            return True
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            part = {name: now[name] + middle * (wanted[name] - now[name]) for name in now}
            low, high = (middle, high) if self._to(part) else (low, middle)
        return False

    def _to(self, values: dict[str, float]) -> bool:
        wanted = held(self.m, self.q, values, {}, {})
        found = self.problem.along(self.q, wanted)
        if not self.problem.done(found):
            error = self.problem.error(found, wanted)
            self.note = f"{error.subject}: {error.problem}."
            return False
        self.q = found.q
        return True
