"""`linkwork export-c`."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any


def test_each_law_gets_a_header_and_a_source_file(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("export-c", "four_bar", tmp_path / "build")
    assert said.code == 0
    names = sorted(path.name for path in (tmp_path / "build").iterdir())
    assert names == [f"four_bar_{law}_dynamics.{ending}" for law in ("forward", "inverse") for ending in "ch"]
    compiler = shutil.which("cc")
    if compiler is not None:
        source = tmp_path / "build" / "four_bar_forward_dynamics.c"
        subprocess.run([compiler, "-std=c99", "-Werror", "-c", source, "-o", tmp_path / "a.o"], check=True)


def test_a_file_is_no_folder(linkwork: Any, tmp_path: Path) -> None:
    (tmp_path / "build").write_text("")
    said = linkwork("export-c", "four_bar", tmp_path / "build")
    assert said.code == 2
    assert "build': is a file. Name a folder" in said.err


def test_an_unknown_law_writes_nothing(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("export-c", "four_bar", tmp_path / "build", "--law", "invers_dynamics")
    assert said.code == 2
    assert "'inverse_dynamics'" in said.err
    assert not (tmp_path / "build").exists()
