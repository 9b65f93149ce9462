"""Records in files: one file a format, and the registry that finds it by the ending of the name."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType

from linkwork.errors import FormatError, OptionError

from ..record import Record
from . import chunks, header, netcdf, npz, parquet
from .described import with_description, with_machine
from .whole import whole

FORMATS: dict[str, ModuleType] = {".npz": npz, ".nc": netcdf, ".parquet": parquet}


def save(record: Record, path: str | os.PathLike[str]) -> None:
    """Write one file, the description of the machine with it; the ending of its name decides on the format."""
    path = Path(path)
    write = _format(path).write
    if not path.parent.is_dir():
        raise FormatError(f"record file {str(path)!r}", "has no folder to go to", f"Make {str(path.parent)!r} first.")
    with whole(path) as unfinished:
        write(with_description(record), unfinished)


def load(path: str | os.PathLike[str], every: int = 1) -> Record:
    """Read a record file, or the folder that a run wrote as it went; of a long one each `every`-th sample."""
    path = Path(path)
    if every < 1:
        raise OptionError("load: every", f"is {every}", "Give 1 or more.")
    if not path.exists():
        raise FormatError(f"record file {str(path)!r}", "does not exist", "Give the path that the record was saved to.")
    if path.is_dir():
        return chunks.read(path, every)
    record: Record = _format(path).read(path)
    return with_machine(record, f"record file {str(path)!r}").every(every)


def _format(path: Path) -> ModuleType:
    if path.suffix not in FORMATS:
        told = f"has the ending {path.suffix!r}"
        raise OptionError(f"record file {str(path)!r}", told, f"Give one of {', '.join(FORMATS)}.")
    return FORMATS[path.suffix]


__all__ = ["FORMATS", "chunks", "header", "load", "save"]
