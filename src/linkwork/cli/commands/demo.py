"""`linkwork demo`: the main job on one machine with loops."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer

from ..console import say, say_plainly, show_json
from ..machines import Json, compiled
from .compare import at_start, timed


def demo(
    machine: Annotated[str, typer.Option(help="A name of the library, or a JSON file.")] = "four_bar",
    json: Json = False,
) -> None:
    """Take a machine with loops, compile it, and print what its equations say."""
    start = perf_counter()
    system = compiled(machine)
    q, v = at_start(system)
    tau = np.zeros(system.n_v)
    result = system.forward_dynamics(q, v, tau)
    ready = perf_counter() - start
    found: dict[str, Any] = {
        "machine": system.blueprint.name,
        "freedom": system.n_v - system.n_lam,
        "formulation": system.formulation,
        "operations": str(system.counts("forward_dynamics")),
        "ready": ready,
        "call": timed(lambda: system.forward_dynamics(q, v, tau)),
        **checked(system, q, v, tau, result),
    }
    if json:
        show_json(found)
        return
    say(f"[bold]{found['machine']}[/bold]: {system.n_v} rates, {system.n_lam} conditions, {found['freedom']} freedom")
    say_plainly(f"  forward dynamics by {found['formulation']!r}: {found['operations']}")
    say_plainly(f"  ready after {1e3 * ready:.0f} ms; one evaluation from Python {1e6 * found['call']:.2f} µs")
    say_plainly(
        f"  equations of motion are left with {found['residual']:.1e} N m, loops with {found['closing']:.1e} m/s²"
    )


def checked(system: Any, q: Any, v: Any, tau: Any, result: Any) -> dict[str, float]:
    """What M q̈ = φ + Jᵀ λ and J q̈ = ψ are left with."""
    if not system.closed:
        left = system.inverse_dynamics(q, v, result) - tau
        return {"residual": float(np.abs(left).max()), "closing": 0.0}
    qdd, lam = result
    M, phi, J, psi = system.block_equations(q, v, tau)
    return {
        "residual": float(np.abs(M @ qdd - phi - J.T @ lam).max()),
        "closing": float(np.abs(J @ qdd - psi).max()),
    }
