"""Formulations side by side: what each costs, how well its equations are conditioned, how far its loops drift."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from math import isnan, nan
from time import perf_counter
from timeit import repeat
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from linkwork.dynamics.formulations import FORMULATIONS
from linkwork.errors import LinkworkError, OptionError, UnknownName
from linkwork.expression.counts import Counts
from linkwork.kernel import compile_function
from linkwork.simulate.choices import independent_rates
from linkwork.simulate.machine import Machine
from linkwork.simulate.size import size

BATCH = 1024  # states in the batch that is timed
SPENT = 0.02  # seconds for each timing
TIGHT = 1e-8  # tolerance of the adaptive run, that of Koul et al., table 3


@dataclass(frozen=True)
class Row:
    """One formulation on one machine.

    counts      operations of one evaluation
    condition   of the worst matrix that it solves with, in the state compared
    call        microseconds of one call from Python
    batch       microseconds a state in a batch on one core
    lam         microseconds of the multipliers alone, in a batch as well
    ready       milliseconds from the description to the first answer; less where machine code lies in the cache
    deviation   of q̈ from the first formulation, as a share of the largest q̈
    drift       loop error after a short free run without projection, as a share of the machine's size
    energy      change of energy in that run, as a share of the energy that moved
    evaluations of the equations in a run of adaptive steps: how stiff they are
    run         milliseconds of computing in that run
    problem     why it does not serve this machine; numbers that are not known are NaN
    """

    formulation: str
    counts: Counts = Counts()
    condition: float = nan
    call: float = nan
    batch: float = nan
    lam: float = nan
    ready: float = nan
    deviation: float = nan
    drift: float = nan
    energy: float = nan
    evaluations: float = nan
    run: float = nan
    problem: str = ""


@dataclass(frozen=True)
class Comparison:
    """The comparison table of formulations for one machine; prints as such.

    With numbers for this machine where Khan (2002), table 5.1, has words: preparation (ready), cost of the equations
    (counts), accuracy (deviation, drift, energy), stiffness (evaluations), efficiency (run). Koul et al. have the time
    of a run in table 3, and that of the multipliers alone in table 4.
    """

    mechanism: str
    rows: tuple[Row, ...]
    duration: float

    def __getitem__(self, formulation: str) -> Row:
        return next(row for row in self.rows if row.formulation == formulation)

    def table(self) -> Table:
        """For the terminal."""
        title = f"{self.mechanism}: forward dynamics by formulation"
        caption = f"free runs of {self.duration:g} s: drift and energy at a fixed step, loops not projected; "
        table = Table(title=title, caption=caption + f"evaluations and run by Dormand and Prince to {TIGHT:g}")
        for name in (
            "formulation",
            "M",
            "A",
            "trig",
            "condition",
            "call µs",
            "batch µs",
            "λ µs",
            "ready ms",
            "deviation",
            "drift",
            "energy",
            "evaluations",
            "run ms",
        ):
            table.add_column(name, justify="left" if name == "formulation" else "right", no_wrap=True)
        for row in self.rows:
            table.add_row(row.formulation, *(_cells(row) if row.counts.total else ("–",)))
        return table

    @property
    def problems(self) -> tuple[str, ...]:
        """Why some formulations do not serve this machine, a sentence each."""
        return tuple(f"{row.formulation}: {row.problem}" for row in self.rows if row.problem)

    def __str__(self) -> str:
        out = StringIO()
        Console(file=out, width=150).print(self.table(), *self.problems, sep="\n", soft_wrap=True)
        return out.getvalue()

    __repr__ = __str__  # what a prompt shows


def _cells(row: Row) -> tuple[str, ...]:
    n = row.counts
    numbers = (row.condition, row.call, row.batch, row.lam, row.ready, row.deviation, row.drift, row.energy)
    numbers = (*numbers, row.evaluations, row.run)
    forms = ("{:.1e}", "{:.2f}", "{:.3f}", "{:.3f}", "{:.0f}", "{:.0e}", "{:.0e}", "{:.0e}", "{:.0f}", "{:.1f}")
    parts = ("–" if isnan(x) else form.format(x) for x, form in zip(numbers, forms))
    return (str(n.multiplications), str(n.additions), str(n.trigonometric_pairs), *parts)


def compare_formulations(
    system: Machine,
    q: Any = None,
    v: Any = None,
    tau: Any = None,
    *,
    formulations: Sequence[str] | None = None,
    duration: float = 0.5,
    step: float = 1e-3,
) -> Comparison:
    """Every formulation of forward dynamics on this machine; see `System.compare_formulations`."""
    if not system.closed:
        raise OptionError(
            f"mechanism {system.blueprint.name!r}", "has no loops", "Compare formulations of a closed machine"
        )
    if not 0.0 <= duration < float("inf"):
        raise OptionError("comparison: duration", f"is {duration!r}", "Give seconds, or 0 to leave the runs out")
    for name in formulations or ():
        if name not in FORMULATIONS:
            raise UnknownName("formulation", name, FORMULATIONS, "the comparison")
    q = system.closed_start if q is None else np.asarray(q, dtype=float)
    random = np.random.default_rng(0)
    v = system.consistent_velocity(q, random.normal(size=system.n_v)) if v is None else np.asarray(v, dtype=float)
    tau = np.zeros(system.n_v) if tau is None else np.asarray(tau, dtype=float)
    rows: list[Row] = []
    reference: np.ndarray | None = None
    for name in formulations or FORMULATIONS:
        try:
            began = perf_counter()
            machine = system.reformulated(name)
            qdd = np.asarray(machine.forward_dynamics(q, v, tau)[0])
            ready = 1e3 * (perf_counter() - began)
            reference = qdd if reference is None else reference
            far = float(np.abs(qdd - reference).max() / max(float(np.abs(reference).max(initial=0.0)), 1e-300))
            row = replace(_row(machine, name, q, v, tau), ready=ready, deviation=far)
        except LinkworkError as fault:
            rows.append(Row(name, problem=str(fault)))
            continue
        try:
            rows.append(_run(row, machine, q, v, duration, step) if duration else row)
        except LinkworkError as fault:  # what was found without a run stands
            rows.append(replace(row, problem=str(fault)))
    return Comparison(system.blueprint.name, tuple(rows), duration)


def _row(machine: Machine, name: str, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> Row:
    kernel = machine.kernel("forward_dynamics").call
    alone = compile_function(machine.function("forward_dynamics").select("lam"))
    rest = {
        x: np.zeros(()) if x == "t" else machine.parameter_values for x in machine.kernel("forward_dynamics").inputs
    }
    given = {x: value for x, value in rest.items() if x in ("t", "p")}
    many = [np.tile(x, (BATCH, 1)) for x in (q, v, tau)]
    named = {**dict(zip(("q", "v", "tau"), many)), **given}
    return Row(
        name,
        machine.counts("forward_dynamics"),
        _condition(machine, name, q),
        _time(lambda: machine.forward_dynamics(q, v, tau)),
        _time(lambda: kernel(*many, threads=1, **given)) / BATCH,
        _time(lambda: alone.call(**{x: named[x] for x in alone.inputs}, threads=1)) / BATCH,
    )


def _time(call: Callable[[], Any]) -> float:
    """Microseconds of the fastest of a few rounds."""
    call()
    once = max(min(repeat(call, number=1, repeat=3)), 1e-7)
    number = max(1, int(SPENT / 5 / once))
    return min(repeat(call, number=number, repeat=5)) / number * 1e6


def _condition(machine: Machine, name: str, q: np.ndarray) -> float:
    """Condition of what the formulation solves with: the whole system, J M⁻¹ Jᵀ, [J; B], J Jᵀ or M alone."""
    J = machine.loops().jacobian(q)
    J = J if machine.plan.kept is None else J[list(machine.plan.kept)]
    M = machine.mass_matrix(q)
    if name == "augmented":
        return float(np.linalg.cond(np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]])))
    if name == "penalty":
        stiffness = machine.options.penalty[0]
        return float(np.linalg.cond(np.linalg.solve(M, J.T @ J * stiffness) + np.eye(len(M))))
    if name in ("embedding", "minimal", "extended"):
        keep = list(independent_rates(J, machine.plan.actuated))
        return float(np.linalg.cond(np.concatenate([J, np.eye(machine.n_v)[keep]])))
    if name == "projection":
        return float(np.linalg.cond(J @ J.T))
    return float(np.linalg.cond(J @ np.linalg.solve(M, J.T)))


def _run(row: Row, machine: Machine, q: np.ndarray, v: np.ndarray, duration: float, step: float) -> Row:
    """The same row with drift and energy of a free run at a fixed step, and what one of adaptive steps takes."""
    run = machine.simulate(q, v, duration=duration, method="rk4", step=step, projection="none")
    gaps = machine.loops().gaps(run["q"][-1], duration)[0]
    total = run["energy.kinetic"] + run["energy.potential"]
    moved = float(np.ptp(run["energy.kinetic"])) + 1e-300
    drift = float(np.abs(gaps).max(initial=0.0)) / size(machine.plan)
    row = replace(row, drift=drift, energy=abs(float(total[-1] - total[0])) / moved)
    free = machine.simulate(q, v, duration=duration, method="dopri5", tolerance=TIGHT, projection="none")
    return replace(row, evaluations=float(free.about["evaluations"]), run=1e3 * float(free.about["wall_time"]))
