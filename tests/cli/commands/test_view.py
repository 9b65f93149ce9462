"""`linkwork view`."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest


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
    assert shown[0][0].machine.blueprint.name == "four-bar"


def test_a_page_opens_anywhere(linkwork: Any, tmp_path: Path) -> None:
    assert linkwork("view", "delta", "--page", tmp_path / "delta.html").code == 0
    assert (tmp_path / "delta.html").stat().st_size > 10_000
