"""Ten million steps in a process of their own, for their memory."""

from __future__ import annotations

import json
import resource
import sys
import time

from linkwork.blueprint import library


def main() -> None:
    """Print steps, samples, seconds and megabytes as JSON."""
    system = library.four_bar().compile()
    began = time.perf_counter()
    run = system.simulate(v={"crank": 20.0}, duration=1000.0, method="rk4", step=1e-4)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(
        json.dumps(
            {
                "steps": run.about["steps"],
                "samples": len(run),
                "seconds": time.perf_counter() - began,
                "memory": peak / (1024 if sys.platform != "darwin" else 1024**2),
            }
        )
    )
