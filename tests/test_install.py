"""The package installs into an empty environment, from the folder and as a wheel, and works without a compiler."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
EMPTY = {"PATH": "/nonexistent", "LC_ALL": "C.UTF-8"}


def pip(python: Path | str, *words: str | Path) -> None:
    quiet = ("--quiet", "--disable-pip-version-check")
    subprocess.run(
        [str(python), "-m", "pip", *quiet, *map(str, words)], check=True, env={**os.environ, "PIP_USER": "0"}
    )


@pytest.mark.slow
@pytest.mark.parametrize("what", ["folder", "wheel"])
def test_it_installs_into_an_empty_environment_and_runs_without_a_compiler(tmp_path: Path, what: str) -> None:
    package: Path = ROOT
    if what == "wheel":
        pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", tmp_path, ROOT)
        (package,) = tmp_path.glob("linkwork-*.whl")
    venv.create(tmp_path / "env", with_pip=True)
    bin_ = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    pip(bin_ / "python", "install", package)
    words = [bin_ / "linkwork", "demo", "--duration", "1", "--out", tmp_path / "demo", "--json"]
    env = {**EMPTY, "HOME": str(tmp_path), "LINKWORK_CACHE": str(tmp_path / "cache")}
    said = subprocess.run(list(map(str, words)), env=env, check=True, capture_output=True, text=True)
    found = json.loads(said.stdout)
    assert found["complete"]
    assert found["loop error"]["e1"] < 1e-12
    assert (tmp_path / "demo" / "animation.html").stat().st_size > 50_000
