from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import xarray
from scipy.io import netcdf_file

from linkwork.errors import FormatError
from linkwork.record import Record, load


def test_xarray_can_read_it(run: Record, tmp_path: Path) -> None:
    run.save(tmp_path / "run.nc")
    with xarray.open_dataset(tmp_path / "run.nc", engine="scipy", decode_times=False) as data:
        np.testing.assert_array_equal(data["q"].to_numpy(), run.q)


def test_another_file_is_told(tmp_path: Path) -> None:
    with netcdf_file(tmp_path / "run.nc", "w") as file:
        file.createDimension("t", 3)
    with pytest.raises(FormatError, match="is not a record of linkwork"):
        load(tmp_path / "run.nc")
