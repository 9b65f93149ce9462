"""What a run does where its machine code cannot go on alone: another formulation, steps by singular values, a leap."""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..machine_code.codes import Code
from ..machine_code.program import Program
from .hard import HardSteps
from .jump import CLEAR, leap

if TYPE_CHECKING:
    from .run import Running

SAFE_PIVOT = 1e-6  # above this one it needs none any more
FAR = 1e-3  # above this one the pose itself is well away from singular ones
NEAR = 0.1  # share of the largest singular value that the smallest one has in poses well away from singular ones
MOST = 1000  # so many steps by singular values in a row mean that the machine does not get away from a singular pose


class HardInstants:
    """Help for a run.

    A formulation divides by more than the machine's own singular poses ask for: a leg that is stretched out while the
    platform is held well. There the system-level multipliers take over, in machine code too. Where the conditions
    themselves become dependent, steps are made by singular values, or the instant is leaped over.
    """

    def __init__(self, run: Running) -> None:
        self.run, self.own = run, run.program
        self.times: list[float] = []  # of steps by singular values
        self.changes: list[float] = []  # of changes to the other formulation

    @cached_property
    def solver(self) -> HardSteps:
        """The rank-revealing solver, made when it is first needed."""
        return HardSteps(self.run.simulator, self.run.parameters, self.run.spec.tolerance)

    def through(self, code: Code) -> bool:
        """Get the run over the instant where the machine code came back; False if nothing helps."""
        try:
            with np.errstate(all="ignore"):
                if code == Code.TOO_SMALL and not self._near():
                    return False
                if code == Code.SINGULAR and self._shorter():
                    return True
                return (code == Code.SINGULAR and self._other()) or self._steps()
        except np.linalg.LinAlgError:
            return False

    def _near(self) -> bool:
        """Whether a singular pose can be what makes steps small, and not a stiff or a sudden force."""
        m = self.run.memory
        return not self.solver.spread(m["t"], m.row("y").copy(), m.row("u").copy()) > NEAR

    def _shorter(self) -> bool:
        """A shorter step, where not the pose is singular but a stage far off, thrown there by a sudden force."""
        run, m = self.run, self.run.memory
        if not run.simulator.method.adaptive or not self._pivot(run.program) > FAR:
            return False
        m["h"] = 0.25 * m["h_now"]
        m.set_count("rejected", m.count("rejected") + 1)
        return True

    # -- another formulation -----------------------------------------------------------------------------------------

    def _other(self) -> bool:
        """Take the multipliers of the whole system, where it is the formulation alone that is singular."""
        run, m = self.run, self.run.memory
        if run.program is not self.own:
            return False
        if self.solver.independence(m["t"], m.row("y").copy(), m.row("u").copy()) < CLEAR:
            return False
        other = run.simulator.sturdy
        if other is None or other.program.layout != self.own.layout:
            return False
        if not self._safe(other.program):
            return False
        self._take(other.program)
        self.changes.append(m["t"])
        return True

    def back(self) -> None:
        """The machine's own formulation again, as soon as it can be trusted."""
        if self.run.program is not self.own and self._safe(self.own):
            self._take(self.own)

    def _take(self, program: Program) -> None:
        self.run.program = program
        self.run.memory.set_count("fresh", 0)

    def _safe(self, program: Program) -> bool:
        """Whether the machine code of a formulation can be trusted where the run stands."""
        return self._pivot(program) > SAFE_PIVOT

    def _pivot(self, program: Program) -> float:
        """The smallest pivot of a formulation where the run stands."""
        m = self.run.memory
        m["pivot"] = 1.0
        now = np.array([m["t"]])
        program.begin_at(m.address, now.ctypes.data, m.row("y").ctypes.data)
        m.set_count("fresh", 0)
        return m["pivot"]

    # -- steps by singular values ------------------------------------------------------------------------------------

    def _steps(self) -> bool:
        """Steps with the rank-revealing solver until the machine code can go on; False if that does not help either."""
        run, m, y = self.run, self.run.memory, self.run.memory.row("y")
        h = m["h_now"]
        if run.simulator.method.adaptive:  # where the machine code crept, begin with what it took on average
            average = (m["t"] - run.spec.start) / max(1, m.count("accepted"))
            h = min(run.spec.end - run.spec.start, max(4 * average, 1e-4)) / 4
        for _ in range(MOST):
            t = m["t"]
            if t >= m["stop"]:
                return True
            beyond = leap(self.solver, t, y.copy(), m.row("u").copy(), max(m["h_now"], 1e-6 * h))
            if beyond is not None and beyond[0] < m["stop"]:
                self._moved(*beyond)
                return True
            made = self.solver.step(t, y.copy(), m.row("u").copy(), min(h, m["stop"] - t))
            if made is None:
                return False
            self._moved(min(m["stop"], t + made.h), made.y)
            h = max(h, made.next_h) if run.simulator.method.adaptive else h
            if self._safe(run.program) or run.over_time():
                return True
        return False

    def _moved(self, t: float, y: np.ndarray) -> None:
        """The state after such a step becomes the present one."""
        run, m = self.run, self.run.memory
        self.times.append(m["t"])
        m.row("y")[:] = y
        run.counted(t - m["t"])
        m["t"] = m["base_t"] = t
        m.set_count("base_count", m.count("count"))
        m.set_count("fresh", 0)
        if run.spec.grid:  # instants that were passed over stay out of the record
            passed = math.ceil((t - run.spec.start) / run.spec.grid - 1e-9)
            if passed > m.count("grid_count"):
                m.set_count("grid_count", passed)
                m["next_t"] = run.spec.start + passed * run.spec.grid

    def about(self) -> dict[str, Any]:
        """How often help was needed, and when."""
        told: dict[str, Any] = {}
        if self.times:
            told |= {"hard_steps": len(self.times), "hard_at": _spans(self.times)}
        if self.changes:
            told |= {"other_formulation": "multipliers", "other_formulation_at": _spans(self.changes)}
        return told


def _spans(times: list[float]) -> list[float]:
    """The first times of runs of hard steps, at most a few."""
    firsts = [t for k, t in enumerate(times) if k == 0 or t - times[k - 1] > 1e-2 * (times[-1] - times[0] or 1.0)]
    return firsts[:20]
