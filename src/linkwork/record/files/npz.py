"""Records as NumPy archives (.npz): `data` and `names` to read anywhere, `header` for linkwork."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path

import numpy as np

from ..record import Record
from . import header


def write(record: Record, path: Path) -> None:
    """Write the archive, compressed."""
    text = header.written(record.layout, record.ending, record.about)
    with path.open("wb") as file:
        np.savez_compressed(file, header=np.array(text), names=np.array(record.names), data=record.data)


def read(path: Path) -> Record:
    """Read the archive; nothing in it is run."""
    subject = f"record file {str(path)!r}"
    with path.open("rb") as file:  # ours, so that it is closed whatever np.load makes of it
        if file.read(2) != b"PK":
            raise header.foreign(subject)
        file.seek(0)
        try:
            with np.load(file, allow_pickle=False) as archive:
                if "header" not in archive or "data" not in archive:
                    raise header.foreign(subject)
                told = header.read(subject, str(archive["header"]))
                return Record(told["layout"], archive["data"], told["ending"], told["about"])
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError):
            raise header.damaged(subject) from None
