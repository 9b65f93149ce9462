"""The loop over steps of an implicit method; other packages make the steps, machine code the rates and derivatives."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import scipy.integrate

from linkwork.errors import MissingExtra
from linkwork.expression.derivatives import jacobian
from linkwork.kernel import Kernel, compile_function
from linkwork.record import Ending, Outcome

from ..machine_code.layout import ROW_HEAD
from ..methods import Implicit
from .dae import Residual
from .events import crossings
from .trouble import diverged_body, open_loop

if TYPE_CHECKING:
    from .run import Running

HUGE = 1e100  # beyond it a number is none
STANDING = 1e-15  # of the time: CVODE and IDA go on with steps that do not move it
FREE = 1e30  # absolute tolerance of the multipliers: they do not decide on steps


class Steps(Protocol):
    """One integration from an instant on."""

    t: float
    y: np.ndarray

    def step(self, stop: float) -> bool:
        """Go one step on, at most to `stop`; False if there is no step small enough."""
        ...

    def between(self, t: float) -> np.ndarray:
        """The state within the last step."""
        ...

    def replace(self, y: np.ndarray) -> None:
        """Go on from another state near the present one."""
        ...


class Derivatives:
    """∂ẏ/∂y, compiled."""

    def __init__(self, run: Running) -> None:
        self.run, self.places = run, run.places
        motion = run.simulator.problem.motion()
        self.of = tuple(port.name for port in motion.outputs if port.name != "pivot")
        self.wrt = tuple(name for name in ("q", "v", "c") if any(port.name == name for port in motion.inputs))
        self.kernel: Kernel = compile_function(jacobian(motion, self.of, self.wrt))
        self._given = [port.name for port in motion.inputs]

    def __call__(self, t: float, y: np.ndarray) -> np.ndarray:
        places, m = self.places, self.run.memory
        parts = {name: y[places.start(name) :][: self._size(name)] for name in self.wrt}
        given = {"t": np.array(t), "u": m.row("u"), "p": m.row("p"), **parts}
        values = self.kernel.call(**{name: given[name] for name in self._given})
        values = values if isinstance(values, tuple) else (values,)
        J = np.zeros((places.size, places.size))
        blocks = iter(values)
        for row in self.of:
            first = places.start(row)
            for column in self.wrt:
                block = next(blocks)
                block = block.reshape(-1, self._size(column))
                start = places.start(column)
                J[first : first + len(block), start : start + block.shape[1]] = block
        return J

    def _size(self, name: str) -> int:
        return {"q": self.places.n_q, "v": self.places.n_v, "c": self.places.n_c}[name]


class ScipySteps:
    """Steps of SciPy's Radau or BDF."""

    def __init__(self, solver: str, rates: Callable[..., np.ndarray], jac: Any, options: Any) -> None:
        self._make = getattr(scipy.integrate, solver)
        self._rates, self._jac, self._options = rates, jac, options
        self._solver: Any = None

    def begin(self, t: float, y: np.ndarray, first: float | None, end: float) -> ScipySteps:
        """Start anew."""
        o = self._options
        first = None if first is None else min(first, end - t, o["max_step"])
        self._solver = self._make(
            self._rates,
            t,
            y,
            end,
            rtol=o["rtol"],
            atol=o["atol"],
            jac=self._jac,
            first_step=first,
            max_step=o["max_step"],
        )
        self.t, self.y = t, y
        return self

    def step(self, stop: float) -> bool:
        self._dense: Any = None
        while True:
            s = self._solver
            try:
                s.step()
                break
            except ValueError:  # BDF does not make a step shorter whose rates are no numbers
                shorter = 0.1 * s.h_abs
                if shorter < STANDING * max(abs(s.t), abs(stop)):
                    return False
                self.begin(s.t, s.y, shorter, s.t_bound)
        self.t, self.y = s.t, s.y
        return s.status != "failed"

    def between(self, t: float) -> np.ndarray:
        if self._dense is None:
            self._dense = self._solver.dense_output()
        return self._dense(t)

    def replace(self, y: np.ndarray) -> None:
        s = self._solver
        self.between(self.t)  # the dense output belongs to the step as it was made
        if hasattr(s, "D"):
            s.D[0] = y
        s.y = self.y = y
        if hasattr(s, "f"):
            s.f = s.fun(s.t, y)


class SundialsSteps:
    """Steps of CVODE, or of IDA on M q̈ = φ + Jᵀ λ, J q̈ = ψ with λ among the unknowns."""

    def __init__(self, solver: str, rates: Callable[..., np.ndarray], jac: Any, options: Any) -> None:
        try:
            package = importlib.import_module(f"sksundae.{solver.lower()}")
        except ImportError:
            raise MissingExtra("scikit-sundae", "stiff", f"method {solver.lower()!r}") from None
        self._make, self._options, self._rates, self._jac = getattr(package, solver), options, rates, jac
        self._residual: Residual | None = options.get("residual")

    def begin(self, t: float, y: np.ndarray, first: float | None, end: float) -> SundialsSteps:
        """Start anew."""
        options: dict[str, Any] = {
            "rtol": self._options["rtol"], "atol": self._options["atol"], "max_num_steps": 100_000,
            "first_step": first or 0.0, "max_step": self._options["max_step"],
        }  # fmt: skip
        self.n = len(y)
        residual = self._residual
        if residual is None:

            def rhs(t: float, y: np.ndarray, yp: np.ndarray) -> None:
                yp[:] = self._rates(t, np.array(y))

            def jac(t: float, y: np.ndarray, yp: np.ndarray, J: np.ndarray) -> None:
                J[:, :] = self._jac(t, np.array(y))

            self._solver = self._make(rhs, jacfn=jac, **options)
            self._solver.init_step(t, y)
        else:
            whole, slope = residual.begin(t, y)
            options["atol"] = np.concatenate([options["atol"], np.full(len(whole) - self.n, FREE)])
            self._solver = self._make(
                residual.function, jacfn=residual.derivative, algebraic_idx=residual.algebraic, **options
            )
            self._solver.init_step(t, whole, slope)
        self.t, self.y = t, y
        return self

    def step(self, stop: float) -> bool:
        for _ in range(2):  # after a look between, the step that was made already is given again
            try:
                found = self._solver.step(stop, method="onestep", tstop=stop)
            except RuntimeError:
                return False
            t = float(np.atleast_1d(found.t)[-1])
            if not found.success:
                return False
            if t - self.t > STANDING * max(abs(t), abs(stop)):
                self.t, self.y = t, np.array(np.atleast_2d(found.y)[-1][: self.n])
                return True
        return False

    def between(self, t: float) -> np.ndarray:
        found = self._solver.step(t, method="normal")
        return np.array(np.atleast_2d(found.y)[-1][: self.n])

    def replace(self, y: np.ndarray) -> None:
        """CVODE and IDA keep their history: the rates themselves pull towards the loops."""


class ImplicitLoop:
    """What `Running` does between two stops, for implicit methods."""

    def __init__(self, run: Running, method: Implicit) -> None:
        self.run, self.method = run, method
        self.derivatives = Derivatives(run) if method.solver != "IDA" else None
        spec, places = run.spec, run.places
        atol = run.memory.row("atol")[: places.size].copy()
        options: dict[str, Any] = {"rtol": spec.tolerance[0], "atol": atol, "max_step": run.longest_step}
        if method.solver == "IDA":
            options["residual"] = Residual(run)
        make = ScipySteps if method.package == "scipy" else SundialsSteps
        self.steps: Any = make(method.solver, run.rates, self.derivatives, options)
        self.first = spec.step
        self.recorded = -1
        self.count = 0

    def until(self, stop: float) -> Ending | None:
        """Run to a time; an ending if it is not reached."""
        run, m, steps = self.run, self.run.memory, self.steps
        m["stop"] = stop
        if run.places.events:
            run.watch()
        if not np.abs(run.rates(m["t"], m.row("y"))).max() < HUGE:
            return self._diverged(m.row("y"))
        steps.begin(m["t"], m.row("y").copy(), self.first, stop)
        while m["t"] < stop:
            self._row(m["t"], m.row("y"))
            before = m["t"]
            with np.errstate(all="ignore"):
                good = steps.step(stop)
            if not good:
                return self._failed()
            t, y = (stop if stop - steps.t < 1e-14 * abs(stop) else steps.t), steps.y
            m["h_now"], m["t_new"] = t - before, t
            self.first = t - before
            if not np.isfinite(y).all():
                return self._failed()
            new = y.copy()
            if not run.close(t, new):
                return Ending(Outcome.LOOPS_OPEN, t, open_loop(run.simulator.system, t, y, run.parameters))
            ending = self._events(before, t, new)
            end = t if ending is None else ending.t
            self._samples(before, end)
            if ending is not None:
                state = steps.between(end)
                run.close(end, state)
                self._moved(end, state)
                return ending
            if self.method.projects and run.simulator.program.laws.closing is not None:
                steps.replace(new.copy())
            self._moved(t, new)
            if run.over_time():
                return run.out_of_time()
            run.progress.at(m["t"])
        return None

    def _failed(self) -> Ending:
        m, y = self.run.memory, self.steps.y
        if not np.abs(y).max(initial=0.0) < HUGE:
            return self._diverged(y)
        return self.run.blamed(Ending(Outcome.STEP_TOO_SMALL, m["t"], f"{m['h_now']:.2g} s before it"))

    def _diverged(self, y: np.ndarray) -> Ending:
        run, m = self.run, self.run.memory
        return run.blamed(Ending(Outcome.DIVERGED, m["t"], diverged_body(run.simulator.system, m.row("y"), y)))

    def _moved(self, t: float, y: np.ndarray) -> None:
        m = self.run.memory
        self.run.counted(t - m["t"])
        m["t"] = t
        m.row("y")[:] = y
        if self.run.places.events:
            m.row("g_old")[:] = m.row("g_new")

    def _events(self, before: float, t: float, y: np.ndarray) -> Ending | None:
        run, m = self.run, self.run.memory
        if not run.places.events:
            return None
        old = m.row("g_old").copy()
        new = run.watched(t, y)

        def value(theta: float) -> np.ndarray:
            state = self.steps.between(before + theta * (t - before))
            run.close(before + theta * (t - before), state)
            return run.watched(before + theta * (t - before), state)

        span = t - before
        ending = run.note(
            [(before + theta * span, event) for theta, event in crossings(value, old, new, run.setup.events)]
        )
        if ending is not None:
            return ending
        m.row("g_new")[:] = new
        return None

    def _row(self, t: float, y: np.ndarray) -> None:
        """The state at a step, where steps are recorded, or where it falls on the grid."""
        run, m = self.run, self.run.memory
        if run.spec.every:
            count = m.count("count")
            if count % run.spec.every == 0 and count != self.recorded:
                self.recorded = count
                self._write(t, y)
        elif m["next_t"] <= t + 1e-9 * run.spec.grid:
            self._write(t, y)
            self._next()

    def _samples(self, before: float, end: float) -> None:
        """Rows at the instants of the grid within a step."""
        run, m = self.run, self.run.memory
        while run.spec.grid and m["next_t"] + 1e-9 * run.spec.grid < end:
            t = m["next_t"]
            state = self.steps.between(t)
            run.close(t, state)
            self._write(t, state)
            self._next()

    def _next(self) -> None:
        m, spec = self.run.memory, self.run.spec
        m.set_count("grid_count", m.count("grid_count") + 1)
        m["next_t"] = spec.start + m.count("grid_count") * spec.grid

    def _write(self, t: float, y: np.ndarray) -> None:
        run, m = self.run, self.run.memory
        count = m.count("rows")
        if count == len(run.rows):
            run.flush()
            count = 0
        run.look_up(t)
        head = len(ROW_HEAD)
        row = run.rows[count]
        row[:head] = t, m["h_now"], m.count("evaluations")
        row[head : head + run.places.size] = y
        row[head + run.places.size :] = m.row("u")
        m.set_count("rows", count + 1)
