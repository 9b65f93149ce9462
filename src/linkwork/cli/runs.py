"""Records of runs on the command line: told in numbers, saved and plotted into files that can be written."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .machines import UsageError

if TYPE_CHECKING:
    from linkwork.record import Record

PICTURES, PAGES, RECORDS = (".png", ".svg", ".pdf"), (".html",), (".npz", ".nc", ".parquet")


def is_record(path: Path) -> bool:
    """Whether a path names a record: a file with such an ending, or a folder that a run wrote."""
    return path.suffix in RECORDS or path.is_dir()


def summary(record: Record) -> dict[str, Any]:
    """What a run came to, in numbers."""
    found: dict[str, Any] = {"ending": str(record.ending), "complete": record.outcome.complete, **record.about}
    found["samples"] = len(record)
    if len(record):
        where = record.layout.slices
        if "loop_error" in where:
            found["loop error"] = {e: float(getattr(record, e).max()) for e in ("e1", "e2", "e3")}
        if "energy" in where:
            found["energy balance"] = float(np.abs(record.energy_balance).max())
        found["peaks"] = {
            channel: {name: _peak(record, name) for name in record.names if f".{channel}" in name}
            for channel in ("tau", "lam")
            if channel in where
        }
        found["final"] = {"t": float(record.t[-1]), "q": record.q[-1], "v": record.v[-1]}
    return found


def _peak(record: Record, name: str) -> float:
    return float(np.abs(record[name]).max())


def writable(option: str, path: Path | None, endings: Sequence[str]) -> Path | None:
    """A path that can be written to: its ending is known and its folder is there. Said before a long run, not after."""
    if path is not None and path.suffix not in endings:
        raise UsageError(f"{option} {path}", f"has the ending {path.suffix!r}", f"Use one of {', '.join(endings)}")
    if path is not None and not path.parent.is_dir():
        raise UsageError(f"{option} {path}", "has no folder to go to", f"Make {str(path.parent)!r} first")
    return path
