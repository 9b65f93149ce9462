"""The application: every command has help with one example, and starts fast."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from linkwork.cli.app import app

COMMANDS = [command.name for command in app.registered_commands if command.name]


def test_the_commands_are_there() -> None:
    assert {"list", "show", "compare", "counts", "export-c", "bench", "doctor", "demo"} <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_one_example(linkwork: Any, name: str) -> None:
    said = linkwork(name, "--help")
    assert said.code == 0
    assert f"Example: linkwork {name}" in " ".join(said.out.split())


@pytest.mark.parametrize("name", COMMANDS)
def test_scripts_get_json_from_every_command(linkwork: Any, name: str) -> None:
    assert "--json" in linkwork(name, "--help").out


def test_the_version_is_printed(linkwork: Any) -> None:
    import linkwork as package

    assert linkwork("--version").out.strip() == f"linkwork {package.__version__}"


def test_linkwork_is_imported_in_less_than_a_third_of_a_second() -> None:
    """The best of three fresh processes, in processor time: a busy computer makes no difference."""
    code = "from time import process_time as now; start = now(); import linkwork; print(now() - start)"
    found = [subprocess.run([sys.executable, "-c", code], check=True, capture_output=True) for _ in range(3)]
    best = min(float(each.stdout) for each in found)
    assert best < 0.3, f"{best:.2f} s"


def test_help_does_not_load_the_compiler() -> None:
    code = "import sys; from linkwork.cli.failures import run; run(['--help']); sys.exit('llvmlite' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
