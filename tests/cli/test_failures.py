"""How a command ends: exit codes and short errors."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest

from linkwork.cli.failures import Exit, exit_code, run
from linkwork.errors import MissingExtra, OptionError, SimulationError, UnknownName


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OptionError("method 'x'", "does not exist"), Exit.USAGE),
        (UnknownName("machine", "x", ["y"]), Exit.USAGE),
        (MissingExtra("viser", "view"), Exit.MISSING),
        (SimulationError("run", "could not start"), Exit.FAILED),
        (FileNotFoundError(2, "No such file", "x"), Exit.FAILED),
        (ZeroDivisionError("division by zero"), Exit.BUG),
    ],
)
def test_the_exit_code_tells_who_is_at_fault(error: Exception, code: Exit) -> None:
    assert exit_code(error) is code


def test_an_unknown_machine_is_one_short_paragraph_with_the_nearest_names(linkwork: Any) -> None:
    said = linkwork("show", "fourbar")
    assert said.code == Exit.USAGE
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "'four_bar'" in said.err
    assert "linkwork list" in said.err
    assert "Traceback" not in said.err


def test_a_missing_file_is_named(linkwork: Any) -> None:
    said = linkwork("show", "nowhere/machine.json")
    assert said.code == Exit.FAILED
    assert "nowhere/machine.json" in said.err


@pytest.mark.parametrize("words", [["shw"], ["show", "--nonsense", "four_bar"], ["show"]])
def test_a_command_line_that_cannot_be_obeyed_says_so(linkwork: Any, words: list[str]) -> None:
    said = linkwork(*words)
    assert said.code == Exit.USAGE
    assert said.err.startswith("linkwork: ")
    assert re.search(r"[.?] See linkwork( show)? --help\.$", said.err.strip())


@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        (["show", "fourbar"], Exit.USAGE, "UsageError"),
        (["run", "four_bar", "--nonsense"], Exit.USAGE, "usage"),
        (["show", "nowhere.json"], Exit.FAILED, "FormatError"),
        (["compare"], Exit.USAGE, "usage"),
    ],
)
def test_a_script_gets_an_error_as_json_too(linkwork: Any, words: list[str], code: Exit, kind: str) -> None:
    said = linkwork(*words, "--json")
    assert said.code == code
    assert (said.json["kind"], said.json["exit"]) == (kind, code)
    assert said.err == f"linkwork: {said.json['error']}\n"


def test_debug_shows_the_traceback_wherever_it_stands() -> None:
    for words in (["--debug", "show", "fourbar"], ["show", "fourbar", "--debug"]):
        with pytest.raises(OptionError):
            run(words)


def test_an_unexpected_error_is_called_a_fault_of_linkwork(linkwork: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr("linkwork.blueprint.library.catalogue", broken)
    said = linkwork("list")
    assert said.code == Exit.BUG
    assert "fault of linkwork" in said.err
    assert "--debug" in said.err


def test_no_words_print_the_help(linkwork: Any) -> None:
    said = linkwork()
    assert said.code == Exit.DONE
    assert "demo" in said.out


def test_the_process_leaves_with_the_exit_code() -> None:
    command = [sys.executable, "-c", "from linkwork.cli import main; main(['show', 'fourbar'])"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == Exit.USAGE


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    command = (
        f"{sys.executable} -c \"from linkwork.cli import main; main(['list'])\" | head -n 1; exit ${{PIPESTATUS[0]}}"
    )
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert done.returncode == Exit.DONE
    assert done.stderr == ""
