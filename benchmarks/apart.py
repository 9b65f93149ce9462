"""A measurement in a process of its own, so that its peak memory and its cache are its own too."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent


def apart(module: str, function: str, *values: Any) -> dict[str, Any]:
    """What a function of a module of this folder gives, called with numbers and texts in a new process without a cache."""
    paths = [str(HERE), str(HERE.parent / "tests")]
    code = (
        f"import json, sys; sys.path[:0] = {paths!r}; import {module}; "
        f"print(json.dumps({module}.{function}(*json.loads(sys.argv[1]))))"
    )
    with tempfile.TemporaryDirectory() as cache:
        answer = subprocess.run(
            [sys.executable, "-c", code, json.dumps(values)],
            env={**os.environ, "LINKWORK_CACHE": cache, "PYTHONDONTWRITEBYTECODE": ""}, capture_output=True, text=True,
        )  # fmt: skip
    if answer.returncode:
        raise RuntimeError(f"{module}.{function}{values}: exit code {answer.returncode}\n{answer.stderr}")
    return json.loads(answer.stdout.splitlines()[-1])


def peak_memory() -> float:
    """Most memory that this process has held, in MB; what Linux gives to `getrusage` includes the process that started
    it."""
    status = Path("/proc/self/status")
    if status.exists():
        words = next(line.split() for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(words[1]) / 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)
