from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas
import pytest

from linkwork.errors import FormatError, MissingExtra
from linkwork.record import Record, load


def test_pandas_can_read_it(run: Record, tmp_path: Path) -> None:
    run.save(tmp_path / "run.parquet")
    np.testing.assert_array_equal(pandas.read_parquet(tmp_path / "run.parquet")["O1.q.angle"], run["O1.angle"])


def test_another_table_is_told(tmp_path: Path) -> None:
    pandas.DataFrame({"t": [1.0]}).to_parquet(tmp_path / "run.parquet")
    with pytest.raises(FormatError, match="is not a record of linkwork"):
        load(tmp_path / "run.parquet")


def test_a_missing_package_is_told_in_one_line(run: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra) as caught:
        run.save(tmp_path / "run.parquet")
    assert str(caught.value) == "package 'pyarrow' is needed for parquet files: pip install 'linkwork[tables]'."
