"""The application: every command under its name, with what it prints first in `--help` and one example each."""

from __future__ import annotations

from typing import Annotated

import typer

from .commands import bench, compare, counts, demo, doctor, export, inverse, library, reproduce, run, show, view

EXITS = (
    "Exit codes: 0 done, 1 the machine or a file is at fault, 2 the command line is, 3 an extra is missing, "
    "4 the run ended early, 5 numbers disagree. Errors are one paragraph; --debug anywhere shows the traceback."
)

app = typer.Typer(
    add_completion=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog=EXITS,
)


def _version(asked: bool) -> None:
    if asked:
        import linkwork

        typer.echo(f"linkwork {linkwork.__version__}")
        raise typer.Exit


@app.callback()
def _linkwork(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="The version.")] = False,
) -> None:
    """Dynamics of robots and mechanisms whose links form closed loops."""


def _add(name: str, command: object, example: str) -> None:
    app.command(name, epilog=f"Example: [bold]{example}[/bold]")(command)  # type: ignore[type-var]


_add("demo", demo.demo, "linkwork demo --machine stewart_platform")
_add("list", library.list_machines, "linkwork list parallel")
_add("show", show.show, "linkwork show excavator")
_add("run", run.run, "linkwork run four_bar --duration 2 --plot forces.svg --figure reactions")
_add("inverse", inverse.inverse, "linkwork inverse four_bar --to crank=6.28 --duration 1")
_add("compare", compare.compare, "linkwork compare book_three_rrr")
_add("counts", counts.counts, "linkwork counts kuka_kr5")
_add("reproduce", reproduce.reproduce, "linkwork reproduce amirouche")
_add("view", view.view, "linkwork view delta --page delta.html")
_add("export-c", export.export_c, "linkwork export-c four_bar build")
_add("bench", bench.bench, "linkwork bench four_bar stewart_platform")
_add("doctor", doctor.doctor, "linkwork doctor --json")
