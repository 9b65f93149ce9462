"""The folders of the package read in the order in which data flows: each imports only from folders before it."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "linkwork"
FILES = sorted(SOURCE.rglob("*.py"))

ORDER = (
    "errors", "algebra", "blueprint", "connectivity", "dynamics", "expression", "kernel",
    "motion", "record", "simulate", "sweep", "view", "system", "__init__", "reproduce", "cli",
)  # fmt: skip
"""The folders through which data flows, alphabetically; then what puts them together: the system, the package's names,
the published experiments run on systems, the command line."""

# Doors upward: a method that hands the user on to a later stage, and imports it only when called.
DOORS = {
    ("blueprint/builder.py", "connectivity"),
    ("blueprint/builder.py", "system"),
    ("record/record.py", "view"),
}

BASE = {"numpy", "scipy", "llvmlite", "rich", "typer"}


def name(path: Path) -> str:
    return path.relative_to(SOURCE).as_posix()


def stage(path: Path) -> str:
    return name(path).split("/")[0].removesuffix(".py")


def imported(tree: ast.AST, path: Path) -> Iterator[str]:
    """Full names of what a syntax tree imports; relative imports resolved."""
    package = ["linkwork", *path.relative_to(SOURCE).parent.parts]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*start, *([node.module] if node.module else [])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def at_import_time(tree: ast.Module) -> ast.Module:
    """The module without function bodies and without blocks for the type checker."""

    class Strip(ast.NodeTransformer):
        def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
            return None

        def visit_If(self, node: ast.If) -> ast.AST | None:
            return None if "TYPE_CHECKING" in ast.unparse(node.test) else self.generic_visit(node)

    return Strip().visit(tree)


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_folder_imports_only_from_folders_before_it(path: Path) -> None:
    here = stage(path)
    assert here in ORDER, f"'{name(path)}' belongs to no stage; the stages are {', '.join(ORDER)}"
    for module in imported(ast.parse(path.read_text(encoding="utf-8")), path):
        parts = module.split(".")
        if parts[0] != "linkwork" or len(parts) < 2:
            continue
        there = parts[1] if parts[1] in ORDER else "__init__"
        allowed = ORDER.index(there) <= ORDER.index(here) or (name(path), there) in DOORS
        assert allowed, f"'{name(path)}' imports '{module}', a later stage"


@pytest.mark.parametrize("path", FILES, ids=name)
def test_importing_the_package_needs_only_the_base_install(path: Path) -> None:
    tree = at_import_time(ast.parse(path.read_text(encoding="utf-8")))
    for module in imported(tree, path):
        top = module.split(".")[0]
        assert top in BASE | {"linkwork", "__future__"} or top in sys.stdlib_module_names, (
            f"'{name(path)}' imports '{module}' when it is loaded; import an extra where it is used"
        )


def test_the_base_install_is_what_the_project_file_says() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    block = re.search(r"^dependencies = \[(.*?)^\]", text, re.S | re.M)
    assert block is not None
    assert set(re.findall(r'"([a-z]+)', block.group(1))) == BASE


@pytest.mark.parametrize("path", FILES, ids=name)
def test_a_file_is_named_after_the_one_thing_that_it_holds(path: Path) -> None:
    assert path.stem not in {"utils", "util", "common", "helpers", "base", "misc"}


def test_the_tests_mirror_the_package() -> None:
    for path in (ROOT / "tests").rglob("test_*.py"):
        relative = path.relative_to(ROOT / "tests")
        if relative.parts[0] not in ORDER:
            continue
        source = SOURCE / relative.parent / relative.name.removeprefix("test_")
        assert source.exists() or source.with_suffix("").is_dir(), f"'tests/{relative}' tests no file of that name"
