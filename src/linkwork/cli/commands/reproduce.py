"""`linkwork reproduce`: the numbers that the literature prints, computed again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..console import progress, say_plainly, show_json, show_table
from ..failures import Exit
from ..findings_page import brief, cells, verdicts, write
from ..machines import Json

if TYPE_CHECKING:
    from linkwork.blueprint.library.experiment import Experiment
    from linkwork.reproduce.findings import Findings


def reproduce(
    source: Annotated[
        str,
        typer.Argument(help="book, koul, khan, sathuluri, amirouche, or one experiment by its name; all if left out."),
    ] = "",
    quick: Annotated[bool, typer.Option("--quick", help="Leave out what takes several seconds.")] = False,
    every_row: Annotated[bool, typer.Option("--all", help="Print also the numbers that agree.")] = False,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the page there, as HTML and as Markdown.")
    ] = None,
    json: Json = False,
) -> int:
    """Run the experiments of the sources; theirs and ours side by side, with the reason where they differ."""
    found = findings(source, quick)
    rows = [row for each in found for row in each.rows]
    if json:
        show_json([{**vars(row), "verdict": row.verdict.value} for row in rows])
    else:
        shown = [row for row in rows if every_row or row.verdict.name != "AGREES"]
        show_table(
            "Published numbers" if every_row else "Published numbers that do not simply agree",
            ("experiment", "what", "theirs", "ours", "", "reason"),
            [(row.experiment, *_short(cells(row)[1:])) for row in shown],
        )
        say_plainly(f"{len(rows)} numbers, tables and claims of {len(found)} experiments: {verdicts(rows)}.")
    if out is not None:
        for path in write(found, out):
            if not json:
                say_plainly(f"written: {path}")
    unexplained = [row for row in rows if row.verdict.name == "DIFFERS" and not row.reason]
    for row in unexplained:
        say_plainly(
            f"differs without a known reason: {row.experiment}, {row.what}: {brief(row.theirs)}, ours {brief(row.ours)}"
        )
    return Exit.DISAGREEMENT if unexplained else Exit.DONE


def findings(source: str, quick: bool) -> list[Findings]:
    """What comes out of the experiments, with a bar while they run."""
    import linkwork.reproduce.studies  # noqa: F401  its files register what is computed
    from linkwork.reproduce.study import LONG, studied

    chosen = [each for each in experiments(source) if not (quick and each.name in LONG)]
    found = []
    with progress("reproducing") as step:
        for k, each in enumerate(chosen):
            step(k / len(chosen), each.name)
            found.append(studied(each))
    return found


def experiments(source: str) -> tuple[Experiment, ...]:
    """The experiments of a source, or the one of that name."""
    from linkwork.blueprint.library import published

    if "/" in source:
        return (published.find_experiment(source),)
    return published.experiments(source or None)


def _short(texts: tuple[str, ...]) -> list[str]:
    """The first words of what would fill a terminal."""
    return [text if len(text) <= 90 else f"{text[:87]}..." for text in texts]
