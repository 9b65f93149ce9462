"""Measured tables have their places in the README and on the page of benchmarks, and a tool that fills them."""

from __future__ import annotations

import ast
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TABLE = (
    "**Times**\n\n| machine | theirs | ours | ratio |\n|---|---:|---:|---:|\n| four_bar | 4.2 | 0.3 | 14 |\n\nA note.\n"
)


@pytest.fixture
def tool(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    return importlib.import_module("bench_tables")


def parts() -> dict[str, list[str]]:
    """The tables of each part, read from the code, for the parts need other engines."""
    main = (ROOT / "benchmarks" / "__main__.py").read_text(encoding="utf-8")
    names = ast.literal_eval(re.search(r"^PARTS = (\(.*\))$", main, re.M)[1])
    return {name: tables(ROOT / "benchmarks" / f"{name}.py") for name in names}


def tables(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    (last,) = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "tables")
    (given,) = (node.value for node in ast.walk(last) if isinstance(node, ast.Return))
    return [name.id for name in given.elts]


def test_the_page_of_benchmarks_has_a_place_for_every_table(tool: Any) -> None:
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    places = [place[1] for place in tool.PLACE.finditer(page)]
    assert sorted(places) == sorted(f"{part}.{table}" for part, names in parts().items() for table in names)


def test_the_readme_shows_tables_that_there_are(tool: Any) -> None:
    places = [place[1] for place in tool.PLACE.finditer((ROOT / "README.md").read_text(encoding="utf-8"))]
    assert places
    known = parts()
    assert all(table in known[part] for part, table in (place.split(".") for place in places))


def test_a_place_is_filled_with_the_chosen_columns_again_and_again(tool: Any) -> None:
    text = "before\n<!-- bench a.b columns=1,4 -->\nold\n<!-- end bench -->\nafter\n"
    once = tool.filled(text, {"a.b": TABLE})
    assert "| four_bar | 14 |" in once and "| machine | ratio |" in once
    assert "**Times**" in once and "A note." in once and "old" not in once and "theirs" not in once
    assert tool.filled(once, {"a.b": TABLE}) == once
    assert tool.filled(once, {}) == once  # what was not measured stays


def test_all_columns_are_taken_where_none_is_named(tool: Any) -> None:
    assert TABLE.strip() in tool.filled("<!-- bench a.b -->\n<!-- end bench -->", {"a.b": TABLE})
