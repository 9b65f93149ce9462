"""Every script of the gallery is short, asks one question of one machine, runs, and draws."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path

import pytest
from matplotlib import pyplot

EXAMPLES = sorted((Path(__file__).resolve().parent.parent.parent / "examples").glob("*.py"))
LINES = 60


def test_there_are_examples_and_they_are_numbered() -> None:
    assert [path.name[:2] for path in EXAMPLES] == [f"{k:02d}" for k in range(1, len(EXAMPLES) + 1)]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short_and_says_what_it_asks(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LINES
    words = ast.get_docstring(ast.parse(text)) or ""
    assert "*Question:*" in words
    assert "*Machine" in words


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_draws(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pyplot.switch_backend("Agg")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pyplot, "show", lambda: None)
    runpy.run_path(str(path), run_name="__main__")
    assert pyplot.get_fignums(), "it shows a figure"
    for number in pyplot.get_fignums():
        pyplot.figure(number).savefig(f"{number}.png")
    pyplot.close("all")
