"""`linkwork list`: the machines of the library."""

from __future__ import annotations

from typing import Annotated

import typer

from linkwork.errors import UnknownName

from ..console import count, show_json, show_table
from ..machines import Json


def list_machines(
    word: Annotated[str, typer.Argument(help="Only machines whose name, source or description has this word.")] = "",
    json: Json = False,
) -> None:
    """The machines of the library: degrees of freedom, loops, source."""
    from linkwork.blueprint.library import catalogue

    rows = []
    for entry in catalogue():
        if word.lower() not in f"{entry.name} {entry.source} {entry.what}".lower():
            continue
        machine = entry.machine().freeze()
        rows.append(
            {
                "name": entry.name,
                "freedom": entry.freedom,
                "bodies": len(machine.bodies),
                "loops": len(machine.closures),
                "actuators": len(machine.actuators),
                "source": entry.source,
                "what": entry.what,
            }
        )
    if not rows:
        raise UnknownName("machine", word, [entry.name for entry in catalogue()], "the library")
    if json:
        show_json(rows)
        return
    columns = ("name", "freedom", "bodies", "loops", "actuators", "source", "what")
    show_table(count(len(rows), "machine"), columns, [[row[c] for c in columns] for row in rows])
