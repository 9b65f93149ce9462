"""Motion: against MuJoCo and Pinocchio at equal step and at equal accuracy; orders, long runs, memory, controllers."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from machines import chain
from peers.motion import Motion, by_mujoco, by_pinocchio
from tables import Results
from timing import alternately

from linkwork.blueprint import library
from linkwork.simulate.control import Sampled
from linkwork.simulate.methods import EXPLICIT, IMPLICIT, VARIATIONAL
from linkwork.system import System
from support.equal_steps import equal_steps

MACHINES: dict[str, Callable[[], Any]] = {
    "four-bar": library.four_bar,
    "planar 3-RRR": library.koul_three_rrr,
    "6-UPS": library.stewart_platform,
}
STEP = 1e-3
WANTED = 1e-6  # largest error of a coordinate at the end
DURATION = 1.0


@dataclass(frozen=True)
class Course:
    """A machine that falls for a second, and where it comes to."""

    system: System
    q: np.ndarray
    v: np.ndarray
    end: np.ndarray

    @classmethod
    def of(cls, make: Callable[[], Any]) -> Course:
        system = make().compile()
        exact = system.simulate(duration=DURATION, tolerance=1e-13, record_every=DURATION)
        return cls(system, exact.q[0], exact.v[0], exact.q[-1])

    def ours(self, **options: Any) -> Motion:
        """Our own motion; only the ends are recorded."""
        once = {**options, "record_every": DURATION}

        def path() -> tuple[np.ndarray, np.ndarray]:
            run = self.system.simulate(self.q, self.v, duration=DURATION, **{**options, "record_every": DURATION / 25})
            return run.q, run.v

        return Motion(lambda: self.system.simulate(self.q, self.v, duration=DURATION, **once), path)

    def errors(self, motion: Motion) -> tuple[float, float, float]:
        """(error of a coordinate at the end, largest gap of a loop, largest change of energy over the energy moved)."""
        q, v = motion.path()
        if not (np.isfinite(q).all() and np.isfinite(v).all()):
            return math.nan, math.nan, math.nan
        kinetic, potential = (np.asarray(x) for x in self.system.energies(q, v))
        total = kinetic + potential
        gaps = np.abs(self.system.closure_gap(q)).max()
        return (
            float(np.abs(q[-1] - self.end).max()),
            float(gaps),
            float(np.abs(total - total[0]).max() / np.ptp(kinetic)),
        )


COLUMNS = ["machine", "engine", "ms", "times linkwork", "error of q at the end", "loop error, m", "energy drift"]
NOTE = (
    "Free motion from rest. Loop error: largest gap in 25 states on the way. Energy drift: over the energy moved. MuJoCo: its "
    "own loop in C, constraints at the shortest time constant that it takes (two steps); its implicit method evaluates "
    "once a step, as semi-implicit Euler does. Pinocchio: constraintDynamics inside RK4, loops not projected."
)


def equal_step() -> Results:
    """One second at the same step of 1 ms."""
    table = Results("One second of motion, steps of 1 ms", COLUMNS, note=NOTE)
    for name, make in MACHINES.items():
        course = Course.of(make)
        ways = {
            "linkwork, RK4, projected": course.ours(method="rk4", step=STEP),
            "linkwork, semi-implicit Euler": course.ours(method="euler", step=STEP),
            "MuJoCo, RK4": by_mujoco(course.system, course.q, course.v, STEP, "RK4", DURATION),
            "MuJoCo, implicit": by_mujoco(course.system, course.q, course.v, STEP, "implicit", DURATION),
            "Pinocchio in Python, RK4": by_pinocchio(course.system, course.q, course.v, STEP, DURATION),
        }
        times = alternately({key: way.run for key, way in ways.items()}, rounds=5)
        for key, way in ways.items():
            end, gap, drift = course.errors(way)
            ratio = times[key] / times["linkwork, RK4, projected"]
            table.add(name, key, times[key] * 1e3, ratio, f"{end:.0e}", f"{gap:.0e}", f"{drift:.0e}")
    return table


def equal_accuracy() -> Results:
    """One second with an error of 1e-6 at the end: the loosest tolerance or longest step that gets there."""
    table = Results(
        "One second of motion to an error of 1e-6",
        [*COLUMNS[:2], "setting", *COLUMNS[2:]],
        note=NOTE
        + " Steps are halved, tolerances divided by ten, until the error is reached; where it never is, the best that was found.",
    )
    for name, make in MACHINES.items():
        course = Course.of(make)
        tolerances = [(f"tolerance {x:.0e}", x) for x in 10.0 ** -np.arange(3, 13)]
        steps = [(f"step {x * 1e3:.3g} ms", x) for x in 4e-3 * 0.5 ** np.arange(10)]
        start = (course.system, course.q, course.v)
        engines: dict[str, Iterator[tuple[str, Motion]]] = {
            "linkwork, DOP853": ((told, course.ours(method="dop853", tolerance=x)) for told, x in tolerances),
            "linkwork, DOPRI5": ((told, course.ours(method="dopri5", tolerance=x)) for told, x in tolerances),
            "linkwork, RK4": ((told, course.ours(method="rk4", step=x)) for told, x in steps),
            "MuJoCo, RK4": ((told, by_mujoco(*start, x, "RK4", DURATION)) for told, x in steps),
            "MuJoCo, implicit": ((told, by_mujoco(*start, x, "implicit", DURATION)) for told, x in steps[:8]),
            "Pinocchio in Python, RK4": ((told, by_pinocchio(*start, x, DURATION)) for told, x in steps[:8]),
        }
        reference = None
        for engine, ways in engines.items():
            told, way, (end, gap, drift) = _first_good(course, ways)
            seconds = alternately({"way": way.run}, rounds=3)["way"]
            reference = reference or seconds
            table.add(
                name, engine, told if end < WANTED else f"{told}: not reached", seconds * 1e3, seconds / reference,
                f"{end:.0e}", f"{gap:.0e}", f"{drift:.0e}",
            )  # fmt: skip
    return table


def _first_good(course: Course, ways: Iterator[tuple[str, Motion]]) -> tuple[str, Motion, tuple[float, float, float]]:
    """The first setting that is good enough, or else the best."""
    best: Any = None
    for told, way in ways:
        errors = course.errors(way)
        if math.isnan(errors[0]):
            continue
        if best is None or errors[0] < best[2][0]:
            best = told, way, errors
        if errors[0] < WANTED:
            break
    return best


def goals() -> Results:
    """Runs that have a goal or a published time."""
    table = Results(
        "Whole calls of simulate(), ms",
        ["run", "computing", "goal", "published"],
        note="Published: Sathuluri (2019), table 6.2, the fastest formulation in C++ on another processor.",
    )
    platform, robot = library.stewart_platform().compile(), library.koul_three_rrr().compile()
    ways = {
        "SRSPM, 1 s of free fall, DOP853 at 1e-9": lambda: platform.simulate(duration=1.0, record_every=1.0),
        "the same, 1000 samples with forces and energies": lambda: platform.simulate(duration=1.0),
        "the same, RK4 at 1 ms": lambda: platform.simulate(duration=1.0, method="rk4", step=STEP, record_every=1.0),
        "3-RRR, 1 s, RK4 at 1 ms, projected": lambda: robot.simulate(
            duration=1.0, method="rk4", step=STEP, record_every=1.0
        ),
        "the same, every step recorded": lambda: robot.simulate(duration=1.0, method="rk4", step=STEP),
    }
    times = alternately(ways)
    told = [("5", "36"), ("", ""), ("", ""), ("1.5", ""), ("", "")]
    for (name, seconds), (goal, published) in zip(times.items(), told):
        table.add(name, seconds * 1e3, goal, published)
    return table


def controllers() -> Results:
    """What a sample of a controller in Python costs beyond the steps between two of them."""
    table = Results(
        "A sampled controller, µs per sample",
        ["machine", "steps between samples", "sampled", "without", "overhead", "of it the function"],
        note="RK4 at 0.1 ms, the controller at 10 kHz and 2 kHz, against the same run with constant torques.",
    )
    step = 1e-4
    for name, make in {"chain of two": lambda: chain(2), **MACHINES}.items():
        system = make().compile()
        driven = len(system.driven)
        if not driven:
            machine = make()
            machine.actuate(next(iter(system.plan.joints)))
            system, driven = machine.compile(), 1
        held = [0.0] * driven

        def controller(t: float, q: np.ndarray, v: np.ndarray, held: list[float] = held) -> list[float]:
            return held

        q, v = system.start, np.zeros(system.n_v)
        for between in (1, 5):
            law = Sampled(controller, rate=1 / (between * step))
            options = {"duration": 0.2, "method": "rk4", "step": step, "record_every": 0.2}
            times = alternately(
                {
                    "sampled": lambda: system.simulate(control=law, **options),
                    "free": lambda: system.simulate(control=held, **options),
                    "function": lambda: controller(0.0, q.copy(), v.copy()),
                }
            )
            samples = 0.2 / (between * step)
            sampled, free = (times[key] / samples * 1e6 for key in ("sampled", "free"))
            table.add(name, between, sampled, free, sampled - free, times["function"] * 1e6)
    return table


def orders() -> Results:
    """Observed order of all methods with compiled steps: the error at the end against the step."""
    machines: dict[str, Callable[[], Any]] = {"chain of two": lambda: chain(2), **MACHINES}
    table = Results(
        "Observed order of convergence",
        ["method", "nominal", *machines],
        note=f"The order p of ‖e‖ = C h^p exp(a h), fitted to {POINTS} steps h of one size, a factor 2.8 from the longest to the "
        "shortest, in that of four short motions and in that range where the fit leaves least and a is smallest; errors near "
        "rounding stay out. An order of 8 shows over a factor 3 of steps only in doubles: it is known to 0.3. By tolerance (the "
        "last four, for stiff machines): decades of error per decade of tolerance, near 1 where the tolerance is kept, not "
        "an order of the method. –: not to be measured.",
    )
    made = {name: make().compile() for name, make in machines.items()}
    for key, method in {**EXPLICIT, **VARIATIONAL}.items():
        found = (observed_order(system, key, method.order) for system in made.values())
        table.add(key, method.order, *("–" if order is None else order for order in found))
    exact = {name: system.simulate(duration=0.2, tolerance=1e-13, record_every=0.2) for name, system in made.items()}
    for key in IMPLICIT:
        table.add(key, "–", *(_by_tolerance(made[n], exact[n], key) for n in machines))
    return table


POINTS = 7  # steps of an observed order, a quarter of an octave apart
ROUNDING = 30.0  # times the errors of the shortest steps: below it rounding shows


def observed_order(system: System, method: str, nominal: int) -> float | None:
    """The order where the error falls most steadily; None if it does so nowhere."""
    counts = sorted({round(2 ** (k / 4)) for k in range(4, 34 if nominal > 2 else 44)})
    found: list[tuple[float, float]] = []
    for duration in (0.05, 0.1, 0.2, 0.4) if nominal > 5 else (0.05, 0.1, 0.2):
        exact = system.simulate(duration=duration, tolerance=1e-13, record_every=duration)
        q, v, end = exact.q[0], exact.v[0], exact.q[-1]
        e = np.array([np.linalg.norm(equal_steps(system, q, v, method, duration, n) - end) for n in counts])
        least = ROUNDING * np.nanmedian(e[-4:]) if nominal > 2 else 1e-12
        for first in range(len(counts) - POINTS + 1):
            window = slice(first, first + POINTS)
            if not (np.isfinite(e[window]).all() and e[window].min() > least):
                continue
            if e[window].max() < (1e-4 if nominal > 1 else 1e-2):
                found.append(_fitted(1 / np.array(counts[window]), e[window]))
    return min(found)[1] if found else None


def _fitted(h: np.ndarray, e: np.ndarray) -> tuple[float, float]:
    """(how far e is from C h^p, p) for e = C h^p exp(a h)."""
    columns = np.stack([np.ones(len(h)), np.log2(h), h / h[0]], axis=1)
    fit = np.linalg.lstsq(columns, np.log2(e), rcond=None)[0]
    return float(np.abs(columns @ fit - np.log2(e)).max() + 0.02 * abs(fit[2])), float(fit[1])


def _by_tolerance(system: System, exact: Any, method: str) -> float:
    pairs = []
    for x in (1e-4, 1e-5, 1e-6, 1e-7, 1e-8):
        options = {"method": method, "tolerance": x, "record_every": 0.2}
        run = system.simulate(exact.q[0], exact.v[0], duration=0.2, **options)
        pairs.append((math.log10(x), math.log10(np.linalg.norm(run.q[-1] - exact.q[-1]))))
    return _slope(pairs)


def _slope(pairs: list[tuple[float, float]]) -> float:
    return float(np.polyfit(*np.array(pairs).T, 1)[0]) if len(pairs) > 1 else math.nan


def ten_minutes() -> Results:
    """Energy of a conservative four-bar over ten minutes."""
    table = Results(
        "Ten minutes of a four-bar that nothing drives or brakes",
        [
            "method",
            "step or tolerance",
            "computing, s",
            "largest energy error",
            "drift in ten minutes",
            "loop error, m",
        ],
        note="Energy error over the energy moved. Drift: the slope of a line through it, times ten minutes.",
    )
    for name, options in long_runs().items():
        system = library.four_bar().compile()
        run = system.simulate(v={"crank": 20.0}, duration=600.0, record_every=1.0, **options)
        error, slope = energy_error(run)
        if not run.outcome.complete:
            raise RuntimeError(f"{name}: {run.ending}")
        setting = options.get("step", options.get("tolerance"))
        table.add(
            name, f"{setting:.0e}", float(run.about["wall_time"]), f"{np.abs(error).max():.0e}", f"{slope * 600.0:.0e}",
            f"{run.e1.max():.0e}",
        )  # fmt: skip
    return table


def long_runs() -> dict[str, dict[str, Any]]:
    """Methods for a long conservative run, each with a setting that costs about as much."""
    return {
        "rattle4": {"method": "rattle4", "step": 4e-4},
        "rattle": {"method": "rattle", "step": 1e-4},
        "rk4": {"method": "rk4", "step": 2e-4},
        "dop853": {"method": "dop853", "tolerance": 1e-12},
    }


def energy_error(run: Any) -> tuple[np.ndarray, float]:
    """Energy error over the energy moved, and its slope a second."""
    moved = np.ptp(run["energy.kinetic"])
    error = run.energy_balance / moved
    return error, float(np.polyfit(run.t, error, 1)[0])


def memory() -> Results:
    """Ten million steps with thinned recording, in a process of its own."""
    table = Results(
        "Ten million steps, every one of them offered to the record",
        ["machine", "steps", "samples kept", "computing, s", "peak memory, MB"],
        note="Peak of the whole process, Python, NumPy and the compiler included; goal below 300 MB.",
    )
    script = "import sys; sys.path.insert(0, sys.argv[1]); import simulation_worker; simulation_worker.main()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    answer = subprocess.run(
        [sys.executable, "-c", script, str(Path(__file__).parent)],
        capture_output=True, text=True, check=True, env=environment,
    )  # fmt: skip
    m = json.loads(answer.stdout)
    table.add("four-bar, RK4", m["steps"], m["samples"], m["seconds"], m["memory"])
    return table


def tables() -> list[Callable[[], Results]]:
    """What this part prints."""
    return [equal_step, equal_accuracy, goals, controllers, orders, ten_minutes, memory]
