"""The report as Markdown tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .findings import Verdict
from .report import Report
from .words import LEGEND, SOURCES, counted, ours, theirs, why


def markdown(report: Report) -> str:
    """One table for each source, and one of the verdicts."""
    parts = ["# Published numbers, reproduced", LEGEND, table(("source", *(v.value for v in Verdict)), _counts(report))]
    for source in report.sources:
        rows = [row for row in report.rows if row.source == source]
        lines = [
            (r.experiment.split("/", 1)[1], r.where, r.what, theirs(r), ours(r), r.verdict.value, why(r)) for r in rows
        ]
        names = ("experiment", "where", "what", "theirs", "ours", "verdict", "difference, reason")
        parts += [f"## {SOURCES[source]}", table(names, lines)]
    parts.append(f"{report}.")
    return "\n\n".join(parts) + "\n"


def _counts(report: Report) -> list[tuple[str, ...]]:
    return [(source, *counted(report, source).values()) for source in report.sources]


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [columns, ["---"] * len(columns), *([x.replace("|", "\\|") for x in row] for row in rows)]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
