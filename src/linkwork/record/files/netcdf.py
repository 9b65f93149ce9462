"""Records as netCDF files (.nc, classic format with 64-bit offsets): one variable for each channel over `t`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy.io import netcdf_file

from linkwork.errors import FormatError

from ..record import Record
from . import header


def write(record: Record, path: Path) -> None:
    """Write the file."""
    with netcdf_file(path, "w", version=2) as file:
        file.createDimension("t", len(record))
        file.linkwork = header.written(record.layout, record.ending, record.about).encode("ascii")
        for channel in record.layout.channels:
            values = record.data[:, record.layout.slices[channel.name]]
            if not channel.columns:
                continue
            axis = f"{channel.name}_column"
            dimensions = ("t",) if channel.name == "t" else ("t", axis)
            if channel.name != "t":
                file.createDimension(axis, len(channel.columns))
            variable = file.createVariable(channel.name, "d", dimensions)
            variable[:] = values[:, 0] if channel.name == "t" else values
            variable.columns = "\n".join(map(channel.name_of, channel.columns)).encode("utf-8")


def read(path: Path) -> Record:
    """Read the file."""
    subject = f"record file {str(path)!r}"
    with path.open("rb") as plain:
        begun = plain.read(3) == b"CDF"
    if not begun:
        raise header.foreign(subject)
    try:
        with netcdf_file(path, "r", mmap=False) as file:
            text = getattr(file, "linkwork", None)
            if text is None:
                raise header.foreign(subject)
            told = header.read(subject, text.decode("ascii", "replace"))
            layout = told["layout"]
            data = np.empty((len(file.variables["t"][:]), layout.width))
            for channel in layout.channels:
                if channel.columns:
                    values = np.array(file.variables[channel.name][:], dtype=float)
                    data[:, layout.slices[channel.name]] = values.reshape(len(data), len(channel.columns))
    except FormatError:
        raise
    except Exception:  # the reader of a cut-off file fails in many ways: struct, type, value, key errors
        raise header.damaged(subject) from None
    return Record(layout, data, told["ending"], told["about"])
