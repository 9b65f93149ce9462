"""The reference tells of every public name."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import linkwork as lw

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
DIRECTIVE = re.compile(r"^\.\. auto(\w+):: (\S+)\n((?:   :.*\n)*)", re.M)


def told() -> list[Any]:
    """What the pages of the reference tell of: objects named in a directive, and members of modules."""
    found: list[Any] = []
    for page in sorted((DOCS / "reference").glob("*.md")):
        for kind, name, options in DIRECTIVE.findall(page.read_text(encoding="utf-8") + "\n"):
            if kind == "module":
                module = resolved(name)
                members = re.search(r":members:(.*)", options)
                assert members, f"{page.name}: {name} without members"
                names = [word.strip() for word in members[1].split(",") if word.strip()]
                found += [module, *(getattr(module, word) for word in names or public(module))]
            else:
                found.append(resolved(name))
    return [thing for thing in found if thing.__hash__ is not None]


def resolved(name: str) -> Any:
    """A module, or what stands in one, by its full name."""
    module, _, word = name.rpartition(".")
    if module and hasattr(parent := resolved(module), word):
        return getattr(parent, word)
    return importlib.import_module(name)


def public(module: ModuleType) -> list[str]:
    """What `from module import *` gives."""
    own = [
        n for n, thing in vars(module).items() if getattr(thing, "__module__", "") == module.__name__ and n[0] != "_"
    ]
    return list(getattr(module, "__all__", own))


@pytest.fixture(scope="module")
def known() -> set[int]:
    return {id(thing) for thing in told()}


def test_every_public_name_is_in_the_reference(known: set[int]) -> None:
    things = {name: getattr(lw, name) for name in lw.__all__}
    errors = {name for name, thing in things.items() if inspect.isclass(thing) and issubclass(thing, lw.LinkworkError)}
    assert [n for n in things if n not in errors | {"formats", "record", "view"} and id(things[n]) not in known] == []


@pytest.mark.parametrize("folder", ["motion", "view", "library", "inertia", "control"])
def test_so_is_what_a_public_module_holds(folder: str, known: set[int]) -> None:
    module = getattr(lw, folder)
    things = {name: getattr(module, name) for name in public(module)}
    callables = {n: x for n, x in things.items() if inspect.isclass(x) or inspect.isfunction(x)}
    inside = {"Machine", "Ready", "Command", "Control", "At", "passive", "torques_of", "readied", "Entry", "Experiment"}
    assert [n for n in callables if n not in inside and id(callables[n]) not in known] == []


def test_the_table_of_names_leads_to_the_page_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(DOCS), *sys.path])
    tables = importlib.import_module("tables")
    text = tables.names()
    assert all(f"[`{name}`](../reference/" in text for name in lw.__all__)
    assert {(DOCS / "reference" / page).exists() for page in re.findall(r"reference/(\w+\.md)", text)} == {True}


def test_every_figure_and_every_error_is_told() -> None:
    see = (DOCS / "how-to" / "see.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in see for name in (*lw.view.plots.FIGURES, "sparsity", "workspace"))
