"""The report as Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .findings import Verdict
from .report import Report
from .words import LEGEND, SOURCES, counted, ours, theirs, why

WRITTEN = (
    "`linkwork reproduce` runs every experiment of the sources again and puts what comes out beside what they say; "
    "`linkwork reproduce --out DIR` writes this page, and one with figures that can show only what differs. "
    "Times are those of the computer that wrote it."
)


def markdown(report: Report) -> str:
    """One table for each source, and one of the verdicts."""
    parts = ["# Published numbers", WRITTEN, LEGEND, table(("source", *(v.value for v in Verdict)), _counts(report))]
    for source in report.sources:
        rows = [row for row in report.rows if row.source == source]
        lines = [
            (r.experiment.split("/", 1)[1], r.where, r.what, theirs(r), ours(r), r.verdict.value, why(r)) for r in rows
        ]
        names = ("experiment", "where", "what", "theirs", "ours", "verdict", "difference, reason")
        parts += [f"## {SOURCES[source]}", table(names, lines)]
    parts.append(f"{report}.")
    return "\n\n".join(part.rstrip("\n") for part in parts) + "\n"


def _counts(report: Report) -> list[tuple[str, ...]]:
    return [(source, *counted(report, source).values()) for source in report.sources]


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [columns, ["---"] * len(columns), *([_cell(text) for text in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _cell(text: str) -> str:
    """Text that is neither the end of a cell nor a tag."""
    return text.replace("|", "\\|").replace("<", "&lt;")
