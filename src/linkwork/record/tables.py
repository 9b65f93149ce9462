"""A record as a table of other packages."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.errors import MissingExtra

from .record import Record


def to_pandas(record: Record) -> Any:
    """A DataFrame with one column for each name, indexed by time."""
    try:
        import pandas
    except ImportError:
        raise MissingExtra("pandas", "tables", "to_pandas") from None
    index = pandas.Index(record.t, name="t")
    table = pandas.DataFrame(record.data[:, 1:], index=index, columns=list(record.names[1:]))
    table.attrs = {**record.about, "ending": str(record.ending)}
    return table


def to_xarray(record: Record) -> Any:
    """A Dataset with one variable for each channel, over `t` and, for several columns, their names."""
    try:
        import xarray
    except ImportError:
        raise MissingExtra("xarray", "tables", "to_xarray") from None
    variables, coordinates = {}, {"t": ("t", np.array(record.t))}
    for channel in record.layout.channels[1:]:
        values = np.array(record.data[:, record.layout.slices[channel.name]])
        if len(channel.columns) == 1 and not channel.columns[0].owner and not channel.columns[0].component:
            variables[channel.name] = ("t", values[:, 0])
            continue
        axis = f"{channel.name}_column"
        variables[channel.name] = (("t", axis), values)
        coordinates[axis] = (axis, np.array([channel.name_of(column) for column in channel.columns], dtype=object))
    about = {key: value for key, value in record.about.items() if isinstance(value, str | int | float)}
    return xarray.Dataset(variables, coordinates, {**about, "ending": str(record.ending)})
