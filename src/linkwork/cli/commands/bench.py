"""`linkwork bench`: how fast machines are made ready and evaluated on this computer."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Any

import numpy as np
import typer

from ..console import progress, show_json, show_table
from ..machines import Json, compiled
from .compare import at_start, timed

DEFAULT = ("kuka_kr5", "chain:n=30", "four_bar", "book_three_rrr", "delta", "stewart_platform")
BATCH = 4096


def bench(
    machines: Annotated[
        list[str] | None,
        typer.Argument(metavar="[MACHINE]...", help="Machines to measure; default: six of the library."),
    ] = None,
    json: Json = False,
) -> None:
    """Forward dynamics of some machines: size, time to make ready, time of a call and of a state in a batch.

    The comparison with other engines needs them installed and the repository: make bench.
    """
    names = machines or list(DEFAULT)
    rows = []
    with progress("measuring") as step:
        for k, name in enumerate(names):
            step(k / len(names), name)
            rows.append(measure(name))
    if json:
        show_json(rows)
        return
    columns = ("machine", "rates", "conditions", "operations", "ready (ms)", "call (µs)", "in a batch (µs)")
    show_table(
        "Forward dynamics",
        columns,
        [
            (
                row["machine"],
                row["rates"],
                row["conditions"],
                row["operations"],
                f"{1e3 * row['ready']:.0f}",
                f"{1e6 * row['call']:.2f}",
                f"{1e6 * row['batch']:.3f}",
            )
            for row in rows
        ],
        note=f"ready: from the description to the first answer (machine code from the cache if it was made before). "
        f"call: from Python. in a batch: per state of {BATCH}, one thread.",
    )


def measure(name: str) -> dict[str, Any]:
    """The figures of one machine, in seconds."""
    start = perf_counter()
    system = compiled(name)
    q, v = at_start(system)
    tau = np.zeros(system.n_v)
    system.forward_dynamics(q, v, tau)
    ready = perf_counter() - start
    kernel = system.kernel("forward_dynamics")
    names = [name for name in kernel.inputs if name in ("q", "v", "tau")]
    many = [np.tile({"q": q, "v": v, "tau": tau}[name], (BATCH, 1)) for name in names]
    rest = {name: 0.0 if name == "t" else system.parameter_values for name in kernel.inputs if name not in names}
    return {
        "machine": name,
        "rates": system.n_v,
        "conditions": system.n_lam,
        "operations": str(system.counts("forward_dynamics")),
        "ready": ready,
        "call": timed(lambda: system.forward_dynamics(q, v, tau)),
        "batch": timed(lambda: kernel.call(*many, **rest, threads=1)) / BATCH,
    }
