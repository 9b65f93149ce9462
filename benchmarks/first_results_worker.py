"""The first result of one machine of the library, in a process of its own: what it took."""

from __future__ import annotations

import time


def first(name: str) -> dict[str, float]:
    """Seconds of the processor, from a process that has imported nothing of ours and nothing of NumPy or SciPy."""
    spent = [time.process_time()]
    import linkwork as lw

    spent.append(time.process_time())
    machine = lw.library.find(name).machine()
    spent.append(time.process_time())
    system = machine.compile()
    spent.append(time.process_time())
    still = [0.0] * system.n_v
    system.forward_dynamics(system.start, still, still)
    spent.append(time.process_time())
    again = machine.compile()
    again.forward_dynamics(again.start, still, still)
    spent.append(time.process_time())
    from apart import peak_memory

    names = ("import", "describe", "compile", "call", "again")
    return {**{n: b - a for n, a, b in zip(names, spent, spent[1:])}, "memory": peak_memory()}
