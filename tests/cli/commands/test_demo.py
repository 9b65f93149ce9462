"""`linkwork demo`: the main job."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


@pytest.mark.parametrize("machine", ["book_three_rrr", "stewart_platform"])
def test_a_machine_with_loops_follows_its_course(linkwork: Any, machine: str, tmp_path: Path) -> None:
    said = linkwork("demo", "--machine", machine, "--duration", 4, "--out", tmp_path, "--json")
    assert said.code == 0
    found = said.json
    assert found["loop error"]["e1"] < 1e-12
    assert found["energy balance"] < 1e-5
    assert found["tracking error"] < 1e-6
    assert found["times real time"] > 1
    assert all(Path(file).stat().st_size > 0 for file in found["files"])


def test_the_report_names_what_was_written(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("demo", "--machine", "four_bar", "--duration", 1, "--out", tmp_path / "new")
    assert said.code == 0
    for words in ("loops opened by at most", "energy balance", "real time", "evaluations", "Torques and forces"):
        assert words in said.out
    assert f"written: {tmp_path / 'new' / 'animation.html'}" in said.out


def test_a_machine_without_drives_falls(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("demo", "--machine", "free_box", "--duration", 1, "--out", tmp_path)
    assert said.code == 0
    assert "0 drives, free motion\n" in said.out


def test_a_machine_whose_drives_cannot_force_a_motion_falls(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("demo", "--machine", "planar_biped", "--duration", 0.2, "--out", tmp_path)
    assert "free motion, for its drives cannot force one" in said.out
