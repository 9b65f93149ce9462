"""What every record file says of itself: kind, version, columns, how the run ended, what was run."""

from __future__ import annotations

import json
from typing import Any

from linkwork.errors import FormatError

from ..layout import Channel, Column, Layout
from ..outcome import Ending, Outcome

KIND = "linkwork record"
VERSION = 1


def written(layout: Layout, ending: Ending | None, about: Any, **more: Any) -> str:
    """The header as JSON text (ASCII); `ending` is None while a run goes on."""
    header = {
        "kind": KIND,
        "version": VERSION,
        "channels": [
            {"name": channel.name, "columns": [[c.owner, c.component, c.unit] for c in channel.columns]}
            for channel in layout.channels
        ],
        "ending": None if ending is None else {"outcome": ending.outcome.name, "t": ending.t, "what": ending.what},
        "about": dict(about),
        **more,
    }
    try:
        return json.dumps(header)
    except TypeError as fault:
        remedy = "Put plain numbers, texts, lists and dictionaries there."
        raise FormatError("about of a record", f"cannot be written as JSON: {fault}", remedy) from None


def read(subject: str, text: str) -> dict[str, Any]:
    """The header of a file, checked: 'layout' and 'ending' as objects, 'about' and what else was written."""
    try:
        header = json.loads(text)
    except ValueError:
        raise foreign(subject) from None
    if not isinstance(header, dict) or header.get("kind") != KIND:
        raise foreign(subject)
    version = header.get("version")
    if not isinstance(version, int) or version > VERSION:
        told = f"was written in version {version} of the format; this linkwork reads up to {VERSION}"
        raise FormatError(subject, told, "Update linkwork: pip install --upgrade linkwork.")
    try:
        channels = tuple(
            Channel(channel["name"], tuple(Column(*column) for column in channel["columns"]))
            for channel in header["channels"]
        )
        ended = header["ending"]
        ending = None if ended is None else Ending(Outcome[ended["outcome"]], float(ended["t"]), ended["what"])
        return {**header, "layout": Layout(channels), "ending": ending, "about": dict(header["about"])}
    except (KeyError, TypeError, ValueError):
        raise damaged(subject) from None


def foreign(subject: str) -> FormatError:
    """The error for a file that is something else."""
    return FormatError(subject, "is not a record of linkwork", "Give a file that Record.save wrote.")


def damaged(subject: str, remedy: str = "Save the record again, or take another copy.") -> FormatError:
    """The error for a file that is cut off or altered."""
    return FormatError(subject, "is damaged or cut off", remedy)
