"""Document: a machine as a JSON file with a version; reading one never runs code from it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from ..errors import FormatError
from . import codec
from .builder import Mechanism
from .mechanism import Blueprint
from .values import is_list, is_object

KIND = "linkwork mechanism"
VERSION = 1
SCHEMA = Path(__file__).with_name("schema.json")
WIDTH = 110
TRUNCATED = "The file is truncated: save or copy it again"
CUT = re.compile(r"(\Z|(?<=.)[\w.+-]*|(?<=\\)u\w*)\s*", re.DOTALL)
"""What is left where a truncated text stops making sense: nothing, or a piece of a number or word."""


def to_text(blueprint: Blueprint) -> str:
    """The JSON text of a machine; every number is written so that it is read back to the last bit."""
    data = {"document": KIND, "version": VERSION, **codec.encode(blueprint, Blueprint)}
    return _text(data, 0) + "\n"


def from_text(text: str, source: str = "the text") -> Blueprint:
    """The machine that a JSON text describes; `source` is named in errors."""
    data = _parse(text, source)
    if not is_object(data) or data.get("document") != KIND:
        found = data.get("document") if is_object(data) else None
        what = f"is a {found!r}" if isinstance(found, str) else "is JSON of another kind"
        raise FormatError(source, f"{what}, not a {KIND}", "Load a file that Mechanism.save wrote")
    _check_version(data.get("version"), source)
    entries = {key: value for key, value in data.items() if key not in ("document", "version", "$schema")}
    try:
        return codec.decode(Blueprint, entries, "")
    except FormatError as error:
        raise FormatError(
            f"{source}, {error.subject}" if error.subject else source, error.problem, error.remedy
        ) from None
    except RecursionError:
        raise FormatError(source, "is nested too deeply", "Load a file that Mechanism.save wrote") from None


def save(blueprint: Blueprint, path: str | Path) -> None:
    """Write a machine to a file; an existing file is replaced only when the new one is complete."""
    import tempfile  # it takes long to load

    target = Path(path)
    text = to_text(blueprint)
    if not target.parent.is_dir():
        raise FileNotFoundError(f"{str(target)!r} cannot be written: there is no folder {str(target.parent)!r}")
    handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=target.name, suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(0o666 & ~_umask())
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def load(path: str | Path) -> Mechanism:
    """The machine in a file that `Mechanism.save` wrote, checked."""
    source = f"file {str(path)!r}"
    try:
        text = Path(path).read_text(encoding="utf-8-sig")  # some editors put a mark before the text
    except UnicodeDecodeError as error:
        if error.reason == "unexpected end of data":
            raise FormatError(source, "ends in the middle of a letter", TRUNCATED) from None
        raise FormatError(source, "is not a text file", f"Load a file with a {KIND}") from None
    mechanism = Mechanism.of(from_text(text, source))
    mechanism.check()
    return mechanism


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the file, made from the records."""
    definitions = codec.number_schemas()
    codec.schema(Blueprint, definitions)
    top = definitions.pop("Blueprint")
    entries = {"document": {"const": KIND}, "version": {"const": VERSION}, "$schema": {"type": "string"}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": KIND,
        **top,
        "properties": {**entries, **top["properties"]},
        "required": ["document", "version", *top["required"]],
        "$defs": definitions,
    }


def _text(data: Any, depth: int) -> str:
    """JSON text in which what fits on a line stays on it."""
    line = json.dumps(data, ensure_ascii=False, allow_nan=False)
    if len(line) + depth <= WIDTH or not (is_object(data) or is_list(data)):
        return line
    pad = " " * (depth + 1)
    if is_object(data):
        inner = [
            f"{pad}{json.dumps(key, ensure_ascii=False)}: {_text(value, depth + 1)}" for key, value in data.items()
        ]
    else:
        inner = [pad + _text(value, depth + 1) for value in data]
    opening, closing = "{}" if is_object(data) else "[]"
    return opening + "\n" + ",\n".join(inner) + "\n" + " " * depth + closing


def _parse(text: str, source: str) -> Any:
    def not_a_number(word: str) -> Any:
        raise FormatError(source, f"holds {word}, which is no number", "Every number in the file must be finite")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        data = dict(pairs)
        if len(data) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise FormatError(source, f"gives the entry {twice!r} twice in one object", "Keep one of them")
        return data

    if not text.strip():
        raise FormatError(source, "is empty", "Load a file that Mechanism.save wrote")
    if text.lstrip().startswith("<"):
        raise FormatError(source, f"is XML, not a {KIND}", "Load a file that Mechanism.save wrote")
    try:
        return json.loads(text, parse_constant=not_a_number, object_pairs_hook=once)
    except json.JSONDecodeError as error:
        whole = error.msg.startswith("Extra data")
        if not whole and ("Unterminated" in error.msg or CUT.fullmatch(text, error.pos)):
            problem, remedy = f"ends in the middle, at line {error.lineno}", TRUNCATED
        else:
            problem, remedy = (
                f"is not JSON: {error.msg} at line {error.lineno}",
                "Load a file that Mechanism.save wrote",
            )
        raise FormatError(source, problem, remedy) from None
    except RecursionError:
        raise FormatError(source, "is nested too deeply", "Load a file that Mechanism.save wrote") from None


def _check_version(version: Any, source: str) -> None:
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise FormatError(source, f"has the version {version!r}", f"It must be a whole number from 1 to {VERSION}")
    if version > VERSION:
        raise FormatError(
            source,
            f"was written by a newer linkwork: its version is {version}, this one reads up to {VERSION}",
            "Update linkwork",
        )


def schema_text() -> str:
    """The text of the published schema file."""
    return _text(schema(), 0) + "\n"


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
