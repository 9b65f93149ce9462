"""`linkwork export-c`: a machine's laws as C source."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..console import say_plainly, show_json, show_table
from ..machines import Formulation, Json, Machine, UsageError, compiled


def export_c(
    machine: Machine,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the files go; made if it does not exist.")],
    law: Annotated[
        list[str] | None, typer.Option(help="Law to write, several times for several; default: both dynamics.")
    ] = None,
    formulation: Formulation = "auto",
    json: Json = False,
) -> None:
    """C99 source of a machine's laws: one header and one source file each, no allocation, nothing but math.h."""
    from linkwork.kernel.c_code import c_code, identifier

    if folder.exists() and not folder.is_dir():
        raise UsageError(f"DIR {str(folder)!r}", "is a file", "Name a folder")
    system = compiled(machine, formulation=formulation)
    rows = []
    for name in law or ("forward_dynamics", "inverse_dynamics"):
        code = c_code(system.function(name), name=identifier(f"{Path(machine.split(':')[0]).stem}_{name}"))
        code.write(folder)
        lines = code.source.count("\n")
        rows.append({"law": name, "function": code.name, "lines": lines, "counts": str(system.counts(name))})
    if json:
        show_json({"folder": str(folder), "files": rows})
        return
    columns = ("law", "function", "lines", "counts")
    show_table(f"C source of {system.blueprint.name}", columns, [list(row.values()) for row in rows])
    say_plainly(f"Written to {folder}. Compile with: cc -O2 -c {folder / rows[0]['function']}.c")
