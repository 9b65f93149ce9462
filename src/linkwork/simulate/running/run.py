"""One run: machine code in chunks; in between rows go to the record, controllers are called, events looked for."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.record import Ending, Outcome, Recorder

from ..machine_code.codes import Code
from ..machine_code.layout import ROW_HEAD
from ..machine_code.program import tables_in_memory
from ..methods import Implicit, Tableau
from .events import crossings
from .hard import HardSteps
from .implicit import ImplicitLoop
from .jump import leap
from .progress import Progress
from .simulator import Simulator
from .trouble import diverged_body, open_loop

BUFFER = 2048  # rows between two visits to Python, fewer where they are long
BUFFER_BYTES = 1 << 20
CHUNK_TIME = 0.02  # seconds of machine code between two looks at the clock, the keyboard and the bar
NEVER = 1 << 62


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
        self.hard_steps: list[float] = []
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
            "h": 0.0 if spec.step is None else spec.step, "h_max": duration,
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
        if adaptive and spec.step is None and not isinstance(self.simulator.method, Implicit):
            m["h"] = self._first_step()

    def _first_step(self) -> float:
        """A step whose error is near the tolerance, from the rates and their change.

        Reference: Hairer, Nørsett & Wanner, Solving Ordinary Differential Equations I, section II.4.
        """
        m, spec, n = self.memory, self.spec, self.places.controlled
        y = m.row("y")[:n].copy()
        scale = spec.tolerance[1] + spec.tolerance[0] * np.abs(y)
        f0 = self.rates(spec.start, m.row("y"))[:n].copy()
        d0, d1 = _norm(y / scale), _norm(f0 / scale)
        duration = spec.end - spec.start
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

    def over_time(self) -> bool:
        """Whether the time limit is used up."""
        return time.perf_counter() - self.began > self.spec.time_limit

    def rates(self, t: float, y: np.ndarray) -> np.ndarray:
        """Rates of the whole state."""
        now = np.array([t])
        self.program.begin_at(self.memory.address, now.ctypes.data, y.ctypes.data)
        return self.memory.row("k0").copy()

    # -- the loop ----------------------------------------------------------------------------------------------------

    def go(self, progress: Progress) -> Ending:
        """Run to the end, or until something stops it; whatever happens, what was computed is recorded."""
        self.began = time.perf_counter()
        self.progress = progress
        try:
            ending = self._sampled() if self.simulator.problem.control.sampler else self._until(self.spec.end)
        except KeyboardInterrupt:
            ending = Ending(Outcome.INTERRUPTED, self.memory["t"])
        self.flush()
        self._last_row()
        return ending or Ending(Outcome.FINISHED, self.memory["t"])

    def _until(self, stop: float) -> Ending | None:
        """Run to a time; an ending if it is not reached."""
        if isinstance(self.simulator.method, Implicit):
            return self.implicit.until(stop)
        m, run, address = self.memory, self.program.run, self.memory.address
        m["stop"] = stop
        if self.places.events:
            self.watch()
        budget = 1000
        while True:
            m.set_count("budget", budget)
            before = time.perf_counter()
            code = run(address)
            if code == Code.STOPPED:
                return None
            now = time.perf_counter()
            if code == Code.FULL:
                self.flush()
            elif code == Code.BUDGET:
                budget = _more(budget, now - before)
            else:
                ending = self._stopped(Code(code), stop)
                if ending is not None:
                    return ending
            if now - self.began > self.spec.time_limit:
                return Ending(Outcome.TIME_LIMIT, m["t"], f"{self.spec.time_limit:g} s")
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
        if system.closed and code in (Code.SINGULAR, Code.OPEN, Code.TOO_SMALL) and self._through():
            return None
        if code == Code.SINGULAR:
            code = Code.OPEN
        if code == Code.OPEN:
            loop = open_loop(system, m["t_new"], m.row("y_new"), self.parameters)
            return Ending(Outcome.LOOPS_OPEN, m["t_new"], loop)
        if code == Code.TOO_SMALL:
            return Ending(Outcome.STEP_TOO_SMALL, m["t"], f"{m['h']:.2g} s")
        return Ending(Outcome.DIVERGED, m["t"], diverged_body(system, m.row("y"), m.row("y_new")))

    # -- hard instants -----------------------------------------------------------------------------------------------

    @cached_property
    def hard(self) -> HardSteps:
        """The rank-revealing solver, made when it is first needed."""
        return HardSteps(self.simulator, self.parameters, self.spec.tolerance)

    def _through(self) -> bool:
        """Steps with the rank-revealing solver until the machine code can go on; False if that does not help either."""
        try:
            with np.errstate(all="ignore"):
                return self._hard_steps()
        except np.linalg.LinAlgError:
            return False

    def _hard_steps(self) -> bool:
        m, y = self.memory, self.memory.row("y")
        h = m["h_now"]
        if self.simulator.method.adaptive:  # where the machine code crept, begin with what it took on average
            average = (m["t"] - self.spec.start) / max(1, m.count("accepted"))
            h = min(self.spec.end - self.spec.start, max(4 * average, 1e-4)) / 4
        for _ in range(HARD_STEPS):
            t = m["t"]
            if t >= m["stop"]:
                return True
            beyond = leap(self.hard, t, y.copy(), m.row("u").copy(), max(m["h_now"], 1e-6 * h))
            if beyond is not None and beyond[0] < m["stop"]:
                self._moved(*beyond)
                return True
            made = self.hard.step(t, y.copy(), m.row("u").copy(), min(h, m["stop"] - t))
            if made is None:
                return False
            self._moved(min(m["stop"], t + made[0]), made[1])
            if self._regular():
                return True
            if time.perf_counter() - self.began > self.spec.time_limit:
                return True
        return False

    def _moved(self, t: float, y: np.ndarray) -> None:
        """The state after a hard step becomes the present one."""
        m = self.memory
        self.hard_steps.append(m["t"])
        m.row("y")[:] = y
        m["t"] = m["base_t"] = t
        for name in ("accepted", "count"):
            m.set_count(name, m.count(name) + 1)
        m.set_count("base_count", m.count("count"))
        m.set_count("fresh", 0)
        if self.spec.grid:  # instants that were passed over stay out of the record
            passed = math.ceil((t - self.spec.start) / self.spec.grid - 1e-9)
            if passed > m.count("grid_count"):
                m.set_count("grid_count", passed)
                m["next_t"] = self.spec.start + passed * self.spec.grid

    def _regular(self) -> bool:
        """Whether the machine code can be trusted where the run stands."""
        m = self.memory
        m["pivot"] = 1.0
        self.rates(m["t"], m.row("y"))
        return m["pivot"] > SAFE_PIVOT

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

        found = crossings(value, before, after, self.simulator.setup.events)
        m["h_now"] = h
        m.set_count("ignore_events", 1)
        m.set_count("fresh", 0)
        for theta, event in found:
            instant = t + theta * h
            self.events.append({"name": event.name, "t": instant})
            if event.terminal:
                m["stop"] = min(instant, stop)
                while (code := self.program.run(m.address)) in (Code.FULL, Code.BUDGET):
                    self.flush()
                    m.set_count("budget", 1000)
                if code == Code.STOPPED:
                    return Ending(Outcome.EVENT, m["t"], event.name)
                return self._stopped(Code(code), m["stop"]) if code != Code.EVENT else None
        return None

    # -- sampled controllers -----------------------------------------------------------------------------------------

    def _sampled(self) -> Ending | None:
        """Between two calls of the controller its values are held."""
        control, m, places = self.simulator.problem.control, self.memory, self.places
        sampler = control.sampler
        assert sampler is not None
        function, start, end = sampler.function, self.spec.start, self.spec.end
        y = m.row("y")
        q, v = y[: places.n_q], y[places.n_q : places.n_q + places.n_v]
        u = m.row("u")[control.looked_up :]
        count = math.ceil((end - start) * sampler.rate * (1 - 1e-12))
        run, address, numbers = self.program.run, m.address, m.doubles
        at_stop, at_time = self.program.space.places["stop"], self.program.space.places["t"]
        at_fresh, integers = self.program.space.places["fresh"], m.integers
        m.set_count("budget", 1000)
        looked, stepwise = 0, bool(places.events) or isinstance(self.simulator.method, Implicit)
        for k in range(1, count + 1):
            told = function(float(numbers[at_time]), q.copy(), v.copy())
            try:
                u[:] = told
            except (TypeError, ValueError):
                u[:] = _numbers(self.simulator.system, told, sampler.size)
            integers[at_fresh] = 0
            stop = end if k == count else start + k / sampler.rate
            numbers[at_stop] = stop
            looked += 1
            if stepwise or looked >= 64 or run(address) != Code.STOPPED:
                looked = 0
                ending = self._until(stop)
                if ending is not None:
                    return ending
                now = time.perf_counter()
                if now - self.began > self.spec.time_limit:
                    return Ending(Outcome.TIME_LIMIT, m["t"], f"{self.spec.time_limit:g} s")
                self.progress.at(m["t"])
                m.set_count("budget", 1 << 20)
        return None

    # -- recording ---------------------------------------------------------------------------------------------------

    def flush(self) -> None:
        """Rows in the buffer go to the record."""
        count = self.memory.count("rows")
        if count:
            self.recorder.append(self.simulator.observer(self.rows[:count], self.parameters))
            self.memory.set_count("rows", 0)

    def _last_row(self) -> None:
        """The state in which the run ended."""
        m = self.memory
        last = self.recorder.last
        if last is not None and last[0] == m["t"]:
            return
        self.look_up(m["t"])
        row = np.concatenate([[m["t"], m["h_now"], m.count("evaluations")], m.row("y"), m.row("u")])
        assert len(row) == len(ROW_HEAD) + self.places.size + self.places.n_u
        self.recorder.append(self.simulator.observer(row[None], self.parameters))

    def about(self) -> dict[str, Any]:
        """What the run has to tell of its effort."""
        m = self.memory
        told: dict[str, Any] = {
            "steps": m.count("accepted"),
            "rejected": m.count("rejected"),
            "evaluations": m.count("evaluations"),
            "wall_time": time.perf_counter() - self.began,
            **self.notes,
        }
        if self.hard_steps:
            told["hard_steps"] = len(self.hard_steps)
            told["hard_at"] = _spans(self.hard_steps)
        if self.places.events:
            told["events"] = self.events
        return told


PIVOT_LIMIT = 1e-9  # below this relative pivot a step goes to the rank-revealing solver
SAFE_PIVOT = 1e-6  # above this one it comes back from there
HARD_STEPS = 1000  # so many of these in a row mean that the machine does not get away from a singular pose


def _spans(times: list[float]) -> list[float]:
    """The first times of runs of hard steps, at most a few."""
    firsts = [t for k, t in enumerate(times) if k == 0 or t - times[k - 1] > 1e-2 * (times[-1] - times[0] or 1.0)]
    return firsts[:20]


def _more(budget: int, elapsed: float) -> int:
    """A budget of steps that lasts about CHUNK_TIME."""
    factor = CHUNK_TIME / max(elapsed, 1e-6)
    return int(min(1e7, max(50, budget * min(8.0, max(0.2, factor)))))


def _norm(x: np.ndarray) -> float:
    return float(np.sqrt(np.mean(x * x))) if x.size else 0.0


def _numbers(system: Any, told: Any, size: int) -> np.ndarray:
    """What a controller gave, as a row."""
    from ..control.traced import along_rates

    row = np.asarray(along_rates(system, told, "the sampled controller"), dtype=float)
    return row[list(system.plan.actuated)]


def is_adaptive(method: Any) -> bool:
    """Whether a method chooses its own steps."""
    return isinstance(method, (Tableau, Implicit)) and method.adaptive
