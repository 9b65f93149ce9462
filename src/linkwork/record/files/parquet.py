"""Records as Parquet tables (.parquet): one column for each name, the header in the schema."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from linkwork.errors import MissingExtra

from ..record import Record
from . import header

KEY = b"linkwork"


def _pyarrow() -> Any:
    try:
        import pyarrow
        import pyarrow.parquet  # pyright: ignore[reportUnusedImport]
    except ImportError:
        raise MissingExtra("pyarrow", "tables", "parquet files") from None
    return pyarrow


def write(record: Record, path: Path) -> None:
    """Write the table."""
    pyarrow = _pyarrow()
    columns = [pyarrow.array(np.ascontiguousarray(column)) for column in record.data.T]
    table = pyarrow.table(columns, names=list(record.names))
    text = header.written(record.layout, record.ending, record.about)
    pyarrow.parquet.write_table(table.replace_schema_metadata({KEY: text.encode("ascii")}), path)


def read(path: Path) -> Record:
    """Read the table."""
    pyarrow, subject = _pyarrow(), f"record file {str(path)!r}"
    try:
        table = pyarrow.parquet.read_table(path)
    except FileNotFoundError:
        raise
    except (pyarrow.ArrowException, OSError, ValueError):
        with path.open("rb") as file:
            begun = file.read(4) == b"PAR1"
        raise (header.damaged if begun else header.foreign)(subject) from None
    text = (table.schema.metadata or {}).get(KEY)
    if text is None:
        raise header.foreign(subject)
    told = header.read(subject, text.decode("ascii", "replace"))
    if tuple(table.column_names) != told["layout"].names:
        raise header.damaged(subject)
    data = np.column_stack([column.to_numpy() for column in table.columns])
    return Record(told["layout"], data, told["ending"], told["about"])
