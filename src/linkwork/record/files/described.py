"""The description of the machine that was run, kept in a record's file beside the columns."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from linkwork.blueprint.document import from_text, to_text
from linkwork.blueprint.mechanism import Blueprint

from ..record import Record

KEY = "machine document"  # of `about` in a file


def description(machine: Any) -> dict[str, Any]:
    """The entry of `about` that describes a machine (a system or its description); none for others."""
    blueprint = getattr(machine, "blueprint", machine)
    return {KEY: json.loads(to_text(blueprint))} if isinstance(blueprint, Blueprint) else {}


def with_description(record: Record) -> Record:
    """The record as it is written: the description of its machine, if it has one, is part of `about`."""
    return replace(record, about={**record.about, **description(record.machine)})


def with_machine(record: Record, source: str) -> Record:
    """The record as it is read: its machine is the description, to be compiled by who draws or runs it."""
    if KEY not in record.about:
        return record
    about = dict(record.about)
    return replace(record, about=about, machine=from_text(json.dumps(about.pop(KEY)), source))
