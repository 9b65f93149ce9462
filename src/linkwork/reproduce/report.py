"""Report: the findings of several experiments, to be read or written."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from linkwork.blueprint.library.experiment import ORIGINS

from .findings import Findings, Row, Verdict


@dataclass(frozen=True)
class Report:
    """What came out, experiment by experiment; `seconds` of computing in all."""

    findings: tuple[Findings, ...]
    seconds: float

    @property
    def rows(self) -> tuple[Row, ...]:
        """All rows, in the order of the library."""
        return tuple(row for each in self.findings for row in each.rows)

    @property
    def sources(self) -> tuple[str, ...]:
        """Keys of the sources that the report holds."""
        return tuple(dict.fromkeys(each.source for each in self.findings))

    def counts(self, source: str | None = None) -> dict[Verdict, int]:
        """How many rows have each verdict, of all sources or one."""
        rows = [row for row in self.rows if source in (None, row.source)]
        return {verdict: sum(row.verdict is verdict for row in rows) for verdict in Verdict}

    def confirmed(self, source: str | None = None) -> dict[str, int]:
        """Of the rows that agree, how many have a number that is printed, in a program's file, or recomputed."""
        rows = [row for row in self.rows if source in (None, row.source) and row.verdict is Verdict.AGREES]
        return {origin: sum(row.origin == origin for row in rows) for origin in ORIGINS}

    @property
    def unexplained(self) -> tuple[Row, ...]:
        """Rows that differ without a reason."""
        return tuple(row for row in self.rows if row.verdict is Verdict.DIFFERS and not row.reason)

    def html(self) -> str:
        """The report as one page with figures."""
        from .page import page

        return page(self)

    def markdown(self) -> str:
        """The report as tables."""
        from .markdown import markdown

        return markdown(self)

    def save(self, folder: str | os.PathLike[str]) -> tuple[Path, Path]:
        """Write `published-numbers.html` and `.md` into a folder, which is made if need be."""
        place = Path(folder)
        place.mkdir(parents=True, exist_ok=True)
        paths = place / "published-numbers.html", place / "published-numbers.md"
        for path, text in zip(paths, (self.html(), self.markdown())):
            path.write_text(text, encoding="utf-8")
        return paths

    def __str__(self) -> str:
        several = {Verdict.AGREES: "agree", Verdict.DIFFERS: "differ"}
        told = ", ".join(
            f"{count} {several.get(verdict, verdict.value) if count > 1 else verdict.value}"
            for verdict, count in self.counts().items()
            if count
        )
        runs = f"{len(self.findings)} experiment{'s' * (len(self.findings) != 1)}"
        return f"{len(self.rows)} numbers of {runs} in {self.seconds:.0f} s: {told}"
