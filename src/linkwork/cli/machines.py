"""Which machine a command is about: a name of the library, such with arguments, or a JSON file."""

from __future__ import annotations

import inspect
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from linkwork.errors import FormatError, LinkworkError, OptionError, UnknownName

if TYPE_CHECKING:
    from linkwork.blueprint.mechanism import Blueprint
    from linkwork.system import System

Machine = Annotated[
    str,
    typer.Argument(
        metavar="MACHINE",
        help="A name of the library (see: linkwork list), such with arguments (chain:n=50), or a JSON file.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document instead of tables.")]
Formulation = Annotated[
    str, typer.Option(help="Formulation of the forward dynamics; auto takes the fewest counted operations.")
]


@dataclass(frozen=True)
class Found:
    """A machine as the user named it."""

    name: str
    blueprint: Blueprint
    source: str = ""


def find(name: str) -> Found:
    """The machine of that name or file."""
    path = Path(name)
    if path.suffix in (".npz", ".nc", ".parquet"):
        right = f"Look at it with: linkwork view {path}"
        raise UsageError(f"file {str(path)!r}", "is the record of a run, not a machine", right)
    if path.suffix == ".json" or path.is_file():
        return _from_file(path)
    word, _, rest = name.partition(":")
    from linkwork.blueprint import library

    known = [entry.name for entry in library.catalogue()]
    if word not in known:
        error = UnknownName("machine", name, known, "the library")
        raise UsageError(str(error) + " `linkwork list` prints them; a JSON file is named with its ending.")
    entry = library.find(word)
    arguments = _arguments(entry.machine, word, rest)
    try:
        mechanism = entry.machine(**arguments)
    except (TypeError, ValueError, ArithmeticError, LookupError) as error:
        if not arguments or isinstance(error, LinkworkError):
            raise
        usual = ",".join(f"{each}={json.dumps(_usual(entry.machine, each), default=str)}" for each in arguments)
        said = "cannot be made of such values"
        raise UsageError(f"machine {name!r}", said, f"In the library it is {word}:{usual}") from error
    return Found(name, mechanism.freeze(), entry.source)


def compiled(name: str, **options: Any) -> System:
    """The machine of that name, compiled."""
    from linkwork.system import compile_mechanism

    return compile_mechanism(find(name).blueprint, **options)


def available(system: System) -> list[str]:
    """Names of the formulations that a machine may have."""
    from linkwork.dynamics.formulations import FORMULATIONS
    from linkwork.system import TREE_FORMULATIONS

    return list(FORMULATIONS if system.closed else TREE_FORMULATIONS)


class UsageError(OptionError):
    """A command line that cannot be obeyed."""


def _from_file(path: Path) -> Found:
    from linkwork.blueprint.document import load

    if not path.is_file():
        raise FormatError(f"file {str(path)!r}", "does not exist", "Name a file that Mechanism.save wrote")
    return Found(str(path), load(path).freeze())


def _arguments(machine: Any, word: str, text: str) -> dict[str, Any]:
    """'n=50,masses=printed' as arguments of the function that makes the machine."""
    found: dict[str, Any] = {}
    known = tuple(inspect.signature(machine).parameters)
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals or name not in known:
            raise UsageError(
                f"argument {part!r} of machine {word!r}", "is not known", f"It takes: {', '.join(known) or 'nothing'}"
            )
        found[name] = _value(value)
    return found


def _usual(machine: Any, argument: str) -> Any:
    """What an argument is if it is not given."""
    return inspect.signature(machine).parameters[argument].default


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text
