"""`linkwork doctor`."""

from __future__ import annotations

from typing import Any

import pytest


def test_a_sound_computer_is_told_so(linkwork: Any) -> None:
    said = linkwork("doctor")
    assert said.code == 0
    assert "compiled and answered" in said.out
    assert linkwork("doctor", "--json").json["faults"] == []


def test_a_fault_is_told_and_counts(linkwork: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> None:
        raise OSError("no machine code here")

    monkeypatch.setattr("linkwork.cli.machines.compiled", broken)
    said = linkwork("doctor")
    assert said.code == 1
    assert "no machine code here" in said.out


def test_a_missing_extra_says_how_to_get_it(linkwork: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("linkwork.cli.commands.doctor.EXTRAS", {"plot": ("a-package-that-nobody-has",)})
    assert "pip install 'linkwork[plot]'" in linkwork("doctor").out
