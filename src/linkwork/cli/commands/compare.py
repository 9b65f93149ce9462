"""`linkwork compare`: the formulations of the literature side by side on one machine."""

from __future__ import annotations

from time import perf_counter
from typing import Any

import numpy as np

from linkwork.errors import LinkworkError

from ..console import number, progress, show_json, show_table
from ..failures import Exit
from ..machines import Json, Machine, available, find

AGREE = 1e-8  # relative difference of accelerations that rounding may leave
APPROXIMATE = ("penalty",)


def compare(machine: Machine, json: Json = False) -> int:
    """Every formulation of the forward dynamics: operations, time, and how far accelerations and forces differ."""
    from linkwork.system import compile_mechanism

    blueprint = find(machine).blueprint
    reference = compile_mechanism(blueprint)
    q, v = at_start(reference)
    rows: list[dict[str, Any]] = []
    names = available(reference)
    with progress("compiling") as step:
        for k, name in enumerate(names):
            step(k / len(names), name)
            try:
                rows.append(_measured(name, compile_mechanism(blueprint, formulation=name), q, v))
            except LinkworkError as error:
                rows.append({"formulation": name, "error": str(error)})
    _differences(rows, reference.formulation)
    worst = max((r["difference"] for r in rows if "difference" in r and r["formulation"] not in APPROXIMATE), default=0)
    if json:
        show_json({"machine": machine, "chosen": reference.formulation, "rows": [_public(r) for r in rows]})
    else:
        _show(reference, rows)
    return Exit.DONE if worst < AGREE else Exit.DISAGREEMENT


def at_start(system: Any) -> tuple[np.ndarray, np.ndarray]:
    """The starting pose, and rates of one radian or metre a second that its loops allow."""
    q, v = system.start, np.ones(system.n_v)
    if system.closed:
        J = np.atleast_2d(system.closure_jacobian(q))
        v = v - np.linalg.lstsq(J, J @ v, rcond=None)[0]
    return q, v


def _measured(name: str, system: Any, q: np.ndarray, v: np.ndarray) -> dict[str, Any]:
    tau = np.zeros(system.n_v)
    start = perf_counter()
    counted = system.counts("forward_dynamics")
    system.kernel("forward_dynamics")
    ready = perf_counter() - start
    result = system.forward_dynamics(q, v, tau)
    qdd = result[0] if isinstance(result, tuple) else result
    return {
        "formulation": name,
        "multiplications": counted.multiplications,
        "additions": counted.additions,
        "ready": ready,
        "call": timed(lambda: system.forward_dynamics(q, v, tau)),
        "qdd": np.asarray(qdd),
    }


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


def _differences(rows: list[dict[str, Any]], chosen: str) -> None:
    """The largest difference of accelerations to those of the chosen formulation, relative to the largest of them."""
    reference = next((r["qdd"] for r in rows if r["formulation"] == chosen and "qdd" in r), None)
    for row in rows:
        if reference is not None and "qdd" in row:
            scale = float(np.abs(reference).max(initial=0.0)) or 1.0
            row["difference"] = float(np.abs(row["qdd"] - reference).max(initial=0.0)) / scale


def _public(row: dict[str, Any]) -> dict[str, Any]:
    return {k: x for k, x in row.items() if k != "qdd"}


def _show(system: Any, rows: list[dict[str, Any]]) -> None:
    cells = [
        (
            r["formulation"],
            r["multiplications"],
            r["additions"],
            f"{1e6 * r['call']:.2f}",
            f"{1e3 * r['ready']:.0f}",
            number(r["difference"], 2),
            "taken by auto" if r["formulation"] == system.formulation else "",
        )
        if "error" not in r
        else (r["formulation"], "-", "-", "-", "-", "-", r["error"])
        for r in rows
    ]
    show_table(
        f"Forward dynamics of {system.blueprint.name} at its starting pose",
        ("formulation", "× ÷", "+ −", "call (µs)", "ready (ms)", "difference", "note"),
        cells,
        note="call: from Python, with its overhead. ready: traced and made to machine code, from the cache if it was "
        "made before. difference: of q̈, relative. penalty holds loops with springs and differs by nature.",
    )
