"""`linkwork reproduce`: the numbers that the literature prints, computed again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..console import progress, say_plainly, show_json, show_table
from ..failures import Exit
from ..machines import Json

if TYPE_CHECKING:
    from linkwork.blueprint.library import Experiment

FOLDER = "published-numbers"
SHOWN = 90  # characters of a cell in the terminal


def reproduce(
    source: Annotated[
        str,
        typer.Argument(help="book, koul, khan, sathuluri, amirouche, or one experiment by its name; all if left out."),
    ] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what takes several seconds.")] = False,
    every_row: Annotated[bool, typer.Option("--all", help="Print also the numbers that agree.")] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help=f"Write the page there, as HTML and as Markdown; ./{FOLDER} if left out, none for one experiment.",
        ),
    ] = None,
    names: Annotated[bool, typer.Option("--list", help="Name the experiments, with their machines; run none.")] = False,
    json: Json = False,
) -> int:
    """Run the experiments of the sources and write a page: theirs, ours, and the reason where they differ."""
    from linkwork.reproduce import Verdict, chosen
    from linkwork.reproduce import reproduce as run
    from linkwork.reproduce.words import ours, theirs, why

    if names:
        _list(chosen(source or None))
        return Exit.DONE
    if out is None and not json and "/" not in source:
        out = Path(FOLDER)
    with progress("reproducing") as step:
        report = run(source or None, progress=step, quick=quick)
    written = report.save(out) if out is not None else ()
    if json:
        show_json([{**vars(row), "verdict": row.verdict.value} for row in report.rows])
    else:
        shown = [row for row in report.rows if every_row or row.verdict is not Verdict.AGREES]
        show_table(
            "Published numbers" if every_row else "Published numbers that do not simply agree",
            ("experiment", "where", "what", "theirs", "ours", "", "difference, reason"),
            [
                (r.experiment, *map(_short, (r.where, r.what, theirs(r), ours(r), r.verdict.value, why(r))))
                for r in shown
            ],
        )  # fmt: skip
        say_plainly(f"{report}.")
    for path in written if not json else ():
        say_plainly(f"written: {path}")
    for row in report.unexplained if not json else ():
        say_plainly(
            f"differs without a known reason: {row.experiment}, {row.what}: {theirs(row)}, ours {ours(row)}"
        )  # fmt: skip
    return Exit.DISAGREEMENT if report.unexplained else Exit.DONE


def _list(runs: Sequence[Experiment]) -> None:
    """Name experiments with their machines."""
    show_table(
        "Experiments", ("name", "machine", "kind", "where"),
        [(run.name, run.machine.__name__, run.kind, _short(run.source)) for run in runs],
    )  # fmt: skip


def _short(text: str) -> str:
    """The first words of what would fill a terminal."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 3]}..."
