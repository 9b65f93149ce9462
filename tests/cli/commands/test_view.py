"""`linkwork view`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What the viewer would have shown."""
    found: list[Any] = []
    monkeypatch.setattr(
        "linkwork.view.view", lambda subject, **options: found.append((subject, options)), raising=False
    )
    return found


def test_a_machine_is_shown_on_this_computer_only(linkwork: Any, shown: list[Any]) -> None:
    assert linkwork("view", "four_bar").code == 0
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
