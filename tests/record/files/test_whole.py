from __future__ import annotations

from pathlib import Path

import pytest

from linkwork.record.files.whole import whole


def test_a_file_appears_only_when_it_is_complete(tmp_path: Path) -> None:
    with whole(tmp_path / "a") as unfinished:
        unfinished.write_text("new")
        assert not (tmp_path / "a").exists()
    assert (tmp_path / "a").read_text() == "new"


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), whole(tmp_path / "a") as unfinished:
        unfinished.write_text("half")
        raise KeyboardInterrupt
    assert not list(tmp_path.iterdir())
