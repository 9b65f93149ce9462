"""One run: machine code in chunks; in between rows go to the record, controllers are called, events looked for."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.record import Ending, Outcome, Recorder

from ..machine_code.codes import Code
from ..machine_code.layout import ROW_HEAD
from ..machine_code.program import tables_in_memory
from ..methods import Implicit, Tableau
from .energy_scale import energy_scale
from .events import LOOKS, SAME, Event, crossings, happening, terminal
from .hard_instants import HardInstants
from .implicit import ImplicitLoop
from .interrupting import heeding
from .progress import Progress
from .sampling import sampled
from .simulator import PIVOT_LIMIT, Setup, Simulator
from .trouble import diverged_body, open_loop

BUFFER = 2048  # rows between two visits to Python, fewer where they are long
BUFFER_BYTES = 1 << 20
CHUNK_TIME = 0.02  # seconds of machine code between two looks at the clock, the keyboard and the bar
NEVER = 1 << 62
HUGE = 1e100  # beyond it a rate is none
AHEAD = 1e-6  # of a run: so far behind its last state a control law is asked whether it is to blame
NEARBY = 1.0  # of the state: so far it may be carried on for that


@dataclass(frozen=True)
class Spec:
    """The numbers of one run.

    step        fixed step, or the first one of an adaptive method; None for the method's own choice
    tolerance   (relative, absolute) of adaptive methods
    every       record each so many steps; 0 to record on a grid
    grid        record each so many seconds; 0 to record by steps
    """

    start: float
    end: float
    step: float | None
    tolerance: tuple[float, float]
    every: int
    grid: float
    time_limit: float


class Running:
    """A run under way."""

    def __init__(self, simulator: Simulator, spec: Spec, state: np.ndarray, parameters: np.ndarray, recorder: Recorder):
        self.simulator, self.spec, self.recorder = simulator, spec, recorder
        self.program, self.places = simulator.program, simulator.program.layout
        self.memory = self.program.memory()
        self.parameters = parameters
        self.notes: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.interrupted = False
        self.hard = HardInstants(self)
        self.tables = tables_in_memory(simulator.problem.control.tables)
        capacity = max(16, min(BUFFER, BUFFER_BYTES // (8 * self.places.row)))
        self.rows = np.empty((capacity, self.places.row))
        self._fill(state)

    def _fill(self, state: np.ndarray) -> None:
        m, spec = self.memory, self.spec
        m.row("y")[:] = state
        m.row("p")[:] = self.parameters
        m.row("atol")[: self.places.controlled] = spec.tolerance[1]
        m.row("atol")[self.places.controlled :] = math.inf
        adaptive = self.simulator.method.adaptive
        duration = spec.end - spec.start
        values = {
            "t": spec.start, "t_new": spec.start, "stop": spec.end, "base_t": spec.start,
            "h": 0.0 if spec.step is None else spec.step, "h_max": self.longest_step,
            "shortest": math.inf, "longest": 0.0,
            "h_min": 1e-13 * max(abs(spec.end), duration),
            "rtol": spec.tolerance[0], "error_old": 1e-4, "pivot": 1.0, "pivot_now": 1.0, "pivot_limit": PIVOT_LIMIT,
            "grid_start": spec.start, "grid_step": spec.grid or 1.0, "next_t": spec.start if spec.grid else math.inf,
        }  # fmt: skip
        counts = {
            "every": spec.every or NEVER, "due": 0 if spec.every else NEVER, "rows_max": len(self.rows),
            "rows_at": self.rows.ctypes.data, "tables_at": self.tables.ctypes.data,
            "controlled": self.places.controlled, "budget": 1000,
        }  # fmt: skip
        for name, value in values.items():
            m[name] = value
        for name, count in counts.items():
            m.set_count(name, count)
        if adaptive and self.places.flows:
            m.row("atol")[self.places.controlled : self.places.size] = self.flow_tolerance
        if adaptive and spec.step is None and not isinstance(self.simulator.method, Implicit):
            m["h"] = self._first_step()

    @property
    def setup(self) -> Setup:
        """What the run was compiled for."""
        return self.simulator.setup

    @property
    def longest_step(self) -> float:
        """Of an adaptive method: short enough to see events."""
        duration = self.spec.end - self.spec.start
        if not self.places.events:
            return duration
        return min(duration / LOOKS, self.spec.grid or math.inf)

    @property
    def instant(self) -> float:
        """Times that are nearer to each other count as one."""
        return SAME * max(abs(self.spec.end), self.spec.end - self.spec.start)

    @cached_property
    def flow_tolerance(self) -> float:
        """Absolute error of work and dissipation, in joule."""
        kinetic = self._observed(self.spec.start)[0, self.simulator.observer.layout.slices["energy"].start]
        return self.spec.tolerance[1] * energy_scale(self.simulator, float(kinetic))

    def _first_step(self) -> float:
        """A step whose error is near the tolerance, from the rates and their change.

        Reference: Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, section II.4.
        """
        m, spec, n = self.memory, self.spec, self.places.controlled
        y = m.row("y")[:n].copy()
        scale = spec.tolerance[1] + spec.tolerance[0] * np.abs(y)
        f0 = self.rates(spec.start, m.row("y"))[:n].copy()
        duration = spec.end - spec.start
        if not np.abs(f0).max(initial=0.0) < HUGE:  # a singular pose, or forces that the steps themselves will tell of
            return 1e-6 * duration
        d0, d1 = _norm(y / scale), _norm(f0 / scale)
        h0 = min(duration, 1e-6 if d0 < 1e-5 or d1 < 1e-5 else 0.01 * d0 / d1)
        trial = m.row("y").copy()
        trial[:n] += h0 * f0
        f1 = self.rates(spec.start + h0, trial)[:n]
        d2 = _norm((f1 - f0) / scale) / h0
        worst = max(d1, d2)
        h1 = max(1e-6, h0 * 1e-3) if worst <= 1e-15 else (0.01 / worst) ** (1 / (self.simulator.method.order + 1))
        chosen = min(100 * h0, h1, duration)
        return chosen if math.isfinite(chosen) and chosen > 0 else 1e-6 * duration

    def close(self, t: float, y: np.ndarray) -> bool:
        """Bring a state back onto the loops, in place; whether that worked."""
        now = np.array([t])
        return self.program.close_at(self.memory.address, now.ctypes.data, y.ctypes.data) == 0

    def look_up(self, t: float) -> None:
        """Signals of the tables at a time."""
        tables = self.simulator.problem.control.tables
        if tables:
            m = self.memory
            m.row("u")[: sum(table.size for table in tables)] = np.concatenate([table(t) for table in tables])

    def interrupt(self) -> None:
        """End at the next look at the clock."""
        self.interrupted, self.deadline = True, -math.inf

    def over_time(self) -> bool:
        """Whether the time limit is used up, or somebody interrupts."""
        return time.perf_counter() > self.deadline

    def out_of_time(self) -> Ending:
        """The ending of a run that is interrupted, or whose time limit is used up."""
        if self.interrupted:
            return Ending(Outcome.INTERRUPTED, self.memory["t"])
        return Ending(Outcome.TIME_LIMIT, self.memory["t"], f"{self.spec.time_limit:g} s")

    def counted(self, step: float) -> None:
        """A step that Python made."""
        m = self.memory
        m["shortest"], m["longest"] = min(m["shortest"], step), max(m["longest"], step)
        for name in ("accepted", "count"):
            m.set_count(name, m.count(name) + 1)

    def rates(self, t: float, y: np.ndarray) -> np.ndarray:
        """Rates of the whole state."""
        now = np.array([t])
        self.program.begin_at(self.memory.address, now.ctypes.data, y.ctypes.data)
        return self.memory.row("k0").copy()

    # -- the loop ----------------------------------------------------------------------------------------------------

    def go(self, progress: Progress) -> Ending:
        """Run to the end, or until something stops it; whatever happens, what was computed is recorded."""
        self.began = time.perf_counter()
        self.deadline = self.began + self.spec.time_limit
        self.progress = progress
        sampler = self.simulator.problem.control.sampler
        try:
            with heeding(self):
                ending = self.until(self.spec.end) if sampler is None else sampled(self, sampler)
        except KeyboardInterrupt:
            ending = Ending(Outcome.INTERRUPTED, self.memory["t"])
        self.flush()
        self._last_row()
        return ending or Ending(Outcome.FINISHED, self.memory["t"])

    def until(self, stop: float) -> Ending | None:
        """Run to a time; an ending if it is not reached."""
        if isinstance(self.simulator.method, Implicit):
            return self.implicit.until(stop)
        m, address = self.memory, self.memory.address
        m["stop"] = stop
        if self.places.events:
            self.watch()
        budget, since = 1000, time.perf_counter()
        m.set_count("budget", budget)
        while True:
            code = self.program.run(address)
            if code == Code.STOPPED:
                return None
            now = time.perf_counter()
            if code == Code.FULL:
                self.flush()
            elif code == Code.BUDGET:
                budget, since = _more(budget, now - since), now
                m.set_count("budget", budget)
                self.hard.back()
            else:
                ending = self._stopped(Code(code), stop)
                if ending is not None:
                    return ending
            if now > self.deadline:
                if not m.count("in_dense"):
                    return self.out_of_time()
                m.set_count("budget", 0)  # some samples of the step are written: end after it
            self.progress.at(m["t"])

    @cached_property
    def implicit(self) -> ImplicitLoop:
        """The loop of an implicit method."""
        assert isinstance(self.simulator.method, Implicit)
        return ImplicitLoop(self, self.simulator.method)

    def _stopped(self, code: Code, stop: float) -> Ending | None:
        """What the machine code could not do alone; None to go on."""
        m = self.memory
        if code == Code.EVENT:
            return self._event(stop)
        system = self.simulator.system
        if system.closed and code in (Code.SINGULAR, Code.OPEN, Code.TOO_SMALL) and self.hard.through(code):
            return None
        if code == Code.SINGULAR:
            code = Code.OPEN
        if code == Code.OPEN:
            loop = open_loop(system, m["t_new"], m.row("y_new"), self.parameters)
            return self.blamed(Ending(Outcome.LOOPS_OPEN, m["t_new"], loop))
        if code == Code.TOO_SMALL:
            return self.blamed(Ending(Outcome.STEP_TOO_SMALL, m["t"], f"{m['h']:.2g} s"))
        body = diverged_body(system, m.row("y"), m.row("y_new"))
        return self.blamed(Ending(Outcome.DIVERGED, m["t"], body))

    def blamed(self, ending: Ending) -> Ending:
        """The ending of a run that failed, or that of its control law, where that gives no forces."""
        where = self.simulator.observer.layout.slices.get("tau")
        for t, y in () if where is None else self._ahead():
            tau = self._observed(t, y)[0, where]
            if not np.isfinite(tau).all():
                k = int(np.argmin(np.isfinite(tau)))
                told = f"the force of {self.simulator.system.driven[k]!r} is {tau[k]}"
                return Ending(Outcome.CONTROLLER_FAILED, t, told)
        return ending

    def _ahead(self) -> Iterator[tuple[float, np.ndarray]]:
        """Where the run stands, and where its next step looked or would look: steps may creep up to what stops them."""
        m = self.memory
        t, y = m["t"], m.row("y").copy()
        yield t, y
        for later in (m["t_new"] - t + self.instant, AHEAD * (self.spec.end - self.spec.start)):
            yield t + later, y
            state = y
            for _ in range(2):
                rates = self.rates(t if state is y else t + later, state)
                if not later * np.abs(rates).max(initial=0.0) < NEARBY * (1.0 + np.abs(y).max()):
                    break
                state = y + later * rates
                yield t + later, state

    # -- events ------------------------------------------------------------------------------------------------------

    def watch(self) -> None:
        """Values of the watched expressions where the run stands."""
        m = self.memory
        m.row("g_old")[:] = self.watched(m["t"], m.row("y"))

    def watched(self, t: float, y: np.ndarray) -> np.ndarray:
        """Values of the watched expressions."""
        now = np.array([t])
        assert self.program.cross_at is not None
        self.program.cross_at(self.memory.address, now.ctypes.data, y.ctypes.data)
        return self.memory.row("g_new").copy()

    def _event(self, stop: float) -> Ending | None:
        """Find the instants of the events in the step, note them, and end there or make the step again."""
        m = self.memory
        t, h = m["t"], m["h_now"]
        before, after = m.row("g_old").copy(), m.row("g_new").copy()

        def value(theta: float) -> np.ndarray:
            m["h_now"], m["t_new"] = theta * h, t + theta * h
            self.program.advance(m.address)
            return m.row("g_new").copy()

        found = [(t + theta * h, event) for theta, event in crossings(value, before, after, self.setup.events)]
        m["h_now"] = h
        m.set_count("ignore_events", 1)
        m.set_count("fresh", 0)
        last = self.note(found)
        if last is None:
            return None
        m["stop"] = min(last.t, stop)
        while (code := self.program.run(m.address)) in (Code.FULL, Code.BUDGET):
            self.flush()
            m.set_count("budget", 1000)
        if code == Code.STOPPED:
            return Ending(Outcome.EVENT, m["t"], last.what)
        return self._stopped(Code(code), m["stop"]) if code != Code.EVENT else None

    def note(self, found: list[tuple[float, Event]]) -> Ending | None:
        """Write down what happened of (instant, event); the ending, if one of them is terminal."""
        told = happening(found, self.spec.start, self.instant)
        self.events += [{"name": event.name, "t": float(instant)} for instant, event in told]
        last = terminal(told)
        return None if last is None else Ending(Outcome.EVENT, float(last[0]), last[1].name)

    # -- recording ---------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Rows in the buffer go to the record."""
        count = self.memory.count("rows")
        if count:
            self.memory.set_count("rows", 0)  # first: what breaks in here must not leave samples twice
            self.recorder.append(self.simulator.observe(self.rows[:count], self.parameters))

    def _last_row(self) -> None:
        """The state in which the run ended."""
        m = self.memory
        last = self.recorder.last
        if last is not None and last[0] >= m["t"]:
            return
        self.recorder.append(self._observed(m["t"]))

    def _observed(self, t: float, y: np.ndarray | None = None) -> np.ndarray:
        """What a record tells of a state, the present one if None, at a time."""
        m = self.memory
        self.look_up(t)
        y = m.row("y") if y is None else y
        row = np.concatenate([[t, m["h_now"], m.count("evaluations")], y, m.row("u")])
        assert len(row) == len(ROW_HEAD) + self.places.size + self.places.n_u
        return self.simulator.observe(row[None], self.parameters)

    def about(self) -> dict[str, Any]:
        """What the run has to tell of its effort."""
        m = self.memory
        told: dict[str, Any] = {
            "steps": m.count("accepted"),
            **({"step_sizes": [m["shortest"], m["longest"]]} if m["longest"] > 0 else {}),
            "rejected": m.count("rejected"),
            "evaluations": m.count("evaluations"),
            "wall_time": time.perf_counter() - self.began,
            **self.notes,
            **self.hard.about(),
        }
        if self.places.events:
            told["events"] = self.events
        return told


def _more(budget: int, elapsed: float) -> int:
    """A budget of steps that lasts about CHUNK_TIME."""
    factor = CHUNK_TIME / max(elapsed, 1e-6)
    return int(min(1e7, max(50, budget * min(8.0, max(0.2, factor)))))


def _norm(x: np.ndarray) -> float:
    return float(np.sqrt(np.mean(x * x))) if x.size else 0.0


def is_adaptive(method: Any) -> bool:
    """Whether a method chooses its own steps."""
    return isinstance(method, (Tableau, Implicit)) and method.adaptive
