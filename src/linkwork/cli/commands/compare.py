"""`linkwork compare`: the formulations of the literature side by side on one machine."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from ..console import Step, progress, say_plainly, show_json, show_table
from ..failures import Exit
from ..machines import Json, Machine, UsageError, available, find
from ..runs import PICTURES, writable

if TYPE_CHECKING:
    from linkwork.simulate.comparison import Row
    from linkwork.system import System

AGREE = 1e-8  # relative difference of accelerations that rounding may leave
APPROXIMATE = ("penalty",)


def compare(
    machine: Machine,
    duration: Annotated[float, typer.Option(help="Seconds of the free run that shows drift; 0 leaves it out.")] = 0.5,
    plot: Annotated[
        Path | None, typer.Option(help="Draw operations and times as bars into this file: .png, .svg or .pdf.")
    ] = None,
    json: Json = False,
) -> int:
    """Every formulation of the forward dynamics: operations, condition, time, agreement, and how far loops drift."""
    from linkwork.system import compile_mechanism

    writable("--plot", plot, PICTURES)
    system = compile_mechanism(find(machine).blueprint)
    if plot is not None and not system.closed:
        raise UsageError(f"--plot {plot}", "shows formulations of loops", f"{machine!r} is a tree: leave it out")
    with progress("comparing") as step:
        found = _loops(system, duration, step) if system.closed else []
        rows = [{**asdict(row), **asdict(row.counts)} for row in found] or _trees(system, step)
    if plot is not None:
        _draw(system, found, duration, plot)
    if json:
        show_json({"machine": machine, "chosen": system.formulation, "rows": rows})
    else:
        _show(system, rows)
        if plot is not None:
            say_plainly(f"written: {plot}")
    worst = [r["deviation"] for r in rows if not r["problem"] and r["formulation"] not in APPROXIMATE]
    return Exit.DONE if max(worst, default=0.0) < AGREE else Exit.DISAGREEMENT


def _loops(system: System, duration: float, step: Step) -> list[Row]:
    rows: list[Row] = []
    names = available(system)
    names.insert(0, names.pop(names.index(system.formulation)))  # what the others are compared with
    for name in names:
        step(words=name)
        pair = (system.formulation, name) if name != system.formulation else (name,)
        rows.append(system.compare_formulations(formulations=pair, duration=duration).rows[-1])
    return rows


def _draw(system: System, rows: list[Row], duration: float, path: Path) -> None:
    from linkwork.simulate.comparison import Comparison
    from linkwork.view.plots import formulations

    formulations(Comparison(system.blueprint.name, tuple(rows), duration)).savefig(path)


def _trees(system: System, step: Step) -> list[dict[str, Any]]:
    q, v = at_start(system)
    tau = np.zeros(system.n_v)
    reference = system.forward_dynamics(q, v, tau)
    rows = []
    for name in available(system):
        step(words=name)
        each = system.reformulated(name)
        difference = np.abs(each.forward_dynamics(q, v, tau) - reference).max()
        row = {"formulation": name, "problem": "", **asdict(each.counts("forward_dynamics"))}
        row["call"] = 1e6 * timed(lambda each=each: each.forward_dynamics(q, v, tau))
        row["deviation"] = float(difference / np.abs(reference).max(initial=1e-300))
        rows.append(row)
    return rows


def at_start(system: Any) -> tuple[np.ndarray, np.ndarray]:
    """The starting pose, and rates of one radian or metre a second that its loops allow."""
    q, v = system.start, np.ones(system.n_v)
    if system.closed:
        J = np.atleast_2d(system.closure_jacobian(q))
        v = v - np.linalg.lstsq(J, J @ v, rcond=None)[0]
    return q, v


def timed(call: Any, budget: float = 0.05) -> float:
    """Seconds of one call: the best of several rows of calls that together take about `budget` seconds."""
    start = perf_counter()
    call()
    once = max(perf_counter() - start, 1e-7)
    count = max(1, int(budget / 5 / once))
    best = np.inf
    for _ in range(5):
        start = perf_counter()
        for _ in range(count):
            call()
        best = min(best, (perf_counter() - start) / count)
    return float(best)


def _show(system: System, rows: list[dict[str, Any]]) -> None:
    forms = {"condition": "{:.1e}", "call": "{:.2f}", "batch": "{:.3f}", "lam": "{:.3f}"}
    forms |= {"deviation": "{:.0e}", "drift": "{:.0e}", "evaluations": "{:.0f}"}
    cells = [
        (
            row["formulation"],
            *((row["multiplications"], row["additions"]) if not row["problem"] else ("-", "-")),
            *(form.format(row[key]) if np.isfinite(row.get(key, np.nan)) else "-" for key, form in forms.items()),
            row["problem"] or ("taken by auto" if row["formulation"] == system.formulation else ""),
        )
        for row in rows
    ]
    names = (
        "formulation", "× ÷", "+ −", "condition", "call (µs)", "batch (µs)", "λ (µs)", "deviation", "drift",
        "evaluations", "note",
    )  # fmt: skip
    told = [k for k in range(len(names)) if any(cell[k] != "-" for cell in cells)]
    loops = (
        " batch: per state, one core; λ: the multipliers alone. drift: loop error of a free run without projection, as "
        "a share of the machine's size. evaluations: of an adaptive run. penalty: springs, not loops."
    )
    show_table(
        f"Forward dynamics of {system.blueprint.name}",
        [names[k] for k in told],
        [[cell[k] for k in told] for cell in cells],
        note="call: from Python, with its overhead. deviation: of q̈, as a share." + loops * system.closed,
    )
