"""Every machine of the library: from `compile()` to the first accelerations."""

from __future__ import annotations

from collections.abc import Callable

from apart import apart
from tables import Results

from linkwork.blueprint.library import catalogue


def first_results() -> Results:
    """Each machine in a process of its own without a cache, the slowest first."""
    table = Results(
        "From compile() to the first accelerations, every machine of the library",
        ["machine", "import linkwork, s", "compile(), s", "first accelerations, s", "both, s",
         "compiled and called again, ms", "peak memory, MB"],
        note="Seconds of the processor; a new process each, nothing in the cache; compile() imports most of the "
        "package. Again: the same machine with its equations derived anew, machine code from disk.",
    )  # fmt: skip
    apart("first_results_worker", "first", "pendulum")  # leaves the bytecode of all modules, as installing does
    found = [(entry.name, apart("first_results_worker", "first", entry.name)) for entry in catalogue()]
    for name, m in sorted(found, key=lambda each: -(each[1]["compile"] + each[1]["call"])):
        both = m["compile"] + m["call"]
        table.add(name, m["import"], m["compile"], m["call"], both, m["again"] * 1e3, m["memory"])
    return table


def tables() -> list[Callable[[], Results]]:
    """What this part prints."""
    return [first_results]
