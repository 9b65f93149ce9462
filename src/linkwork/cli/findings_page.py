"""One page of published numbers beside ours, as Markdown and as HTML with tables and figures to unfold."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from linkwork.reproduce.findings import Figure, Findings, Row, Sheet

COLUMNS = ("where", "what", "theirs", "ours", "", "reason, or what was assumed")
STYLE = """
body{font:15px/1.45 system-ui,sans-serif;max-width:1200px;margin:2em auto;padding:0 1em;color:#1f2328;background:#fff}
table{border-collapse:collapse;margin:.6em 0}td,th{border-bottom:1px solid #d0d7de;padding:.3em .6em;text-align:left;
vertical-align:top}th{color:#57606a;font-weight:600}details{margin:.4em 0}summary{cursor:pointer;color:#0969da}
.agrees{color:#1a7f37}.differs{color:#bc4c00}.cannot{color:#57606a}svg{max-width:100%;height:auto}
.wide{overflow-x:auto}
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}td,th{border-color:#30363d}
.agrees{color:#3fb950}.differs{color:#f0883e}svg{background:#fff;border-radius:8px}}
"""


def brief(x: Any) -> str:
    """A number, several, or words, to read."""
    if x is None:
        return "–"
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, str | int):
        return str(x)
    if isinstance(x, list | tuple | np.ndarray):
        return ", ".join(brief(each) for each in x)
    return f"{float(x):.7g}"


def cells(row: Row) -> tuple[str, ...]:
    """What a table shows of a row."""
    return row.where, row.what, brief(row.theirs), brief(row.ours), row.verdict.value, row.reason


def verdicts(rows: Iterable[Row]) -> str:
    """'12 agree, 3 shown beside, ...'"""
    found = Counter(row.verdict.value for row in rows)
    return ", ".join(f"{count} {word}" for word, count in found.items())


def markdown(findings: Sequence[Findings], title: str) -> str:
    """The page as Markdown."""
    parts = [f"# {title}", _about(findings)]
    for source, group in _by_source(findings):
        parts.append(f"## {source}")
        for each in group:
            if each.rows:
                parts.append(f"### {_name(each)}\n\n{_note(each)}")
                parts.append(_markdown_table([cells(row) for row in each.rows]))
    return "\n\n".join(part for part in parts if part) + "\n"


def _about(findings: Sequence[Findings]) -> str:
    rows = [row for each in findings for row in each.rows]
    seconds = sum(each.seconds for each in findings)
    return (
        f"{len(rows)} numbers, tables and claims of {len(findings)} experiments: {verdicts(rows)}. "
        f"Computed in {seconds:.0f} s by `linkwork reproduce`. *Agrees*: within half a unit of the last printed digit. "
        "*Shown beside*: depends on a computer or a program. *Theirs* is printed by the source, or recomputed from its "
        "parameters by an independent code where it prints no number."
    )


def _markdown_table(rows: Sequence[Sequence[str]]) -> str:
    def line(values: Sequence[str]) -> str:
        return "| " + " | ".join(value.replace("|", "\\|").replace("\n", " ") for value in values) + " |"

    return "\n".join([line(COLUMNS), line(["---"] * len(COLUMNS)), *map(line, rows)])


def _by_source(findings: Sequence[Findings]) -> list[tuple[str, list[Findings]]]:
    groups: dict[str, list[Findings]] = {}
    for each in findings:
        groups.setdefault(each.source, []).append(each)
    return list(groups.items())


def _name(each: Findings) -> str:
    return each.experiment.name.partition("/")[2] or each.experiment.name


def _note(each: Findings) -> str:
    return ". ".join(text.rstrip(".") for text in (each.experiment.source, each.experiment.note) if text) + "."


# ---- HTML


def page(findings: Sequence[Findings], title: str) -> str:
    """The page as HTML, with sheets and figures to unfold."""
    parts = [f"<h1>{html.escape(title)}</h1><p>{html.escape(_about(findings).replace('*', ''))}</p>"]
    for source, group in _by_source(findings):
        parts.append(f"<h2>{html.escape(source)}</h2>")
        parts += [_section(each) for each in group if each.rows]
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>'
    return f"{head}<style>{STYLE}</style>{''.join(parts)}</html>\n"


def _section(each: Findings) -> str:
    rows = "".join(
        f'<tr class="{row.verdict.name.lower()}">' + "".join(f"<td>{html.escape(x)}</td>" for x in cells(row)) + "</tr>"
        for row in each.rows
    )
    heads = "".join(f"<th>{name}</th>" for name in COLUMNS)
    extras = [*map(_sheet, each.sheets), *map(_figure, each.figures)]
    return (
        f"<h3>{html.escape(_name(each))}</h3><p>{html.escape(_note(each))}</p>"
        f'<div class="wide"><table><tr>{heads}</tr>{rows}</table></div>{"".join(extras)}'
    )


def _sheet(sheet: Sheet) -> str:
    heads = "".join(f"<th>{html.escape(str(name))}</th>" for name in sheet.columns)
    rows = "".join("<tr>" + "".join(f"<td>{html.escape(brief(x))}</td>" for x in row) + "</tr>" for row in sheet.rows)
    return (
        f"<details><summary>{html.escape(sheet.title)}</summary>"
        f'<div class="wide"><table><tr>{heads}</tr>{rows}</table></div></details>'
    )


def _figure(figure: Figure) -> str:
    """A figure as SVG; nothing without matplotlib."""
    try:
        from matplotlib.figure import Figure as Canvas
    except ImportError:
        return ""
    from io import StringIO

    canvas = Canvas(figsize=(8, 4), layout="constrained")
    axes = canvas.subplots()
    for curve in figure.curves:
        axes.plot(curve.x, curve.y, "k." if curve.dots else "-", markersize=4, label=curve.name or None)
    axes.set(xlabel=figure.x, ylabel=figure.y, yscale="log" if figure.log else "linear")
    if any(curve.name for curve in figure.curves):
        axes.legend(fontsize=8)
    text = StringIO()
    canvas.savefig(text, format="svg")
    drawing = text.getvalue()
    return f"<details><summary>{html.escape(figure.title)}</summary>{drawing[drawing.index('<svg') :]}</details>"


def write(findings: Sequence[Findings], folder: Path, title: str = "Published numbers") -> list[Path]:
    """Both pages in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / "published-numbers.md", folder / "published-numbers.html"]
    for path, make in zip(paths, (markdown, page)):
        path.write_text(make(findings, title), encoding="utf-8")
    return paths
