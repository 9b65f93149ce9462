"""Records of runs on the command line: kept with their machine, told in numbers, plotted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .machines import UsageError

if TYPE_CHECKING:
    from linkwork.record import Record

MACHINE = "machine document"  # what a record's file calls the description of its machine
PICTURES = (".png", ".svg", ".pdf")


def is_record(path: Path) -> bool:
    """Whether a path names a record: a file with such an ending, or a folder that a run wrote."""
    from linkwork.record.files import FORMATS

    return path.suffix in FORMATS or path.is_dir()


def write(record: Record, path: Path) -> None:
    """Save a record with the description of its machine."""
    from linkwork.blueprint.document import to_text

    about = {**record.about, MACHINE: json.loads(to_text(record.machine.blueprint))}
    replace(record, about=about).save(path)


def read(path: Path) -> Record:
    """A record from a file; compiled again if the file tells the machine."""
    from linkwork.blueprint.document import from_text
    from linkwork.record.files import load
    from linkwork.system import compile_mechanism

    record = load(path)
    document = record.about.get(MACHINE)
    if document is None:
        return record
    return replace(record, machine=compile_mechanism(from_text(json.dumps(document), f"file {str(path)!r}")))


def summary(record: Record) -> dict[str, Any]:
    """What a run came to, in numbers."""
    about = {key: value for key, value in record.about.items() if key != MACHINE}
    found: dict[str, Any] = {"ending": str(record.ending), "complete": record.outcome.complete, **about}
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


def picture(path: Path) -> Path:
    """A path whose ending says how to draw."""
    if path.suffix not in PICTURES:
        raise UsageError(f"--plot {path}", f"has the ending {path.suffix!r}", f"Use one of {', '.join(PICTURES)}")
    return path
