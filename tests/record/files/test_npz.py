from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from linkwork.errors import FormatError
from linkwork.record import Record, load


def test_numpy_alone_can_read_it(run: Record, tmp_path: Path) -> None:
    run.save(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz", allow_pickle=False) as archive:
        np.testing.assert_array_equal(archive["data"], run.data)
        assert tuple(archive["names"]) == run.names


def test_another_archive_is_told(tmp_path: Path) -> None:
    np.savez(tmp_path / "run.npz", data=np.zeros(3))
    with pytest.raises(FormatError, match="is not a record of linkwork"):
        load(tmp_path / "run.npz")
