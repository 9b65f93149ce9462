"""`linkwork view`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from linkwork.cli.machines import compiled


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the viewer would have shown."""
    found: list[Any] = []

    def viewer(subject: Any, **options: Any) -> SimpleNamespace:
        found.append((subject, options))
        return SimpleNamespace(url="http://127.0.0.1:8080", wait=lambda: None)

    monkeypatch.setattr("linkwork.view.view", viewer)
    return found


def test_a_machine_is_shown_on_this_computer_only(linkwork: Any, shown: list[Any]) -> None:
    assert "http://127.0.0.1" in linkwork("view", "four_bar").out
    ((system, options),) = shown
    assert system.blueprint.name == "four-bar"
    assert options["host"] == "127.0.0.1"


def test_a_saved_run_is_shown_with_its_machine(linkwork: Any, shown: list[Any], tmp_path: Path) -> None:
    linkwork("run", "four_bar", "--duration", 0.1, "--out", tmp_path / "a.npz")
    assert linkwork("view", tmp_path / "a.npz").code == 0
    assert shown[0][0].machine.name == "four-bar"


def test_a_run_that_was_saved_without_its_machine_is_told_what_it_belongs_to(
    linkwork: Any, shown: list[Any], tmp_path: Path
) -> None:
    record = replace(compiled("four_bar").simulate(duration=0.1), machine=None)
    record.save(tmp_path / "a.npz")
    assert "machine=" in linkwork("view", tmp_path / "a.npz", "--page", tmp_path / "a.html").err
    assert linkwork("view", tmp_path / "a.npz", "--machine", "four_bar", "--page", tmp_path / "a.html").code == 0
    assert linkwork("view", tmp_path / "a.npz", "--machine", "four_bar").code == 0
    assert shown[0][1]["machine"].blueprint.name == "four-bar"


def test_scripts_read_where_it_is(linkwork: Any, shown: list[Any], tmp_path: Path) -> None:
    assert linkwork("view", "four_bar", "--json").json == {"url": "http://127.0.0.1:8080"}
    assert linkwork("view", "four_bar", "--page", tmp_path / "a.html", "--json").json == {
        "page": str(tmp_path / "a.html")
    }


def test_a_page_opens_anywhere(linkwork: Any, tmp_path: Path) -> None:
    assert linkwork("view", "delta", "--page", tmp_path / "delta.html").code == 0
    assert (tmp_path / "delta.html").stat().st_size > 10_000
