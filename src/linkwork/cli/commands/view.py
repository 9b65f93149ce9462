"""`linkwork view`: a machine or a recorded run in the browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from ..console import say_plainly, show_json
from ..machines import Json, compiled
from ..runs import PAGES, is_record, writable


def view(
    target: Annotated[str, typer.Argument(metavar="FILE|MACHINE", help="A record of a run, or a machine.")],
    machine: Annotated[
        str | None, typer.Option(help="What a record belongs to, if its file does not tell: a name or a JSON file.")
    ] = None,
    page: Annotated[Path | None, typer.Option(help="Write one HTML file instead of opening a viewer.")] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; the next free one if it is taken.")] = 8080,
    dark: Annotated[bool, typer.Option("--dark", help="The viewer on dark ground.")] = False,
    json: Json = False,
) -> None:
    """Look at a machine, or play a run, in the browser. Ctrl-C ends it."""
    from linkwork.record import load
    from linkwork.view import save_html

    writable("--page", page, PAGES)
    subject: Any = load(target) if is_record(Path(target)) else compiled(target)
    options = {} if machine is None else {"machine": compiled(machine)}
    if page is None:
        show_in_browser(subject, found={} if json else None, host=host, port=port, dark=dark, **options)
        return
    save_html(subject, page, **options)
    if json:
        show_json({"page": str(page)})
    else:
        say_plainly(f"written: {page}")


def show_in_browser(subject: Any, *, found: dict[str, Any] | None = None, **options: Any) -> None:
    """Open the viewer, say where it is, as JSON beside what was found, and stay until Ctrl-C."""
    import linkwork.view

    viewer = linkwork.view.view(subject, **options)
    if found is not None:
        show_json({**found, "url": viewer.url})
        sys.stdout.flush()
    else:
        say_plainly(f"{viewer.url}  (Ctrl-C ends it)")
    viewer.wait()
