"""Report: one page about a run with its summary, its animation and its figures."""

from __future__ import annotations

import base64
import html
import io
from collections.abc import Iterator
from typing import Any

from linkwork.record import Record
from linkwork.view import plots
from linkwork.view.page import Page, page

SAMPLES = 800  # of a curve in a figure
STYLE = """
:root { color-scheme: light dark; --ground: #ffffff; --text: #1d2430; --faint: #677184; --hair: #e3e7ee; }
@media (prefers-color-scheme: dark) { :root { --ground: #171b22; --text: #e6e9ef; --faint: #98a2b3; --hair: #2a313c; } }
body { margin: 2.5rem auto; max-width: 980px; padding: 0 1.2rem; background: var(--ground); color: var(--text);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .4rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem; }
pre { overflow: auto; padding: .9rem 1.1rem; border: 1px solid var(--hair); border-radius: 10px; font-size: 13px; }
img { width: 100%; max-width: 780px; height: auto; } table { border-collapse: collapse; font-size: 13.5px; }
td { padding: .2rem 1.4rem .2rem 0; vertical-align: top; border-bottom: 1px solid var(--hair); }
td:first-child { color: var(--faint); }
"""


def report(run: Record, *, machine: Any = None, **options: Any) -> Page:
    """The report of a run as one file; options are those of `page`, which draws the animation."""
    moving = page(run, machine=machine, **options)
    first, *rest = run.report().splitlines()
    sections = [
        f"<h1>{html.escape(moving.title)}</h1><p>{html.escape(first)}</p>",
        moving.frame(560),
        "<h2>Summary</h2><pre>" + html.escape("\n".join(line.removeprefix("  ") for line in rest)) + "</pre>",
        *(f"<h2>{title}</h2>{picture}" for title, picture in _figures(run)),
        "<h2>How it was computed</h2><table>" + "".join(_settings(run)) + "</table>",
    ]
    head = f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{html.escape(moving.title)}</title>'
    return Page(moving.title, f"{head}<style>{STYLE}</style></head><body>{''.join(sections)}</body></html>")


def _figures(run: Record) -> Iterator[tuple[str, str]]:
    thin = run.every(max(1, len(run) // SAMPLES))
    has = {name for name in run.layout.slices if run.layout.channel(name).columns}
    wanted = (("Motion", plots.motion, "q"), ("Drives", plots.torques, "tau"), ("Reactions", plots.reactions, "lam"))
    truth = (("Energies", plots.energies, "energy"), ("Loop error", plots.loop_error, "loop_error"))
    for title, figure, channel in (*wanted, *truth):
        if channel in has:
            yield title, _both(figure, thin)


def _both(figure: Any, run: Record) -> str:
    """A picture for light and one for dark pages."""
    light, dark = (_svg(figure(run, style=style)) for style in ("light", "dark"))
    return f'<picture><source media="(prefers-color-scheme: dark)" srcset="{dark}"><img alt="" src="{light}"></picture>'


def _svg(made: Any) -> str:
    buffer = io.BytesIO()
    made.savefig(buffer, format="svg", metadata={"Date": None, "Creator": "linkwork"})
    return "data:image/svg+xml;base64," + base64.b64encode(buffer.getvalue()).decode()


def _settings(run: Record) -> Iterator[str]:
    for name, value in run.about.items():
        if value not in (None, "", []):
            yield f"<tr><td>{html.escape(str(name).replace('_', ' '))}</td><td>{html.escape(str(value))}</td></tr>"
