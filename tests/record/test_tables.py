from __future__ import annotations

import sys

import numpy as np
import pytest

from linkwork.errors import MissingExtra
from linkwork.record import Record


def test_a_data_frame_has_the_names_as_columns_and_time_as_index(run: Record) -> None:
    table = run.to_pandas()
    assert tuple(table.columns) == run.names[1:]
    np.testing.assert_array_equal(table["hip.q.w"].to_numpy(), run["hip.q.w"])
    np.testing.assert_array_equal(table.index.to_numpy(), run.t)


def test_a_dataset_has_the_channels_as_variables(run: Record) -> None:
    data = run.to_xarray()
    np.testing.assert_array_equal(data["q"].sel(q_column="O1.q.angle").to_numpy(), run["O1.angle"])
    assert data["evaluations"].dims == ("t",)
    assert data["lam"].dims == ("t", "lam_column")
    assert data.attrs["mechanism"] == "leg"


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("xarray", "to_xarray")])
def test_a_missing_package_is_told_in_one_line(
    run: Record, package: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra) as caught:
        getattr(run, method)()
    assert str(caught.value) == f"package '{package}' is needed for {method}: pip install 'linkwork[tables]'."
