"""The report as one HTML page with small figures, that needs nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from typing import Any

from .chart import chart
from .findings import Findings, Row, Sheet, Verdict
from .report import Report
from .words import LEGEND, SOURCES, counted, ours, theirs, value, why

MARKS = {Verdict.AGREES: "agrees", Verdict.BESIDE: "beside", Verdict.DIFFERS: "differs", Verdict.CANNOT: "cannot"}
COLUMNS = ("where", "what", "theirs", "ours", "verdict", "difference, reason")


def page(report: Report) -> str:
    """A section for each source, in it a table, figures and sheets for each experiment."""
    style = (resources.files("linkwork.reproduce") / "page.css").read_text(encoding="utf-8")
    body = [
        "<h1>Published numbers, reproduced</h1>",
        f"<p>{escape(LEGEND)}</p>",
        _summary(report),
        '<p><label><input type="checkbox" id="only"> only what differs or cannot be reproduced</label></p>',
        *(_source(report, source) for source in report.sources),
        f"<footer>{escape(str(report))}.</footer>",
    ]
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Published numbers, reproduced</title><style>{style}</style></head>"
        f"<body><main>{''.join(body)}</main></body></html>\n"
    )


def _summary(report: Report) -> str:
    rows = []
    for source in report.sources:
        cells = "".join(f'<td class="count {MARKS[v]}">{told}</td>' for v, told in counted(report, source).items())
        rows.append(f'<tr><td><a href="#{source}">{escape(SOURCES[source])}</a></td>{cells}</tr>')
    heads = "".join(f"<th>{escape(v.value)}</th>" for v in Verdict)
    return f"<table class=summary><thead><tr><th>source</th>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _source(report: Report, source: str) -> str:
    found = [each for each in report.findings if each.source == source]
    links = " · ".join(f'<a href="#{_place(each)}">{escape(_title(each))}</a>' for each in found)
    contents = f"<nav>{links}</nav>" if len(found) > 1 else ""
    return (
        f'<section id="{source}"><h2>{escape(SOURCES[source])}</h2>{contents}'
        f"{''.join(map(_experiment, found))}</section>"
    )


def _title(found: Findings) -> str:
    return found.experiment.name.split("/", 1)[1]


def _place(found: Findings) -> str:
    """Where the experiment is on the page."""
    return re.sub(r"[^\w/]+", "-", found.experiment.name)


def _experiment(found: Findings) -> str:
    run = found.experiment
    note = f"<p class=note>{escape(run.note)}</p>" if run.note else ""
    figures = "".join(map(chart, found.figures))
    return (
        f'<article id="{_place(found)}"><h3>{escape(_title(found))} <small>{escape(run.source)}</small></h3>{note}'
        f"{_table(found.rows)}<div class=figures>{figures}</div>{''.join(map(_sheet, found.sheets))}</article>"
    )


def _table(rows: Sequence[Row]) -> str:
    if not rows:
        return ""
    lines = [
        f'<tr data-told="{MARKS[r.verdict]}"><td>{escape(r.where)}</td>'
        f"<td>{escape(r.what)}</td><td class=value>{escape(theirs(r))}</td>"
        f'<td class=value>{escape(ours(r))}</td><td class="{MARKS[r.verdict]}">{escape(r.verdict.value)}</td>'
        f"<td>{escape(why(r))}</td></tr>"
        for r in rows
    ]
    heads = "".join(f"<th>{escape(name)}</th>" for name in COLUMNS)
    return f"<div class=wide><table><thead><tr>{heads}</tr></thead><tbody>{''.join(lines)}</tbody></table></div>"


def _sheet(sheet: Sheet) -> str:
    def cells(row: Iterable[Any], tag: str) -> str:
        return "".join(f"<{tag}>{escape(value(x))}</{tag}>" for x in row)

    heads = cells(sheet.columns, "th")
    lines = "".join(f"<tr>{cells(row, 'td')}</tr>" for row in sheet.rows)
    table = f"<table class=numbers><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table>"
    return f"<details><summary>{escape(sheet.title)}</summary><div class=wide>{table}</div></details>"
