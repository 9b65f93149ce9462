"""One chain traced and compiled in a process of its own; prints what it took as JSON."""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path


def peak_memory() -> float:
    """Most memory that this process has held, in MB; what Linux gives to `getrusage` includes the process that started
    it."""
    status = Path("/proc/self/status")
    if status.exists():
        words = next(line.split() for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(words[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def main(n: int) -> None:
    """Trace and compile the forward dynamics of a general chain of n hinges."""
    os.environ["LINKWORK_CACHE"] = tempfile.mkdtemp()
    from machines import chain

    from linkwork.expression.trace import trace
    from linkwork.kernel import compile_function

    compile_function(trace(lambda x: {"y": [x[0] * 2.0]}, {"x": (1,)}, name="first"))  # LLVM starts up
    system = chain(n).compile(formulation="recursive")
    start = time.perf_counter()
    function = system.function("forward_dynamics")
    traced = time.perf_counter()
    kernel = compile_function(function)
    compiled = time.perf_counter()
    compile_function(function)
    reloaded = time.perf_counter()
    kernel.runner.batch()
    lanes = time.perf_counter()
    print(
        json.dumps(
            {
                "nodes": len(function.live()),
                "trace": traced - start,
                "compile": compiled - traced,
                "reload": reloaded - compiled,
                "lanes": lanes - reloaded,
                "memory": peak_memory(),
            }
        )
    )
