"""How a command ends: exit codes that scripts can rely on, and errors in one short paragraph."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from linkwork.errors import LinkworkError, MissingExtra, OptionError, UnknownName


class Exit(IntEnum):
    """What the exit code says."""

    DONE = 0
    FAILED = 1  # the machine, a file or a computation is at fault
    USAGE = 2  # the command line is at fault: an unknown option, machine or method
    MISSING = 3  # an extra is not installed
    STOPPED_EARLY = 4  # the run ended before its time; what was recorded is kept
    DISAGREEMENT = 5  # a comparison or a reproduced number differs
    BUG = 70  # linkwork itself
    INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run the command line; gives the exit code. `--debug` anywhere shows the traceback of an error."""
    words = [word for word in arguments if word != "--debug"]
    debug = len(words) < len(arguments)
    try:
        return _run(words)
    except Failed as failed:
        return tell(str(failed), failed.code, json="--json" in words)
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    except KeyboardInterrupt:
        return tell("interrupted", Exit.INTERRUPTED, json="--json" in words)
    except Exception as error:
        if debug:
            raise
        return tell(_words(error), exit_code(error), json="--json" in words, kind=type(error).__name__)


class Failed(Exception):
    """A command line that typer could not obey, in our words."""

    def __init__(self, message: str, code: Exit) -> None:
        super().__init__(message)
        self.code = code


def _run(words: list[str]) -> int:
    import typer

    from .app import app

    # typer has a copy of click inside or depends on it, by version; this finds the base of its errors in both
    misused: Any = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")
    try:
        code = app(words or ["--help"], prog_name="linkwork", standalone_mode=False)
    except typer.Abort:
        raise Failed("interrupted", Exit.INTERRUPTED) from None
    except misused as error:
        said = error.format_message()
        about = getattr(getattr(error, "ctx", None), "command_path", "linkwork")
        raise Failed(f"{said}{'' if said[-1:] in '.?!' else '.'} See {about} --help.", Exit.USAGE) from None
    return code if isinstance(code, int) else Exit.DONE


def exit_code(error: Exception) -> Exit:
    """The exit code of an error."""
    if isinstance(error, MissingExtra):
        return Exit.MISSING
    if isinstance(error, OptionError | UnknownName):
        return Exit.USAGE
    return Exit.FAILED if isinstance(error, LinkworkError | OSError) else Exit.BUG


def tell(message: str, code: Exit, *, json: bool = False, kind: str = "") -> Exit:
    """Say on the error stream why a command ended, and on standard output too where a script reads JSON there."""
    from .console import errors, show_json

    if json:
        show_json({"error": message, "kind": kind or code.name.lower(), "exit": int(code)})
    errors().print(f"linkwork: {message}", markup=False, highlight=False, soft_wrap=True)
    return code


def _words(error: Exception) -> str:
    if isinstance(error, LinkworkError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename or 'file'}: {error.strerror or error}."
    return (
        f"unexpected {type(error).__name__}: {error}. This is a fault of linkwork: "
        "run the command again with --debug and report what it prints."
    )
