"""`linkwork run`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from linkwork.cli.commands.run import DRAWN
from linkwork.record import load


def test_a_run_is_reported(linkwork: Any) -> None:
    said = linkwork("run", "four_bar", "--duration", 0.2)
    assert said.code == 0
    assert "loop error at most" in said.out
    assert "energy balance" in said.out


def test_a_run_is_saved_with_its_machine_and_drawn_as_a_page(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("run", "four_bar", "--duration", 0.2, "--out", tmp_path / "a.npz", "--page", tmp_path / "a.html")
    assert said.code == 0
    assert load(tmp_path / "a.npz").machine.name == "four-bar"
    assert "<html" in (tmp_path / "a.html").read_text(encoding="utf-8")[:200]
    assert f"written: {tmp_path / 'a.npz'}" in said.out


def test_torques_are_expressions_of_time(linkwork: Any) -> None:
    found = linkwork("run", "four_bar", "--duration", 0.2, "--torque", "crank=2*t", "--json").json
    assert found["peaks"]["tau"]["crank.tau.angle"] == pytest.approx(0.4)


def test_a_controller_is_a_function_in_a_file(linkwork: Any, tmp_path: Path) -> None:
    (tmp_path / "hold.py").write_text("def control(t, q, v):\n    return {'crank': -3.0 * v[0]}\n")
    found = linkwork("run", "four_bar", "--duration", 0.2, "--control", tmp_path / "hold.py", "--json").json
    assert found["peaks"]["tau"]["crank.tau.angle"] > 0.1


def test_the_start_is_assembled_and_the_rates_follow(linkwork: Any) -> None:
    said = linkwork("run", "four_bar", "--duration", 0.1, "--start", "crank=1", "--rate", "crank=2", "--json")
    assert said.code == 0
    assert said.json["loop error"]["e2"] < 1e-9


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--method", "rk5"], "'rk4'"),
        (["--method", "rk4"], "--method rk4: needs a step. Write --method rk4 --step 1e-3"),
        (["--method", "rattle"], "--step 1e-3"),
        (["--torque", "crank=1", "--control", "x.py"], "exclude each other"),
        (["--control", "nowhere.py"], "nowhere.py"),
        (["--plot", "a.bmp"], ".png"),
        (["--figure", "reaction", "--plot", "a.svg"], "'reactions'"),
        (
            ["--figure", "reactions"],
            "--figure reactions: has no file to go to. Write --figure reactions --plot reactions",
        ),
        (["--page", "nowhere/a.html"], "--page nowhere/a.html: has no folder to go to. Make 'nowhere' first"),
        (["--start", "shaft=1"], "'crank'"),
    ],
)
def test_what_cannot_be_run_is_a_fault_of_the_command_line(linkwork: Any, words: list[str], told: str) -> None:
    said = linkwork("run", "four_bar", *words)
    assert said.code == 2
    assert told in said.err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def control(t, q, v)\n    return [0.0]\n", "law.py, line 1: cannot be read: SyntaxError: expected ':'"),
        ("x = 1\nimport nowhere_to_be_found\n", "law.py, line 2: cannot be read: ModuleNotFoundError: No module named"),
        ("x = 1\n", "law.py: has no name 'control'"),
    ],
)
def test_a_fault_in_the_file_of_a_controller_is_told_with_its_line(
    linkwork: Any, tmp_path: Path, text: str, told: str
) -> None:
    (tmp_path / "law.py").write_text(text)
    said = linkwork("run", "four_bar", "--control", tmp_path / "law.py")
    assert said.code == 2
    assert told in said.err


def test_the_help_names_every_method(linkwork: Any) -> None:
    from linkwork.cli.commands.run import ADAPTIVE, FIXED_STEP
    from linkwork.simulate.methods import EXPLICIT, IMPLICIT, VARIATIONAL

    known = {**EXPLICIT, **IMPLICIT, **VARIATIONAL}
    assert {name for name, method in known.items() if method.adaptive} == set(ADAPTIVE)
    assert set(known) == {*ADAPTIVE, *FIXED_STEP}


def test_a_run_that_is_also_shown_is_one_json_document(linkwork: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    viewer = SimpleNamespace(url="http://127.0.0.1:8080", wait=lambda: None)
    monkeypatch.setattr("linkwork.view.view", lambda *_, **__: viewer)
    found = linkwork("run", "four_bar", "--duration", 0.1, "--view", "--json").json
    assert found["url"] == viewer.url
    assert found["complete"]


def test_a_run_that_ends_early_says_so_with_its_exit_code(linkwork: Any, tmp_path: Path) -> None:
    (tmp_path / "mad.py").write_text("def control(t, q, v):\n    return {'crank': 1e12 * v[0] + 1e3}\n")
    said = linkwork("run", "four_bar", "--control", tmp_path / "mad.py", "--method", "rk4", "--step", 0.01)
    assert said.code == 4
    assert "diverged" in said.out or "cannot be closed" in said.out


@pytest.mark.parametrize("figure", DRAWN)
def test_every_figure_of_a_run_is_drawn_and_json_lists_what_was_written(
    linkwork: Any, tmp_path: Path, figure: str
) -> None:
    file, kept = tmp_path / f"{figure}.svg", tmp_path / "a.npz"
    found = linkwork("run", "four_bar", "--duration", 0.1, "--plot", file, "--figure", figure, "--out", kept, "--json")
    assert found.code == 0 and found.json["written"] == [str(kept), str(file)]
    assert "<svg" in file.read_text(encoding="utf-8")
    assert ("reaction" in load(kept).layout.slices) == (figure == "reactions")


def test_the_figures_of_the_command_line_are_those_of_a_run() -> None:
    """Named there so that --help need not import what draws."""
    from linkwork.view.plots import FIGURES

    assert tuple(FIGURES) == DRAWN
